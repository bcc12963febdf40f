internal import CKernels
internal import Memory

/// Owner of the memory of one ``StraightRow``, which must not outlive it.
final class RowMemory {
    let row: StraightRow
    private let pixels: OwnedMemory<UInt32>
    private let words: OwnedMemory<UInt64>
    private let runs: OwnedMemory<hanabi_span>
    private let laneBits = OwnedMemory<UInt32>(repeating: 0, count: 8)
    private let state = OwnedMemory(repeating: StraightRow.State(), count: 1)

    /// Memory for a transparent row of `width` pixels.
    init(width: Int) {
        pixels = OwnedMemory(repeating: 0, count: width + 2 * StraightRow.padding)
        let wordCount = PixelBits.endWord(behind: width)
        words = OwnedMemory(repeating: 0, count: 2 * wordCount)
        // Run edges are written four at a time.
        let runCount = width / 2 + 3
        runs = OwnedMemory(repeating: hanabi_span(), count: 2 * runCount)
        laneBits.view.fill(~0, count: 4)
        row = StraightRow(
            pixels: pixels.view.suffix(from: StraightRow.padding),
            present: PixelBits(words: words.view, runs: runs.view),
            unknown: PixelBits(words: words.view.suffix(from: wordCount), runs: runs.view.suffix(from: runCount)),
            laneBits: laneBits.view.readOnly,
            state: state.view
        )
    }
}
