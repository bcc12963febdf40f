internal import EffectModel
public import EffectRendering

/// The output form of an effect, as named by the path.
public enum OutputForm: Sendable, Equatable {
    /// All frames, as an animation or as data; `nil` lets `Accept` decide.
    case frames(OutputFormat?)
    /// A still image.
    case snapshot(SnapshotRequest.Kind, OutputFormat)
    /// All frames in one image, for clients that animate the sheet themselves.
    case sheet(SheetPart)

    /// All extensions of paths, without the leading dot.
    package static let endings = [
        "png", "apng", "gif", "webp", "avif", "mp4", "webm", "mov", "hevc.mov", "svg", "lottie.json", "lottie", "tgs",
        "tracks.json", "json", "ndjson",
        "still.png", "still.svg", "strip.png", "sheet.png", "sheet.json", "sheet.css",
    ]

    /// The form with an extension among ``endings``; otherwise `nil`.
    package init?(fileExtension: some StringProtocol) {
        switch fileExtension {
        case "still.png": self = .snapshot(.still, .png)
        case "still.svg": self = .snapshot(.still, .svg)
        case "strip.png": self = .snapshot(.strip, .png)
        case "sheet.png": self = .sheet(.picture)
        case "sheet.json": self = .sheet(.atlas)
        case "sheet.css": self = .sheet(.style)
        default:
            guard let type = OutputFormat(fileExtension: fileExtension) else { return nil }
            self = .frames(type)
        }
    }

    /// Extension of a file with this form; `nil` if `Accept` decides. An animated PNG gets `png`, which programs
    /// recognize.
    package var fileExtension: String? {
        switch self {
        case .frames(let type): type.map { $0.format == .apng ? "png" : $0.format.rawValue }
        case .snapshot(.still, let format): "still.\(format.fileExtension)"
        case .snapshot(.strip, _): "strip.png"
        case .sheet(.picture): "sheet.png"
        case .sheet(.atlas): "sheet.json"
        case .sheet(.style): "sheet.css"
        }
    }

    /// Whether the form is data instead of an image.
    package var isData: Bool {
        switch self {
        case .frames(let type): type?.isData ?? false
        case .sheet(let part): part != .picture
        case .snapshot: false
        }
    }

    /// Kind of still image; `nil` for other forms.
    package var snapshot: SnapshotRequest.Kind? { if case .snapshot(let kind, _) = self { kind } else { nil } }
}
