/// Takes the members of an object by their names, and remembers those that were not taken.
struct ArchiveReader: Sendable {
    /// Prefix of the object's keys in notes; empty for the emitter itself.
    private let path: String
    /// Members by bare name.
    private var members: [PlainText: (name: String, value: ArchivedValue)] = [:]
    /// Bare names in the order of the file.
    private var order: [PlainText] = []
    var report = EmitterReport()

    init(_ object: ArchivedValue, path: String = "") {
        self.path = path
        for (name, value) in object.members() where PlainText(name) != "$class" {
            let bare = PlainText(ArchiveKey.bare(name))
            guard members[bare] == nil else {
                report.noteStray(path + name.asKey, value.excerpt, "the field is repeated; the first value counts")
                continue
            }
            members[bare] = (name, value)
            order.append(bare)
        }
    }

    /// Takes a member; `nil` if it is absent or null.
    mutating func take(_ key: ArchiveKey) -> ArchivedValue? {
        var found: ArchivedValue?
        for name in [key.archived, key.property] {
            let bare = PlainText(ArchiveKey.bare(name))
            guard let (written, value) = members.removeValue(forKey: bare), !value.isNull else { continue }
            if found == nil {
                found = value
            } else {
                let reason = "\(key.archived), another name for the field, takes precedence"
                report.note(path + written.asKey, value.excerpt, reason)
            }
        }
        return found
    }

    /// Takes a member converted by `read`; `nil`, with a note, if it cannot be converted.
    mutating func take<Value>(_ key: ArchiveKey, _ read: (ArchivedValue) -> Value?) -> Value? {
        guard let value = take(key) else { return nil }
        if let made = read(value) { return made }
        note(key, value, "the value is invalid and ignored", kind: .ignored)
        return nil
    }

    /// Takes a number; `absent` if there is none.
    mutating func number(_ key: ArchiveKey, _ absent: Double = 0) -> Double { take(key, \.number) ?? absent }

    mutating func note(
        _ key: ArchiveKey,
        _ value: ArchivedValue,
        _ reason: String,
        kind: ImportNote.Kind = .approximated
    ) {
        report.note(path + key.property, value.excerpt, reason, kind: kind)
    }

    /// Reports each of these properties that has an effect as unsupported.
    mutating func refuse(_ keys: [(ArchiveKey, String)]) {
        for (key, reason) in keys {
            guard let value = take(key), !value.isNeutral else { continue }
            note(key, value, reason, kind: .ignored)
        }
    }

    /// Takes members that do not affect the appearance.
    mutating func ignore(_ keys: [ArchiveKey]) { for key in keys { _ = take(key) } }

    /// Reports all remaining members as unknown.
    mutating func refuseTheRest() {
        for bare in order {
            guard let (name, value) = members.removeValue(forKey: bare) else { continue }
            report.noteStray(path + name.asKey, value.excerpt, "the field is unknown and ignored")
        }
    }
}
