import EffectModel
import StrictJSON

extension SheetFrames {
    static let properties: [Property<SheetFrames>] = [
        .field("contentsFrameCount", \.count, .whole(in: 1...256)),
        .field("contentsFramesPerRow", \.perRow, .whole(in: 0...256)),
        .ranged("contentsFirstFrame", \.first, \.firstRange, in: 0...255),
        .ranged("contentsFramesPerSecond", \.perSecond, \.perSecondRange, in: 0...1000),
        .field("contentsFrameMode", \.mode, .choice()),
    ]
}

extension UnitRectangle {
    /// Codec of `[x, y, width, height]` within the unit square.
    static let codec: Codec<UnitRectangle> = {
        let smallest = 0.001
        let allowed = "[x, y, width, height] within the unit square, width and height at least \(smallest)"
        let numbers = Codec.list(of: .number(in: 0...1), count: 4...4)
        let (place, size) = (Codec.number(in: 0...1).schema, Codec.number(in: smallest...1).schema)
        let schema = JSONSchema.tuple([place, place, size, size]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            guard let read = numbers.read(value, pointer, context) else { return nil }
            let rectangle = UnitRectangle(origin: SIMD2(read[0], read[1]), size: SIMD2(read[2], read[3]))
            // The tolerance allows for rounding in sums of thirds and tenths.
            guard rectangle.size.min() >= smallest, (rectangle.origin + rectangle.size).max() <= 1 + 1e-9 else {
                let (far, size) = (rectangle.origin + rectangle.size, rectangle.size)
                let numbers = [
                    ("an x + width of", far.x, far.x > 1 + 1e-9), ("a y + height of", far.y, far.y > 1 + 1e-9),
                    ("a width of", size.x, size.x < smallest), ("a height of", size.y, size.y < smallest),
                ]
                let found = numbers.filter(\.2).map { "\($0.0) \(JSONValue.number($0.1).excerpt)" }.joined(
                    separator: ", "
                )
                context.fault(.outOfRange, at: pointer, found: found, allowed: allowed)
                return nil
            }
            return rectangle
        } write: { rectangle in
            [
                .number(rectangle.origin.x), .number(rectangle.origin.y), .number(rectangle.size.x),
                .number(rectangle.size.y),
            ]
        }
    }()
}
