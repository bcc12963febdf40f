extension Placement {
    /// Pixels per square sprite unit; negative if the sprite is mirrored.
    var area: Double { right.x * down.y - right.y * down.x }
}
