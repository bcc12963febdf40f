internal import EffectCatalog
internal import EffectModel
internal import EffectRendering

/// Kind of file that an effect is rendered as.
public enum EffectFormat: Sendable, Hashable {
    /// An animated PNG.
    case apng
    /// An animated GIF.
    case gif
    /// An animated WebP.
    case webp
    /// An animated AVIF, the smallest for soft light.
    case avif
    /// An opaque video for any player, H.264 or AV1. Videos need the program `ffmpeg` in PATH.
    case mp4
    /// A video with alpha for browsers, VP9.
    case webm
    /// A video with alpha for programs that edit videos, ProRes 4444.
    case mov
    /// A video with alpha for Apple's devices, HEVC.
    case hevcMOV
    /// An animated SVG: formulas instead of frames, sharp at any size.
    case svg
    /// A Lottie as JSON, for players on the web and in apps.
    case lottie
    /// A dotLottie: a Lottie in a ZIP.
    case dotLottie
    /// An animated sticker of Telegram: 512 × 512 pixels, at most three seconds, at most 64 KiB.
    case sticker
    /// The motion of each piece as coefficients, as JSON: for `<hanabi-effect>` and players of your own.
    case tracks
    /// A still SVG of one moment.
    case stillSVG(at: EffectMoment = .best)
    /// A still WebP of one moment.
    case stillWebP(at: EffectMoment = .best)
    /// A still AVIF of one moment.
    case stillAVIF(at: EffectMoment = .best)
    /// A still PNG of one moment.
    case png(at: EffectMoment = .best)
    /// A PNG of several moments side by side, 1...16.
    case strip(at: [EffectMoment] = [0.2, 0.4, 0.6, 0.8].map { .fraction($0) })
    /// A PNG with all frames, row by row.
    case sheet
    /// Frame positions of a sprite sheet, as JSON.
    ///
    /// - Parameter image: URL or file name of the sheet's image.
    case sheetAtlas(image: String)
    /// The style sheet that plays a sprite sheet.
    ///
    /// - Parameter image: URL or file name of the sheet's image.
    case sheetStyle(image: String)
    /// Every particle of every frame, as one JSON document.
    case json
    /// Every particle of every frame, as one line of JSON for each frame.
    case ndjson

    /// File name extension, without a dot.
    public var fileExtension: String { form.fileExtension ?? "png" }

    /// Value of `Content-Type`.
    public var mediaType: String {
        switch form {
        case .frames(let format): (format ?? .png).name
        case .snapshot(_, let format): format.name
        case .sheet(let part): part.mediaTypeName
        }
    }

    /// The form that the service calls by a path's ending.
    var form: OutputForm {
        switch self {
        // The media type that every decoder, proxy and old browser accepts.
        case .apng: .frames(.png)
        case .gif: .frames(.gif)
        case .webp: .frames(.webp)
        case .avif: .frames(.avif)
        case .mp4: .frames(.mp4)
        case .webm: .frames(.webm)
        case .mov: .frames(.mov)
        case .hevcMOV: .frames(.hevcMOV)
        case .svg: .frames(.svg)
        case .lottie: .frames(.lottie)
        case .dotLottie: .frames(.dotLottie)
        case .sticker: .frames(.tgs)
        case .tracks: .frames(.tracks)
        case .stillSVG: .snapshot(.still, .svg)
        case .stillWebP: .snapshot(.still, .webp)
        case .stillAVIF: .snapshot(.still, .avif)
        case .json: .frames(.json)
        case .ndjson: .frames(.ndjson)
        case .png: .snapshot(.still, .png)
        case .strip: .snapshot(.strip, .png)
        case .sheet: .sheet(.picture)
        case .sheetAtlas: .sheet(.atlas)
        case .sheetStyle: .sheet(.style)
        }
    }

    /// The parameter with the moments of a still image; `nil` for the default.
    var moments: PresetRequest.Parameter? {
        let text: String
        switch self {
        case .png(.best), .stillSVG(.best), .stillWebP(.best), .stillAVIF(.best): return nil
        case .png(let moment), .stillSVG(let moment), .stillWebP(let moment), .stillAVIF(let moment): text = moment.text
        case .strip(let moments): text = moments.map(\.text).joined(separator: ",")
        case .apng, .gif, .webp, .avif, .mp4, .webm, .mov, .hevcMOV, .svg, .lottie, .dotLottie, .sticker, .tracks,
            .sheet, .sheetAtlas, .sheetStyle, .json, .ndjson:
            return nil
        }
        return PresetRequest.Parameter(SnapshotRequest.parameter, text)
    }

    /// Names by which the parts of a sprite sheet refer to each other.
    var sheetNames: SheetNames {
        switch self {
        case .sheetAtlas(let image), .sheetStyle(let image):
            let name = image.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
            return SheetNames(stem: name.isEmpty ? "effect" : name, image: image)
        default: return SheetNames(stem: "effect")
        }
    }
}

/// A moment of an effect.
public enum EffectMoment: Sendable, Hashable {
    /// The frame with the most visible contents; for single images only.
    case best
    /// Seconds of playing time since the start.
    case seconds(Double)
    /// Fraction of the duration, 0...1.
    case fraction(Double)

    var text: String {
        switch self {
        case .best: "best"
        case .seconds(let seconds): NumberText.plain(seconds)
        case .fraction(let fraction): NumberText.plain(fraction * 100) + "%"
        }
    }
}
