/// A frame of an animation, kept in memory to compare later ones with it.
public final class EarlierFrame: Sendable {
    let pixels: [UInt32]
    private let blocks: [UInt64]?

    /// - Parameter blocks: Block map as in ``FrameEncoder/Picture``: where a bit is 0, all pixels equal a background
    ///   shared by all frames. `nil` if unknown.
    public init(pixels: [UInt32], blocks: [UInt64]?) {
        (self.pixels, self.blocks) = (pixels, blocks)
    }

    /// The difference between an image and the frame.
    struct Difference {
        /// Bounding box of the difference; `nil` if nothing differs.
        var box: (x: Range<Int>, y: Range<Int>)?
        /// Block map; where a bit is 0, nothing differs.
        var blocks: [UInt64]
        /// Whether all differing pixels are opaque; with a palette, their entries.
        var isOpaque = true
        /// Number of differing pixels.
        var count = 0
    }

    /// - Complexity: O(pixels in the blocks of either image).
    func difference(to picture: FrameEncoder.Picture) -> Difference {
        var bounds = DifferenceBounds(of: picture)
        eachBlock(of: picture) { row, pixels in
            guard let found = compare(picture, pixels) else { return }
            bounds.add(found, in: row)
        }
        return bounds.difference
    }

    /// Runs `body` with each block's row and pixels, but for the blocks that equal the background in both images.
    @inline(__always)
    func eachBlock(of picture: FrameEncoder.Picture, _ body: (_ row: Int, _ pixels: Range<Int>) -> Void) {
        let (width, wordsPerRow) = (picture.width, picture.wordsPerRow)
        for y in 0..<picture.height {
            for word in 0..<wordsPerRow {
                let place = y * wordsPerRow + word
                var rest = ~UInt64(0)
                if let own = picture.backgroundBlocks, let blocks { rest = own[place] | blocks[place] }
                while rest != 0 {
                    let bit = rest.trailingZeroBitCount
                    rest &= rest - 1
                    let low = (word * 64 + bit) * FrameEncoder.Picture.blockWidth
                    guard low < width else { break }
                    let high = min(width, low + FrameEncoder.Picture.blockWidth)
                    body(y, y * width + low..<y * width + high)
                }
            }
        }
    }

    /// Returns the smallest range of pixels with all differing ones, their number, and whether all are opaque; `nil` if
    /// nothing differs.
    private func compare(_ picture: FrameEncoder.Picture, _ range: Range<Int>) -> DifferenceBounds.Found? {
        let (pixels, others) = (pixels, picture.pixels)
        let first = pixels.span.extracting(range)
        let own = others.span.extracting(range)
        var (low, high, count, isOpaque) = (range.count, 0, 0, true)
        for place in 0..<range.count where first[unchecked: place] != own[unchecked: place] {
            (low, high) = (min(low, place), place + 1)
            count += 1
            isOpaque = isOpaque && own[unchecked: place] >> 24 == 255
        }
        guard count > 0 else { return nil }
        return DifferenceBounds.Found(
            pixels: range.lowerBound + low..<range.lowerBound + high,
            count: count,
            isOpaque: isOpaque
        )
    }
}

/// Gathers the ``EarlierFrame/Difference`` from an image's blocks.
struct DifferenceBounds {
    private(set) var difference: EarlierFrame.Difference
    private let width: Int
    private let wordsPerRow: Int

    /// Differing pixels of a block.
    struct Found {
        /// The smallest range of places in the image.
        var pixels: Range<Int>
        var count: Int
        var isOpaque: Bool
    }

    init(of picture: FrameEncoder.Picture) {
        (width, wordsPerRow) = (picture.width, picture.wordsPerRow)
        difference = EarlierFrame.Difference(blocks: [UInt64](repeating: 0, count: wordsPerRow * picture.height))
    }

    mutating func add(_ found: Found, in row: Int) {
        let columns = found.pixels.lowerBound - row * width..<found.pixels.upperBound - row * width
        let block = columns.lowerBound / FrameEncoder.Picture.blockWidth
        difference.blocks[row * wordsPerRow + block / 64] |= 1 << UInt64(block % 64)
        difference.isOpaque = difference.isOpaque && found.isOpaque
        difference.count += found.count
        guard let box = difference.box else {
            difference.box = (columns, row..<row + 1)
            return
        }
        let x = min(box.x.lowerBound, columns.lowerBound)..<max(box.x.upperBound, columns.upperBound)
        difference.box = (x, box.y.lowerBound..<row + 1)
    }
}
