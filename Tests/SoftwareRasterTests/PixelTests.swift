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
                // The largest channels that premultiplied pixels can have, and one of none.
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

    @Test func `sums are cut at 255, channel by channel, for all pairs`() {
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
        #expect(Ink(SIMD4(7, -3, 0, 1)).solid & 0xFF == 255)  // nothing traps, whatever comes
    }
}
