/// The last rows of a picture, so many as a match can look back on.
final class RowRing {
    /// Pixels of a row.
    private(set) var width = 0
    private var rows: [StraightRow] = []
    /// A row that is always empty.
    private(set) var empty = StraightRow(width: 0)
    /// Where the pixels of each row are.
    let pixels: UnsafeMutablePointer<UnsafePointer<UInt32>>
    private var mask = 0
    private var capacity = 0

    /// More rows than that are never kept, so that a picture of one column costs little.
    private static let most = 64

    init() {
        pixels = .allocate(capacity: Self.most)
    }

    deinit { pixels.deallocate() }

    /// Gets ready for rows of `width` pixels. What memory is there is used again: frames differ in their width.
    func begin(width: Int) {
        if width > capacity {
            capacity = width
            rows = []
            empty = StraightRow(width: width)
        }
        self.width = width
        let wanted = min(Self.most, 2 + DeflateSymbols.longestDistance / (width * 4 + 1))
        var count = 2
        while count < wanted { count *= 2 }
        while rows.count < count {
            rows.append(StraightRow(width: capacity))
            (pixels + rows.count - 1).initialize(to: UnsafePointer(rows[rows.count - 1].pixels))
        }
        mask = count - 1
    }

    /// Bytes from a pixel to the one below it: the filter's type is among them.
    var stride: Int { width * 4 + 1 }
    /// Rows back from the last one that still are there.
    var reach: Int { mask }

    /// Row `y`, while it is among the last ones.
    @inline(__always)
    subscript(y: Int) -> StraightRow { y < 0 ? empty : rows[y & mask] }
}
