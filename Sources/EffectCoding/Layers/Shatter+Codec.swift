import EffectCost
import EffectModel
import StrictJSON

extension Shatter {
    static let properties: [Property<Shatter>] = [
        .field("source", \.source, Contents.codec, required: true),
        .optional("behind", \.behind, Contents.codec),
        .field("mode", \.mode, .choice()),
        .after { $1.tile = $1.mode == .dynamics ? 20 : $1.mode == .linear ? 10 : 8 },
        .field("tile", \.tile, .number(in: 1...2048)).withoutDefault,
        .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
        .field("pushX", \.pushX, RandomNumber.codec(in: -1000...1000)),
        .field("pushY", \.pushY, RandomNumber.codec(in: -1000...1000)),
        .field("gravity", \.gravity, .pair(in: -1000...1000, units: (.plain, .plain))),
        .field("density", \.density, .number(in: 0.001...1000)),
        .field("resistance", \.resistance, .number(in: 0...1000)),
        .field("angularVelocity", \.angularVelocity, RandomNumber.codec(in: -1000...1000, unit: .radians)),
        .field("angularResistance", \.angularResistance, .number(in: 0...1000)),
        .field("collision", \.collision, .flag),
        .field("elasticity", \.elasticity, .number(in: 0...1)),
        .field("friction", \.friction, .number(in: 0...1)),
        .optional("dynamics", \.dynamics, Dynamics.codec),
        .after(refuseBesideDynamics),
        .after { object, shatter in
            (shatter.spreadX, shatter.spreadY) = usualSpread(shatter.mode, object.context.canvas.y)
        },
        .optional("spreadX", \.spreadX, RandomNumber.codec(in: Layer.Transform.places, unit: .horizontal))
            .withoutDefault,
        .optional("spreadY", \.spreadY, RandomNumber.codec(in: Layer.Transform.places, unit: .vertical))
            .withoutDefault,
        .after(refuseOtherModes),
    ]

    private static func usualSpread(_ mode: Mode, _ height: Double) -> (RandomNumber, RandomNumber) {
        (mode == .linear ? .uniform(-200, 200) : .uniform(-100, 100), .uniform(height, 1.3 * height))
    }

    /// Refuses short-form fields next to ``dynamics``, which would ignore them, and limits the number of rigid bodies.
    private static let refuseBesideDynamics: @Sendable (ObjectReader, inout Shatter) -> Void = { object, shatter in
        guard shatter.dynamics != nil else { return }
        let place = object.pointer(to: "dynamics")
        func fault(_ kind: SpecFault.Kind, at place: String, found: String, allowed: String) {
            object.context.fault(kind, at: place, found: found, allowed: allowed)
        }
        if shatter.mode != .dynamics {
            fault(
                .conflict,
                at: place,
                found: "dynamics with the mode \(shatter.mode.rawValue)",
                allowed: "dynamics with the mode dynamics"
            )
        }
        let usual = Shatter()
        let shortForm = [
            ("pushX", "pushes", shatter.pushX != usual.pushX), ("pushY", "pushes", shatter.pushY != usual.pushY),
            ("gravity", "gravity", shatter.gravity != usual.gravity),
            ("density", "item.density", shatter.density != usual.density),
            ("resistance", "item.resistance", shatter.resistance != usual.resistance),
            ("angularVelocity", "item.angularVelocity", shatter.angularVelocity != usual.angularVelocity),
            ("angularResistance", "item.angularResistance", shatter.angularResistance != usual.angularResistance),
            ("collision", "collision", shatter.collision != usual.collision),
            ("elasticity", "item.elasticity", shatter.elasticity != usual.elasticity),
            ("friction", "item.friction", shatter.friction != usual.friction),
        ]
        for (name, instead, isSet) in shortForm where isSet && object.has(name) {
            fault(
                .conflict,
                at: object.pointer(to: name),
                found: "\(name) together with dynamics",
                allowed: "\(instead) in dynamics"
            )
        }
        let grid = shatter.grid(on: object.context.canvas)
        guard grid.columns * grid.rows > Dynamics.maximumItems else { return }
        let allowed = "at most \(Dynamics.maximumItems) tiles: larger tiles"
        fault(.tooMuch, at: place, found: "dynamics of \(grid.columns * grid.rows) tiles", allowed: allowed)
    }

    /// Refuses fields that the mode would ignore.
    private static let refuseOtherModes: @Sendable (ObjectReader, inout Shatter) -> Void = { object, shatter in
        let usual = Shatter()
        let spread = usualSpread(shatter.mode, object.context.canvas.y)
        let strangers: [(String, Bool)] =
            shatter.mode == .dynamics
            ? [("spreadX", shatter.spreadX != spread.0), ("spreadY", shatter.spreadY != spread.1)]
            : [
                ("pushX", shatter.pushX != usual.pushX), ("pushY", shatter.pushY != usual.pushY),
                ("gravity", shatter.gravity != usual.gravity), ("density", shatter.density != usual.density),
                ("resistance", shatter.resistance != usual.resistance), ("collision", shatter.collision),
                ("elasticity", shatter.elasticity != usual.elasticity),
                ("friction", shatter.friction != usual.friction),
            ]
        for (name, isSet) in strangers where isSet && object.has(name) {
            let found = "\(name) with the mode \(shatter.mode.rawValue)"
            let allowed = shatter.mode == .dynamics ? "\(name) with linear or sprites" : "\(name) with dynamics"
            object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
        }
    }
}
