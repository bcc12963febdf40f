import EffectModel
import StrictJSON

extension Layer.Transform {
    static let properties: [Property<Self>] = [
        .field("scale", \.scale, .factors(in: factors)),
        .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
    ]
}

extension Layer.Mask {
    static let properties: [Property<Self>] = [
        Property([SchemaMember("contents", isRequired: true, Asset.namedOrOwn)]) { object, mask in
            mask.position = object.context.canvas / 2
            let place = object.pointer(to: "contents")
            guard let value = object.take("contents"), value != .null else {
                object.context.fault(
                    .missing,
                    at: place,
                    found: "nothing",
                    allowed: "an asset, or the name of an asset"
                )
                return
            }
            if case .object = value {
                mask.ownAsset = Asset.codec.read(value, place, object.context)
            } else {
                mask.contents = Asset.nameCodec.read(value, place, object.context)
                if let name = mask.contents { object.context.checkAsset(name, at: place) }
            }
        } write: { mask in
            if let asset = mask.ownAsset { return [.init("contents", Asset.codec.write(asset))] }
            return [.init("contents", mask.contents.map { .string($0) } ?? .null)]
        },
        .field("position", \.position, .pair(in: Layer.Transform.places)),
        .field("scale", \.scale, .factors(in: Layer.Transform.factors)),
        .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
        .field("inverted", \.inverted, .flag),
    ]
}

extension Codec where Value == SIMD2<Double> {
    /// Codec of `[x, y]`, or of one number for both.
    static func factors(in bounds: ClosedRange<Double>) -> Codec {
        let number = Codec<Double>.number(in: bounds)
        let pair = Codec.pair(in: bounds, units: (.plain, .plain))
        let allowed = "\(number.allowed), or [x, y]"
        let schema = JSONSchema.any(of: [number.schema, pair.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if case .array = value { return pair.read(value, pointer, context) }
            return number.read(value, pointer, context).map { SIMD2($0, $0) }
        } write: { factors in
            pair.write(factors)
        }
    }
}
