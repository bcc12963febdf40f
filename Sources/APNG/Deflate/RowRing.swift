/// Ring buffer of an image's latest rows, as many as a match can reach.
final class RowRing {
    /// Separate memory, without exclusivity checks on each access to a row.
    private let state: UnsafeMutablePointer<State>
    private let rows: UnsafeMutablePointer<StraightRow>
    /// Addresses of the pixels of each row.
    let pixels: UnsafeMutablePointer<UnsafePointer<UInt32>>

    private struct State {
        var width = 0
        var empty = StraightRow(width: 0)
        var rowCount = 0
        var mask = 0
        var capacity = 0
    }

    /// Maximum number of rows, so that an image of one column costs little.
    private static let most = 64

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        rows = .allocate(capacity: Self.most)
        pixels = .allocate(capacity: Self.most)
    }

    deinit {
        deallocateRows()
        rows.deallocate()
        pixels.deallocate()
        state.deallocate()
    }

    /// Prepares for rows of `width` pixels. Memory is reused, because frames differ in width.
    func begin(width: Int) {
        if width > state.pointee.capacity {
            deallocateRows()
            state.pointee = State(empty: StraightRow(width: width), capacity: width)
        }
        state.pointee.width = width
        let wanted = min(Self.most, 2 + DeflateSymbols.longestDistance / (width * 4 + 1))
        var count = 2
        while count < wanted { count *= 2 }
        for index in state.pointee.rowCount..<max(state.pointee.rowCount, count) {
            (rows + index).initialize(to: StraightRow(width: state.pointee.capacity))
            (pixels + index).initialize(to: UnsafePointer(rows[index].pixels))
            state.pointee.rowCount += 1
        }
        state.pointee.mask = count - 1
    }

    private func deallocateRows() {
        for index in 0..<state.pointee.rowCount { rows[index].deallocate() }
        state.pointee.empty.deallocate()
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
