internal import APNG
internal import EffectModel
import FoundationEssentials

extension Picture {
    /// A PNG in a `data:` URI: who replays a dump has neither our files nor our fonts. `nil` if it can't be encoded.
    var dataURI: String? {
        let picture = FrameEncoder.Picture(
            pixels: levels[0].pixels,
            width: width,
            height: height,
            box: nil,
            blocks: nil
        )
        guard let png = try? StillPNG([picture], effort: .balanced, colours: .lossless).bytes else { return nil }
        return "data:image/png;base64," + Data(png).base64EncodedString()
    }
}
