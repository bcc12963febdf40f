/// Names of a property in archives. Leading underscores do not matter.
struct ArchiveKey: Sendable, Hashable {
    /// Name in files written by Xcode.
    let archived: String
    /// Name in SpriteKit's documentation; accepted too, because files may differ.
    let property: String

    init(_ archived: String, _ property: String? = nil) {
        self.archived = archived
        self.property = property ?? Self.bare(archived)
    }

    /// Returns a name without leading underscores.
    static func bare(_ name: String) -> String {
        String(decoding: name.utf8.drop { $0 == UInt8(ascii: "_") }, as: UTF8.self)
    }
}
