public import EffectModel

/// An effect that has a name: a small JSON document in the package, read by the same reader as a caller's.
public struct Preset: Sendable {
    /// As in the URL.
    public let name: String
    /// The spec, as written, before any parameter.
    public let document: JSONValue

    /// Every preset, by name.
    public static let all: [String: Preset] = {
        let files = [
            "confetti": PackageResources.confetti_json, "confetti-all": PackageResources.confetti_all_json,
            "firework": PackageResources.firework_json, "firework-cat": PackageResources.firework_cat_json,
            "firework-duck": PackageResources.firework_duck_json, "fountain": PackageResources.fountain_json,
            "like": PackageResources.like_json, "reveal": PackageResources.reveal_json,
            "shatter": PackageResources.shatter_json, "stars": PackageResources.stars_json,
            "story": PackageResources.story_json,
        ]
        var presets: [String: Preset] = [:]
        for (name, bytes) in files {
            guard let document = try? JSONParser.parse(bytes) else {
                preconditionFailure("preset \(name) is not JSON: a fault of the package, caught by its tests")
            }
            presets[name] = Preset(name: name, document: document)
        }
        return presets
    }()
}
