import EffectModel
import StrictJSON

extension RandomSteps {
    static let properties: [Property<RandomSteps>] = [
        .field("interval", \.interval, .number(in: 0.001...100_000, unit: .seconds)),
        .optional("exponent", \.exponent, .number(in: 0.1...10)),
        .field("stream", \.stream, KeyPathResolver.textCodec).withoutDefault,
    ]

    /// - Parameter access: Codecs for the values; `nil` if the key path could not be resolved, in which case values are
    ///   not checked.
    init(from object: ObjectReader, _ animation: Animation, _ access: AnimatableAccess?, ofLayer layer: String) {
        self.init()
        stream = animation.keyPath
        EffectCoding.read(Self.properties, from: object, into: &self)
        key =
            RandomStream(key: RandomStream.hash(object.context.seed))
            .substream(named: layer).substream(named: "animations").substream(named: stream).key
        // An unreadable exponent already has its fault; 1 lets the bases be checked anyway.
        if exponent == nil, let value = object.take("exponent"), value != .null { exponent = 1 }
        refuseClocks(object)
        // Without `access` the ends cannot be checked, but their names are known fields.
        _ = (object.take("from"), object.take("to"))
        guard let access else { return }
        if exponent != nil, access.component == nil {
            let allowed = "no exponent, or a component of the property"
            let place = object.pointer(to: "exponent")
            object.context.fault(
                .conflict,
                at: place,
                found: "an exponent for a property that is not a number",
                allowed: allowed
            )
            return
        }
        let codec = ends(access, isDifference: animation.additive)
        from = end("from", codec, of: object) ?? from
        to = end("to", codec, of: object) ?? to
        if let exponent { checkPowers(exponent, of: access, isDifference: animation.additive, in: object) }
    }

    /// Range of an exponent's base. The base may have another unit than the property: the root of a length may be a
    /// rate.
    static let raised = Codec.number(in: 0...1_000_000, unit: .length)

    private func ends(_ access: AnimatableAccess, isDifference: Bool) -> Codec<SIMD4<Double>> {
        guard exponent != nil else { return isDifference ? access.change : access.value }
        return .component(access.component ?? 0, of: Self.raised)
    }

    private func end(_ name: String, _ codec: Codec<SIMD4<Double>>, of object: ObjectReader) -> SIMD4<Double>? {
        let place = object.pointer(to: name)
        guard let value = object.take(name) else {
            object.context.fault(.missing, at: place, found: "nothing", allowed: codec.allowed)
            return nil
        }
        return codec.read(value, place, object.context)
    }

    /// Checks that the powers are within the property's bounds, as values without an exponent must be.
    private func checkPowers(
        _ exponent: Double,
        of access: AnimatableAccess,
        isDifference: Bool,
        in object: ObjectReader
    ) {
        let component = access.component ?? 0
        let (low, high) = (access.bounds.lower[component], access.bounds.upper[component])
        let allowed = isDifference ? low - high...high - low : low...high
        for end in [from, to] {
            let power = power(of: end, exponent)[component]
            guard !allowed.contains(power) else { continue }
            let found = "\(exponent), which turns \(end[component]) into \(power)"
            let place = object.pointer(to: "exponent")
            object.context.fault(.outOfRange, at: place, found: found, allowed: "powers in \(allowed.text)")
            return
        }
    }

    /// Refuses clock fields, which a random animation does not have, instead of ignoring them.
    private func refuseClocks(_ object: ObjectReader) {
        for name in AnimationTiming.names + ["timingFunction", "cumulative"] {
            guard object.take(name, isLater: true) != nil else { continue }
            let allowed = "no \(name); an enclosing group determines the time"
            object.context.fault(
                .conflict,
                at: object.pointer(to: name),
                found: "\(name) of a random animation",
                allowed: allowed
            )
        }
    }

    /// The canonical JSON members, with values encoded by `access`.
    func members(_ access: AnimatableAccess?, isDifference: Bool) -> [JSONValue.Member] {
        let own = Self.properties.flatMap { $0.write(self) }
        guard let codec = access.map({ ends($0, isDifference: isDifference) }) else { return own }
        return own + [.init("from", codec.write(from)), .init("to", codec.write(to))]
    }
}
