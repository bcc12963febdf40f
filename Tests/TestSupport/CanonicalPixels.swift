extension [UInt8] {
    /// Straight RGBA in which equivalent pixels are equal: among all colors with the same 8-bit premultiplied value,
    /// the nearest one. Encoders may choose any of them.
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
