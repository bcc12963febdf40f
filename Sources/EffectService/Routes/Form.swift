internal import EffectModel

/// The output form of an effect, as named by the path.
enum Form: Sendable, Equatable {
    /// All frames, as an animation or as data; `nil` lets `Accept` decide.
    case frames(MediaType?)
    /// A still PNG.
    case snapshot(SnapshotRequest.Kind)
    /// All frames in one image, for clients that animate the sheet themselves.
    case sheet(SheetPart)

    /// All extensions of paths, without the leading dot.
    static let endings = [
        "png", "apng", "gif", "webp", "json", "ndjson", "still.png", "strip.png", "sheet.png", "sheet.json",
        "sheet.css",
    ]

    /// The form with an extension among ``endings``; otherwise `nil`.
    init?(fileExtension: some StringProtocol) {
        switch fileExtension {
        case "still.png": self = .snapshot(.still)
        case "strip.png": self = .snapshot(.strip)
        case "sheet.png": self = .sheet(.picture)
        case "sheet.json": self = .sheet(.atlas)
        case "sheet.css": self = .sheet(.style)
        default:
            guard let type = MediaType(fileExtension: fileExtension) else { return nil }
            self = .frames(type)
        }
    }

    /// Extension of a file with this form; `nil` if `Accept` decides. An animated PNG gets `png`, which programs
    /// recognize.
    var fileExtension: String? {
        switch self {
        case .frames(let type): type.map { $0.format == .apng ? "png" : $0.format.rawValue }
        case .snapshot(.still): "still.png"
        case .snapshot(.strip): "strip.png"
        case .sheet(.picture): "sheet.png"
        case .sheet(.atlas): "sheet.json"
        case .sheet(.style): "sheet.css"
        }
    }

    /// Whether the form is data instead of an image.
    var isData: Bool {
        switch self {
        case .frames(let type): type?.isData ?? false
        case .sheet(let part): part != .picture
        case .snapshot: false
        }
    }

    /// Kind of still image; `nil` for other forms.
    var snapshot: SnapshotRequest.Kind? { if case .snapshot(let kind) = self { kind } else { nil } }
}

/// Names by which a sheet's atlas and style refer to its image.
struct SheetName: Sendable, Equatable {
    /// Base name without extension.
    let stem: String
    /// Relative URL of the image.
    let picture: String

    init(stem: String, picture: String) { (self.stem, self.picture) = (stem, picture) }

    /// Names for a POSTed sheet, whose files the client saves itself.
    init(stem: String) {
        self.stem = stem
        picture = "\(stem).png"
    }

    /// Names for a sheet with a URL: the URLs of its parts differ in their extension only.
    ///
    /// - Parameters:
    ///   - packed: A spec in the path, in place of the preset's name.
    ///   - grant: Grant of a signature, which also signs the URLs of the other parts.
    init(_ target: RequestTarget, stem: String, packed: String? = nil, _ grant: Grant?) {
        self.stem = stem
        // Preset names and specs in paths contain no characters that need escaping in a URL.
        let plain = "\(packed ?? stem).sheet.png\(target.rawQuery.isEmpty ? "" : "?\(target.rawQuery)")"
        picture = grant?.signed(plain, beside: target) ?? plain
    }
}
