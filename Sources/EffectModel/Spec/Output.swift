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

        /// Whether the format is a dump of frame data instead of an image.
        public var isData: Bool { self == .json || self == .ndjson }

        /// Whether the format has pixels: everything but frame data and vectors.
        public var isRaster: Bool { !isData && !isVector }

        /// Whether the format has formulas or keyframes instead of frames.
        public var isVector: Bool {
            switch self {
            case .svg, .lottie, .dotLottie, .tgs, .tracks: true
            case .apng, .gif, .webp, .avif, .json, .ndjson: false
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

    /// Image shown by viewers without animation support.
    public enum Poster: Sendable, Equatable {
        /// The first frame; the file has no additional image.
        case first
        /// The frame with the most visible contents.
        case best
        /// The frame nearest to a time in seconds of the effect.
        case time(Double)
    }

    /// Whether pixels change in encoding, other than to a palette.
    public var isLossy: Bool { format == .avif || format == .webp && quality != .lossless }

    /// Output format; `nil` leaves it to the request.
    public var format: Format?
    /// Effort spent on a small file.
    public var effort = Effort.balanced

    /// Reduction of colors to a palette.
    public var palette = Palette.off

    /// Quality of a WebP or AVIF. Other formats only lose colors.
    public var quality = Quality.lossy(75)

    /// Background color of semitransparent pixels in a GIF, whose pixels are either opaque or transparent.
    public var matte = Color.white

    /// Still image of an animated PNG.
    public var poster = Poster.first

    /// Byte budget of an image, 1,000...1,000,000,000: quality is reduced step by step until the file fits (``QualityReduction``).
    /// `nil` is unlimited.
    public var maxBytes: Int?

    /// Creates a value with the defaults.
    public init() {}

    /// Whether the output may have a separate poster, which only an animated PNG supports.
    package var hasPoster: Bool { poster != .first && (format == .apng || format == nil) }
}
