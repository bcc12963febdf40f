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
    var dataURI: String? {
        let picture = FrameEncoder.Picture(
            pixels: levels[0].pixels,
            width: width,
            height: height,
            box: nil,
            blocks: nil
        )
        guard let png = try? StillPNG([picture], effort: .balanced, colors: .lossless).bytes else { return nil }
        return "data:image/png;base64," + Data(png).base64EncodedString()
    }
}
