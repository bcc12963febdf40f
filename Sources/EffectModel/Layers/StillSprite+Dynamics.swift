extension StillSprite {
    /// Rigid-body motion of a sprite.
    public enum Movement: Sendable, Equatable {
        /// Own world, which other sprites may join.
        case own(Dynamics)
        /// World of another sprite layer, by its name.
        case with(String)
    }
}
