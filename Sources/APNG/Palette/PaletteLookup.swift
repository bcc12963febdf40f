internal import Memory

/// Maps pixels to palette indices. Caches recent results: use one lookup per thread.
///
/// A color of the palette gets its own entry. Other colors that differ only in their two lowest bits share one: the
/// nearest to the center of their range. The cache never affects a result.
package final class PaletteLookup {
    private let nearest: NearestColor
    /// Cached results by hash: the color in the upper half, the entry + 1 below; 0 if unknown.
    private let known = OwnedMemory<UInt64>(repeating: 0, count: 1 << hashBits)
    /// Cached results by hash for colors without their lowest bits.
    private let near = OwnedMemory<UInt64>(repeating: 0, count: 1 << nearBits)
    /// Hash table, with linear probing, of the palette's premultiplied colors and their entries, in the format of
    /// ``known``.
    private let own = OwnedMemory<UInt64>(repeating: 0, count: 1 << ownBits)

    private static let hashBits: UInt32 = 13
    private static let nearBits: UInt32 = 15
    private static let ownBits: UInt32 = 10

    /// A lookup with empty caches.
    package init(_ palette: Palette) {
        let shown = palette.shown
        nearest = NearestColor(shown.map(ColorPoint.init(premultiplied:)))
        for (index, color) in shown.enumerated() {
            var place = Self.hash(color, Self.ownBits)
            while own[place] != 0 { place = (place + 1) & (1 << Self.ownBits - 1) }
            own[place] = Self.packed(color, index)
        }
    }

    /// - Parameter color: Premultiplied color.
    package func entry(of color: UInt32) -> UInt8 {
        let value = known[Self.hash(color, Self.hashBits)]
        return Self.isResult(color, value) ? UInt8(truncatingIfNeeded: value &- 1) : find(color)
    }

    @inline(never)
    private func find(_ color: UInt32) -> UInt8 {
        let index = ownEntry(of: color) ?? nearEntry(of: color)
        known[Self.hash(color, Self.hashBits)] = Self.packed(color, index)
        return UInt8(truncatingIfNeeded: index)
    }

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
