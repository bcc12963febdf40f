/// Notes on one emitter file, in order of occurrence. Their number is limited, because files may be hostile.
///
/// A value, unlike ``ImportNotes``: notes on an attempt that exceeds the limits are discarded with it.
struct EmitterReport: Sendable {
    /// Notes on known properties, whose number is limited.
    private var known: [ImportNote] = []
    /// Notes on unknown properties, of which a file may have any number. They come last and are dropped first.
    private var strays: [ImportNote] = []
    private var left = 0

    /// Adds a note; only once if several parts of a property have the same reason.
    ///
    /// - Parameter field: Readable key.
    mutating func note(
        _ field: String,
        _ found: @autoclosure () -> String,
        _ reason: String,
        kind: ImportNote.Kind = .approximated
    ) {
        if !Self.add(field, found: found, reason: reason, kind: kind, to: &known) { left += 1 }
    }

    /// Adds a note on an unknown part of the file.
    mutating func noteStray(_ field: String, _ found: @autoclosure () -> String, _ reason: String) {
        if !Self.add(field, found: found, reason: reason, kind: .ignored, to: &strays) { left += 1 }
    }

    mutating func note(_ key: ArchiveKey, _ value: Double, _ reason: String) {
        note(key.property, value.shortestText, reason)
    }

    /// - Returns: Whether the note is in the list; `false` if there is no room.
    private static func add(
        _ field: String,
        found: () -> String,
        reason: String,
        kind: ImportNote.Kind,
        to list: inout [ImportNote]
    ) -> Bool {
        guard list.count < ImportNote.maximumCount else { return false }
        if !list.contains(where: { $0.field == field && $0.reason == reason }) {
            list.append(ImportNote(field: field, found: found(), reason: reason, kind: kind))
        }
        return true
    }

    mutating func append(_ other: EmitterReport) {
        for note in other.known { self.note(note.field, note.found, note.reason, kind: note.kind) }
        for note in other.strays { noteStray(note.field, note.found, note.reason) }
        left += other.left
    }

    /// All notes, with a final one for the number of omitted ones.
    var all: [ImportNote] {
        let shown = (known + strays).prefix(ImportNote.maximumCount)
        let more = left + known.count + strays.count - shown.count
        return shown + (more == 0 ? [] : [.leftOut(more)])
    }
}
