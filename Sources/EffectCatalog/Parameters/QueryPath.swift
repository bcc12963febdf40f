import EffectModel
package import StrictJSON

/// A path of member names and array indices, joined by dots, to any value of a spec (`layers.0.mode`).
package struct QueryPath {
    package let place: [String]

    /// Parses a path of 2 to 16 parts; `nil` for anything else.
    package init?(_ name: String) {
        let parts = name.split(separator: ".", maxSplits: 16, omittingEmptySubsequences: false).map(String.init)
        guard (2...16).contains(parts.count), parts.allSatisfy({ (1...64).contains($0.utf8.count) }) else { return nil }
        place = parts
    }

    /// The value for the spec: a number or JSON if the text is one, else a string, which may have a unit.
    package func json(of text: String) -> JSONValue {
        if let number = ParameterText.number(text) { return .number(number) }
        let isJSON = text.hasPrefix("[") || text.hasPrefix("{") || ["true", "false", "null"].contains(text)
        if isJSON, let value = try? JSONParser.parse(Array(text.utf8)) { return value }
        return .string(ParameterText.withSign(text))
    }
}
