extension Placement {
    /// Pixels for each square sprite unit; below zero where the sprite is mirrored.
    var area: Double { right.x * down.y - right.y * down.x }
}
