/// Pixels of a picture whose transparent parts have the colors of what is near, for lossy encoders.
///
/// Color under transparent pixels is free. Each is given the mean of its block of 8 × 8 pixels, or what the frame before
/// had there. So edges stay out of the color planes, and what is empty costs nothing.
package struct BledColors: Sendable {
    private static let block = 8

    package let width: Int
    package let height: Int
    /// Red, green and blue of each pixel, red in the lowest byte; kept from frame to frame. What is above is of no use.
    package private(set) var pixels: [UInt32]

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    /// Takes the next picture, straight RGBA with R in the lowest byte.
    package mutating func load(_ picture: [UInt32]) {
        let (width, height) = (width, height)
        picture.withUnsafeBufferPointer { picture in
            pixels.withUnsafeMutableBufferPointer { filled in
                for top in stride(from: 0, to: height, by: Self.block) {
                    for left in stride(from: 0, to: width, by: Self.block) {
                        let rows = top..<min(top + Self.block, height)
                        let columns = left..<min(left + Self.block, width)
                        var (red, green, blue, weight) = (0, 0, 0, 0)
                        var isWhole = true
                        for row in rows {
                            for place in row * width + columns.lowerBound..<row * width + columns.upperBound {
                                let pixel = picture[place]
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
                                let pixel = picture[place]
                                // Color of nearly transparent pixels is rounded so much that it is noise.
                                filled[place] = isWhole || pixel >> 24 >= 16 ? pixel : mean
                            }
                        }
                    }
                }
            }
        }
    }
}
