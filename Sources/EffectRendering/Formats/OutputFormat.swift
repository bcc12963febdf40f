public import EffectModel
package import WorkScheduling

/// A format for all frames of an effect. One row of ``row`` says everything that differs between formats outside their
/// encoders.
public enum OutputFormat: Sendable, Equatable, CaseIterable {
    /// An animated PNG under the name that every decoder, old browser and image proxy accepts.
    case png
    case apng
    case webp
    case gif
    case avif
    /// An opaque video.
    case mp4
    /// A video with alpha for browsers.
    case webm
    /// A video with alpha for programs that edit videos.
    case mov
    /// A video with alpha for Apple's devices.
    case hevcMOV
    /// Formulas instead of frames: an animated SVG.
    case svg
    /// Keyframes instead of frames: a Lottie as JSON.
    case lottie
    /// A Lottie in a ZIP.
    case dotLottie
    /// An animated sticker of Telegram.
    case tgs
    /// Coefficients of motions instead of frames, as JSON for a player.
    case tracks
    case json
    /// Frames as data, one line for each.
    case ndjson

    private struct Row {
        /// Value of `Content-Type`.
        let mediaType: String
        let fileExtension: String
        /// Name in a spec's output.
        let format: Output.Format
        /// Class of cost.
        let kind: WorkKind
        /// Whether the bytes of a frame can be sent before later frames are known.
        let isStreamed: Bool
    }

    private var row: Row {
        func row(_ mediaType: String, ext: String, format: Output.Format, kind: WorkKind, streamed: Bool) -> Row {
            Row(mediaType: mediaType, fileExtension: ext, format: format, kind: kind, isStreamed: streamed)
        }
        return switch self {
        case .png: row("image/png", ext: "png", format: .apng, kind: .apng, streamed: true)
        case .apng: row("image/apng", ext: "apng", format: .apng, kind: .apng, streamed: true)
        case .webp: row("image/webp", ext: "webp", format: .webp, kind: .webp, streamed: false)
        case .gif: row("image/gif", ext: "gif", format: .gif, kind: .gif, streamed: true)
        case .avif: row("image/avif", ext: "avif", format: .avif, kind: .avif, streamed: false)
        case .mp4: row("video/mp4", ext: "mp4", format: .mp4, kind: .video, streamed: false)
        case .webm: row("video/webm", ext: "webm", format: .webm, kind: .video, streamed: false)
        case .mov: row("video/quicktime", ext: "mov", format: .mov, kind: .video, streamed: false)
        case .hevcMOV: row("video/quicktime", ext: "hevc.mov", format: .hevcMOV, kind: .video, streamed: false)
        case .svg: row("image/svg+xml", ext: "svg", format: .svg, kind: .vector, streamed: false)
        case .lottie: row("video/lottie+json", ext: "lottie.json", format: .lottie, kind: .vector, streamed: false)
        case .dotLottie:
            row("application/zip+dotlottie", ext: "lottie", format: .dotLottie, kind: .vector, streamed: false)
        case .tgs: row("application/x-tgsticker", ext: "tgs", format: .tgs, kind: .vector, streamed: false)
        case .tracks:
            row(
                "application/vnd.hanabi.tracks+json",
                ext: "tracks.json",
                format: .tracks,
                kind: .vector,
                streamed: false
            )
        case .json: row("application/json", ext: "json", format: .json, kind: .dump, streamed: true)
        case .ndjson: row("application/x-ndjson", ext: "ndjson", format: .ndjson, kind: .dump, streamed: true)
        }
    }

    /// Formats with pixels, in the server's order of preference.
    public static let images = allCases.filter(\.isRaster)

    /// Videos, which need a program.
    package static let videos = allCases.filter(\.isVideo)

    /// Formats with formulas or keyframes instead of frames.
    package static let vectors = allCases.filter(\.isVector)

    /// The format with a path's extension; `nil` if there is none.
    public init?(fileExtension: some StringProtocol) {
        guard let format = Self.allCases.first(where: { $0.fileExtension == fileExtension }) else { return nil }
        self = format
    }

    /// The format named by a spec's output.
    public init(_ format: Output.Format) {
        switch format {
        case .apng: self = .apng
        case .gif: self = .gif
        case .webp: self = .webp
        case .avif: self = .avif
        case .mp4: self = .mp4
        case .webm: self = .webm
        case .mov: self = .mov
        case .hevcMOV: self = .hevcMOV
        case .svg: self = .svg
        case .lottie: self = .lottie
        case .dotLottie: self = .dotLottie
        case .tgs: self = .tgs
        case .tracks: self = .tracks
        case .json: self = .json
        case .ndjson: self = .ndjson
        }
    }

    /// Value of `Content-Type`.
    public var name: String { row.mediaType }

    /// File name extension, without a dot.
    public var fileExtension: String { row.fileExtension }

    /// Name in a spec's output.
    public var format: Output.Format { row.format }

    /// Whether the output is frame data instead of an image.
    public var isData: Bool { format.isData }

    /// Whether the output has pixels: everything but frame data and vectors.
    public var isRaster: Bool { format.isRaster }

    /// Whether the output has formulas or keyframes instead of frames.
    public var isVector: Bool { format.isVector }

    /// Whether the output is a video, which the program ffmpeg encodes.
    public var isVideo: Bool { format.isVideo }

    /// Whether the format has a quality; others lose only colors.
    package var takesQuality: Bool { self == .webp || self == .avif || isVideo }

    /// Whether the output is a vector as plain text.
    package var isVectorText: Bool { self == .svg || self == .lottie || self == .tracks }

    /// Class of cost.
    package var kind: WorkKind { row.kind }

    /// Whether the bytes of a frame can be sent before later frames are known.
    package var isStreamed: Bool { row.isStreamed }
}

extension Output.Format {
    /// Whether the encoder of animations makes stills of this format, too. All other stills are PNGs or vectors.
    var encodesStills: Bool { isVideo || [.gif, .webp, .avif].contains(self) }
}
