/// A rectangle in points.
public struct Rectangle: Sendable, Equatable {
    /// Top left corner.
    public let origin: SIMD2<Double>
    /// Width and height, at least 0.
    public let size: SIMD2<Double>

    /// Creates a rectangle with its top left corner at `origin`.
    public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
        self.origin = origin
        self.size = size
    }

    /// Whether `point` is within the rectangle or on its border.
    public func contains(_ point: SIMD2<Double>) -> Bool {
        let far = origin + size
        return point.x >= origin.x && point.y >= origin.y && point.x <= far.x && point.y <= far.y
    }
}
