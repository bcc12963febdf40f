internal import Memory

/// Maps pixels to palette indices. Caches recent results: use one lookup per thread.
///
/// A color of the palette gets its own entry. Other colors that differ only in their two lowest bits share one: the
/// nearest to the center of their range. Colors of a ground with too few entries are mixed from two. The cache never
/// affects a result.
package final class PaletteLookup {
    private let nearest: NearestColor
    private let points: [ColorPoint]
    /// First opaque entry: entries are sorted by alpha.
    private let firstOpaque: Int
    /// Colors of a ground, and the entries that they are mixed from.
    private let ground: (colors: Set<UInt32>, entries: [(point: ColorPoint, index: Int)])
    /// Cached results by hash: the color in the upper half, its ``PaletteMix`` below; 0 if unknown.
    private let known = OwnedMemory<UInt64>(repeating: 0, count: 1 << hashBits)
    /// Cached entries + 1 by hash for colors without their lowest bits.
    private let near = OwnedMemory<UInt64>(repeating: 0, count: 1 << nearBits)
    /// Hash table, with linear probing, of the palette's premultiplied colors and their entries + 1.
    private let own = OwnedMemory<UInt64>(repeating: 0, count: 1 << ownBits)

    private static let hashBits: UInt32 = 13
    private static let nearBits: UInt32 = 15
    private static let ownBits: UInt32 = 10

    /// A lookup with empty caches.
    package init(_ palette: Palette) {
        let shown = palette.shown
        points = shown.map(ColorPoint.init(premultiplied:))
        nearest = NearestColor(points)
        firstOpaque = palette.colors.firstIndex { $0 >> 24 == 255 } ?? palette.colors.count
        ground = (palette.ground.colors, palette.ground.entries.map { [points] in (points[Int($0)], Int($0)) })
        for (index, color) in shown.enumerated() {
            var place = Self.hash(color, Self.ownBits)
            while own[place] != 0 { place = (place + 1) & (1 << Self.ownBits - 1) }
            own[place] = Self.packed(color, index)
        }
    }

    /// - Parameter color: Premultiplied color.
    package func mix(of color: UInt32) -> PaletteMix {
        let value = known[Self.hash(color, Self.hashBits)]
        return Self.isResult(color, value) ? PaletteMix(bits: UInt32(truncatingIfNeeded: value)) : find(color)
    }

    /// Whether a mix has opaque entries alone.
    func isOpaque(_ mix: PaletteMix) -> Bool { mix.lowest >= firstOpaque }

    @inline(never)
    private func find(_ color: UInt32) -> PaletteMix {
        let mix = ownEntry(of: color).map { PaletteMix($0) } ?? mix(of: color, near: nearEntry(of: color))
        known[Self.hash(color, Self.hashBits)] = UInt64(color) << 32 | UInt64(mix.bits)
        return mix
    }

    /// Returns the mix of the two entries between which a color of the ground lies, or its nearest entry if none is better.
    private func mix(of color: UInt32, near entry: Int) -> PaletteMix {
        guard color >> 24 == 255, ground.colors.contains(color) else { return PaletteMix(entry) }
        let point = ColorPoint(premultiplied: color)
        var own = (point: point, index: 0, distance: Float.infinity)
        for entry in ground.entries {
            let distance = point.squaredDistance(to: entry.point)
            if distance < own.distance { own = (entry.point, entry.index, distance) }
        }
        let place = point.place - own.point.place
        var best = (index: own.index, share: Float(0), error: point.squaredDistance(to: points[entry]))
        for other in ground.entries where other.index != own.index {
            let way = other.point.place - own.point.place
            let length = ColorPoint(place: way).squaredLength
            guard Self.mixedLengths.contains(length) else { continue }
            // Opaque colors do not differ in alpha.
            let share = (place * way).sum() / length
            let rest = ColorPoint(place: place - way * share).squaredLength
            // Close entries before others: their pattern is the finest.
            let error = rest + length * Self.errorOfPattern * share
            if share > 0, share <= 0.5, error < best.error { best = (other.index, share, error) }
        }
        let quarters = Int((best.share * 4).rounded())
        guard quarters > 0 else { return PaletteMix(entry) }
        // Both sides of the middle have the same pattern.
        return own.index < best.index
            ? PaletteMix(own.index, best.index, quarters: quarters)
            : PaletteMix(best.index, own.index, quarters: 4 - quarters)
    }

    /// Squared distances of two entries that are mixed: 4 steps of each channel, of which bands are visible, to 12, of
    /// which the pattern would be visible.
    private static let mixedLengths: ClosedRange<Float> = 12 * 4 * 4...12 * 12 * 12
    /// Error of a pattern in terms of the squared distance of its entries.
    private static let errorOfPattern: Float = 0.05

    private func ownEntry(of color: UInt32) -> Int? {
        var place = Self.hash(color, Self.ownBits)
        while own[place] != 0 {
            if Self.isResult(color, own[place]) { return Int(own[place] & 0xFFFF) &- 1 }
            place = (place &+ 1) & (1 << Self.ownBits &- 1)
        }
        return nil
    }

    private func nearEntry(of color: UInt32) -> Int {
        // Opaque colors stay opaque.
        let isOpaque = color >> 24 == 255
        let key = color & 0xFCFC_FCFC | (isOpaque ? 0xFF00_0000 : 0)
        let place = Self.hash(key, Self.nearBits)
        if Self.isResult(key, near[place]) { return Int(near[place] & 0xFFFF) &- 1 }
        let middle = ColorPoint.channels(of: key) + SIMD4(1.5, 1.5, 1.5, isOpaque ? 0 : 1.5)
        let index = nearest.find(ColorPoint(channels: middle))
        near[place] = Self.packed(key, index)
        return index
    }

    @inline(__always)
    private static func hash(_ color: UInt32, _ bits: UInt32) -> Int { Int((color &* 0x9E37_79B1) &>> (32 &- bits)) }

    private static func packed(_ color: UInt32, _ index: Int) -> UInt64 { UInt64(color) << 32 | UInt64(index + 1) }

    @inline(__always)
    private static func isResult(_ color: UInt32, _ value: UInt64) -> Bool {
        value &>> 32 == UInt64(color) && value & 0xFFFF != 0
    }
}
