import EffectModel
@testable import SoftwareRaster
import Testing

struct PixelTests {
    @Test func `scaling rounds every product of two bytes to nearest`() {
        for value in UInt32(0)...255 {
            for factor in UInt32(0)...255 {
                let pixel = value | value << 8 | value << 16 | value << 24
                let expected = (2 * value * factor + 255) / 510
                let result = Pixel.scaled(pixel, by: factor)
                if result != expected | expected << 8 | expected << 16 | expected << 24 {
                    Issue.record("\(value) × \(factor) / 255 gave \(String(result, radix: 16))")
                }
            }
        }
    }

    @Test func `fading rounds every channel and opacity to nearest`() {
        for value in UInt32(0)...255 {
            for opacity in stride(from: UInt32(0), through: 65_535, by: 257) {
                let exact = Double(value) * Double(opacity) / 65_535
                let result = Pixel.faded(value | value << 24, by: opacity)
                #expect(abs(Double(result & 0xFF) - exact) <= 0.5 && result >> 24 == result & 0xFF)
            }
        }
    }

    @Test func `source over keeps every channel at or below alpha`() {
        for alpha in stride(from: UInt32(0), through: 255, by: 3) {
            for below in stride(from: UInt32(0), through: 255, by: 5) {
                // The largest channel of a premultiplied pixel, and a channel of 0.
                let source = alpha | 0 << 8 | alpha << 16 | alpha << 24
                let target = below | below << 8 | 0 << 16 | below << 24
                let result = Pixel.over(source, target)
                let top = result >> 24
                #expect(result & 0xFF <= top && result >> 8 & 0xFF <= top && result >> 16 & 0xFF <= top)
                let expected = alpha + (2 * below * (255 - alpha) + 255) / 510
                #expect(top == expected)
            }
        }
    }

    @Test func `sums saturate at 255 in every channel`() {
        for a in UInt32(0)...255 {
            for b in UInt32(0)...255 {
                let result = Pixel.sum(a | a << 24, b | (255 - a) << 8 | b << 24)
                let expected = min(255, a + b)
                if result != expected | (255 - a) << 8 | expected << 24 { Issue.record("\(a) + \(b)") }
            }
        }
    }

    @Test func `ink times coverage is rounded once`() {
        let ink = Ink(SIMD4(1, 0.5, 0.25, 0.75))
        for coverage in UInt32(0)...255 {
            let pixel = ink.pixel(coverage)
            let exact = [0.75, 0.375, 0.1875, 0.75].map { $0 * Double(coverage) }
            for (channel, value) in exact.enumerated() {
                #expect(abs(Double(pixel >> (8 * UInt32(channel)) & 0xFF) - value) <= 0.51)
            }
        }
        #expect(ink.pixel(255) == ink.solid)
        #expect(Ink(.one).solid == 0xFFFF_FFFF)
        #expect(Ink(SIMD4(7, -3, 0, 1)).solid & 0xFF == 255)  // out-of-range values do not trap
    }

    @Test(arguments: 0..<40)
    func `four pixels at once equal four single pixels`(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next() -> UInt32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 32)
        }
        func premultiplied() -> UInt32 { Pixel.scaled(next() | 0xFF00_0000, by: next() >> 24) }
        let fraction = { Double(next()) / Double(UInt32.max) }
        let ink = Ink(seed == 0 ? .one : SIMD4(fraction(), fraction(), fraction(), seed < 9 ? 1 : fraction()))
        for _ in 0..<64 {
            // The ends of the range are frequent.
            let coverage = SIMD4<UInt32>((0..<4).map { _ in min(255, next() >> 23) &* (next() & 3 == 0 ? 0 : 1) })
            let below = SIMD4<UInt32>((0..<4).map { _ in premultiplied() })
            let source = ink.block.block(coverage)
            let over = source.over(PixelBlock(below)).pixels
            let sum = source.sum(PixelBlock(below)).pixels
            for lane in 0..<4 {
                let pixel = ink.pixel(coverage[lane])
                #expect(source.pixels[lane] == pixel)
                #expect(over[lane] == Pixel.over(pixel, below[lane]))
                #expect(sum[lane] == Pixel.sum(pixel, below[lane]))
                for blend in DrawList.Blend.allCases {
                    let block = source.blended(PixelBlock(below), blend).pixels
                    #expect(block[lane] == Pixel.blended(pixel, destination: below[lane], blend: blend))
                }
            }
        }
    }

    @Test func `an ink's channel times coverage is rounded to nearest, alone and in blocks`() {
        for channel in stride(from: 0, through: 65_535, by: 331) {
            let ink = Ink(
                SIMD4(repeating: 1).replacing(with: Double(channel) / 65_535, where: [true, false, false, false])
            )
            for coverage in UInt32(0)...255 {
                let exact = (UInt32(channel) * coverage * 2 + 65_535) / 131_070
                let block = ink.block.block(SIMD4(repeating: coverage)).pixels
                if ink.pixel(coverage) & 0xFF != exact || block[2] & 0xFF != exact {
                    Issue.record("\(channel) × \(coverage)")
                }
            }
        }
    }
}
