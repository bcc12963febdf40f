extension [UInt8] {
    /// Straight RGBA in which pixels that look alike are alike: of all colours that give the same when they are
    /// premultiplied with 8 bits, the one nearest to it. Encoders may choose any of them.
    public var canonical: [UInt8] {
        var result = self
        for pixel in stride(from: 0, to: count, by: 4) {
            let alpha = Int(self[pixel + 3])
            for channel in pixel..<pixel + 3 {
                let premultiplied = (Int(self[channel]) * alpha + 127) / 255
                result[channel] = alpha == 0 ? 0 : UInt8((2 * 255 * premultiplied + alpha) / (2 * alpha))
            }
        }
        return result
    }
}
