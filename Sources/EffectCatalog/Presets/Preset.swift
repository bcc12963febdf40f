internal import EffectCoding
import EffectModel
package import EffectRendering
public import StrictJSON

/// A named effect: a small JSON document in the package, parsed by the same reader as a client's spec.
public struct Preset: Sendable {
    /// Name as in the URL.
    public let name: String
    /// Human-readable title.
    public let title: String
    /// Description in one sentence.
    public let summary: String
    /// Family that the gallery lists the preset under.
    public let family: String
    /// Search keywords.
    public let tags: [String]
    /// Form with the fewest bytes that looks the same on a page.
    package let form: OutputFormat
    /// Duration in seconds of one play for presets whose last particle outlives the loop, where the effect would stop with
    /// particles in the air; `nil` for others.
    package let end: Double?
    /// The spec as written, before any parameter.
    public let document: JSONValue
    /// Paths of the emitter layers.
    let emitters: [[String]]
    /// Paths of the cells that parameters act on. By default, all cells of the emitter layers.
    package let cells: [[String]]
    /// Paths of the veils, such as flakes out of focus in front: cells that take colors, each as transparent as it is, and no
    /// other values of parameters.
    let veils: [[String]]
    /// Directions that the preset's transition may take; empty for none.
    let directions: [Direction]
    /// Paths of the texts that show the preset's word: layers, or an emitter's text.
    package let words: [[String]]

    /// A direction of a transition: values of the spec, by their paths.
    struct Direction: Sendable {
        /// Direction of what moves.
        let name: String
        let values: [(path: [String], value: JSONValue)]
    }

    /// Names of all directions.
    static let directionNames = ["right", "left", "down", "up"]

    /// All families, in display order.
    public static let families = [
        "confetti", "fireworks", "celebration", "weather", "fire-and-smoke", "space", "ambient", "text", "transitions",
    ]

    /// Reads a preset file; `nil` if malformed.
    package init?(name: String, file: JSONValue) {
        guard let title = file["title"]?.text, let summary = file["summary"]?.text, let family = file["family"]?.text,
            Self.families.contains(family), case .array(let tags) = file["tags"], let document = file["spec"],
            case .array = document["layers"]
        else { return nil }
        self.name = name
        self.title = title
        self.summary = summary
        self.family = family
        self.tags = tags.compactMap(\.text)
        form = file["form"]?.text.flatMap { OutputFormat(fileExtension: $0) } ?? .png
        end = file["end"]?.double
        self.document = document
        emitters = document.emitterPaths
        words = file["words"]?.paths ?? []
        veils = file["veils"]?.paths ?? []
        directions = Self.directionNames.compactMap { name in
            guard case .object(let members)? = file["directions"]?[name] else { return nil }
            return Direction(name: name, values: members.map { ($0.name.asPath, $0.value) })
        }
        if let paths = file["cells"]?.paths {
            cells = paths
        } else {
            cells = document.cellPaths(of: emitters)
        }
    }

    /// A spec that parameters may change as they change a preset's.
    init(spec document: JSONValue) {
        (name, title, summary, family, tags) = ("the spec", "", "", "", [])
        form = .png
        end = nil
        self.document = document
        emitters = document.emitterPaths
        cells = document.cellPaths(of: emitters)
        (veils, directions, words) = ([], [], [])
    }

    /// Every preset, by name.
    public static let all: [String: Preset] = {
        var presets: [String: Preset] = [:]
        for (name, bytes) in files {
            guard let file = try? JSONParser.parse(bytes), let preset = Preset(name: name, file: file) else {
                preconditionFailure(
                    "the preset \(name) is invalid: a fault of the package, caught by the package's tests"
                )
            }
            presets[name] = preset
        }
        return presets
    }()

    /// The name of the preset that a misspelled name, a word of a name, its beginning, or a tag most likely stands for; `nil`
    /// if none is similar.
    public static func nearest(to name: String) -> String? {
        if let near = Nearest.name(to: name, among: all.keys) { return near }
        let word = name.lowercased()
        guard (4...64).contains(word.utf8.count) else { return nil }
        return inOrder.first { $0.name.hasPrefix(word) || word.hasPrefix($0.name) }?.name
            ?? inOrder.first { $0.name.split(separator: "-").contains { $0.hasPrefix(word) } }?.name
            ?? inOrder.first { $0.tags.contains(word) }?.name
    }

    /// All presets by family, then by name.
    public static let inOrder: [Preset] = families.flatMap { family in
        all.values.filter { $0.family == family }.sorted { $0.name < $1.name }
    }
}

extension JSONValue {
    /// Paths written as names and indices joined by dots; `nil` for anything but a list.
    fileprivate var paths: [[String]]? {
        guard case .array(let texts) = self else { return nil }
        return texts.compactMap(\.text).map(\.asPath)
    }
}

extension String {
    /// The names and indices of a path written with dots.
    fileprivate var asPath: [String] { split(separator: ".").map(String.init) }
}
