/// A rectangle in fractions of an object's width and height.
///
/// - Source: CALayer's contentsRect.
public struct UnitRectangle: Sendable, Equatable {
    /// Top left corner.
    public var origin: SIMD2<Double>
    /// Width and height, above 0.
    public var size: SIMD2<Double>

    /// The whole unit square.
    public static let whole = UnitRectangle(origin: SIMD2(0, 0), size: SIMD2(1, 1))

    /// Creates a rectangle.
    public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
        self.origin = origin
        self.size = size
    }
}
