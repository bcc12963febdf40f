internal import EffectCatalog

/// Description of a preset, for lists and menus.
public struct EffectPreset: Sendable, Identifiable {
    /// Name for ``Effect/preset(_:)``.
    public let name: String
    /// Human-readable title.
    public let title: String
    /// Description in one sentence.
    public let summary: String
    /// Family, such as `confetti` or `weather`.
    public let family: String
    /// Search keywords.
    public let tags: [String]

    /// Name of the preset.
    public var id: String { name }

    /// All presets, by family and name.
    public static let all: [EffectPreset] = Preset.inOrder.map {
        EffectPreset(name: $0.name, title: $0.title, summary: $0.summary, family: $0.family, tags: $0.tags)
    }
}
