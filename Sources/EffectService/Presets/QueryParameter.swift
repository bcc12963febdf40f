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
            QueryParameter("slow", "times as slow", at: "timing", "speed"),
            QueryParameter("loop", "plays", at: "timing", "loop"),
            QueryParameter("hold", "seconds on the last frame", at: "timing", "hold"),
            QueryParameter("t0", "prewarm", at: "timing", "prewarm"),
            QueryParameter("bg", "background", at: "canvas", "background", isText: true),
            QueryParameter("seed", "seed", at: "seed", isText: true),
            QueryParameter("palette", "colours of a palette", at: "output", "palette"),
            QueryParameter("colors.palette", "colours of a palette", at: "output", "palette"),
            QueryParameter("max", "most bytes", at: "output", "maxBytes"),
            QueryParameter("effort", "encoding effort", at: "output", "effort", isText: true),
        ].map { ($0.name, $0) }
    )

    /// The parameter whose short or long name is nearest to `name`, if one is near enough to be a slip.
    static func nearest(to name: String) -> QueryParameter? {
        guard let near = Nearest.name(to: name, among: all.values.flatMap { [$0.name, $0.longName] }) else {
            return nil
        }
        return all[near] ?? all.values.first { $0.longName == near }
    }

    /// A path of names and array places, joined by dots, reaches anything: `layers.0.mode`. `nil` if it isn't one.
    init?(path: String) {
        let parts = path.split(separator: ".", maxSplits: 16, omittingEmptySubsequences: false).map(String.init)
        guard (2...16).contains(parts.count), parts.allSatisfy({ (1...64).contains($0.utf8.count) }) else { return nil }
        name = path
        longName = path
        place = parts
        isText = false
    }

    /// The value as it stands in the spec: a number where the text is one, else a string, which may carry a unit.
    func json(of text: String) -> JSONValue {
        if isText { return .string(text) }
        if let number = NumberText.decimal(text) { return .number(number) }
        // A short name's value is a number or text; behind a path may stand anything.
        let isJSON = text.hasPrefix("[") || text.hasPrefix("{") || ["true", "false", "null"].contains(text)
        if name.contains("."), isJSON, let value = try? JSONParser.parse(Array(text.utf8)) { return value }
        return .string(text)
    }
}
