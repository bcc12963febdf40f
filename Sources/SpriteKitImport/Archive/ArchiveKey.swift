/// Under which names a property may stand in an archive. A leading underscore does not matter.
struct ArchiveKey: Sendable, Hashable {
    /// As files have it that Xcode wrote.
    let archived: String
    /// As SpriteKit's documentation calls it; also looked for, since nothing says that all files are alike.
    let property: String

    init(_ archived: String, _ property: String? = nil) {
        self.archived = archived
        self.property = property ?? Self.bare(archived)
    }

    /// Without underscores at its beginning.
    static func bare(_ name: String) -> String {
        String(decoding: name.utf8.drop { $0 == UInt8(ascii: "_") }, as: UTF8.self)
    }
}

/// Takes the members of one object by their names, and remembers what was not asked for.
struct ArchiveReader: Sendable {
    /// What the object is called in remarks; empty for the emitter itself.
    private let path: String
    /// By their bare names.
    private var members: [PlainText: (name: String, value: ArchivedValue)] = [:]
    /// In the file's order.
    private var order: [PlainText] = []
    var report = ImportReport()

    init(_ object: ArchivedValue, path: String = "") {
        self.path = path
        for (name, value) in object.members() where PlainText(name) != "$class" {
            let bare = PlainText(ArchiveKey.bare(name))
            guard members[bare] == nil else {
                report.noteStray(path + name.asKey, value.excerpt, "stands twice in the file; the first one counts")
                continue
            }
            members[bare] = (name, value)
            order.append(bare)
        }
    }

    /// The member, if it is there and something.
    mutating func take(_ key: ArchiveKey) -> ArchivedValue? {
        var found: ArchivedValue?
        for name in [key.archived, key.property] {
            let bare = PlainText(ArchiveKey.bare(name))
            guard let (written, value) = members.removeValue(forKey: bare), !value.isNull else { continue }
            if found == nil {
                found = value
            } else {
                let reason = "is another name for \(key.archived), which is there too, and counts"
                report.note(path + written.asKey, value.excerpt, reason)
            }
        }
        return found
    }

    /// The member as `read` makes it out; `nil`, and a remark, for what it can't.
    mutating func take<Value>(_ key: ArchiveKey, _ read: (ArchivedValue) -> Value?) -> Value? {
        guard let value = take(key) else { return nil }
        if let made = read(value) { return made }
        note(key, value, "can't be read, and is taken as if it were not there", isLeftOut: true)
        return nil
    }

    /// A number, or `absent`.
    mutating func number(_ key: ArchiveKey, _ absent: Double = 0) -> Double { take(key, \.number) ?? absent }

    mutating func note(_ key: ArchiveKey, _ value: ArchivedValue, _ reason: String, isLeftOut: Bool = false) {
        report.note(path + key.property, value.excerpt, reason, isLeftOut: isLeftOut)
    }

    /// Says of each property that says something that it is not honoured.
    mutating func refuse(_ keys: [(ArchiveKey, String)]) {
        for (key, reason) in keys {
            guard let value = take(key), !value.isNeutral else { continue }
            note(key, value, reason, isLeftOut: true)
        }
    }

    /// Takes what says nothing about how things look.
    mutating func ignore(_ keys: [ArchiveKey]) { for key in keys { _ = take(key) } }

    /// Says of all that is left that nobody here knows it.
    mutating func refuseTheRest() {
        for bare in order {
            guard let (name, value) = members.removeValue(forKey: bare) else { continue }
            report.noteStray(path + name.asKey, value.excerpt, "is not known, and not honoured")
        }
    }
}
