/// In what form an answer is wanted, where the spec says so itself.
public struct Output: Sendable, Equatable {
    /// What an answer can be.
    public enum Format: String, Sendable, CaseIterable {
        case apng, gif, webp, json, ndjson

        /// Whether it is what frames show as data, and no picture.
        public var isData: Bool { self == .json || self == .ndjson }
    }

    /// How much work goes into making a picture's file small. All are lossless.
    public enum Effort: String, Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// Whether a picture's colours are reduced to those of a palette.
    public enum Palette: Sendable, Equatable {
        /// Never.
        case off
        /// To as many as a palette may have, 256.
        case auto
        /// To so many at the most, 2...256.
        case atMost(Int)

        /// The most colours, what is transparent among them; `nil` for all that there are.
        public var most: Int? {
            switch self {
            case .off: nil
            case .auto: 256
            case .atMost(let count): count
            }
        }
    }

    /// What a picture that loses something keeps.
    public enum Quality: Sendable, Equatable {
        case lossless
        /// 1...100, more is better.
        case lossy(Int)
    }

    /// What a viewer shows that does not know how to animate.
    public enum Poster: Sendable, Equatable {
        /// The first frame: the file has no other picture.
        case first
        /// The frame on which most is to be seen.
        case best
        /// The frame nearest to so many seconds of the effect.
        case time(Double)
    }

    /// The form of the answer; `nil` leaves it to the request.
    public internal(set) var format: Format?
    /// How small a picture's file becomes.
    public internal(set) var effort = Effort.balanced

    /// Whether a picture's colours are reduced.
    public internal(set) var palette = Palette.off

    /// What a WebP keeps. The other formats lose nothing but colours.
    public internal(set) var quality = Quality.lossy(75)

    /// What shines through the soft edges of a GIF, whose pixels are opaque or nothing at all.
    public internal(set) var matte = Color.white

    /// What an animated PNG shows where it does not move.
    public internal(set) var poster = Poster.first

    /// The most bytes that a picture may have, 1,000...1,000,000,000: what is asked for is given up bit by bit until it fits
    /// (``Trade``). `nil` for any number.
    public internal(set) var maxBytes: Int?

    /// Whether there may be a poster: an animated PNG alone has one.
    var hasPoster: Bool { poster != .first && (format == .apng || format == nil) }

    static let properties: [Property<Output>] = [
        .optional("format", \.format, .choice(later: ["sheet"])),
        .field("effort", \.effort, .choice()),
        .field("palette", \.palette, Palette.codec),
        .optional("maxBytes", \.maxBytes, .bytes(in: 1000...1_000_000_000)),
        .field("quality", \.quality, Quality.codec),
        .field("matte", \.matte, Color.codec),
        .after { object, output in
            guard output.matte.components.w < 1 else { return }
            let found = "a colour with alpha \(NumberText.plain(output.matte.components.w))"
            object.context.fault(.outOfRange, at: object.pointer(to: "matte"), found: found, allowed: "an opaque one")
        },
        .field("poster", \.poster, Poster.codec),
    ]
}
