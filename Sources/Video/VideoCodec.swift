/// Codecs of videos.
public enum VideoCodec: String, Sendable, CaseIterable {
    /// H.264 in an MP4, opaque.
    case h264
    /// AV1 in an MP4, opaque.
    case av1
    /// VP9 with alpha in a WebM.
    case vp9
    /// ProRes 4444 with alpha in a QuickTime movie.
    case proRes = "prores"
    /// HEVC with alpha in a QuickTime movie.
    case hevc

    /// Encoder of ffmpeg. Of those of AV1, the one that takes any size, and a single thread.
    var encoder: String {
        switch self {
        case .h264: "libx264"
        case .av1: "libaom-av1"
        case .vp9: "libvpx-vp9"
        case .proRes: "prores_ks"
        case .hevc: "libx265"
        }
    }

    /// Names of all encoders, for messages.
    public static var encoders: String {
        let names = allCases.map(\.encoder)
        return names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
    }

    /// Program and encoders that an operator has to install for one of the codecs.
    public static func requirement(of codecs: [VideoCodec]) -> String {
        if codecs.contains(.hevc) {
            return "ffmpeg 8.0 or later with the encoder libx265 of x265 4.1 or later, built with alpha"
        }
        return "ffmpeg with the encoder " + codecs.map(\.encoder).joined(separator: " or ")
    }

    /// Whether frames have alpha.
    public var hasAlpha: Bool { self != .h264 && self != .av1 }

    /// Whether color has half the resolution, for which sides are even.
    var needsEvenSides: Bool { self == .h264 || self == .av1 || self == .hevc }
}
