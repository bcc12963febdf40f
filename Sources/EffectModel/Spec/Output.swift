/// Output format and its settings, as requested by the spec.
public struct Output: Sendable, Equatable {
    /// Output formats.
    public enum Format: String, Sendable, CaseIterable {
        case apng, gif, webp, avif, svg
        /// A Lottie as JSON.
        case lottie = "lottie.json"
        /// A dotLottie: a Lottie in a ZIP.
        case dotLottie = "lottie"
        /// An animated sticker of Telegram: a Lottie within narrow limits, compressed.
        case tgs
        /// Tracks: the motion of each piece as coefficients, for a player that computes each moment.
        case tracks = "tracks.json"
        case json, ndjson
        /// An opaque video.
        case mp4
        /// A video with alpha for browsers.
        case webm
        /// A video with alpha for programs that edit videos.
        case mov
        /// A video with alpha for Apple's devices.
        case hevcMOV = "hevc.mov"

        /// Whether the format is a dump of frame data instead of an image.
        public var isData: Bool { self == .json || self == .ndjson }

        /// Whether the format has pixels: everything but frame data and vectors.
        public var isRaster: Bool { !isData && !isVector }

        /// Whether the format has formulas or keyframes instead of frames.
        public var isVector: Bool {
            switch self {
            case .svg, .lottie, .dotLottie, .tgs, .tracks: true
            case .apng, .gif, .webp, .avif, .mp4, .webm, .mov, .hevcMOV, .json, .ndjson: false
            }
        }

        /// Whether the format is a video, which the program ffmpeg encodes.
        public var isVideo: Bool {
            switch self {
            case .mp4, .webm, .mov, .hevcMOV: true
            case .apng, .gif, .webp, .avif, .svg, .lottie, .dotLottie, .tgs, .tracks, .json, .ndjson: false
            }
        }
    }

    /// Effort spent on a small file; all levels give the same pixels.
    public enum Effort: String, Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// Reduction of an image's colors to a palette.
    public enum Palette: Sendable, Equatable {
        /// All colors are kept.
        case off
        /// Up to 256 colors, the size of a palette.
        case auto
        /// Up to the given number of colors, 2...256.
        case atMost(Int)

        /// Maximum number of colors, including transparent; `nil` is unlimited.
        public var most: Int? {
            switch self {
            case .off: nil
            case .auto: 256
            case .atMost(let count): count
            }
        }
    }

    /// Quality of lossy formats.
    public enum Quality: Sendable, Equatable {
        case lossless
        /// Quality 1...100; higher is better.
        case lossy(Int)
    }

    /// Codec of an MP4.
    public enum Codec: String, Sendable, CaseIterable {
        case h264, av1
    }

    /// Image shown by viewers without animation support.
    public enum Poster: Sendable, Equatable {
        /// The first frame; the file has no additional image.
        case first
        /// The frame with the most visible contents.
        case best
        /// The frame nearest to a time in seconds of the effect.
        case time(Double)
    }

    /// A part of an image that a byte budget may reduce.
    public enum Keepsake: String, Sendable, CaseIterable {
        /// Pixels along the sides.
        case size
        /// Frames per second.
        case fps
        /// Colors of a palette; of a lossy image, its quality.
        case colors
    }

    /// Whether pixels change in encoding, other than to a palette.
    public var isLossy: Bool {
        format == .avif || format?.isVideo == true || format == .webp && quality != .lossless
    }

    /// Output format; `nil` leaves it to the request.
    public var format: Format?
    /// Effort spent on a small file.
    public var effort = Effort.balanced

    /// Reduction of colors to a palette.
    public var palette = Palette.off

    /// Quality of a WebP, AVIF or video. Other formats only lose colors.
    public var quality = Quality.lossy(75)

    /// Codec of an MP4; `nil` is H.264, or AV1 where there is no encoder of H.264.
    public var codec: Codec?

    /// Background color of semitransparent pixels in a GIF, whose pixels are either opaque or transparent, and of all
    /// that is not opaque in an MP4.
    public var matte = Color.white

    /// Still image of an animated PNG.
    public var poster = Poster.first

    /// Byte budget of an image, 1,000...1,000,000,000: quality is reduced step by step until the file fits (``QualityReduction``).
    /// `nil` is unlimited.
    public var maxBytes: Int?

    /// Order in which a byte budget spares the parts of an image: the first is reduced last. Each part is there once.
    public var keep = Keepsake.allCases

    /// Creates a value with the defaults.
    public init() {}

    /// Whether the output may have a separate poster, which only an animated PNG supports.
    package var hasPoster: Bool { poster != .first && (format == .apng || format == nil) }
}
