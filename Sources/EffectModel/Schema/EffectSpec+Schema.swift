extension EffectSpec {
    /// The grammar of a document as a JSON Schema: made from what reads a document, for editors and other programs.
    ///
    /// It takes every document that ``init(json:limits:library:)`` takes. It also takes some that are refused there: for
    /// names of assets that are not there, for members that contradict each other, or for what they would cost.
    ///
    /// - Parameter limits: An operator's, which lower some bounds.
    /// - Source: JSON Schema, draft 2020-12.
    public static func jsonSchema(limits: RenderLimits = RenderLimits()) -> JSONValue {
        var writer = SchemaWriter(limits: limits)
        _ = writer.json(of: codec.schema)
        var definitions = writer.definitions
        guard case .object(let root)? = definitions.removeValue(forKey: "EffectSpec") else { return [:] }
        let head: [JSONValue.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            // Relative: it is what it was fetched as, from whichever service.
            .init("$id", "/v1/schema.json"),
            .init("title", "Effect spec of Hanabi"),
        ]
        let all = definitions.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
        return .object(head + root + [.init("$defs", .object(all))])
    }
}
