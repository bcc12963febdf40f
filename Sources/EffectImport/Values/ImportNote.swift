import EffectModel
public import StrictJSON

/// A part of a document that the effect lacks or approximates.
public struct ImportNote: Sendable, Equatable, CustomStringConvertible {
    /// Treatment of a part of a document.
    public enum Kind: Sendable {
        /// The effect lacks the part.
        case ignored
        /// The effect approximates the part.
        case approximated
    }

    /// Path in the document: `behaviors[2].config.path`. In an emitter file of SpriteKit it is the name of the property
    /// in SpriteKit's documentation; for unknown properties the file's own key, in quotes and escaped unless it is a
    /// plain word.
    public let field: String
    /// Value in the document, shortened.
    public let found: String
    /// Treatment of the value, and the reason for it.
    public let reason: String
    /// Whether the effect lacks the part or approximates it.
    public let kind: Kind

    /// Message for display, one line.
    public var description: String { "\(field) = \(found): \(reason)" }

    /// The note as the JSON of a response.
    public var json: JSONValue { ["field": .string(field), "found": .string(found), "reason": .string(reason)] }

    /// Maximum number of notes in a list, because documents may be hostile.
    static let maximumCount = 200

    /// The last note of a list from which `count` notes were left out.
    static func leftOut(_ count: Int) -> ImportNote {
        ImportNote(
            field: "…",
            found: "\(count) further notes",
            reason: "the report is limited to \(maximumCount) notes",
            kind: .ignored
        )
    }
}
