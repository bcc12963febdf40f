internal import Memory

/// Properties of an image, estimated from one row of each band before any coding is tried.
extension PixelSource {
    /// Minimum number of pixels for an estimate; fewer than one pixel in `rarity` may recur.
    private static let (fewest, rarity) = (256, 16)

    /// Whether hardly any pixel equals its left or upper neighbor. Soft light and photographs have no nearby matches,
    /// and searching for them takes as long as writing part of the image.
    var isSoft: Bool {
        var (alike, all) = (0, 0)
        for y in sampledRows {
            let base = base(ofRow: y)
            eachTouched(in: y) { row, touched in
                let above = row.suffix(from: 0 &- rowLength)
                for x in max(1, touched.lowerBound)..<max(1, touched.upperBound) {
                    let pixel = row[x]
                    if pixel &>> 24 == 0 { continue }
                    if let base, base[x] == pixel { continue }
                    all &+= 1
                    alike &+= pixel == above[x] || pixel == row[x &- 1] ? 1 : 0
                }
            }
            // The remaining rows cannot make up for these, or have another kind of content.
            if all >= Self.fewest, alike * 4 > all { return false }
        }
        return all >= Self.fewest && alike * Self.rarity < all
    }

    /// Whether many pixels recur, together with their left neighbor, in their own row or the row above: tiles and
    /// sprite strips. Meaningful where ``isSoft``.
    var isRepeated: Bool {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1 << Self.tableBits) { known in
            var (again, all) = (0, 0)
            // Half of the rows suffice, because a repetition shows in all of them.
            for (number, y) in sampledRows.enumerated() where number % 2 == 0 {
                known.initialize(repeating: 0)
                for line in [y - 1, y] {
                    eachTouched(in: line) { row, touched in
                        for x in max(1, touched.lowerBound)..<max(1, touched.upperBound) {
                            // One pixel in four, chosen by value, not by position.
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
        stride(from: 0, to: height, by: SampleRow.bandHeight(of: height))
            .map { SampleRow.number(.lower, from: $0, height: height) }
            .filter { $0 > 0 && $0 < height }
    }
}
