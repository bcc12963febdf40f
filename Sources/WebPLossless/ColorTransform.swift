internal import CKernels
internal import Memory

/// Subtracts from red and blue of residuals what green and red make expected, with factors for each tile.
///
/// - Source: RFC 9649 §4.2 (color transform).
final class ColorTransform {
    private let kernels = PixelKernels()
    /// Factors of the tiles, as the pixels of an image that VP8L stores.
    private(set) var tiles: [UInt32] = []

    /// Binary logarithm of a tile's side.
    static let tileBits = 4
    /// Typical bits for factors other than those of the tile before.
    private static let bitsPerChange: UInt64 = 12

    /// Transforms residuals, and computes ``tiles``.
    ///
    /// - Parameter residuals: Residuals with ``PixelPredictor/padding`` more behind the last.
    func transform(_ residuals: MutableMemoryView<UInt32>, width: Int, height: Int) {
        let side = 1 << Self.tileBits
        tiles.removeAll(keepingCapacity: true)
        for top in stride(from: 0, to: height, by: side) {
            var before = hanabi_color_factors()
            for left in stride(from: 0, to: width, by: side) {
                let tile = PixelKernels.Tile(
                    stride: width,
                    width: min(side, width - left),
                    height: min(side, height - top)
                )
                let pixels = residuals.suffix(from: top * width + left)
                before = factors(tile, of: pixels, before: before)
                if before.key != 0 { _ = kernels.subtractColors(tile, of: pixels, factors: before, writes: true) }
                tiles.append(0xFF00_0000 | before.key)
            }
        }
    }

    /// The factors that leave the fewest bits; between equal ones, those of the tile before.
    private func factors(
        _ tile: PixelKernels.Tile,
        of pixels: MutableMemoryView<UInt32>,
        before: hanabi_color_factors
    ) -> hanabi_color_factors {
        func bits(_ factors: hanabi_color_factors) -> UInt64 {
            kernels.subtractColors(tile, of: pixels, factors: factors, writes: false)
        }
        var (best, least) = (hanabi_color_factors(), bits(hanabi_color_factors()))
        guard least > 0 else { return best }
        if before.key == 0 {
            least = least > Self.bitsPerChange ? least - Self.bitsPerChange : 0
        } else {
            let own = bits(before)
            if own < least + Self.bitsPerChange {
                (best, least) = (before, own > Self.bitsPerChange ? own - Self.bitsPerChange : 0)
            }
        }
        let fitted = hanabi_color_factors(kernels.sumColors(tile, of: pixels))
        if fitted.key != best.key, fitted.key != 0, bits(fitted) < least { best = fitted }
        return best
    }
}

extension hanabi_color_factors {
    /// Factors by least squares.
    init(_ sums: hanabi_color_sums) {
        self.init()
        guard sums.green_green > 0 else { return }
        green_to_red = Self.factor(sums.green_red, of: sums.green_green)
        green_to_blue = Self.factor(sums.green_blue, of: sums.green_green)
        // Where green and red go together, green alone decides.
        let both = sums.green_green * sums.red_red
        let rest = both - sums.green_red * sums.green_red
        guard rest * 16 > both else { return }
        green_to_blue = Self.factor(sums.green_blue * sums.red_red - sums.red_blue * sums.green_red, of: rest)
        red_to_blue = Self.factor(sums.red_blue * sums.green_green - sums.green_blue * sums.green_red, of: rest)
    }

    /// A quotient in 1/32, rounded.
    private static func factor(_ dividend: Int64, of divisor: Int64) -> Int8 {
        let doubled = dividend * 64 / divisor
        return Int8(clamping: (doubled + (doubled < 0 ? -1 : 1)) / 2)
    }

    /// The factors as a pixel that VP8L stores, without its alpha.
    var key: UInt32 {
        UInt32(UInt8(bitPattern: red_to_blue)) << 16 | UInt32(UInt8(bitPattern: green_to_blue)) << 8
            | UInt32(UInt8(bitPattern: green_to_red))
    }
}
