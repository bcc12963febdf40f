import EffectModel

/// Hints for names that Core Animation uses and Hanabi names differently or does not support.
enum CoreAnimationNames {
    /// Hanabi's member name by Core Animation's, within the same object.
    private static let members = [
        "fromValue": "from", "toValue": "to", "byValue": "by", "zPosition": "z", "compositingFilter": "blend",
    ]

    /// Advice by the name of a CALayer property that has no counterpart.
    private static let layers = [
        "frame": "nothing in its place: a layer is as large as the canvas, and position moves it",
        "bounds": "nothing in its place: a layer is as large as the canvas, and masksToBounds cuts there",
        "backgroundColor": "a background of the canvas, or a sprite below",
        "hidden": "an opacity of 0 for what is hidden", "isHidden": "an opacity of 0 for what is hidden",
    ]

    /// Hanabi's key path and advice by Core Animation's key path.
    private static let keyPaths = [
        "transform.rotation.z": ("transform.rotation", "as that is called here"),
        "transform.scale.xy": ("transform.scale", "as that is called here"),
        "transform.translation": ("position", "additive: true beside it"),
        "transform.translation.x": ("position.x", "additive: true beside it"),
        "transform.translation.y": ("position.y", "additive: true beside it"),
        "hidden": ("opacity", "which is 0 for what is hidden"),
    ]

    /// - Parameter known: Names of the members that the object accepts.
    static func hint(forMember name: String, among known: Set<String>) -> String? {
        if let own = members[name] {
            if known.contains(own) { return "\(own), as that is called here" }
            // An animation without a type is a keyframe animation.
            if own != "z", known.contains("keyPath") { return "\(own), in an animation of the type basic" }
        }
        return known.contains("masksToBounds") ? layers[name].map { "allowed: \($0)" } : nil
    }

    static func hint(forKeyPath path: String, among known: [String]) -> String? {
        guard let (own, hint) = keyPaths[path], known.contains(own) else { return nil }
        return "\(own), \(hint)"
    }
}
