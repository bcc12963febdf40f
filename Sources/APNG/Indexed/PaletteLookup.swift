/// Which entry of a palette a pixel gets. One for each thread: it remembers the last ones.
final class PaletteLookup {
    let ground: UInt32
    private let nearest: NearestColour
    /// By a hash of a colour: the colour, and below it the entry + 1; 0 if none is known.
    private let known: UnsafeMutablePointer<UInt64>

    private static let hashBits: UInt32 = 14

    init(_ palette: Palette) {
        let shown = palette.shown
        ground = shown[0]
        nearest = NearestColour(shown.map(ColourPoint.init(premultiplied:)))
        known = .allocate(capacity: 1 << Self.hashBits)
        known.initialize(repeating: 0, count: 1 << Self.hashBits)
    }

    deinit { known.deallocate() }

    /// - Parameter colour: Premultiplied.
    @inline(__always)
    func entry(of colour: UInt32) -> UInt8 {
        let place = known + Int((colour &* 0x9E37_79B1) &>> (32 &- Self.hashBits))
        let value = place.pointee
        if value &>> 32 == UInt64(colour), value & 0xFFFF != 0 { return UInt8(truncatingIfNeeded: value &- 1) }
        return find(colour, place)
    }

    @inline(never)
    private func find(_ colour: UInt32, _ place: UnsafeMutablePointer<UInt64>) -> UInt8 {
        let index = nearest.find(ColourPoint(premultiplied: colour)).index
        place.pointee = UInt64(colour) << 32 | UInt64(index + 1)
        return UInt8(truncatingIfNeeded: index)
    }
}
