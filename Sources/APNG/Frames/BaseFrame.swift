/// Base over which later frames of an animation are composited.
public enum BaseFrame: Sendable {
    /// An empty canvas: each frame is cleared before the next.
    case nothing
    /// The first frame, which stays: each later frame encodes its difference and is removed again.
    case first(FirstFrame)
}

/// The first frame of an animation, kept in memory to compare later frames with it.
public final class FirstFrame: Sendable {
    let pixels: [UInt32]
    private let blocks: [UInt64]?

    /// - Parameter blocks: Block map as in ``FrameEncoder/Picture``: where a bit is 0, all pixels equal a background
    ///   shared by all frames. `nil` if unknown.
    public init(pixels: [UInt32], blocks: [UInt64]?) {
        (self.pixels, self.blocks) = (pixels, blocks)
    }

    /// The difference between an image and the first frame.
    struct Difference {
        /// Bounding box of the difference; `nil` if nothing differs.
        var box: (x: Range<Int>, y: Range<Int>)?
        /// Block map; where a bit is 0, nothing differs.
        var blocks: [UInt64]
        /// Whether all differing pixels are opaque.
        var isOpaque = true
        /// Number of differing pixels.
        var count = 0
    }

    /// - Complexity: O(pixels in the blocks of either image).
    func difference(to picture: FrameEncoder.Picture) -> Difference {
        let (width, wordsPerRow) = (picture.width, picture.wordsPerRow)
        var difference = Difference(box: nil, blocks: [UInt64](repeating: 0, count: wordsPerRow * picture.height))
        var (left, right, top, bottom) = (width, 0, picture.height, 0)
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
                    guard let found = compare(picture, y * width + low..<y * width + high) else { continue }
                    difference.blocks[place] |= 1 << UInt64(bit)
                    difference.isOpaque = difference.isOpaque && found.isOpaque
                    difference.count += found.count
                    left = min(left, found.range.lowerBound - y * width)
                    right = max(right, found.range.upperBound - y * width)
                    (top, bottom) = (min(top, y), y + 1)
                }
            }
        }
        if top < bottom { difference.box = (left..<right, top..<bottom) }
        return difference
    }

    /// Returns the smallest range of pixels with all differing ones, their number, and whether all are opaque; `nil` if
    /// nothing differs.
    private func compare(_ picture: FrameEncoder.Picture, _ range: Range<Int>) -> (
        range: Range<Int>, count: Int, isOpaque: Bool
    )? {
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
        return (range.lowerBound + low..<range.lowerBound + high, count, isOpaque)
    }
}
