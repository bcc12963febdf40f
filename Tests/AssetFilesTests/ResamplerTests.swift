import Testing

@testable import AssetFiles

/// Images scaled by tents.
@Suite("Resampler")
struct ResamplerTests {
    private func scaled(_ pixels: [UInt32], width: Int, by scale: Double, at corner: SIMD2<Double> = .zero)
        -> (pixels: [UInt32], width: Int, x: Int, y: Int)
    {
        Resampler(pixels, width: width).resampled(scale: SIMD2(repeating: scale), corner: corner)
    }

    @Test("the inside of a flat image stays as it is, and its edge fades", arguments: [0.3, 0.5, 2, 3.7])
    func flat(scale: Double) {
        let result = scaled([UInt32](repeating: 0xFF40_8020, count: 400), width: 20, by: scale, at: SIMD2(2.25, 3.5))
        let height = result.pixels.count / result.width
        #expect(result.pixels[height / 2 * result.width + result.width / 2] == 0xFF40_8020)
        #expect(result.pixels[0] >> 24 < 128)
        #expect(abs(Double(result.x) - 2.25 + scale / 2) <= 1 && abs(Double(result.y) - 3.5 + scale / 2) <= 1)
    }

    @Test("the sum of all alphas grows with the area", arguments: [0.25, 0.6, 1.5, 4])
    func area(scale: Double) {
        let pixels = (0..<900).map { UInt32($0 * 7919 % 256) << 24 }
        let before = pixels.reduce(0.0) { $0 + Double($1 >> 24) }
        let after = scaled(pixels, width: 30, by: scale, at: SIMD2(0.4, 0.7)).pixels.reduce(0.0) {
            $0 + Double($1 >> 24)
        }
        #expect(abs(after / (before * scale * scale) - 1) < 0.02)
    }

    @Test("an image of the same size at whole pixels is copied")
    func copy() {
        let pixels = (0..<64).map { (index: UInt32) -> UInt32 in index * 4 << 24 | index }
        let result = scaled(pixels, width: 8, by: 1, at: SIMD2(5, 6))
        for y in 0..<8 {
            for x in 0..<8 {
                let place = (y + 6 - result.y) * result.width + x + 5 - result.x
                #expect(result.pixels[place] == pixels[y * 8 + x])
            }
        }
    }
}
