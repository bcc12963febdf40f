package import CKernels
package import Memory

/// A region of an image in straight alpha, its rows following each other without a gap: input of encoders that take
/// whole images. Reuses its memory.
///
/// Translucent pixels have the colors that a PNG's have: see ``StraightRow``.
package final class StraightFrame {
    /// Pixels, A R G B from the highest byte down, with ``padding`` more before the first and behind the last.
    package var pixels: MemoryView<UInt32> { written.readOnly }
    private var written: MutableMemoryView<UInt32> { memory.view.suffix(from: Self.padding) }
    /// Runs of pixels behind which, and between which, all are 0.
    package private(set) var runs: [hanabi_span] = []
    package private(set) var width = 0
    package private(set) var height = 0

    /// Entries of memory before the first and behind the last pixel.
    package static let padding = 64

    private var memory = OwnedMemory<UInt32>(repeating: 0, count: 2 * padding)
    /// The row being read, and the one before.
    private var rows: (own: RowMemory, above: RowMemory)
    private var rowWidth = 0
    private let palette: (colors: [UInt32], lookup: PaletteLookup)?

    /// Memory for one thread.
    ///
    /// - Parameter palette: Palette whose nearest color replaces each pixel; `nil` keeps all colors.
    package init(_ palette: Palette? = nil) {
        self.palette = palette.map { ($0.colors, PaletteLookup($0)) }
        rows = (RowMemory(width: 0), RowMemory(width: 0))
    }

    /// Reads a region of an image, which must be within it.
    ///
    /// - Complexity: O(touched pixels), if an earlier region was as large.
    package func load(_ picture: FrameEncoder.Picture, x: Range<Int>, y: Range<Int>) {
        precondition(!x.isEmpty && !y.isEmpty && x.lowerBound >= 0 && y.lowerBound >= 0)
        precondition(x.upperBound <= picture.width && y.upperBound <= picture.height)
        begin(width: x.count, height: y.count)
        var part = FrameEncoder.Part(whole: picture)
        part.box = (x, y)
        read(picture, part)
    }

    private func read(_ picture: FrameEncoder.Picture, _ part: FrameEncoder.Part) {
        picture.withSource(part) { source in
            if palette == nil { readRows(of: source) } else { readIndexed(source) }
        }
    }

    /// Region of an image, and how it is drawn.
    package struct Region {
        package var x: Range<Int>
        package var y: Range<Int>
        /// Whether pixels that are 0 keep what is below them. Otherwise the region replaces it.
        package var isBlended = false
        /// Number of pixels that differ.
        package var count = 0
    }

    /// Reads the region that differs from an earlier image, its origin even.
    ///
    /// - Returns: The region; `nil` if nothing differs, and nothing is read.
    package func load(_ picture: FrameEncoder.Picture, over base: EarlierFrame) -> Region? {
        let difference = base.difference(to: picture)
        guard let box = difference.box else { return nil }
        var region = Region(
            x: (box.x.lowerBound & ~1)..<box.x.upperBound,
            y: (box.y.lowerBound & ~1)..<box.y.upperBound
        )
        region.count = difference.count
        // As in a PNG: where most pixels differ, the gaps between them cost more than they save.
        region.isBlended = difference.isOpaque && difference.count < box.x.count * box.y.count / 2
        begin(width: region.x.count, height: region.y.count)
        var part = FrameEncoder.Part(whole: picture)
        part.box = (region.x, region.y)
        if region.isBlended { (part.isBlended, part.base, part.blocks) = (true, base, difference.blocks) }
        read(picture, part)
        return region
    }

    private func begin(width: Int, height: Int) {
        for run in runs { written.suffix(from: Int(run.low)).fill(0, count: Int(run.high - run.low)) }
        runs.removeAll(keepingCapacity: true)
        (self.width, self.height) = (width, height)
        let room = width * height + 2 * Self.padding
        if room > memory.count { memory = OwnedMemory(repeating: 0, count: room) }
        if width > rowWidth {
            rows = (RowMemory(width: width), RowMemory(width: width))
            rowWidth = width
        }
    }

    private func readRows(of source: PixelSource) {
        // As in a PNG, soft light takes its colors from above.
        let isSoft = source.isSoft && !source.isRepeated
        rows.above.row.clear()
        for y in 0..<height {
            source.load(y, into: rows.own.row, above: isSoft ? rows.above.row : nil)
            append(rows.own.row, at: y * width)
            rows = (rows.above, rows.own)
        }
    }

    private func append(_ row: StraightRow, at start: Int) {
        let (spans, source, target) = (row.spans, row.pixels, written.suffix(from: start))
        for index in 0..<row.spanCount {
            let (low, high) = (Int(spans[index].low), Int(spans[index].high))
            for x in low..<high { target[x] = Self.ordered(source[x]) }
            append(start + low, start + high)
        }
    }

    private func readIndexed(_ source: PixelSource) {
        guard let palette else { return }
        // Kept in variables of their own: each access to a property of a class is checked at run time.
        let (colors, lookup, isStraight) = (palette.colors, palette.lookup, source.isStraight)
        let (left, top) = (source.box.x.lowerBound, source.box.y.lowerBound)
        var (low, high) = (0, 0)
        for y in 0..<height {
            let start = y * width
            let target = written.suffix(from: start)
            let base = source.base(ofRow: y)
            source.eachTouched(in: y) { row, touched in
                var last = UInt32(0)
                // Colors at even and at odd places.
                var (even, odd) = (UInt32(0), UInt32(0))
                var x = touched.lowerBound
                while true {
                    while x &+ 2 <= touched.upperBound, row.load(UInt64.self, at: x) == 0 { x &+= 2 }
                    while x < touched.upperBound, row[x] == 0 || base?[x] == row[x] { x &+= 1 }
                    guard x < touched.upperBound else { return }
                    if start &+ x != high {
                        if high > low { append(low, high) }
                        low = start &+ x
                    }
                    repeat {
                        if row[x] != last {
                            last = row[x]
                            let shown = isStraight ? StraightAlpha.premultiplied(last) : last
                            let found = lookup.mix(of: shown).row(top &+ y)
                            even = Self.ordered(colors[Int(found.even)])
                            odd = found.odd == found.even ? even : Self.ordered(colors[Int(found.odd)])
                        }
                        target[x] = (left &+ x) & 1 == 0 ? even : odd
                        x &+= 1
                    } while x < touched.upperBound && row[x] != 0 && base?[x] != row[x]
                    high = start &+ x
                }
            }
        }
        if high > low { append(low, high) }
    }

    private func append(_ low: Int, _ high: Int) {
        runs.append(hanabi_span(low: Int32(truncatingIfNeeded: low), high: Int32(truncatingIfNeeded: high)))
    }

    /// Swaps red and blue.
    @inline(__always)
    private static func ordered(_ pixel: UInt32) -> UInt32 {
        pixel & 0xFF00_FF00 | (pixel & 0xFF) &<< 16 | pixel &>> 16 & 0xFF
    }
}
