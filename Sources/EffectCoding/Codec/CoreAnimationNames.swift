import EffectModel

/// Hints for names that Core Animation uses and Hanabi names differently or does not support.
enum CoreAnimationNames {
    /// Hanabi's member name by Core Animation's, within the same object.
    private static let members = [
        "fromValue": "from", "toValue": "to", "byValue": "by", "zPosition": "z", "compositingFilter": "blend",
    ]

    /// Advice by the name of a CALayer property that has no counterpart.
    private static let layers = [
        "frame": "no counterpart: a layer is as large as the canvas, and position moves the layer",
        "bounds": "no counterpart: a layer is as large as the canvas, and masksToBounds clips at its edges",
        "backgroundColor":
            "a background of the canvas, a sprite layer below, or backgroundColor in a layer of the type group with this layer inside",
        "hidden": "an opacity of 0 to hide the layer", "isHidden": "an opacity of 0 to hide the layer",
    ]

    /// Hanabi's key path and advice by Core Animation's key path.
    private static let keyPaths = [
        "transform.rotation.z": ("transform.rotation", "the equivalent key path"),
        "transform.scale.xy": ("transform.scale", "the equivalent key path"),
        "transform.translation": ("position", "together with additive: true"),
        "transform.translation.x": ("position.x", "together with additive: true"),
        "transform.translation.y": ("position.y", "together with additive: true"),
        "hidden": ("opacity", "which is 0 for a hidden layer"),
        "bounds.size": ("size", "the equivalent key path"),
        "bounds.size.width": ("size.width", "the equivalent key path"),
        "bounds.size.height": ("size.height", "the equivalent key path"),
        "bounds.origin": ("scroll", "the equivalent key path"),
        "bounds.origin.x": ("scroll.x", "the equivalent key path"),
        "bounds.origin.y": ("scroll.y", "the equivalent key path"),
        "shadowOffset.width": ("shadowOffset.x", "the equivalent key path"),
        "shadowOffset.height": ("shadowOffset.y", "the equivalent key path"),
    ]

    /// - Parameter known: Names of the members that the object accepts.
    static func hint(forMember name: String, among known: Set<String>) -> String? {
        if let own = members[name] {
            if known.contains(own) { return "allowed: \(own), the equivalent member" }
            // An animation without a type is a keyframe animation.
            if own != "z", known.contains("keyPath") { return "allowed: \(own), in an animation of the type basic" }
        }
        return known.contains("masksToBounds") ? layers[name].map { "allowed: \($0)" } : nil
    }

    static func hint(forKeyPath path: String, among known: [String]) -> String? {
        guard let (own, hint) = keyPaths[path], known.contains(own) else { return nil }
        return "\(own), \(hint)"
    }
}
