/// Sampled rows of an image in coded form, to predict the remainder.
final class RowSample {
    let store = SequenceStore()
    let block = DeflateBlock()
    /// Number of pixels that are not transparent.
    var pixels = 0

    /// Results of a sample.
    struct Trial: Equatable {
        /// Estimated size in bits.
        var bits = 0
        /// Number of bytes emitted as literals.
        var literals = 0
        /// Number of pixels that are not transparent.
        var pixels = 0
        /// Number of literals and lengths.
        var symbols = 0

        init(_ sample: RowSample) {
            (bits, symbols) = (sample.block.estimatedBits, sample.block.symbolTotal)
            (literals, pixels) = (sample.store.literalCount, sample.pixels)
        }
    }

    /// Empties the sample and sets the distance between rows in bytes.
    func begin(stride: Int) {
        store.begin(stride: stride)
        store.clear()
        pixels = 0
    }

    /// Counts the symbols of all sampled rows.
    func count() {
        store.close()
        block.count(store)
    }

    // MARK: Sampled rows

    /// Band height in rows. One row of the lower half of each band is tried with each coding: at least a dozen in all,
    /// where there are as many.
    static func bandHeight(of height: Int) -> Int { max(min(8, height), min(32, height / 12)) }

    enum Half: CaseIterable { case upper, lower }

    /// Row sampled from half of a band; may be below the image. Its position varies between bands, so that periodic
    /// content, such as letters and tiles, is neither missed nor all that is seen.
    static func row(_ half: Half, from start: Int, height: Int) -> Int {
        let band = bandHeight(of: height)
        let choice = max(1, band / 2)
        // The upper bits of a product are as good as random.
        let number = Int((UInt32(truncatingIfNeeded: start) &* 0x9E37_79B1) >> 24)
        return start + (half == .lower ? band - choice : 0) + number % choice
    }

    /// Sampled rows of a band.
    static func rows(from start: Int, height: Int) -> [Int] {
        Half.allCases.map { row($0, from: start, height: height) }.filter { $0 < height }
    }
}
