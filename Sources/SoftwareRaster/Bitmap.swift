/// A picture in memory: premultiplied sRGB, 8 bits a channel, that knows which stretch of each row was drawn on.
public struct Bitmap: Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// What every pixel was before anything was drawn.
    public let ground: UInt32
    /// `width × height` pixels, rows top to bottom; red in the lowest byte, so R G B A in memory.
    public internal(set) var pixels: [UInt32]
    /// For each row, the pixels that may differ from the ground: `lower..<upper`, empty if none.
    public internal(set) var touched: [Range<Int32>]

    /// A picture that shows nothing but `ground`.
    public init(width: Int, height: Int, ground: UInt32 = 0) {
        self.width = width
        self.height = height
        self.ground = ground
        pixels = Array(repeating: ground, count: width * height)
        touched = Array(repeating: 0..<0, count: height)
    }

    /// Back to the ground. Costs what was drawn, not what the canvas holds.
    mutating func clear() {
        for y in 0..<height where !touched[y].isEmpty {
            for x in Int(touched[y].lowerBound)..<Int(touched[y].upperBound) { pixels[y * width + x] = ground }
            touched[y] = 0..<0
        }
    }

    /// Notes that row `y` was drawn on in `range`.
    mutating func touch(_ y: Int, _ range: Range<Int>) {
        let (low, high) = (Int32(range.lowerBound), Int32(range.upperBound))
        let old = touched[y]
        touched[y] = old.isEmpty ? low..<high : min(old.lowerBound, low)..<max(old.upperBound, high)
    }

    /// The smallest box outside of which every pixel is the ground; `nil` if that is all of them.
    ///
    /// - Complexity: O(`height` + touched pixels).
    public var shownBox: (x: Range<Int>, y: Range<Int>)? {
        var columns: Range<Int>?
        var top: Int?
        var bottom = 0
        for y in 0..<height where !touched[y].isEmpty {
            let row = y * width
            var low = Int(touched[y].lowerBound)
            var high = Int(touched[y].upperBound)
            while low < high, pixels[row + low] == ground { low += 1 }
            while high > low, pixels[row + high - 1] == ground { high -= 1 }
            guard low < high else { continue }
            top = top ?? y
            bottom = y + 1
            columns = columns.map { min($0.lowerBound, low)..<max($0.upperBound, high) } ?? low..<high
        }
        guard let top, let columns else { return nil }
        return (columns, top..<bottom)
    }
}
