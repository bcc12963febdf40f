/// Some rows of a picture and what becomes of them, to tell what the others will be like.
final class RowSample {
    let store = SequenceStore()
    let block = DeflateBlock()
    /// Pixels that are not transparent.
    var pixels = 0

    /// What a sample takes.
    struct Trial: Equatable {
        /// About so many.
        var bits = 0
        /// Bytes said as they are.
        var literals = 0
        /// Those that are not transparent.
        var pixels = 0
        /// Literals and lengths.
        var symbols = 0

        init(_ sample: RowSample) {
            (bits, symbols) = (sample.block.estimatedBits, sample.block.symbolTotal)
            (literals, pixels) = (sample.store.literalCount, sample.pixels)
        }
    }

    /// Nothing, and rows that lie so many bytes apart.
    func begin(stride: Int) {
        store.begin(stride: stride)
        store.clear()
        pixels = 0
    }

    /// All that was taken.
    func count() {
        store.close()
        block.count(store)
    }

    // MARK: Which rows

    /// Of so many rows, one of the lower half is tried with each coding: a dozen of all at least, where there are as many.
    static func bandHeight(of height: Int) -> Int { max(min(8, height), min(32, height / 12)) }

    enum Half: CaseIterable { case upper, lower }

    /// The row that is taken of the half of a band; it may lie below the picture. Which one it is changes from band to band:
    /// what repeats every so many rows, as letters and tiles do, must not be all that is seen, or be missed.
    static func row(_ half: Half, from start: Int, height: Int) -> Int {
        let band = bandHeight(of: height)
        let choice = max(1, band / 2)
        // The upper bits of a product are as good as chance.
        let number = Int((UInt32(truncatingIfNeeded: start) &* 0x9E37_79B1) >> 24)
        return start + (half == .lower ? band - choice : 0) + number % choice
    }

    /// Those of a band.
    static func rows(from start: Int, height: Int) -> [Int] {
        Half.allCases.map { row($0, from: start, height: height) }.filter { $0 < height }
    }
}
