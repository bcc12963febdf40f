internal import Deflate
internal import Memory

/// Ring buffer of an image's latest rows, as many as a match can reach.
final class RowRing {
    /// Separate memory, without exclusivity checks on each access to a row.
    private let state: OwnedMemory<State>
    private let rows: OwnedMemory<StraightRow>
    /// Pixels of each row.
    var pixels: MemoryView<MemoryView<UInt32>> { pixelViews.view.readOnly }
    private let pixelViews: OwnedMemory<MemoryView<UInt32>>

    /// Owners of the memory of the rows, the empty row's first.
    private var memory: [RowMemory]

    private struct State {
        var width = 0
        var empty: StraightRow
        var mask = 0
        /// Width in pixels that the rows have memory for.
        var capacity = 0
    }

    /// Maximum number of rows, so that an image of one column costs little.
    private static let most = 64

    init() {
        let first = RowMemory(width: 0)
        memory = [first]
        state = OwnedMemory(repeating: State(empty: first.row), count: 1)
        rows = OwnedMemory(repeating: first.row, count: Self.most)
        pixelViews = OwnedMemory(repeating: first.row.pixels.readOnly, count: Self.most)
    }

    /// Prepares for rows of `width` pixels. Memory is reused, because frames differ in width.
    func begin(width: Int) {
        if width > state[0].capacity {
            memory = [RowMemory(width: width)]
            state[0] = State(empty: memory[0].row, capacity: width)
        }
        state[0].width = width
        let wanted = min(Self.most, 2 + DeflateSymbols.longestDistance / (width * 4 + 1))
        var count = 2
        while count < wanted { count *= 2 }
        while memory.count - 1 < count {
            let (index, row) = (memory.count - 1, RowMemory(width: state[0].capacity))
            memory.append(row)
            rows[index] = row.row
            pixelViews[index] = row.row.pixels.readOnly
        }
        state[0].mask = count - 1
    }

    /// Width of a row in pixels.
    var width: Int { state[0].width }
    /// A row that is always empty.
    var empty: StraightRow { state[0].empty }
    /// Bytes from a pixel to the one below, filter type included.
    var stride: Int { width * 4 + 1 }
    /// Number of rows before the latest one that are still available.
    var reach: Int { state[0].mask }

    /// Row `y`, which must be among the latest ones; an empty row if `y` is negative.
    @inline(__always)
    subscript(y: Int) -> StraightRow { y < 0 ? empty : rows[y & state[0].mask] }
}
