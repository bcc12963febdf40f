import EffectModel
import StrictJSON

extension Rectangle {
    /// Codec of `[x, y, width, height]`.
    static let codec: Codec<Rectangle> = {
        let places = -100_000.0...100_000.0
        let sizes = 0.0...100_000.0
        let parts: [Codec<Double>] = [
            .number(in: places, unit: .horizontal), .number(in: places, unit: .vertical),
            .number(in: sizes, unit: .horizontal), .number(in: sizes, unit: .vertical),
        ]
        let allowed = "[x, y, width, height], each \(parts[0].allowed), with width and height of at least 0"
        return Codec(allowed: allowed, schema: .tuple(parts.map(\.schema)).described(allowed)) {
            value,
            pointer,
            context in
            guard case .array(let elements) = value, elements.count == parts.count else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let read = zip(parts, elements).enumerated().map { number, both in
                both.0.read(both.1, "\(pointer)/\(number)", context)
            }
            guard let x = read[0], let y = read[1], let width = read[2], let height = read[3] else { return nil }
            return Rectangle(origin: SIMD2(x, y), size: SIMD2(width, height))
        } write: { rectangle in
            let (origin, size) = (rectangle.origin, rectangle.size)
            return [.number(origin.x), .number(origin.y), .number(size.x), .number(size.y)]
        }
    }()
}
