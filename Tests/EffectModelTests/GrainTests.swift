import Testing

@testable import EffectModel

/// Compressibility estimate of a picture: noise once cost five times its prediction.
struct GrainTests {
    private func picture(_ pixel: (Int, Int) -> UInt32) -> Picture {
        let pixels = (0..<64).flatMap { y in (0..<64).map { x in pixel(x, y) } }
        return Picture(width: 64, height: 64, pixels: pixels)
    }

    @Test func `grain is zero for flat pictures, one for noise and a half for gradients`() {
        #expect(picture { _, _ in 0xFF80_8080 }.grain == Array(repeating: 0, count: 7))
        let random = RandomStream(key: 1)
        let noise = picture { x, y in 0xFF00_0000 | UInt32(random.unit(UInt64(64 * y + x)) * 0xFF_FFFF) }
        #expect(noise.grain[0] > 0.99)
        let soft = picture { x, y in 0xFF00_0000 | UInt32(x + y) }
        #expect(abs(soft.grain[0] - 0.5) < 0.01)
    }

    @Test func `a picture that is flat at full size may be noise when minified`() {
        // Blocks of 4 × 4 pixels in random colors.
        let random = RandomStream(key: 1)
        let blocks = picture { x, y in
            0xFF00_0000 | UInt32(random.unit(UInt64(16 * (y / 4) + x / 4)) * 0xFF_FFFF)
        }
        #expect(blocks.grain[0] < 0.5 && blocks.grain[2] > 0.9)
        #expect(blocks.grain(at: 4) <= blocks.grain(at: 1) && blocks.grain(at: 0.25) > 0.9)
    }
}
