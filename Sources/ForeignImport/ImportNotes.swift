public import EffectModel
import SpriteKitImport

/// A part of a document that the effect lacks or approximates.
public struct ImportNote: Sendable, Equatable, CustomStringConvertible {
    /// Path in the document: `behaviors[2].config.path`.
    public let field: String
    /// Value in the document, shortened.
    public let found: String
    /// Treatment of the value, and the reason for it.
    public let reason: String

    /// Message for display, one line.
    public var description: String { "\(field) = \(found): \(reason)" }

    /// The note as the JSON of a response.
    public var json: JSONValue { ["field": .string(field), "found": .string(found), "reason": .string(reason)] }
}

/// Notes of one import, in order of occurrence. Their number is limited, because documents may be hostile.
///
/// Each import has one instance, to which all readers of the document write.
final class ImportNotes {
    static let maximumNotes = 200

    /// Parts that the effect lacks.
    private(set) var ignored: [ImportNote] = []
    /// Parts that the effect approximates.
    private(set) var approximated: [ImportNote] = []
    private var left = 0

    func ignore(_ field: String, _ found: String, _ reason: String) { add(field, found, reason, to: &ignored) }

    func approximate(_ field: String, _ found: String, _ reason: String) {
        add(field, found, reason, to: &approximated)
    }

    private func add(_ field: String, _ found: String, _ reason: String, to list: inout [ImportNote]) {
        let note = ImportNote(field: field, found: found, reason: reason)
        guard !list.contains(note) else { return }
        if list.count < Self.maximumNotes { list.append(note) } else { left += 1 }
    }

    /// All ignored parts, and the number of omitted notes of either kind.
    var allIgnored: [ImportNote] {
        ignored + (left == 0 ? [] : [ImportNote(field: "…", found: "\(left) more", reason: "left out of this report")])
    }

    /// Returns a number clamped to what a spec allows, and notes a change.
    func kept(_ number: Double, in bounds: ClosedRange<Double>, _ field: String) -> Double {
        // Products of extreme numbers may be NaN.
        let kept = number.isNaN ? 0 : min(max(number, bounds.lowerBound), bounds.upperBound)
        if kept != number {
            approximate(field, number.asWritten, "comes out as this; \(kept.asWritten) is as far as it goes here")
        }
        return kept.tidy
    }
}

extension Double {
    /// The number rounded to a millionth: nothing smaller is visible, and documents stay readable.
    var tidy: Double {
        let rounded = (self * 1_000_000).rounded() / 1_000_000
        // Adding 0 removes the sign of −0.
        return rounded.isFinite ? rounded + 0 : self
    }

    /// The number as JSON; words for NaN and infinity.
    var asWritten: String {
        isFinite ? String(decoding: JSONWriter.bytes(of: .number(tidy)), as: UTF8.self) : "no number"
    }

    /// Radians of a number of degrees.
    var radians: Double { self * .pi / 180 }
}

extension JSONValue {
    /// The value for display: short, without terminal control characters.
    var shown: String {
        if case .string(let text) = self { return text.excerpt }
        return excerpt
    }
}
