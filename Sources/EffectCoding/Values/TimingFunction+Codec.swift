import EffectModel
import StrictJSON

extension TimingFunction {
    private static let abscissas = 0.0...1.0

    private static let ordinates = -10.0...10.0

    /// Codec of a name, or of `[x1, y1, x2, y2]`.
    static let codec: Codec<TimingFunction> = {
        let (name, x, y) = (Codec<Name>.choice(), Codec.number(in: abscissas), Codec.number(in: ordinates))
        let allowed = "\(name.allowed), or [x1, y1, x2, y2] with each x in 0...1"
        return Codec(allowed: allowed, schema: .definition("TimingFunction") { schema.described(allowed) }) {
            value,
            pointer,
            context in
            switch value {
            case .string:
                return name.read(value, pointer, context).map(TimingFunction.init)
            case .array(let elements) where elements.count == 4:
                let read = elements.enumerated().map { ($0 % 2 == 0 ? x : y).read($1, "\(pointer)/\($0)", context) }
                guard let x1 = read[0], let y1 = read[1], let x2 = read[2], let y2 = read[3] else { return nil }
                return TimingFunction(c1: SIMD2(x1, y1), c2: SIMD2(x2, y2))
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { curve in
            if let name = curve.name { return .string(name.rawValue) }
            return [.number(curve.c1.x), .number(curve.c1.y), .number(curve.c2.x), .number(curve.c2.y)]
        }
    }()

    private static var schema: JSONSchema {
        let (x, y) = (Codec.number(in: abscissas).schema, Codec.number(in: ordinates).schema)
        return .any(of: [Codec<Name>.choice().schema, .tuple([x, y, x, y])])
    }
}
