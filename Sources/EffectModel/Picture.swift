/// Pixels to draw with, at all the sizes that drawing needs. Shared, never copied; never changes.
public final class Picture: Sendable, Equatable {
    /// One size of a picture.
    public struct Level: Sendable, Equatable {
        /// Pixels across.
        public let width: Int
        /// Pixels down.
        public let height: Int
        /// `width × height` pixels, rows top to bottom: premultiplied sRGB, red in the lowest byte, so R G B A in memory.
        public let pixels: [UInt32]

        fileprivate init(width: Int, height: Int, pixels: [UInt32]) {
            self.width = width
            self.height = height
            self.pixels = pixels
        }
    }

    /// The picture itself, then each time half the width and half the height (rounded down, at least 1), to 1 × 1.
    public let levels: [Level]

    /// Pixels across.
    public var width: Int { levels[0].width }
    /// Pixels down.
    public var height: Int { levels[0].height }

    /// A picture of `width × height` premultiplied pixels, both at least 1.
    ///
    /// - Complexity: O(pixels), and a third more memory than they take, for the smaller sizes.
    public init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        var levels = [Level(width: width, height: height, pixels: pixels)]
        while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.halved()) }
        self.levels = levels
    }

    /// By content.
    public static func == (a: Picture, b: Picture) -> Bool { a === b || a.levels[0] == b.levels[0] }
}

extension Picture.Level {
    /// Half the size: each pixel is the mean of those that it stands for, parts of pixels included.
    fileprivate func halved() -> Picture.Level {
        let (newWidth, newHeight) = (max(1, width / 2), max(1, height / 2))
        let columns = Self.shares(of: width, among: newWidth)
        let rows = Self.shares(of: height, among: newHeight)
        var halved: [UInt32] = []
        halved.reserveCapacity(newWidth * newHeight)
        for row in rows {
            for column in columns {
                var sum = SIMD4<UInt64>(repeating: 0)
                for (y, rowWeight) in row {
                    for (x, weight) in column {
                        let pixel = pixels[y * width + x]
                        let channels = SIMD4<UInt64>(
                            UInt64(pixel & 0xFF),
                            UInt64(pixel >> 8 & 0xFF),
                            UInt64(pixel >> 16 & 0xFF),
                            UInt64(pixel >> 24)
                        )
                        sum &+= channels &* (rowWeight * weight)
                    }
                }
                // Weights of one direction add up to its old length.
                let total = UInt64(width * height)
                let mean = (sum &+ total / 2) / SIMD4(repeating: total)
                halved.append(
                    UInt32(mean.x) | UInt32(mean.y) << 8 | UInt32(mean.z) << 16 | UInt32(mean.w) << 24
                )
            }
        }
        return Picture.Level(width: newWidth, height: newHeight, pixels: halved)
    }

    /// For each of `new` pixels, the old ones that it covers and how much of each, in 1/`new` of an old pixel.
    private static func shares(of old: Int, among new: Int) -> [[(index: Int, weight: UInt64)]] {
        (0..<new).map { index in
            let (start, end) = (index * old, (index + 1) * old)
            return (start / new...(end - 1) / new).map { pixel in
                (pixel, UInt64(min(end, (pixel + 1) * new) - max(start, pixel * new)))
            }
        }
    }
}
