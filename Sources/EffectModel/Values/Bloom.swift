/// Light that bright pixels spread around them, added to what is there.
public struct Bloom: Sendable, Equatable {
    /// Brightness above which a pixel spreads light, 0...1: that of its brightest channel.
    public var threshold = 0.5
    /// Standard deviation of the blur in points, 0.5...``largestRadius``.
    public var radius = 8.0
    /// Factor of the light, 0...4.
    public var strength = 1.0

    /// Whether any light is added.
    package var isVisible: Bool { strength > 0 }

    /// Creates a value with the defaults.
    public init() {}

    /// Maximum standard deviation in points.
    package static let largestRadius = 50.0
}
