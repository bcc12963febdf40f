/// Finds the pixels whose palette entries differ from those of an earlier frame. Reuses its memory: use one per thread.
final class IndexedDifference {
    private let lookup: PaletteLookup
    /// Pixels that differ; all others are 0.
    private var pixels: [UInt32] = []
    /// Blocks outside of which all pixels are 0.
    private var written: [UInt64] = []

    init(_ lookup: PaletteLookup) { self.lookup = lookup }

    /// Returns the difference between an image and an earlier frame, and an image of nothing else; `nil` if it can't be drawn
    /// over the earlier frame, since not all of its entries are opaque, or if colors are straight.
    ///
    /// Short gaps between differing pixels are filled: a run goes on more cheaply than it begins anew.
    ///
    /// - Complexity: O(pixels in the blocks of either image), if the earlier call was of an image as large.
    func find(
        in picture: FrameEncoder.Picture,
        over earlier: EarlierFrame
    ) -> (difference: EarlierFrame.Difference, picture: FrameEncoder.Picture)? {
        // Earlier frames are premultiplied.
        if picture.isStraight { return nil }
        // Taken out: each access to a property of a class is checked at run time.
        var target: [UInt32] = []
        swap(&target, &pixels)
        defer { swap(&target, &pixels) }
        let count = picture.width * picture.height
        if target.count == count, written.count == picture.wordsPerRow * picture.height {
            clear(&target, width: picture.width, wordsPerRow: picture.wordsPerRow)
        } else {
            target = [UInt32](repeating: 0, count: count)
        }
        var bounds = DifferenceBounds(of: picture)
        var last = (row: -1, end: 0)
        earlier.eachBlock(of: picture) { row, range in
            guard bounds.difference.isOpaque,
                let found = copy(range, in: row, of: picture, over: earlier, to: &target, behind: &last)
            else { return }
            bounds.add(found, in: row)
        }
        let difference = bounds.difference
        written = difference.blocks
        guard difference.isOpaque else { return nil }
        let image = FrameEncoder.Picture(
            pixels: target,
            width: picture.width,
            height: picture.height,
            box: difference.box,
            blocks: difference.blocks
        )
        return (difference, image)
    }

    private func clear(_ target: inout [UInt32], width: Int, wordsPerRow: Int) {
        for place in written.indices where written[place] != 0 {
            let (row, word) = place.quotientAndRemainder(dividingBy: wordsPerRow)
            var rest = written[place]
            while rest != 0 {
                let low = (word * 64 + rest.trailingZeroBitCount) * FrameEncoder.Picture.blockWidth
                rest &= rest - 1
                let high = min(width, low + FrameEncoder.Picture.blockWidth)
                for x in low..<high { target[row * width + x] = 0 }
            }
        }
    }

    /// Copies the differing pixels of a block.
    ///
    /// - Parameter last: The row of the last differing pixel, and the place behind that pixel.
    @inline(__always)
    private func copy(
        _ range: Range<Int>,
        in row: Int,
        of picture: FrameEncoder.Picture,
        over earlier: EarlierFrame,
        to target: inout [UInt32],
        behind last: inout (row: Int, end: Int)
    ) -> DifferenceBounds.Found? {
        let (shown, known) = (picture.pixels, earlier.pixels)
        let (own, before) = (shown.span, known.span)
        precondition(range.upperBound <= own.count && range.upperBound <= before.count)
        var (low, count, isOpaque) = (range.upperBound, 0, true)
        for place in range where own[unchecked: place] != before[unchecked: place] {
            let mix = lookup.mix(of: own[unchecked: place])
            guard mix != lookup.mix(of: before[unchecked: place]) else { continue }
            let gap = last.row == row && place - last.end <= Self.longestFilledGap ? last.end : place
            // A translucent entry would be drawn over itself.
            for filled in gap..<place where lookup.isOpaque(lookup.mix(of: own[filled])) {
                target[filled] = own[filled]
            }
            target[place] = own[unchecked: place]
            last = (row, place + 1)
            low = min(low, place)
            count += 1
            isOpaque = isOpaque && lookup.isOpaque(mix)
        }
        return count > 0 ? DifferenceBounds.Found(pixels: low..<last.end, count: count, isOpaque: isOpaque) : nil
    }

    /// Most equal pixels between others that are encoded with them.
    private static let longestFilledGap = 3
}
