internal import Memory

/// Distances as VP8L codes them: 120 short codes for pixels nearby in two dimensions, then all others along the rows.
///
/// - Source: RFC 9649 §3.5.2.2 ("distance mapping").
enum PlaneDistance {
    static let above: UInt32 = 1
    static let left: UInt32 = 2
    static let aboveLeft: UInt32 = 3
    static let aboveRight: UInt32 = 4

    /// Longest distance in pixels.
    static let longest = (1 << 20) - 120
    private static let nearCount: UInt32 = 120

    /// Returns the code, from 1, of a distance along the rows of an image.
    @inline(__always)
    static func code(_ distance: Int, width: Int) -> UInt32 {
        let y = distance / width
        let x = distance &- y &* width
        if x <= 8, y < 8 {
            let code = codes[y &* 16 &+ 8 &- x]
            if code > 0 { return UInt32(code) }
        } else if x &+ 8 > width, y < 7 {
            let code = codes[(y &+ 1) &* 16 &+ 8 &+ width &- x]
            if code > 0 { return UInt32(code) }
        }
        return UInt32(truncatingIfNeeded: distance) &+ nearCount
    }

    /// Short codes by rows above, then by 8 - columns to the left; 0 where there is none.
    nonisolated(unsafe) private static let codes: MemoryView<UInt8> = {
        var table = [UInt8](repeating: 0, count: 128)
        for (index, (x, y)) in offsets.enumerated() { table[y * 16 + 8 - x] = UInt8(index + 1) }
        return .leaked(table)
    }()

    /// Pixels nearby in the order of their codes: columns to the left, rows above. By distance, then nearer to the
    /// column, then left before right.
    private static let offsets: [(x: Int, y: Int)] = {
        let ring: [(x: Int, y: Int)] = [
            (0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2), (2, 1), (-2, 1), (2, 2), (-2, 2),
            (0, 3), (3, 0), (1, 3), (-1, 3), (3, 1), (-3, 1), (2, 3), (-2, 3), (3, 2), (-3, 2), (0, 4), (4, 0),
            (1, 4), (-1, 4), (4, 1), (-4, 1), (3, 3), (-3, 3), (2, 4), (-2, 4), (4, 2), (-4, 2), (0, 5), (3, 4),
            (-3, 4), (4, 3), (-4, 3), (5, 0), (1, 5), (-1, 5), (5, 1), (-5, 1), (2, 5), (-2, 5), (5, 2), (-5, 2),
            (4, 4), (-4, 4), (3, 5), (-3, 5), (5, 3), (-5, 3), (0, 6), (6, 0), (1, 6), (-1, 6), (6, 1), (-6, 1),
            (2, 6), (-2, 6), (6, 2), (-6, 2), (4, 5), (-4, 5), (5, 4), (-5, 4), (3, 6), (-3, 6), (6, 3), (-6, 3),
            (0, 7), (7, 0), (1, 7), (-1, 7), (5, 5), (-5, 5), (7, 1), (-7, 1), (4, 6), (-4, 6), (6, 4), (-6, 4),
            (2, 7), (-2, 7), (7, 2), (-7, 2), (3, 7), (-3, 7), (7, 3), (-7, 3), (5, 6), (-5, 6), (6, 5), (-6, 5),
            (8, 0), (4, 7), (-4, 7), (7, 4), (-7, 4), (8, 1), (8, 2), (6, 6), (-6, 6), (8, 3), (5, 7), (-5, 7),
            (7, 5), (-7, 5), (8, 4), (6, 7), (-6, 7), (7, 6), (-7, 6), (8, 5), (7, 7), (-7, 7), (8, 6), (8, 7),
        ]
        return ring
    }()
}
