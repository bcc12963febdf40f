/// A frame as encoders take it: a plane of luma, two of color differences with half its sides, and one of alpha for codecs
/// that have it. BT.709; 16...235 for luma, 16...240 for differences.
///
/// ffmpeg converts frames, too, but in the thread that encodes them, where it takes a third of the time of H.264. Here it is
/// done meanwhile, and less than half as much goes through the pipe.
struct PlanarFrame: Sendable {
    private let width: Int
    private let height: Int
    private let hasAlpha: Bool
    /// The planes, one after the other: Y, Cb, Cr, alpha.
    private(set) var bytes: [UInt8]

    /// A frame with the given sides in pixels, at least 1.
    init(width: Int, height: Int, hasAlpha: Bool) {
        (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
        let differences = (width + 1) / 2 * ((height + 1) / 2)
        bytes = [UInt8](repeating: 0, count: width * height * (hasAlpha ? 2 : 1) + 2 * differences)
    }

    /// Converts pixels, `width × height`, straight RGBA with R in the lowest byte.
    mutating func load(_ pixels: Span<UInt32>) {
        let (width, height, hasAlpha) = (width, height, hasAlpha)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        precondition(pixels.count == width * height)
        let blueStart = width * height
        let redStart = blueStart + halfWidth * halfHeight
        var span = bytes.mutableSpan
        var planes = span.mutableBytes
        for row in 0..<halfHeight {
            // The last row or column of an odd side counts twice.
            let (upper, lower) = (2 * row * width, min(2 * row + 1, height - 1) * width)
            var left = 0
            while left < width {
                let half = row * halfWidth + left / 2
                let (top, bottom): (SIMD8<UInt32>, SIMD8<UInt32>)
                let count = min(8, width - left)
                if count == 8 {
                    top = pixels.bytes.unsafeLoadUnaligned(fromByteOffset: 4 * (upper + left), as: SIMD8.self)
                    bottom = pixels.bytes.unsafeLoadUnaligned(fromByteOffset: 4 * (lower + left), as: SIMD8.self)
                } else {
                    top = Self.row(pixels, from: upper + left, count: count)
                    bottom = Self.row(pixels, from: lower + left, count: count)
                }
                Self.store(Self.luma(top), count, in: &planes, at: upper + left)
                Self.store(Self.luma(bottom), count, in: &planes, at: lower + left)
                // Sums of four values fit into the halves of a word.
                let redBlue = Self.pairs(top & 0xFF_00FF &+ bottom & 0xFF_00FF)
                let green = Self.pairs(top &>> 8 & 0xFF &+ bottom &>> 8 & 0xFF)
                let (red, blue) = (redBlue & 0xFFFF, redBlue &>> 16)
                let halfCount = (count + 1) / 2
                Self.store(Self.difference(blue, (red, 6596), green), halfCount, in: &planes, at: blueStart + half)
                Self.store(Self.difference(red, (blue, 2639), green), halfCount, in: &planes, at: redStart + half)
                left += 8
            }
        }
        guard hasAlpha else { return }
        let alphaStart = redStart + halfWidth * halfHeight
        for place in 0..<pixels.count {
            planes.storeBytes(of: UInt8(pixels[place] >> 24), toByteOffset: alphaStart + place, as: UInt8.self)
        }
    }

    /// Returns up to eight pixels of a row; the last one fills the rest.
    private static func row(_ pixels: Span<UInt32>, from start: Int, count: Int) -> SIMD8<UInt32> {
        var row = SIMD8<UInt32>()
        for i in 0..<8 { row[i] = pixels[start + min(i, count - 1)] }
        return row
    }

    @inline(__always)
    private static func store<Row: SIMD & BitwiseCopyable>(
        _ row: Row,
        _ count: Int,
        in planes: inout MutableRawSpan,
        at place: Int
    )
    where Row.Scalar == UInt8 {
        if count == Row.scalarCount {
            planes.storeBytes(of: row, toByteOffset: place, as: Row.self)
        } else {
            for i in 0..<count { planes.storeBytes(of: row[i], toByteOffset: place + i, as: UInt8.self) }
        }
    }

    /// Returns sums of neighbors.
    @inline(__always)
    private static func pairs(_ row: SIMD8<UInt32>) -> SIMD4<Int32> {
        SIMD4(truncatingIfNeeded: row.evenHalf &+ row.oddHalf)
    }

    /// Returns 16 + 219 / 255 · (0.2126 R + 0.7152 G + 0.0722 B). Weights are 32,768ths: products of 15 bits are one
    /// instruction.
    @inline(__always)
    private static func luma(_ row: SIMD8<UInt32>) -> SIMD8<UInt8> {
        let sum = (row & 0xFF) &* 5983 &+ (row &>> 8 & 0xFF) &* 20_127 &+ (row &>> 16 & 0xFF) &* 2032
        return SIMD8(truncatingIfNeeded: (sum &+ (16 << 15 + 1 << 14)) &>> 15)
    }

    /// Returns 128 + 224 / 255 · (own − Y) / (2 − 2 w), where w is the channel's own share of luma, from sums of four
    /// values. The weights, in 65,536ths, add up to zero, so that gray has no color.
    @inline(__always)
    private static func difference(
        _ own: SIMD4<Int32>,
        _ other: (sum: SIMD4<Int32>, weight: Int32),
        _ green: SIMD4<Int32>
    ) -> SIMD4<UInt8> {
        let sum = own &* 28_784 &- other.sum &* other.weight &- green &* (28_784 &- other.weight)
        return SIMD4(truncatingIfNeeded: (sum &+ (128 << 18 + 1 << 17)) &>> 18)
    }
}
