/// Places on the canvas as integers of 1/256 pixel.
enum FixedPoint {
    /// Pixels from the origin: as 1/256 they are 2²⁸, and products of two stay far within 64 bits.
    private static let farthest = 1_048_576.0

    /// Whether ``rounded(_:)`` can be asked. Nothing that is no number is near.
    @inline(__always)
    static func isNear(_ point: SIMD2<Double>) -> Bool {
        Swift.abs(point.x) < farthest && Swift.abs(point.y) < farthest
    }

    /// To nearest, halves away from 0.
    @inline(__always)
    static func rounded(_ point: SIMD2<Double>) -> SIMD2<Int> {
        // `Double.rounded()` is a call into the C library where the processor may lack the instruction.
        func rounded(_ value: Double) -> Int { Int(value < 0 ? value - 0.5 : value + 0.5) }
        return SIMD2(rounded(point.x * 256), rounded(point.y * 256))
    }
}
