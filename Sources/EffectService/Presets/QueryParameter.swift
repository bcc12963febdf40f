internal import EffectModel

/// One name of the query vocabulary: where in the spec its value goes.
struct QueryParameter: Sendable {
    let name: String
    /// What the name abbreviates: for suggestions.
    let longName: String
    /// Member names from the top of the spec.
    let place: [String]
    /// True: the value is text even where it looks like a number.
    let isText: Bool

    init(_ name: String, _ longName: String, at place: String..., isText: Bool = false) {
        self.name = name
        self.longName = longName
        self.place = place
        self.isText = isText
    }

    /// Each parameter maps to exactly one place, so that a URL is a readable view of a spec.
    static let all: [String: QueryParameter] = Dictionary(
        uniqueKeysWithValues: [
            QueryParameter("w", "width", at: "canvas", "width"),
            QueryParameter("h", "height", at: "canvas", "height"),
            QueryParameter("dpr", "pixels per point", at: "canvas", "scale"),
            QueryParameter("d", "duration", at: "timing", "duration"),
            QueryParameter("fps", "frames per second", at: "timing", "fps"),
            QueryParameter("seed", "seed", at: "seed", isText: true),
        ].map { ($0.name, $0) }
    )

    /// The parameter whose short or long name is nearest to `name`, if one is near enough to be a slip.
    static func nearest(to name: String) -> QueryParameter? {
        guard let near = Nearest.name(to: name, among: all.values.flatMap { [$0.name, $0.longName] }) else {
            return nil
        }
        return all[near] ?? all.values.first { $0.longName == near }
    }

    /// The value as it stands in the spec: a number where the text is one, else a string, which may carry a unit.
    func json(of text: String) -> JSONValue {
        if !isText, let number = NumberText.decimal(text) { return .number(number) }
        return .string(text)
    }
}
