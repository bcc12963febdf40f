public import EffectCost
public import EffectModel
public import StrictJSON

extension EffectSpec {
    /// JSON Schema of an effect document, generated from the codecs that read it, for editors and other programs.
    ///
    /// The schema accepts every document that ``init(json:limits:library:)`` accepts. It also accepts some that the
    /// initializer refuses: for unknown asset names, conflicting members, or excessive cost.
    ///
    /// - Parameter limits: Operator's limits, which lower some bounds.
    /// - Source: JSON Schema, draft 2020-12.
    public static func jsonSchema(limits: RenderLimits = RenderLimits()) -> JSONValue {
        var writer = SchemaWriter(limits: limits)
        _ = writer.json(of: codec.schema)
        var definitions = writer.definitions
        guard case .object(let root)? = definitions.removeValue(forKey: "EffectSpec") else { return [:] }
        let head: [JSONValue.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            // Relative, so that it resolves against the service it was fetched from.
            .init("$id", "/v1/schema.json"),
            .init("title", "Effect spec of Hanabi"),
        ]
        let all = definitions.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
        return .object(head + root + [.init("$defs", .object(all))])
    }
}
