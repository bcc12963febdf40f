/// Canvas over which the frames of an animation are composited.
public enum BaseFrame: Sendable {
    /// An empty canvas: each frame is cleared before the next.
    case nothing
    /// The first frame, which stays: each later frame encodes its difference and is removed again.
    case first(EarlierFrame)
    /// The frame before: each frame encodes its difference and stays. `nil` for the first one, which covers the canvas.
    case previous(EarlierFrame?)
}
