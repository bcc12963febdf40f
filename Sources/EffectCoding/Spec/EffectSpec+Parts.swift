package import EffectModel
package import StrictJSON

extension EffectSpec {
    /// The document of a spec in parts, with every field and all defaults. Reading it checks the parts.
    package static func document(
        canvas: Canvas,
        timing: Timing,
        seed: String,
        assets: [String: Asset],
        layers: [Layer],
        output: Output
    ) -> JSONValue {
        let own = assets.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, Asset.codec.write($0.value)) }
        return .object([
            .init("canvas", write(Canvas.properties, of: canvas)),
            .init("timing", write(Timing.properties, of: timing)),
            .init("seed", .string(seed)),
            .init("assets", .object(own)),
            .init("layers", .array(layers.map(Layer.codec.write))),
            .init("output", write(Output.properties, of: output)),
        ])
    }
}
