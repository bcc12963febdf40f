internal import EffectModel

/// Pixels of a mipmap level that belong to a part of the image: from the first to the last, across and down.
struct PixelRange: Equatable {
    let first: SIMD2<Int>
    let last: SIMD2<Int>

    /// Creates the range of the full image's pixels that a part covers; at least one, all within the image.
    init(_ part: UnitRectangle, of level: Picture.Level) {
        let pixels = SIMD2(Double(level.width), Double(level.height))
        // Less than a sixteenth of a pixel does not count: 0.333 of 300 pixels ends at the hundredth.
        let low = (part.origin * pixels + 1.0 / 16).rounded(.down)
        let high = ((part.origin + part.size) * pixels - 1.0 / 16).rounded(.up) - 1
        if low.x <= high.x, low.y <= high.y {
            first = Self.index(low, in: level)
            last = pointwiseMax(first, Self.index(high, in: level))
        } else {
            first = Self.index(((part.origin + part.size / 2) * pixels).rounded(.down), in: level)
            last = first
        }
    }

    private init(first: SIMD2<Int>, last: SIMD2<Int>) { (self.first, self.last) = (first, last) }

    /// Pixel at `place`, clamped to the image.
    private static func index(_ place: SIMD2<Double>, in level: Picture.Level) -> SIMD2<Int> {
        func index(_ place: Double, _ count: Int) -> Int {
            // In this order also for NaN.
            place > 0 ? (place < Double(count) ? Int(place) : count - 1) : 0
        }
        return SIMD2(index(place.x, level.width), index(place.y, level.height))
    }

    /// Pixels of the next smaller level that were averaged from this range alone; `nil` if there are none.
    func smaller(from old: Picture.Level, to new: Picture.Level) -> PixelRange? {
        // Pixel i of n was averaged from i·old/n up to (i + 1)·old/n.
        func range(_ first: Int, last: Int, old: Int, new: Int) -> (Int, Int) {
            ((first * new + old - 1) / old, (last + 1) * new / old - 1)
        }
        let across = range(first.x, last: last.x, old: old.width, new: new.width)
        let down = range(first.y, last: last.y, old: old.height, new: new.height)
        guard across.0 <= across.1, down.0 <= down.1 else { return nil }
        return PixelRange(first: SIMD2(across.0, down.0), last: SIMD2(across.1, down.1))
    }
}
