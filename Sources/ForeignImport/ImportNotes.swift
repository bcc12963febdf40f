public import EffectModel
import SpriteKitImport

/// Something in a document that the effect does not have, or has in another way.
public struct ImportNote: Sendable, Equatable, CustomStringConvertible {
    /// Where it is in the document: `behaviors[2].config.path`.
    public let field: String
    /// What stands there, shortened.
    public let found: String
    /// What became of it, and why.
    public let reason: String

    /// For people, in one line.
    public var description: String { "\(field) = \(found): \(reason)" }

    /// As an answer has it.
    public var json: JSONValue { ["field": .string(field), "found": .string(found), "reason": .string(reason)] }
}

/// The notes of one import, in the order in which they come up. A hostile document must not make a long list.
///
/// One for each import: all that reads the document writes into it.
final class ImportNotes {
    static let maximumNotes = 200

    /// What the effect does not have.
    private(set) var ignored: [ImportNote] = []
    /// What it has in another way.
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

    /// All that is ignored, and how many notes of either kind there would be more.
    var allIgnored: [ImportNote] {
        ignored + (left == 0 ? [] : [ImportNote(field: "…", found: "\(left) more", reason: "left out of this report")])
    }

    /// The number, within what a spec allows.
    func kept(_ number: Double, in bounds: ClosedRange<Double>, _ field: String) -> Double {
        // Products of numbers that are far off may be none.
        let kept = number.isNaN ? 0 : min(max(number, bounds.lowerBound), bounds.upperBound)
        if kept != number {
            approximate(field, number.asWritten, "comes out as this; \(kept.asWritten) is as far as it goes here")
        }
        return kept.tidy
    }
}

extension Double {
    /// What came of calculations, to a millionth: nobody sees less, and documents stay readable.
    var tidy: Double {
        let rounded = (self * 1_000_000).rounded() / 1_000_000
        // Adding 0 takes the sign from −0.
        return rounded.isFinite ? rounded + 0 : self
    }

    /// As a document has it; what no document has, in words.
    var asWritten: String {
        isFinite ? String(decoding: JSONWriter.bytes(of: .number(tidy)), as: UTF8.self) : "no number"
    }

    /// Degrees in radians.
    var radians: Double { self * .pi / 180 }
}

extension JSONValue {
    /// What stands there, for people: short, and with nothing in it that a terminal obeys.
    var shown: String {
        if case .string(let text) = self { return text.excerpt }
        return excerpt
    }
}
