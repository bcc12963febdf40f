extension Bitmap {
    /// Sum of alpha over the touched pixels, in 255ths of a pixel. On a transparent background, a measure of the
    /// visible content.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    public var coverage: Int {
        var sum = 0
        for y in touchedRows where spans[y].low < spans[y].high {
            let row = y * width
            for index in row + Int(spans[y].low)..<row + Int(spans[y].high) { sum += Int(pixels[index] >> 24) }
        }
        return sum
    }

    /// Difference from an image of the same size: the sum of all absolute differences of channels, at points of a grid
    /// at most 128 wide and high.
    ///
    /// - Complexity: O(points).
    public func difference(from other: Bitmap) -> Int {
        let (columns, rows) = (min(width, 128), min(height, 128))
        var sum = 0
        for row in 0..<rows {
            let start = (2 * row + 1) * height / (2 * rows) * width
            for column in 0..<columns {
                let index = start + (2 * column + 1) * width / (2 * columns)
                let (mine, theirs) = (pixels[index], other.pixels[index])
                guard mine != theirs else { continue }
                for shift: UInt32 in [0, 8, 16, 24] {
                    sum += abs(Int(mine >> shift & 255) - Int(theirs >> shift & 255))
                }
            }
        }
        return sum
    }
}
