internal import CKernels

/// Owner of the memory of one ``StraightRow``, which must not outlive it.
final class RowMemory {
    let row: StraightRow
    private let pixels: UnsafeMutablePointer<UInt32>
    private let words: UnsafeMutablePointer<UInt64>
    private let runs: UnsafeMutablePointer<hanabi_span>
    private let laneBits: UnsafeMutablePointer<UInt32>
    private let state: UnsafeMutablePointer<StraightRow.State>

    /// Memory for a transparent row of `width` pixels.
    init(width: Int) {
        let pixelCount = width + 2 * StraightRow.padding
        pixels = .allocate(capacity: pixelCount)
        pixels.initialize(repeating: 0, count: pixelCount)
        let wordCount = PixelBits.endWord(behind: width)
        words = .allocate(capacity: 2 * wordCount)
        words.initialize(repeating: 0, count: 2 * wordCount)
        // Run edges are written four at a time.
        let runCount = width / 2 + 3
        runs = .allocate(capacity: 2 * runCount)
        laneBits = .allocate(capacity: 8)
        laneBits.initialize(repeating: ~0, count: 4)
        (laneBits + 4).initialize(repeating: 0, count: 4)
        state = .allocate(capacity: 1)
        state.initialize(to: StraightRow.State())
        row = StraightRow(
            pixels: pixels + StraightRow.padding,
            present: PixelBits(words: words, runs: runs),
            unknown: PixelBits(words: words + wordCount, runs: runs + runCount),
            laneBits: laneBits,
            state: state
        )
    }

    deinit {
        pixels.deallocate()
        words.deallocate()
        runs.deallocate()
        laneBits.deallocate()
        state.deallocate()
    }
}
