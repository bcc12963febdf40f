/// Rows of straight RGBA, each behind its filter type: what a PNG compresses. The type is 0, none, which suits sparse
/// flat pieces best.
struct Scanlines {
    private(set) var bytes: [UInt8] = []
    private var stride = 0

    /// Starts anew with transparent rows, in the same memory.
    mutating func clear(width: Int, height: Int) {
        stride = 4 * width + 1
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: repeatElement(0, count: stride * height))
    }

    /// Writes the part of `picture` within `box`, whose left edge goes to `column`; its top row is the first one.
    mutating func put(_ picture: FrameEncoder.Picture, _ box: (x: Range<Int>, y: Range<Int>), at column: Int = 0) {
        for y in box.y {
            var columns = box.x
            if let touched = picture.touched?[y] {
                columns = columns.clamped(to: Int(touched.lowerBound)..<Int(touched.upperBound))
            }
            var target = (y - box.y.lowerBound) * stride + 1 + 4 * (column + columns.lowerBound - box.x.lowerBound)
            for source in y * picture.width + columns.lowerBound..<y * picture.width + columns.upperBound {
                let pixel = StraightAlpha.pixel(picture.pixels[source])
                if pixel != 0 {
                    bytes[target] = UInt8(truncatingIfNeeded: pixel)
                    bytes[target + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    bytes[target + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
                    bytes[target + 3] = UInt8(truncatingIfNeeded: pixel >> 24)
                }
                target += 4
            }
        }
    }
}
