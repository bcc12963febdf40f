internal import EffectModel

/// What is made of an effect, as a path says.
enum Form: Sendable, Equatable {
    /// All of its frames, moving or as data; without a type, `Accept` decides.
    case frames(MediaType?)
    /// A PNG that does not move.
    case snapshot(SnapshotRequest.Kind)
    /// All of its frames in one picture, for who moves them himself.
    case sheet(SheetPart)

    /// All endings that a path may have, without their first dot.
    static let endings = [
        "png", "apng", "gif", "webp", "json", "ndjson", "still.png", "strip.png", "sheet.png", "sheet.json",
        "sheet.css",
    ]

    /// By the ending of a path; `nil` for one that is not among ``endings``.
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

    /// What a file of it is called by; `nil` where `Accept` decides. Programs know an animated PNG as a PNG.
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

    /// Whether it is data, and no picture.
    var isData: Bool {
        switch self {
        case .frames(let type): type?.isData ?? false
        case .sheet(let part): part != .picture
        case .snapshot: false
        }
    }

    /// Which picture that does not move.
    var snapshot: SnapshotRequest.Kind? { if case .snapshot(let kind) = self { kind } else { nil } }
}

/// What a sheet's parts are called, as seen from each other.
struct SheetName: Sendable, Equatable {
    /// Without an ending.
    let stem: String
    /// A relative URL.
    let picture: String

    init(stem: String, picture: String) { (self.stem, self.picture) = (stem, picture) }

    /// Of a sheet that was POSTed: saved under names of the caller's.
    init(stem: String) {
        self.stem = stem
        picture = "\(stem).png"
    }

    /// Of one with a URL: its other parts differ from that in their ending.
    ///
    /// - Parameters:
    ///   - packed: A spec in the path, which is no name, but the beginning of one.
    ///   - grant: What a signature has granted: the other parts need one too.
    init(_ target: RequestTarget, stem: String, packed: String? = nil, _ grant: Grant?) {
        self.stem = stem
        // Names of presets, and specs in paths, have no letter that is not at home in a URL.
        let plain = "\(packed ?? stem).sheet.png\(target.rawQuery.isEmpty ? "" : "?\(target.rawQuery)")"
        picture = grant?.signed(plain, beside: target) ?? plain
    }
}
