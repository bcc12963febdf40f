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

    /// Every form that a path names.
    package static let all: [OutputForm] =
        OutputFormat.allCases.map { .frames($0) } + [
            .snapshot(.still, .png), .snapshot(.still, .svg), .snapshot(.still, .webp), .snapshot(.still, .avif),
            .snapshot(.strip, .png), .sheet(.picture), .sheet(.atlas), .sheet(.style),
        ]

    /// All extensions of paths, without the leading dot.
    package static let endings = all.map(\.ending)

    /// Extension of paths, without the leading dot; empty if `Accept` decides.
    package var ending: String {
        if case .frames(let format) = self { format?.fileExtension ?? "" } else { fileExtension ?? "" }
    }

    /// Media type of the response.
    package var mediaType: String {
        switch self {
        case .frames(let format): format?.name ?? OutputFormat.png.name
        case .snapshot(_, let format): format.name
        case .sheet(let part): part.mediaTypeName
        }
    }

    /// The form with an extension among ``endings``; otherwise `nil`.
    package init?(fileExtension: some StringProtocol) {
        switch fileExtension {
        case "still.png": self = .snapshot(.still, .png)
        case "still.svg": self = .snapshot(.still, .svg)
        case "still.webp": self = .snapshot(.still, .webp)
        case "still.avif": self = .snapshot(.still, .avif)
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

    /// Parts of a target that a request for the form takes. The frames of a sheet are those that its atlas lists, and a
    /// frame dump has all of them, so neither has a byte budget.
    ///
    /// - Parameter videos: Videos that are made, which some targets prefer.
    package func targetParts(videos: VideoOffer = .none) -> DeliveryTarget.Parts {
        let (takesBudget, takesQuality) =
            switch self {
            case .frames(let type): (type?.isData != true, type?.takesQuality != false)
            case .snapshot(_, let type): (true, type.takesQuality)
            case .sheet: (false, false)
            }
        return DeliveryTarget.Parts(
            format: self == .frames(nil),
            budget: takesBudget,
            quality: takesQuality,
            videos: videos
        )
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
