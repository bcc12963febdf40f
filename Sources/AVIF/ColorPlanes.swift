internal import ColorBleed
internal import Memory

/// Planes of a picture as AV1 stores them, from straight RGBA, with bled colors.
///
/// Planes are written over those of the frame before: blocks whose pixels are the same are left as they are.
///
/// - Source: ITU-R BT.601, full range.
struct ColorPlanes {
    private var colors: BledColors

    init(width: Int, height: Int) { colors = BledColors(width: width, height: height) }

    private var width: Int { colors.width }
    private var height: Int { colors.height }

    /// Takes the next picture, straight RGBA with R in the lowest byte.
    mutating func load(_ pixels: Span<UInt32>) { colors.load(pixels) }

    /// Writes what has changed of luma, or of one of the color differences at half size.
    func write(_ plane: Int, to rows: MutableMemoryView<UInt8>, stride: Int) {
        let filled = colors.pixels.span
        for block in colors.changed {
            if plane == 0 {
                writeLuma(block, of: filled, to: rows, stride: stride)
            } else {
                writeDifference(plane, of: block, filled, to: rows, stride: stride)
            }
        }
    }

    /// Writes what has changed of alpha.
    func writeAlpha(to rows: MutableMemoryView<UInt8>, stride: Int) {
        let pixels = colors.picture.span
        for block in colors.changed {
            for row in block.rows {
                for column in block.columns {
                    rows[row * stride + column] = UInt8(pixels[row * width + column] >> 24)
                }
            }
        }
    }

    private func writeLuma(
        _ block: BledColors.Block,
        of filled: Span<UInt32>,
        to rows: MutableMemoryView<UInt8>,
        stride: Int
    ) {
        for row in block.rows {
            for column in block.columns {
                let pixel = filled[row * width + column]
                let (r, g, b) = (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
                rows[row * stride + column] = UInt8((19_595 * r + 38_470 * g + 7_471 * b + 32_768) >> 16)
            }
        }
    }

    private func writeDifference(
        _ plane: Int,
        of block: BledColors.Block,
        _ filled: Span<UInt32>,
        to rows: MutableMemoryView<UInt8>,
        stride: Int
    ) {
        let (red, green, blue) = plane == 1 ? (-11_058, -21_710, 32_768) : (32_768, -27_439, -5_329)
        for row in block.rows.lowerBound / 2..<(block.rows.upperBound + 1) / 2 {
            let (above, below) = (2 * row * width, min(2 * row + 1, height - 1) * width)
            for column in block.columns.lowerBound / 2..<(block.columns.upperBound + 1) / 2 {
                let (left, right) = (2 * column, min(2 * column + 1, width - 1))
                var (r, g, b) = (0, 0, 0)
                func add(_ pixel: UInt32) {
                    r += Int(pixel & 0xFF)
                    g += Int(pixel >> 8 & 0xFF)
                    b += Int(pixel >> 16 & 0xFF)
                }
                add(filled[above + left])
                add(filled[above + right])
                add(filled[below + left])
                add(filled[below + right])
                let sum = red * r + green * g + blue * b
                rows[row * stride + column] = UInt8(max(0, min(255, (sum + (128 << 18) + 1 << 17) >> 18)))
            }
        }
    }
}
