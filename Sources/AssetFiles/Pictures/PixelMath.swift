/// Arithmetic on pixels.
enum PixelMath {
    /// Multiplies colors by their alpha, rounding to nearest.
    ///
    /// - Parameter pixels: Pixels R G B A in memory, as decoders write them.
    /// - Returns: Premultiplied pixels with red in the lowest byte.
    static func premultiplied(_ pixels: [UInt32]) -> [UInt32] {
        pixels.map { stored in
            let pixel = UInt32(littleEndian: stored)
            let alpha = pixel >> 24
            switch alpha {
            case 255: return pixel
            case 0: return 0
            default:
                return scaled(pixel, by: alpha) | scaled(pixel >> 8, by: alpha) << 8
                    | scaled(pixel >> 16, by: alpha) << 16 | alpha << 24
            }
        }
    }

    /// ⌊v·factor/255⌉ for the lowest byte v, exact for products of two bytes.
    static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
        let product = (pixel & 0xFF) * factor + 128
        return (product + product >> 8) >> 8
    }

    /// A premultiplied pixel drawn over another.
    static func over(_ pixel: UInt32, _ ground: UInt32) -> UInt32 {
        let rest = 255 - (pixel >> 24)
        guard rest < 255, rest > 0 else { return rest == 0 ? pixel : ground }
        return (0..<4).reduce(0) { sum, channel in
            let shift = UInt32(channel * 8)
            return sum | ((pixel >> shift & 0xFF) + scaled(ground >> shift, by: rest)) << shift
        }
    }

    /// Pixels of an image after rotation and mirroring.
    ///
    /// - Parameter orientation: TIFF orientation, 1...8. 5...8 exchange width and height.
    static func oriented(_ pixels: [UInt32], width: Int, height: Int, orientation: Int) -> [UInt32] {
        guard orientation > 1 else { return pixels }
        let isTurned = orientation >= 5
        let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
        let mirrorsX = [2, 3, 7, 8].contains(orientation)
        let mirrorsY = [3, 4, 6, 7].contains(orientation)
        var turned: [UInt32] = []
        turned.reserveCapacity(pixels.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (column, row) = isTurned ? (y, x) : (x, y)
                turned.append(
                    pixels[(mirrorsY ? height - 1 - row : row) * width + (mirrorsX ? width - 1 - column : column)]
                )
            }
        }
        return turned
    }
}
