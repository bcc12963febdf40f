/// The last rows of a picture, so many as a match can look back on.
final class RowRing {
    let width: Int
    private let rows: [StraightRow]
    /// A row that is always empty.
    let empty: StraightRow

    /// More rows than that are never kept, so that a picture of one column costs little.
    private static let most = 64

    init(width: Int) {
        self.width = width
        let wanted = 2 + DeflateSymbols.longestDistance / (width * 4 + 1)
        var count = 2
        while count < min(wanted, Self.most) { count *= 2 }
        rows = (0..<count).map { _ in StraightRow(width: width) }
        empty = StraightRow(width: width)
    }

    /// Bytes from a pixel to the one below it: the filter's type is among them.
    var stride: Int { width * 4 + 1 }
    /// How many rows there are.
    var count: Int { rows.count }

    /// Row `y`, while it is among the last ``count``.
    @inline(__always)
    subscript(y: Int) -> StraightRow { y < 0 ? empty : rows[y & (rows.count &- 1)] }
}
