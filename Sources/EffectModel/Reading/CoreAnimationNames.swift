/// What Core Animation calls otherwise, or has and this has not: for those who bring a set-up along.
enum CoreAnimationNames {
    /// By its name there, the name here of a member that stands in the same object.
    private static let members = [
        "fromValue": "from", "toValue": "to", "byValue": "by", "zPosition": "z", "compositingFilter": "blend",
    ]

    /// By its name there, what is to be done instead of setting a layer's.
    private static let layers = [
        "frame": "nothing in its place: a layer is as large as the canvas, and position moves it",
        "bounds": "nothing in its place: a layer is as large as the canvas, and masksToBounds cuts there",
        "backgroundColor": "a background of the canvas, or a sprite below",
        "hidden": "an opacity of 0 for what is hidden", "isHidden": "an opacity of 0 for what is hidden",
    ]

    /// By its key path there, the key path here, and what else is to be done.
    private static let keyPaths = [
        "transform.rotation.z": ("transform.rotation", "as that is called here"),
        "transform.scale.xy": ("transform.scale", "as that is called here"),
        "transform.translation": ("position", "additive: true beside it"),
        "transform.translation.x": ("position.x", "additive: true beside it"),
        "transform.translation.y": ("position.y", "additive: true beside it"),
        "hidden": ("opacity", "which is 0 for what is hidden"),
    ]

    /// - Parameter known: The members that there may be.
    static func hint(forMember name: String, among known: Set<String>) -> String? {
        if let own = members[name] {
            if known.contains(own) { return "\(own), as that is called here" }
            // One that says no type is a keyframe animation.
            if own != "z", known.contains("keyPath") { return "\(own), in an animation of the type basic" }
        }
        return known.contains("masksToBounds") ? layers[name].map { "allowed: \($0)" } : nil
    }

    static func hint(forKeyPath path: String, among known: [String]) -> String? {
        guard let (own, hint) = keyPaths[path], known.contains(own) else { return nil }
        return "\(own), \(hint)"
    }
}
