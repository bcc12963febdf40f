internal import CSine
import Glibc

/// Both at once, which takes hardly longer than one of them.
@inline(__always)
private func sineAndCosine(_ angle: Double) -> (Double, Double) {
    var (sine, cosine) = (0.0, 0.0)
    sincos(angle, &sine, &cosine)
    return (sine, cosine)
}

/// A linear map of the plane, by where it takes one step right and one step down.
struct Linear: Equatable, Sendable {
    var right: SIMD2<Double>
    var down: SIMD2<Double>

    var determinant: Double { right.x * down.y - right.y * down.x }

    /// What it is where y grows the other way: mirrored, and what it maps as well.
    var mirrored: Linear { Linear(right: SIMD2(right.x, -right.y), down: SIMD2(-down.x, down.y)) }

    /// This map after `other`.
    func after(_ other: Linear) -> Linear {
        Linear(right: applied(to: other.right), down: applied(to: other.down))
    }

    func applied(to vector: SIMD2<Double>) -> SIMD2<Double> { right * vector.x + down * vector.y }

    /// A turn, clockwise on screen, after a scaling.
    init(scaled scale: SIMD2<Double>, thenTurned rotation: Double) {
        let (sine, cosine) = sineAndCosine(rotation)
        right = SIMD2(cosine, sine) * scale.x
        down = SIMD2(-sine, cosine) * scale.y
    }

    /// A stretch along a unit vector.
    init(stretchedBy factor: Double, along direction: SIMD2<Double>) {
        right = SIMD2(1, 0) + direction * (direction.x * (factor - 1))
        down = SIMD2(0, 1) + direction * (direction.y * (factor - 1))
    }

    init(right: SIMD2<Double>, down: SIMD2<Double>) {
        self.right = right
        self.down = down
    }

    /// As a draw list says it: scaled, then sheared, then turned. `nil` if it leaves nothing to be seen.
    var parts: (rotation: Double, skew: Double, scale: SIMD2<Double>)? {
        abs(determinant) > 1e-6 ? partsOfAny : nil
    }

    /// The same, however small it is.
    var partsOfAny: (rotation: Double, skew: Double, scale: SIMD2<Double>)? {
        let width = right.length
        let area = determinant
        // Seen from its edge, or so nearly that its sides fall together.
        guard width > 1e-12, abs(area) > 1e-3 * width * down.length else { return nil }
        let height = area / width
        let along = (right * down).sum() / width
        return (atan2(right.y, right.x), along / height, SIMD2(width, height))
    }
}

/// A turn in space about an axis: what a plane particle does.
struct Turn {
    /// Where it takes one step right, and one step down.
    let right: SIMD3<Double>
    let down: SIMD3<Double>

    /// About a unit vector, by Rodrigues' formula.
    init(axis: SIMD3<Double>, angle: Double) {
        let (sine, cosine) = sineAndCosine(angle)
        let rest = 1 - cosine
        right = SIMD3(cosine, axis.z * sine, -axis.y * sine) + axis * (axis.x * rest)
        down = SIMD3(-axis.z * sine, cosine, axis.x * sine) + axis * (axis.y * rest)
    }

    /// With the lower edge towards `direction`, turned about it by `angle`; the upper face as far as possible towards
    /// the viewer.
    init(downAlong direction: SIMD3<Double>, angle: Double) {
        let level = SIMD2(direction.x, direction.y).length
        // Across the direction, in the canvas' plane; for one straight at the viewer any will do.
        let across = level > 1e-9 ? SIMD3(direction.y, -direction.x, 0) / level : SIMD3(1, 0, 0)
        let up = Turn.cross(across, direction)
        let (sine, cosine) = sineAndCosine(angle)
        right = across * cosine + up * sine
        down = direction
    }

    /// Of the face.
    var normal: SIMD3<Double> { Turn.cross(right, down) }

    /// What is seen of it.
    var projection: Linear { Linear(right: SIMD2(right.x, right.y), down: SIMD2(down.x, down.y)) }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
