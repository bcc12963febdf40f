extension StraightRow {
    /// Of the colours that look the same, the run of translucent pixels gets those nearest to the colour above, or where nothing
    /// is above, on the left: for soft light, of which hardly two pixels are alike. Unlike a prediction from both, that needs
    /// no pixel to wait for another.
    @inline(__always)
    func match(_ first: Int, _ end: Int, above: UnsafePointer<UInt32>) {
        var x = first
        while x < end {
            let place = UnsafeMutableRawPointer(pixels + x)
            let own = place.loadUnaligned(as: SIMD4<UInt32>.self)
            let count = min(4, end &- x)
            let straight = StraightAlpha.pixels(own, like: wanted(x, count: count, above), tables)
            // Those behind the run stay what they are.
            let changed = lanes(below: count)
            place.storeBytes(of: straight & changed | own & ~changed, as: SIMD4<UInt32>.self)
            x &+= 4
        }
    }

    /// The colours of four pixels above; where there are none, that of the nearest on the left. At the beginning of what is there
    /// that is the last of the four themselves: lights begin weakly, and what is weak hardly says which colour it has.
    @inline(__always)
    private func wanted(_ x: Int, count: Int, _ above: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
        let colours = UnsafeRawPointer(above + x).loadUnaligned(as: SIMD4<UInt32>.self)
        let empty = unsafeBitCast(colours .== SIMD4(), to: SIMD2<UInt64>.self)
        if empty[0] | empty[1] == 0 { return colours }
        var left = pixels[x &- 1]
        if left == 0 { left = StraightAlpha.pixel(pixels[x &+ count &- 1], tables) }
        let one = Self.filled(colours, SIMD4(left, colours[0], colours[1], colours[2]))
        let two = Self.filled(one, SIMD4(left, left, one[0], one[1]))
        return Self.filled(two, SIMD4(repeating: left))
    }

    @inline(__always)
    private static func filled(_ colours: SIMD4<UInt32>, _ others: SIMD4<UInt32>) -> SIMD4<UInt32> {
        colours | others & unsafeBitCast(colours .== SIMD4(), to: SIMD4<UInt32>.self)
    }
}
