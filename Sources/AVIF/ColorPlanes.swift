/// Planes of a picture as AV1 stores them, from straight RGBA.
///
/// Color under transparent pixels is free. Each is given the color of what is near: the mean of its block of 8 × 8 pixels,
/// or what the frame before had there. So edges stay out of the color planes, and what is empty costs nothing.
///
/// Planes are written over those of the frame before: blocks whose pixels are the same are left as they are.
///
/// - Source: ITU-R BT.601, full range.
struct ColorPlanes {
    /// Rows and columns of pixels. Both begin with even numbers, so that a block has color differences of its own.
    private struct Block {
        let rows: Range<Int>
        let columns: Range<Int>

        static let side = 8

        /// Places of a row's pixels in a picture.
        func places(_ row: Int, width: Int) -> Range<Int> {
            row * width + columns.lowerBound..<row * width + columns.upperBound
        }
    }

    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, below alpha; kept from frame to frame.
    private var filled: [UInt32]
    /// Pixels of the last picture; empty before the first.
    private var last: [UInt32] = []
    /// Blocks of the last picture that differ from the one before.
    private var changed: [Block] = []

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        filled = [UInt32](repeating: 0, count: width * height)
    }

    /// Takes the next picture, straight RGBA with R in the lowest byte.
    mutating func load(_ pixels: UnsafeBufferPointer<UInt32>) {
        let (width, height) = (width, height)
        let isFirst = last.isEmpty
        if isFirst { last = Array(pixels) }
        changed.removeAll(keepingCapacity: true)
        last.withUnsafeMutableBufferPointer { last in
            filled.withUnsafeMutableBufferPointer { filled in
                for top in stride(from: 0, to: height, by: Block.side) {
                    let rows = top..<min(top + Block.side, height)
                    for left in stride(from: 0, to: width, by: Block.side) {
                        let block = Block(rows: rows, columns: left..<min(left + Block.side, width))
                        guard isFirst || Self.copy(block, from: pixels, to: last, width: width) else { continue }
                        changed.append(block)
                        Self.fill(block, of: filled, from: pixels, width: width)
                    }
                }
            }
        }
    }

    /// Copies a block's pixels, and returns whether any of them is another.
    private static func copy(
        _ block: Block,
        from pixels: UnsafeBufferPointer<UInt32>,
        to last: UnsafeMutableBufferPointer<UInt32>,
        width: Int
    ) -> Bool {
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
        of filled: UnsafeMutableBufferPointer<UInt32>,
        from pixels: UnsafeBufferPointer<UInt32>,
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

    /// Writes what has changed of luma, or of one of the color differences at half size.
    func write(_ plane: Int, to rows: UnsafeMutablePointer<UInt8>, stride: Int) {
        filled.withUnsafeBufferPointer { filled in
            for block in changed {
                if plane == 0 {
                    writeLuma(block, of: filled, to: rows, stride: stride)
                } else {
                    writeDifference(plane, of: block, filled, to: rows, stride: stride)
                }
            }
        }
    }

    /// Writes what has changed of alpha.
    func writeAlpha(to rows: UnsafeMutablePointer<UInt8>, stride: Int) {
        last.withUnsafeBufferPointer { pixels in
            for block in changed {
                for row in block.rows {
                    for column in block.columns {
                        rows[row * stride + column] = UInt8(pixels[row * width + column] >> 24)
                    }
                }
            }
        }
    }

    private func writeLuma(
        _ block: Block,
        of filled: UnsafeBufferPointer<UInt32>,
        to rows: UnsafeMutablePointer<UInt8>,
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
        of block: Block,
        _ filled: UnsafeBufferPointer<UInt32>,
        to rows: UnsafeMutablePointer<UInt8>,
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
