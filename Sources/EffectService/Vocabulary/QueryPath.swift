internal import EffectModel

/// A path of names and array places, joined by dots: it reaches anything in a spec (`layers.0.mode`).
struct QueryPath {
    let place: [String]

    /// `nil` if it isn't one.
    init?(_ name: String) {
        let parts = name.split(separator: ".", maxSplits: 16, omittingEmptySubsequences: false).map(String.init)
        guard (2...16).contains(parts.count), parts.allSatisfy({ (1...64).contains($0.utf8.count) }) else { return nil }
        place = parts
    }

    /// The value as it stands in the spec: a number or JSON where the text is that, else a string, which may carry a unit.
    func json(of text: String) -> JSONValue {
        if let number = ParameterText.number(text) { return .number(number) }
        let isJSON = text.hasPrefix("[") || text.hasPrefix("{") || ["true", "false", "null"].contains(text)
        if isJSON, let value = try? JSONParser.parse(Array(text.utf8)) { return value }
        return .string(ParameterText.withSign(text))
    }
}
