/// What Core Animation calls otherwise, or has and this has not: for those who bring a set-up along.
enum CoreAnimationNames {
    /// By its name there, the name here of a member that stands in the same object.
    private static let members = [
        "fromValue": "from", "toValue": "to", "byValue": "by", "zPosition": "z", "hidden": "opacity",
        "isHidden": "opacity",
        "compositingFilter": "blend",
    ]

    /// By its name there, what is to be done instead of setting a layer's.
    private static let layers = [
        "frame": "nothing in its place: a layer is as large as the canvas, and position moves it",
        "bounds": "nothing in its place: a layer is as large as the canvas, and masksToBounds cuts there",
        "backgroundColor": "a background of the canvas, or a sprite below",
    ]

    /// By its key path there, the key path here.
    private static let keyPaths = [
        "transform.rotation.z": "transform.rotation", "transform.scale.xy": "transform.scale",
        "transform.translation": "position", "transform.translation.x": "position.x",
        "transform.translation.y": "position.y", "hidden": "opacity",
    ]

    /// - Parameter known: The members that there may be.
    static func hint(forMember name: String, among known: Set<String>) -> String? {
        if let own = members[name], known.contains(own) { return "\(own), as that is called here" }
        return known.contains("masksToBounds") ? layers[name].map { "allowed: \($0)" } : nil
    }

    static func hint(forKeyPath path: String, among known: [String]) -> String? {
        keyPaths[path].flatMap { known.contains($0) ? "\($0), as that is called here" : nil }
    }
}
