/// Sampled rows of an image: one in each half of each band of rows.
enum SampleRow: CaseIterable {
    case upper, lower

    /// Band height in rows. One row of the lower half of each band is tried with each coding: at least a dozen in all,
    /// where there are as many.
    static func bandHeight(of height: Int) -> Int { max(min(8, height), min(32, height / 12)) }

    /// Row sampled from half of a band; may be below the image. Its position varies between bands, so that periodic
    /// content, such as letters and tiles, is neither missed nor all that is seen.
    static func number(_ half: SampleRow, from start: Int, height: Int) -> Int {
        let band = bandHeight(of: height)
        let choice = max(1, band / 2)
        // The upper bits of a product are as good as random.
        let number = Int((UInt32(truncatingIfNeeded: start) &* 0x9E37_79B1) >> 24)
        return start + (half == .lower ? band - choice : 0) + number % choice
    }

    /// Sampled rows of a band.
    static func rows(from start: Int, height: Int) -> [Int] {
        allCases.map { number($0, from: start, height: height) }.filter { $0 < height }
    }
}
