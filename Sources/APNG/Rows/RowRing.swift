internal import Deflate

/// Ring buffer of an image's latest rows, as many as a match can reach.
final class RowRing {
    /// Separate memory, without exclusivity checks on each access to a row.
    private let state: UnsafeMutablePointer<State>
    private let rows: UnsafeMutablePointer<StraightRow>
    /// Addresses of the pixels of each row.
    let pixels: UnsafeMutablePointer<UnsafePointer<UInt32>>

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
        memory = [RowMemory(width: 0)]
        state = .allocate(capacity: 1)
        state.initialize(to: State(empty: memory[0].row))
        rows = .allocate(capacity: Self.most)
        pixels = .allocate(capacity: Self.most)
    }

    deinit {
        rows.deallocate()
        pixels.deallocate()
        state.deallocate()
    }

    /// Prepares for rows of `width` pixels. Memory is reused, because frames differ in width.
    func begin(width: Int) {
        if width > state.pointee.capacity {
            memory = [RowMemory(width: width)]
            state.pointee = State(empty: memory[0].row, capacity: width)
        }
        state.pointee.width = width
        let wanted = min(Self.most, 2 + DeflateSymbols.longestDistance / (width * 4 + 1))
        var count = 2
        while count < wanted { count *= 2 }
        while memory.count - 1 < count {
            let (index, row) = (memory.count - 1, RowMemory(width: state.pointee.capacity))
            memory.append(row)
            (rows + index).initialize(to: row.row)
            (pixels + index).initialize(to: UnsafePointer(row.row.pixels))
        }
        state.pointee.mask = count - 1
    }

    /// Width of a row in pixels.
    var width: Int { state.pointee.width }
    /// A row that is always empty.
    var empty: StraightRow { state.pointee.empty }
    /// Bytes from a pixel to the one below, filter type included.
    var stride: Int { width * 4 + 1 }
    /// Number of rows before the latest one that are still available.
    var reach: Int { state.pointee.mask }

    /// Row `y`, which must be among the latest ones; an empty row if `y` is negative.
    @inline(__always)
    subscript(y: Int) -> StraightRow { y < 0 ? empty : rows[y & state.pointee.mask] }
}
