internal import CSine

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Sine and cosine of an angle, at hardly more than the cost of one.
@inline(__always)
private func sineAndCosine(_ angle: Double) -> (Double, Double) {
    var (sine, cosine) = (0.0, 0.0)
    sincos(angle, &sine, &cosine)
    return (sine, cosine)
}

/// A linear map of the plane, given by where it takes one step right and one step down.
struct Linear: Equatable, Sendable {
    var right: SIMD2<Double>
    var down: SIMD2<Double>

    var determinant: Double { right.x * down.y - right.y * down.x }

    /// Equivalent map for a y axis that points the other way, for input and output.
    var mirrored: Linear { Linear(right: SIMD2(right.x, -right.y), down: SIMD2(-down.x, down.y)) }

    /// Composition of this map after `other`.
    func after(_ other: Linear) -> Linear {
        Linear(right: applied(to: other.right), down: applied(to: other.down))
    }

    func applied(to vector: SIMD2<Double>) -> SIMD2<Double> { right * vector.x + down * vector.y }

    /// Creates a scaling followed by a rotation in radians, clockwise on screen.
    init(scaled scale: SIMD2<Double>, thenTurned rotation: Double) {
        let (sine, cosine) = sineAndCosine(rotation)
        right = SIMD2(cosine, sine) * scale.x
        down = SIMD2(-sine, cosine) * scale.y
    }

    /// Creates a stretch along a unit vector.
    init(stretchedBy factor: Double, along direction: SIMD2<Double>) {
        right = SIMD2(1, 0) + direction * (direction.x * (factor - 1))
        down = SIMD2(0, 1) + direction * (direction.y * (factor - 1))
    }

    init(right: SIMD2<Double>, down: SIMD2<Double>) {
        self.right = right
        self.down = down
    }

    /// Decomposition as in a draw list: scale, then shear, then rotation. `nil` if the result would be invisible.
    var parts: (rotation: Double, skew: Double, scale: SIMD2<Double>)? {
        abs(determinant) > 1e-6 ? partsOfAny : nil
    }

    /// Decomposition like ``parts``, however small the result is; `nil` if the map is almost singular.
    var partsOfAny: (rotation: Double, skew: Double, scale: SIMD2<Double>)? {
        let width = right.length
        let area = determinant
        // Seen edge-on, or so nearly that opposite sides coincide.
        guard width > 1e-12, abs(area) > 1e-3 * width * down.length else { return nil }
        let height = area / width
        let along = (right * down).sum() / width
        return (atan2(right.y, right.x), along / height, SIMD2(width, height))
    }
}

/// A rotation in space about an axis, as of a plane particle.
struct Turn {
    /// Directions of one step right and one step down after the rotation.
    let right: SIMD3<Double>
    let down: SIMD3<Double>

    /// Creates a rotation about a unit vector, by Rodrigues' formula.
    init(axis: SIMD3<Double>, angle: Double) {
        let (sine, cosine) = sineAndCosine(angle)
        let rest = 1 - cosine
        right = SIMD3(cosine, axis.z * sine, -axis.y * sine) + axis * (axis.x * rest)
        down = SIMD3(-axis.z * sine, cosine, axis.x * sine) + axis * (axis.y * rest)
    }

    /// Creates an orientation with the lower edge toward `direction`, turned about it by `angle`, and the upper face
    /// as far as possible toward the viewer.
    init(downAlong direction: SIMD3<Double>, angle: Double) {
        let level = SIMD2(direction.x, direction.y).length
        // Perpendicular to the direction, in the canvas' plane; for a direction straight at the viewer any vector will
        // do.
        let across = level > 1e-9 ? SIMD3(direction.y, -direction.x, 0) / level : SIMD3(1, 0, 0)
        let up = Turn.cross(across, direction)
        let (sine, cosine) = sineAndCosine(angle)
        right = across * cosine + up * sine
        down = direction
    }

    /// Normal of the face.
    var normal: SIMD3<Double> { Turn.cross(right, down) }

    /// Orthographic projection onto the canvas.
    var projection: Linear { Linear(right: SIMD2(right.x, right.y), down: SIMD2(down.x, down.y)) }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
