internal import CVector
internal import EffectModel

/// A colour ready to be multiplied by alphas that have a point: premultiplied, each channel times 255.
struct DotInk {
    private let red: SIMD4<Float>
    private let green: SIMD4<Float>
    private let blue: SIMD4<Float>
    private let alpha: SIMD4<Float>
    /// For loops of 16 bits a channel.
    let raw: hanabi_ink
    /// Red, green, blue, alpha, 16 bits each, from the lowest bits up.
    let wide: UInt64

    /// From straight components in 0...1; what lies outside, or is no number, is taken as the nearest end.
    init(_ color: SIMD4<Double>) {
        func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        let full = bounded(color.w) * 255
        red = SIMD4(repeating: Float(bounded(color.x) * full))
        green = SIMD4(repeating: Float(bounded(color.y) * full))
        blue = SIMD4(repeating: Float(bounded(color.z) * full))
        alpha = SIMD4(repeating: Float(full))
        let ink = Ink(color)
        (raw, wide) = (ink.raw, ink.wide)
    }

    /// Red, green, blue, alpha.
    var channels: SIMD4<Float> { SIMD4(red.x, green.x, blue.x, alpha.x) }

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

/// A spot's ink upon what is there.
struct GlowPainter<Blending: Blender> {
    typealias Format = Blending.Format

    let ink: DotInk
    let blender: Blending

    /// Four pixels, by their alphas in 0...1; where that is 0, the pixel stays.
    @inline(__always)
    func painted(_ pixels: Format.Block, _ alphas: SIMD4<Float>) -> Format.Block {
        blender.blended(Format.lit(ink, alphas), pixels)
    }
}
