internal import CKernels
internal import EffectModel

/// A color prepared for multiplication by floating-point alphas: premultiplied, each channel times 255.
struct DotInk {
    private let red: SIMD4<Float>
    private let green: SIMD4<Float>
    private let blue: SIMD4<Float>
    private let alpha: SIMD4<Float>
    /// Ink for kernels with 16 bits per channel.
    let raw: hanabi_ink
    /// Channels red, green, blue, alpha with 16 bits each, from the lowest bits up.
    let wide: UInt64

    /// Creates an ink from unpremultiplied components in 0...1; others are clamped, and NaN is 0.
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

    /// Channels red, green, blue, alpha.
    var channels: SIMD4<Float> { SIMD4(red.x, green.x, blue.x, alpha.x) }

    /// Pixels of the color for alphas in 0...1; each channel is rounded once, to nearest. No channel exceeds alpha,
    /// since every step is monotonic.
    @inline(__always)
    func pixels(_ alphas: SIMD4<Float>) -> SIMD4<UInt32> {
        // Above 2²³ a float has no fraction, and the added constant is in the highest byte alone: XOR removes it from
        // the first channel, and shifts remove it from the others.
        @inline(__always)
        func bits(_ channel: SIMD4<Float>) -> SIMD4<UInt32> {
            unsafeBitCast(channel * alphas + 0x1p23, to: SIMD4<UInt32>.self)
        }
        let low = (bits(red) ^ Float(0x1p23).bitPattern) | (bits(green) &<< 8)
        return low | (bits(blue) &<< 16) | (bits(alpha) &<< 24)
    }
}

/// Paints a dot's ink onto existing pixels.
struct GlowPainter<Blending: Blender> {
    typealias Format = Blending.Format

    let ink: DotInk
    let blender: Blending

    /// Paints four pixels by their alphas in 0...1; at 0, the pixel stays unchanged.
    @inline(__always)
    func painted(_ pixels: Format.Block, _ alphas: SIMD4<Float>) -> Format.Block {
        blender.blended(Format.lit(ink, alphas), pixels)
    }
}
