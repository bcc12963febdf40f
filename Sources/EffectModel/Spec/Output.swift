/// In what form an answer is wanted, where the spec says so itself.
public struct Output: Sendable, Equatable {
    /// What an answer can be.
    public enum Format: String, Sendable, CaseIterable {
        case apng, json
    }

    /// How much work goes into making a picture's file small. All are lossless.
    public enum Effort: String, Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// The form of the answer; `nil` leaves it to the request.
    public internal(set) var format: Format?
    /// How small a picture's file becomes.
    public internal(set) var effort = Effort.balanced

    static let properties: [Property<Output>] = [
        .optional("format", \.format, .choice(later: ["gif", "webp", "sheet", "ndjson"])),
        .field("effort", \.effort, .choice()),
        .notYet("maxBytes"), .notYet("palette", except: "off"), .notYet("poster", except: "first"),
    ]
}
