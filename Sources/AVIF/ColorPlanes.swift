internal import ColorBleed

/// Planes of a picture as AV1 stores them, from straight RGBA, with bled colors.
///
/// - Source: ITU-R BT.601, full range.
struct ColorPlanes {
    private var colors: BledColors

    init(width: Int, height: Int) { colors = BledColors(width: width, height: height) }

    /// Takes the next picture, straight RGBA with R in the lowest byte.
    mutating func load(_ pixels: [UInt32]) { colors.load(pixels) }

    /// Writes luma, or one of the color differences at half size.
    func write(_ plane: Int, to rows: UnsafeMutablePointer<UInt8>, stride: Int) {
        let (width, height) = (colors.width, colors.height)
        colors.pixels.withUnsafeBufferPointer { filled in
            guard plane > 0 else {
                for row in 0..<height {
                    for column in 0..<width {
                        let pixel = filled[row * width + column]
                        let (r, g, b) = (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
                        rows[row * stride + column] = UInt8((19_595 * r + 38_470 * g + 7_471 * b + 32_768) >> 16)
                    }
                }
                return
            }
            let (red, green, blue) = plane == 1 ? (-11_058, -21_710, 32_768) : (32_768, -27_439, -5_329)
            for row in 0..<(height + 1) / 2 {
                let (above, below) = (2 * row, min(2 * row + 1, height - 1))
                for column in 0..<(width + 1) / 2 {
                    let (left, right) = (2 * column, min(2 * column + 1, width - 1))
                    var (r, g, b) = (0, 0, 0)
                    for place in [
                        above * width + left, above * width + right, below * width + left, below * width + right,
                    ] {
                        let pixel = filled[place]
                        r += Int(pixel & 0xFF)
                        g += Int(pixel >> 8 & 0xFF)
                        b += Int(pixel >> 16 & 0xFF)
                    }
                    let sum = red * r + green * g + blue * b
                    rows[row * stride + column] = UInt8(max(0, min(255, (sum + (128 << 18) + 1 << 17) >> 18)))
                }
            }
        }
    }
}
