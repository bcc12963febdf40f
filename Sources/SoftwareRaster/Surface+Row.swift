internal import EffectModel
internal import Memory

/// Draws whole rows of pixels, or of coverage, onto a surface.
///
/// - Precondition: A row must be wholly on the surface. Checked once for each row, so that no build ever writes
///   elsewhere.
extension Surface {
    /// Blends premultiplied pixels onto row `y` from column `x` on. Clear pixels at either end are skipped.
    @inline(__always)
    mutating func blend(
        _ row: Span<Format.Stored>,
        x: Int,
        y: Int,
        _ blend: DrawList.Blend
    ) {
        let count = row.count
        row.withMemory { row in
            switch blend {
            case .normal: paint(row, count: count, x: x, y: y) { Format.over($0, $1) }
            case .add: paint(row, count: count, x: x, y: y) { Format.sum($0, $1) }
            case .screen, .maximum:
                paint(row, count: count, x: x, y: y) { Format.blended($0, below: $1, blend: blend) }
            }
        }
    }

    /// Combines the surface's pixels with `row`, four at a time. A value of 0 in `row` must leave the pixel unchanged.
    @inline(__always)
    private mutating func paint(
        _ row: MemoryView<Format.Stored>,
        count: Int,
        x: Int,
        y: Int,
        _ body: (_ row: Format.Block, _ pixels: Format.Block) -> Format.Block
    ) {
        precondition(x >= 0 && y >= 0 && y < height && count <= width &- x)
        var (low, high) = (0, count)
        while low < high, row[low] == 0 { low &+= 1 }
        while high > low, row[high &- 1] == 0 { high &-= 1 }
        if low == high { return }
        touch(y, low: x &+ low, high: x &+ high)
        let start = y &* width &+ x
        var index = low
        while index &+ 4 <= high {
            let source = row.load(Format.Block.self, at: index)
            setBlock(at: start &+ index, body(source, block(at: start &+ index)))
            index &+= 4
        }
        while index < high {
            let below = Format.block(repeating: pixels[start &+ index])
            pixels[start &+ index] = Format.first(body(Format.block(repeating: row[index]), below))
            index &+= 1
        }
    }
}

extension Ink {
    /// Ink that leaves images unchanged.
    static let white = Ink(SIMD4(1, 1, 1, 1))
}

extension PixelFormat {
    /// Multiplies each of the first `count` pixels by an ink, rounded to nearest. In narrow pixels no channel exceeds alpha:
    /// none does in the pixel or in the ink, and rounding is monotonic.
    static func multiply(_ row: MutableMemoryView<Stored>, count: Int, by ink: Ink) {
        let block = inkBlock(ink)
        var index = 0
        while index + 4 <= count {
            row.store(tinted(row.load(Block.self, at: index), block), at: index)
            index += 4
        }
        while index < count {
            row[index] = first(tinted(self.block(repeating: row[index]), block))
            index += 1
        }
    }
}
