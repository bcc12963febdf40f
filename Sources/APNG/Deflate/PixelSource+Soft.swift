/// What can be told of a picture from a few rows, one of each band, before anything is tried with it.
extension PixelSource {
    /// To be told from so many pixels, of which fewer than one in so many is as another.
    private static let (fewest, rarity) = (256, 16)

    /// Whether hardly any pixel is as the one beside it or above: in soft light and photographs there is nothing to be found so near,
    /// and looking for it takes as long as writing some of it.
    var isSoft: Bool {
        var (alike, all) = (0, 0)
        for y in sampledRows {
            let base = base(ofRow: y)
            eachTouched(in: y) { row, touched in
                let above = row - rowLength
                for x in max(1, touched.lowerBound)..<max(1, touched.upperBound) {
                    let pixel = row[x]
                    if pixel &>> 24 == 0 { continue }
                    if let base, base[x] == pixel { continue }
                    all &+= 1
                    alike &+= pixel == above[x] || pixel == row[x &- 1] ? 1 : 0
                }
            }
            // The rest can't make up for that, or is of another kind.
            if all >= Self.fewest, alike * 4 > all { return false }
        }
        return all >= Self.fewest && alike * Self.rarity < all
    }

    /// Whether many pixels come again, each with the one before it, in their own row or the one above: tiles, and the pictures of a
    /// strip. To be asked where ``isSoft``.
    var isRepeated: Bool {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1 << Self.tableBits) { known in
            var (again, all) = (0, 0)
            // Half of them are enough: what repeats is in all.
            for (number, y) in sampledRows.enumerated() where number % 2 == 0 {
                known.initialize(repeating: 0)
                for line in [y - 1, y] {
                    eachTouched(in: line) { row, touched in
                        for x in max(1, touched.lowerBound)..<max(1, touched.upperBound) {
                            // One in four of them, wherever they stand.
                            let hash = row[x] &* 0x9E37_79B1
                            guard hash &>> 30 == 0, row[x] &>> 24 != 0 else { continue }
                            let pair = UInt64(row[x]) &<< 32 | UInt64(row[x &- 1])
                            let slot = Int(truncatingIfNeeded: hash &>> UInt32(30 - Self.tableBits))
                            if line == y, row[x] != row[x &- 1] {
                                all &+= 1
                                again &+= known[slot] == pair ? 1 : 0
                            }
                            known[slot] = pair
                        }
                    }
                }
            }
            return again * Self.rarity >= all
        }
    }

    private static let tableBits = 10

    private var sampledRows: [Int] {
        stride(from: 0, to: height, by: RowSample.bandHeight(of: height))
            .map { RowSample.row(.lower, from: $0, height: height) }
            .filter { $0 > 0 && $0 < height }
    }
}
