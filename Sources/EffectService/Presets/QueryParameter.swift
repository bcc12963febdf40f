internal import EffectModel

/// One name of the query vocabulary: where in the spec its value goes.
struct QueryParameter: Sendable {
    let name: String
    /// Member names from the top of the spec.
    let place: [String]
    /// True: the value is text even where it looks like a number.
    let isText: Bool

    init(_ name: String, _ place: String..., isText: Bool = false) {
        self.name = name
        self.place = place
        self.isText = isText
    }

    /// Each parameter maps to exactly one place, so that a URL is a readable view of a spec.
    static let all: [String: QueryParameter] = Dictionary(
        uniqueKeysWithValues: [
            QueryParameter("w", "canvas", "width"),
            QueryParameter("h", "canvas", "height"),
            QueryParameter("dpr", "canvas", "scale"),
            QueryParameter("d", "timing", "duration"),
            QueryParameter("fps", "timing", "fps"),
            QueryParameter("seed", "seed", isText: true),
        ].map { ($0.name, $0) }
    )

    /// The value as it stands in the spec: a number where the text is one, else a string, which may carry a unit.
    func json(of text: String) -> JSONValue {
        if !isText, let number = NumberText.decimal(text) { return .number(number) }
        return .string(text)
    }
}
