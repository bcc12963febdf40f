/// The last rows of a picture, so many as a match can look back on.
final class RowRing {
    /// In memory of its own, as each row is asked for again and again: that needs no checks of who else does.
    private let state: UnsafeMutablePointer<State>
    private let rows: UnsafeMutablePointer<StraightRow>
    /// Where the pixels of each row are.
    let pixels: UnsafeMutablePointer<UnsafePointer<UInt32>>

    private struct State {
        var width = 0
        var empty = StraightRow(width: 0)
        var rowCount = 0
        var mask = 0
        var capacity = 0
    }

    /// More rows than that are never kept, so that a picture of one column costs little.
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

    /// Gets ready for rows of `width` pixels. What memory is there is used again: frames differ in their width.
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

    /// Pixels of a row.
    var width: Int { state.pointee.width }
    /// A row that is always empty.
    var empty: StraightRow { state.pointee.empty }
    /// Bytes from a pixel to the one below it: the filter's type is among them.
    var stride: Int { width * 4 + 1 }
    /// Rows back from the last one that still are there.
    var reach: Int { state.pointee.mask }

    /// Row `y`, while it is among the last ones.
    @inline(__always)
    subscript(y: Int) -> StraightRow { y < 0 ? empty : rows[y & state.pointee.mask] }
}
