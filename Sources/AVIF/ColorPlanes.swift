/// Planes of a picture as AV1 stores them, from straight RGBA.
///
/// Color under transparent pixels is free. Each is given the color of what is near: the mean of its block of 8 × 8 pixels,
/// or what the frame before had there. So edges stay out of the color planes, and what is empty costs nothing.
///
/// - Source: ITU-R BT.601, full range.
struct ColorPlanes {
    private static let block = 8

    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, below alpha; kept from frame to frame.
    private var filled: [UInt32]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        filled = [UInt32](repeating: 0, count: width * height)
    }

    /// Takes the next picture, straight RGBA with R in the lowest byte.
    mutating func load(_ pixels: [UInt32]) {
        let (width, height) = (width, height)
        pixels.withUnsafeBufferPointer { pixels in
            filled.withUnsafeMutableBufferPointer { filled in
                for top in stride(from: 0, to: height, by: Self.block) {
                    for left in stride(from: 0, to: width, by: Self.block) {
                        let rows = top..<min(top + Self.block, height)
                        let columns = left..<min(left + Self.block, width)
                        var (red, green, blue, weight) = (0, 0, 0, 0)
                        var isWhole = true
                        for row in rows {
                            for place in row * width + columns.lowerBound..<row * width + columns.upperBound {
                                let pixel = pixels[place]
                                let alpha = Int(pixel >> 24)
                                if alpha < 255 { isWhole = false }
                                if alpha > 0 {
                                    red += alpha * Int(pixel & 0xFF)
                                    green += alpha * Int(pixel >> 8 & 0xFF)
                                    blue += alpha * Int(pixel >> 16 & 0xFF)
                                    weight += alpha
                                }
                            }
                        }
                        guard weight > 0 else { continue }
                        let half = weight / 2
                        let mean =
                            UInt32((red + half) / weight) | UInt32((green + half) / weight) << 8
                            | UInt32((blue + half) / weight) << 16
                        for row in rows {
                            for place in row * width + columns.lowerBound..<row * width + columns.upperBound {
                                let pixel = pixels[place]
                                // Color of nearly transparent pixels is rounded so much that it is noise.
                                filled[place] = isWhole || pixel >> 24 >= 16 ? pixel : mean
                            }
                        }
                    }
                }
            }
        }
    }

    /// Writes luma, or one of the color differences at half size.
    func write(_ plane: Int, to rows: UnsafeMutablePointer<UInt8>, stride: Int) {
        filled.withUnsafeBufferPointer { filled in
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
