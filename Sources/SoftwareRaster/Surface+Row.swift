internal import EffectModel

/// Puts whole rows of pixels, or of coverage, onto a surface.
///
/// - Precondition: A row lies on the surface with all that it has; checked once for each row, so that nothing is written
///   elsewhere in any build.
extension Surface {
    /// Puts premultiplied pixels onto row `y` from column `x` on. Clear ones at either end are left out.
    @inline(__always)
    mutating func blend(_ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int, _ blend: DrawList.Blend) {
        switch blend {
        case .normal: paint(row, x: x, y: y) { PixelBlock($0).over(PixelBlock($1)).pixels }
        case .add: paint(row, x: x, y: y) { PixelBlock.sum($0, $1) }
        case .screen: paint(row, x: x, y: y) { Self.lanes($0, $1, Pixel.screen) }
        case .maximum: paint(row, x: x, y: y) { Self.lanes($0, $1, Pixel.maximum) }
        }
    }

    /// Paints row `y` from column `x` on, each pixel by its coverage, 0...255.
    @inline(__always)
    mutating func cover(_ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int, _ painter: some CoveragePainter) {
        paint(row, x: x, y: y) { painter.painted($1, $0) }
    }

    /// Changes the surface's pixels, four at a time, by what `row` has for them. Where that is 0 nothing may change.
    @inline(__always)
    private mutating func paint(
        _ row: UnsafeMutableBufferPointer<UInt32>,
        x: Int,
        y: Int,
        _ body: (_ row: SIMD4<UInt32>, _ pixels: SIMD4<UInt32>) -> SIMD4<UInt32>
    ) {
        precondition(x >= 0 && y >= 0 && y < height && row.count <= width &- x)
        var (low, high) = (0, row.count)
        while low < high, row[low] == 0 { low &+= 1 }
        while high > low, row[high &- 1] == 0 { high &-= 1 }
        if low == high { return }
        touch(y, x &+ low, x &+ high)
        let start = y &* width &+ x
        var index = low
        while index &+ 4 <= high {
            let pixels = self.pixels.block(at: start &+ index)
            self.pixels.setBlock(at: start &+ index, body(row.block(at: index), pixels))
            index &+= 4
        }
        while index < high {
            let pixel = SIMD4(repeating: pixels[start &+ index])
            pixels[start &+ index] = body(SIMD4(repeating: row[index]), pixel)[0]
            index &+= 1
        }
    }

    @inline(__always)
    private static func lanes(
        _ a: SIMD4<UInt32>,
        _ b: SIMD4<UInt32>,
        _ blend: (UInt32, UInt32) -> UInt32
    ) -> SIMD4<UInt32> {
        SIMD4(blend(a.x, b.x), blend(a.y, b.y), blend(a.z, b.z), blend(a.w, b.w))
    }
}

extension Ink {
    /// The ink that leaves pictures as they are.
    static let white = Ink(SIMD4(1, 1, 1, 1))

    /// Multiplies each pixel by this ink, rounded to nearest. No channel ends above alpha: none is above it in the pixel,
    /// nor in the ink, and rounding is monotonous.
    func multiply(_ row: UnsafeMutableBufferPointer<UInt32>) {
        let block = block
        row.mapBlocks(0..<row.count) { block.times(PixelBlock($0)).pixels }
    }
}
