internal import EffectModel

/// A colour ready to be multiplied by alphas that have a point: premultiplied, each channel times 255.
struct DotInk {
    private let red: SIMD4<Float>
    private let green: SIMD4<Float>
    private let blue: SIMD4<Float>
    private let alpha: SIMD4<Float>

    /// From straight components in 0...1; what lies outside, or is no number, is taken as the nearest end.
    init(_ color: SIMD4<Double>) {
        func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        let full = bounded(color.w) * 255
        red = SIMD4(repeating: Float(bounded(color.x) * full))
        green = SIMD4(repeating: Float(bounded(color.y) * full))
        blue = SIMD4(repeating: Float(bounded(color.z) * full))
        alpha = SIMD4(repeating: Float(full))
    }

    /// Red, green, blue, alpha.
    var channels: SIMD4<Float> { SIMD4(red.x, green.x, blue.x, alpha.x) }

    /// Whether any of it could be seen.
    var isSeen: Bool { alpha.x >= 0.5 }

    /// Pixels of this colour, by their alphas in 0...1: each channel is rounded once, to nearest. None ends above alpha, as
    /// all of this is monotonous.
    @inline(__always)
    func pixels(_ alphas: SIMD4<Float>) -> SIMD4<UInt32> {
        // Above 2²³ there are no digits behind the point, and what was added is all in the highest byte: three of the
        // four are shifted out.
        @inline(__always)
        func bits(_ channel: SIMD4<Float>) -> SIMD4<UInt32> {
            unsafeBitCast(channel * alphas + 0x1p23, to: SIMD4<UInt32>.self)
        }
        let low = (bits(red) ^ Float(0x1p23).bitPattern) | (bits(green) &<< 8)
        return low | (bits(blue) &<< 16) | (bits(alpha) &<< 24)
    }
}

/// What becomes of pixels under a spot.
protocol GlowPainter {
    /// Four pixels, by their alphas in 0...1; where that is 0, the pixel stays.
    func painted(_ pixels: SIMD4<UInt32>, _ alphas: SIMD4<Float>) -> SIMD4<UInt32>
}

struct GlowOver: GlowPainter {
    let ink: DotInk

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ alphas: SIMD4<Float>) -> SIMD4<UInt32> {
        PixelBlock(ink.pixels(alphas)).over(PixelBlock(pixels)).pixels
    }
}

struct GlowSum: GlowPainter {
    let ink: DotInk

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ alphas: SIMD4<Float>) -> SIMD4<UInt32> {
        PixelBlock.sum(ink.pixels(alphas), pixels)
    }
}

struct GlowBlend: GlowPainter {
    let ink: DotInk
    let blend: DrawList.Blend

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ alphas: SIMD4<Float>) -> SIMD4<UInt32> {
        PixelBlock(ink.pixels(alphas)).blended(PixelBlock(pixels), blend).pixels
    }
}
