internal import Memory

/// Replaces pixels by their differences from what their neighbors make expected, with a predictor for each tile.
///
/// - Source: RFC 9649 §4.1 (predictor transform), §4.3 (subtract green transform).
final class PixelPredictor {
    private let kernels = PixelKernels()
    /// Residuals, one per pixel.
    var residuals: MutableMemoryView<UInt32> { memory.view }
    private var memory = OwnedMemory<UInt32>(unwritten: 64 + padding)
    /// Predictors of the tiles, as the pixels of an image that VP8L stores.
    private(set) var tiles: [UInt32] = []

    /// Binary logarithm of a tile's side.
    let tileBits: Int
    /// Predictors tried, by their number in the format.
    private let modes: [UInt32]
    /// Entries of memory behind the last pixel that may be read and written.
    static let padding = 32

    /// - Parameter isThorough: Whether to try more predictors, for smaller tiles.
    init(isThorough: Bool) {
        (tileBits, modes) = isThorough ? (4, [12, 11, 1, 2, 7, 13]) : (5, [12, 1, 2])
    }

    /// Subtracts green from red and blue.
    static func subtractGreen(_ pixels: MutableMemoryView<UInt32>, count: Int) {
        for at in 0..<count {
            let pixel = pixels[at]
            let green = pixel &>> 8 & 0xFF
            let rest = (pixel & 0x00FF_00FF) &+ 0x0100_0100 &- (green | green &<< 16)
            pixels[at] = pixel & 0xFF00_FF00 | rest & 0x00FF_00FF
        }
    }

    /// Computes ``residuals`` and ``tiles``.
    ///
    /// - Parameter pixels: Pixels with ``padding`` more behind the last, and one before the first.
    func predict(_ pixels: MemoryView<UInt32>, width: Int, height: Int) {
        if width * height + Self.padding > memory.count {
            memory = OwnedMemory(unwritten: width * height + Self.padding)
        }
        let residuals = residuals
        let side = 1 << tileBits
        let columns = (width + side - 1) / side
        tiles.removeAll(keepingCapacity: true)
        var chosen = [UInt32](repeating: 0, count: columns)
        for y in 0..<height {
            let row = pixels.suffix(from: y * width)
            let out = residuals.suffix(from: y * width)
            guard y > 0 else {
                // The first row is predicted from the left.
                _ = kernels.predict(row, above: row, count: width, mode: 1, into: out)
                out[0] = Self.difference(row[0], 0xFF00_0000)
                continue
            }
            if y == 1 || y % side == 0 {
                var before: UInt32 = modes[0]
                for column in 0..<columns {
                    before = mode(
                        pixels,
                        width: width,
                        column: column,
                        rows: y..<min(height, (y / side + 1) * side),
                        before: before
                    )
                    chosen[column] = before
                }
                tiles += chosen.map { 0xFF00_0000 | $0 << 8 }
            }
            for column in 0..<columns {
                let low = max(1, column * side)
                let high = min(width, (column + 1) * side)
                guard low < high else { continue }
                _ = kernels.predict(
                    row.suffix(from: low),
                    above: row.suffix(from: low - width),
                    count: high - low,
                    mode: chosen[column],
                    into: out.suffix(from: low)
                )
            }
            out[0] = Self.difference(row[0], row[-width])
        }
        if height == 1 { tiles = chosen.map { _ in 0xFF00_0000 } }
    }

    /// The predictor with the smallest residuals in a tile; between equal ones, that of the tile before.
    private func mode(
        _ pixels: MemoryView<UInt32>,
        width: Int,
        column: Int,
        rows: Range<Int>,
        before: UInt32
    ) -> UInt32 {
        let side = 1 << tileBits
        let low = max(1, column * side)
        let count = min(width, (column + 1) * side) - low
        guard count > 0 else { return before }
        func sum(_ mode: UInt32) -> UInt64 {
            rows.reduce(0) { sum, y in
                let row = pixels.suffix(from: y * width + low)
                return sum + kernels.predict(row, above: row.suffix(from: -width), count: count, mode: mode, into: nil)
            }
        }
        var (best, least) = (before, sum(before))
        for mode in modes where mode != before {
            let own = sum(mode)
            // Changes of predictor are written too.
            if own + UInt64(count) < least { (best, least) = (mode, own + UInt64(count)) }
        }
        return best
    }

    /// The difference of two pixels, channel by channel.
    static func difference(_ pixel: UInt32, _ expected: UInt32) -> UInt32 {
        let outer = (pixel | 0x00FF_00FF) &- (expected & 0xFF00_FF00)
        let inner = (pixel | 0xFF00_FF00) &- (expected & 0x00FF_00FF)
        return outer & 0xFF00_FF00 | inner & 0x00FF_00FF
    }
}
