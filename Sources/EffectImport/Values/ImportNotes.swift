import EffectModel

/// Notes of one import, in order of occurrence. Their number is limited, because documents may be hostile.
///
/// Each import has one instance, to which all readers of the document write.
final class ImportNotes {
    /// Parts that the effect lacks.
    private(set) var ignored: [ImportNote] = []
    /// Parts that the effect approximates.
    private(set) var approximated: [ImportNote] = []
    private var left = 0

    func ignore(_ field: String, _ found: String, _ reason: String) {
        add(ImportNote(field: field, found: found, reason: reason, kind: .ignored), to: &ignored)
    }

    func approximate(_ field: String, _ found: String, _ reason: String) {
        add(ImportNote(field: field, found: found, reason: reason, kind: .approximated), to: &approximated)
    }

    private func add(_ note: ImportNote, to list: inout [ImportNote]) {
        guard !list.contains(note) else { return }
        if list.count < ImportNote.maximumCount { list.append(note) } else { left += 1 }
    }

    /// All notes: ignored parts, the number of omitted notes of either kind, approximated parts.
    var all: [ImportNote] { ignored + (left == 0 ? [] : [.leftOut(left)]) + approximated }

    /// Returns a number clamped to what a spec allows, and notes a change.
    func kept(_ number: Double, in bounds: ClosedRange<Double>, _ field: String) -> Double {
        // Products of extreme numbers may be NaN.
        let kept = number.isNaN ? 0 : min(max(number, bounds.lowerBound), bounds.upperBound)
        if kept != number {
            approximate(field, number.asWritten, "the value is limited to \(kept.asWritten)")
        }
        return kept.tidy
    }
}
