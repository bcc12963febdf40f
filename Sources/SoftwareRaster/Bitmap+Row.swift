internal import EffectModel

extension Bitmap {
    /// Puts a row of pixels onto row `y` from column `x` on, and notes what it touches.
    ///
    /// - Parameter source: Premultiplied; none of it beyond the bitmap. Clear pixels at its ends cost nothing further.
    mutating func blend(_ source: UnsafeBufferPointer<UInt32>, x: Int, y: Int, _ blend: DrawList.Blend) {
        precondition(x >= 0 && y >= 0 && y < height && source.count <= width - x)
        var (low, high) = (0, source.count)
        while low < high, source[low] == 0 { low += 1 }
        while high > low, source[high - 1] == 0 { high -= 1 }
        guard low < high else { return }
        touch(y, x + low..<x + high)
        let row = y * width + x
        pixels.withUnsafeMutableBufferPointer { pixels in
            // Within both buffers: see the precondition.
            let source = UnsafeBufferPointer(rebasing: source[low..<high])
            let target = UnsafeMutableBufferPointer(rebasing: pixels[row + low..<row + high])
            switch blend {
            case .normal: for i in 0..<source.count { target[i] = Pixel.over(source[i], target[i]) }
            case .add: for i in 0..<source.count { target[i] = Pixel.sum(source[i], target[i]) }
            case .screen: for i in 0..<source.count { target[i] = Pixel.screen(source[i], target[i]) }
            case .maximum: for i in 0..<source.count { target[i] = Pixel.maximum(source[i], target[i]) }
            }
        }
    }
}
