internal import APNG
internal import EffectModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Picture {
    /// The image as a PNG in a `data:` URI, since programs that replay a dump have neither our files nor our fonts.
    /// `nil` if encoding fails.
    var dataURI: String? { dataURI(tint: SIMD3(1, 1, 1)) }

    /// The image in a tint, as a PNG in a `data:` URI.
    ///
    /// - Parameters:
    ///   - tint: Factors of red, green and blue, 0...1.
    ///   - isStopped: Checked while the image is encoded.
    func dataURI(tint: SIMD3<Double>, unless isStopped: () -> Bool = { false }) -> String? {
        var pixels = levels[0].pixels
        if (tint - 1).min() < -0.001 {
            let factors = (0..<3).map { UInt32((max(0, min(1, tint[$0])) * 256).rounded()) }
            pixels = pixels.map { pixel in
                (0..<3).reduce(pixel & 0xFF00_0000) { sum, part in
                    let place = UInt32(8 * part)
                    return sum | ((((pixel >> place) & 0xFF) * factors[part] + 128) >> 8) << place
                }
            }
        }
        let picture = FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: height,
            box: nil,
            blocks: nil
        )
        guard let png = try? StillPNG([picture], effort: .balanced, colors: .lossless, unless: isStopped).bytes else {
            return nil
        }
        return "data:image/png;base64," + Data(png).base64EncodedString()
    }
}
