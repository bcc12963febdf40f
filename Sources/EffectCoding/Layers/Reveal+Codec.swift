import EffectModel
import StrictJSON

extension Reveal {
    static let properties: [Property<Reveal>] = [
        .after { $1.center = $0.context.canvas / 2 },
        field(.from),
        field(.to),
        .field("delay", \.delay, .number(in: 0...1000, unit: .seconds)),
        .field("center", \.center, .pair(in: Layer.Transform.places)),
        .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
        .field("reverse", \.reverse, .flag),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .field("shape", \.shape, RevealShape.codec),
        .field("startRadius", \.startRadius, .number(in: radii, unit: .length)),
        .optional("endRadius", \.endRadius, .number(in: radii, unit: .length)),
        .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
        .field("turn", \.turn, .number(in: -1000...1000, unit: .radians)),
        .field("feather", \.feather, .number(in: 0...200)),
        .after(refuseOtherShapes),
    ]

    private static let radii = 0.0...1_000_000.0

    /// Records a fault for each field that the shape would ignore.
    private static let refuseOtherShapes: @Sendable (ObjectReader, inout Reveal) -> Void = { object, reveal in
        guard !reveal.shape.hasRadius, let type = reveal.shape.type else { return }
        let strangers = [
            ("center", reveal.center != object.context.canvas / 2), ("startRadius", reveal.startRadius != 0),
            ("endRadius", reveal.endRadius != nil), ("rotation", reveal.rotation != 0), ("turn", reveal.turn != 0),
        ]
        for (name, isSet) in strangers where isSet && object.has(name) {
            let found = "\(name) with the shape \(type)"
            let allowed = "\(name) with a circle, an asset or an iris"
            object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
        }
    }
}

extension EffectSpec {
    /// Computes the slimness of a reveal's shape. A shape that does not contain its center must have an end radius.
    static func checkShape(ofLayer index: Int, _ spec: inout EffectSpec, _ context: ReadContext) {
        guard case .reveal(var reveal) = spec.layers[index].content, case .asset(let contents) = reveal.shape,
            let asset = spec.asset(of: contents, owner: "shape")?.asset
        else { return }
        reveal.slimness = asset.inradius.map { asset.size.max() / 2 / $0 }
        spec.layers[index].content = .reveal(reveal)
        guard reveal.slimness == nil, reveal.endRadius == nil else { return }
        context.fault(
            .missing,
            at: spec.pointer(toLayer: index) + "/endRadius",
            found: "no endRadius of a shape that does not contain its center and never covers the canvas",
            allowed: "a number of points in 0...1000000"
        )
    }
}
