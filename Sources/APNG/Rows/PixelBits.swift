internal import CKernels
internal import Memory

/// Bit map of a row, one bit per pixel, and the runs of set bits. The memory belongs to a ``RowMemory``.
struct PixelBits {
    /// Bits of the pixels, lowest bit first.
    let words: MutableMemoryView<UInt64>
    /// Room for the runs of set bits, and for one and a half more.
    let runs: MutableMemoryView<hanabi_span>
    private let kernels = RowKernels()

    init(words: MutableMemoryView<UInt64>, runs: MutableMemoryView<hanabi_span>) {
        (self.words, self.runs) = (words, runs)
    }

    /// End index of the words that hold pixels up to `end`, and one more word.
    static func endWord(behind end: Int) -> Int { end &>> 6 &+ 2 }

    /// Finds the runs of set bits in a range of words, behind which no bit may be set. ``runs`` then holds them, left
    /// to right.
    ///
    /// - Returns: The number of runs.
    func findRuns(in range: Range<Int>) -> Int { kernels.findRuns(of: words, in: range, into: runs) }
}
