import Testing

@testable import Video

/// Conversion of pixels to the planes that encoders take.
@Suite struct `Planar frames` {
    /// Y, Cb and Cr of a color by BT.709, not rounded.
    private static func converted(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return [
            16 + 219 / 255 * luma, 128 + 224 / 255 * (blue - luma) / 1.8556, 128 + 224 / 255 * (red - luma) / 1.5748,
        ]
    }

    private static func channels(_ pixel: UInt32) -> [Double] {
        (0..<4).map { Double(pixel >> (8 * UInt32($0)) & 0xFF) }
    }

    @Test func `every color is rounded to the nearest level, or nearly so`() {
        var worst = 0.0
        for red in stride(from: UInt32(0), through: 255, by: 5) {
            for green in stride(from: UInt32(0), through: 255, by: 5) {
                for blue in stride(from: UInt32(0), through: 255, by: 5) {
                    var frame = PlanarFrame(width: 1, height: 1, hasAlpha: false)
                    frame.load([red | green << 8 | blue << 16 | 0xFF00_0000].span)
                    let exact = Self.converted(Double(red), Double(green), Double(blue))
                    for (own, exact) in zip(frame.bytes, exact) { worst = max(worst, abs(Double(own) - exact)) }
                }
            }
        }
        #expect(worst < 0.51)
    }

    @Test func `gray has no color, and black and white have the ends of the range`() {
        for level in UInt32(0)...255 {
            var frame = PlanarFrame(width: 1, height: 1, hasAlpha: false)
            frame.load([level * 0x1_0101].span)
            #expect(frame.bytes[1...] == [128, 128])
            if level == 0 { #expect(frame.bytes[0] == 16) }
            if level == 255 { #expect(frame.bytes[0] == 235) }
        }
    }

    @Test(arguments: [(6, 4), (5, 3), (1, 7), (8, 1), (19, 5)], [false, true])
    func `planes follow each other, and differences are those of the mean color of four pixels`(
        _ sides: (Int, Int),
        _ hasAlpha: Bool
    ) {
        let (width, height) = sides
        let pixels = (1...UInt32(width * height)).map { $0 &* 2_654_435_761 }
        var frame = PlanarFrame(width: width, height: height, hasAlpha: hasAlpha)
        frame.load(pixels.span)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        #expect(frame.bytes.count == width * height * (hasAlpha ? 2 : 1) + 2 * halfWidth * halfHeight)
        for (place, pixel) in pixels.enumerated() {
            let channels = Self.channels(pixel)
            #expect(abs(Double(frame.bytes[place]) - Self.converted(channels[0], channels[1], channels[2])[0]) < 0.51)
            if hasAlpha { #expect(frame.bytes[frame.bytes.count - pixels.count + place] == UInt8(pixel >> 24)) }
        }
        for row in 0..<halfHeight {
            for column in 0..<halfWidth {
                var mean = [0.0, 0, 0]
                for y in [2 * row, min(2 * row + 1, height - 1)] {
                    for x in [2 * column, min(2 * column + 1, width - 1)] {
                        let channels = Self.channels(pixels[y * width + x])
                        for channel in 0..<3 { mean[channel] += channels[channel] / 4 }
                    }
                }
                let exact = Self.converted(mean[0], mean[1], mean[2])
                for plane in 1...2 {
                    let start = pixels.count + (plane - 1) * halfWidth * halfHeight
                    #expect(abs(Double(frame.bytes[start + row * halfWidth + column]) - exact[plane]) < 0.51)
                }
            }
        }
    }
}
