/// A band along a particle's past positions, drawn as geometry, independent of earlier frames.
public struct Trail: Sendable, Equatable {
    /// Length of the trail in seconds of the particle's own time. After the particle's death, the trail remains until
    /// its end catches up.
    public var duration = 0.5
    /// Width in points at the particle, multiplied by the particle's scale; `nil` is the shorter side of the particle's
    /// contents. Without contents, the default is ``bareWidth``.
    public var width: Double?
    /// Width at the end as a fraction of the width at the particle, 0...1.
    public var endWidth = 0.0
    /// Alpha at the end as a fraction of the particle's alpha, 0...1.
    public var endAlpha = 0.0

    /// Creates a value with the defaults.
    public init() {}

    /// Number of points along the trail, including the particle's position.
    public var pointCount: Int { min(32, 2 + Int(min(duration * 60, 30))) }
}
