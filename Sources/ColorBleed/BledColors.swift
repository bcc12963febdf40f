/// Pixels of a picture whose transparent parts have the colors of what is near, for lossy encoders.
///
/// Color under transparent pixels is free. Each is given the mean of its block of 8 × 8 pixels, or what the frame before
/// had there. So edges stay out of the color planes, and what is empty costs nothing. Blocks whose pixels are the same as
/// in the picture before are left as they are.
package struct BledColors: Sendable {
    /// Rows and columns of pixels. Both begin with even numbers, so that a block has color differences of its own.
    package struct Block: Sendable {
        package let rows: Range<Int>
        package let columns: Range<Int>

        static let side = 8

        /// Places of a row's pixels in a picture.
        func places(_ row: Int, width: Int) -> Range<Int> {
            row * width + columns.lowerBound..<row * width + columns.upperBound
        }
    }

    package let width: Int
    package let height: Int
    /// Red, green and blue of each pixel, red in the lowest byte; kept from frame to frame. What is above is of no use.
    package private(set) var pixels: [UInt32]
    /// Pixels of the last picture; empty before the first.
    package private(set) var picture: [UInt32] = []
    /// Blocks of the last picture that differ from the one before.
    package private(set) var changed: [Block] = []

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    /// Takes the next picture, straight RGBA with R in the lowest byte.
    package mutating func load(_ next: Span<UInt32>) {
        let (width, height) = (width, height)
        precondition(next.count == width * height)
        let isFirst = picture.isEmpty
        if isFirst { picture = [UInt32](repeating: 0, count: width * height) }
        changed.removeAll(keepingCapacity: true)
        for top in stride(from: 0, to: height, by: Block.side) {
            let rows = top..<min(top + Block.side, height)
            for left in stride(from: 0, to: width, by: Block.side) {
                let block = Block(rows: rows, columns: left..<min(left + Block.side, width))
                let isChanged = Self.copy(block, from: next, to: &picture, width: width)
                guard isFirst || isChanged else { continue }
                changed.append(block)
                Self.fill(block, of: &pixels, from: next, width: width)
            }
        }
    }

    /// Copies a block's pixels, and returns whether any of them is another.
    private static func copy(
        _ block: Block,
        from pixels: Span<UInt32>,
        to picture: inout [UInt32],
        width: Int
    ) -> Bool {
        var last = picture.mutableSpan
        var difference: UInt32 = 0
        for row in block.rows {
            for place in block.places(row, width: width) {
                difference |= last[place] ^ pixels[place]
                last[place] = pixels[place]
            }
        }
        return difference != 0
    }

    /// Fills a block with its colors; one without any keeps those of the frame before.
    private static func fill(
        _ block: Block,
        of colors: inout [UInt32],
        from pixels: Span<UInt32>,
        width: Int
    ) {
        var (red, green, blue, weight) = (0, 0, 0, 0)
        var isWhole = true
        for row in block.rows {
            for place in block.places(row, width: width) {
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
        guard weight > 0 else { return }
        var filled = colors.mutableSpan
        let half = weight / 2
        let mean =
            UInt32((red + half) / weight) | UInt32((green + half) / weight) << 8 | UInt32((blue + half) / weight) << 16
        for row in block.rows {
            for place in block.places(row, width: width) {
                let pixel = pixels[place]
                // Color of nearly transparent pixels is rounded so much that it is noise.
                filled[place] = isWhole || pixel >> 24 >= 16 ? pixel : mean
            }
        }
    }
}
