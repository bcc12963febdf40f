import EffectModel
import Testing

/// Mipmap levels of a picture.
@Suite("Pictures")
struct PictureTests {
    /// Reference: the rounded integer mean over the area of each pixel.
    private static func halved(_ pixels: [UInt32], _ width: Int, _ height: Int) -> [UInt32] {
        let (newWidth, newHeight) = (max(1, width / 2), max(1, height / 2))
        // Overlap of old pixel `p` with new pixel `q`, in units of 1/`new` of an old pixel.
        func share(_ p: Int, _ q: Int, _ old: Int, _ new: Int) -> Int {
            max(0, min((q + 1) * old, (p + 1) * new) - max(q * old, p * new))
        }
        return (0..<newHeight).flatMap { row in
            (0..<newWidth).map { column in
                var sums = [0, 0, 0, 0]
                for y in 0..<height {
                    for x in 0..<width {
                        let weight = share(x, column, width, newWidth) * share(y, row, height, newHeight)
                        for channel in 0..<4 {
                            sums[channel] += Int(pixels[y * width + x] >> (channel * 8) & 0xFF) * weight
                        }
                    }
                }
                let total = width * height
                return sums.enumerated().reduce(0) { $0 | UInt32(($1.element + total / 2) / total) << ($1.offset * 8) }
            }
        }
    }

    @Test("each level is the mean of the previous one, for even and odd sizes")
    func levels() {
        var state: UInt32 = 1
        func random() -> UInt32 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return state ^ state >> 16
        }
        let sides = Array(1...9) + [16, 17]
        for width in sides {
            for height in sides {
                let extreme: [UInt32] = [0, 0xFFFF_FFFF, 0xFF00_00FF, 0x8000_8000]
                let pixels = (0..<width * height).map { (index: Int) -> UInt32 in
                    index % 3 == 0 ? extreme[index % 4] : random()
                }
                let picture = Picture(width: width, height: height, pixels: pixels)
                for (large, small) in zip(picture.levels, picture.levels.dropFirst()) {
                    #expect(small.pixels == Self.halved(large.pixels, large.width, large.height))
                }
                #expect(picture.levels.last?.pixels.count == 1)
            }
        }
    }

    @Test("a long white strip stays white", arguments: [(100_001, 1), (1, 65_535), (4099, 3)])
    func strips(width: Int, height: Int) {
        let picture = Picture(width: width, height: height, pixels: Array(repeating: ~0, count: width * height))
        for level in picture.levels { #expect(level.pixels.allSatisfy { $0 == ~0 }) }
    }
}
