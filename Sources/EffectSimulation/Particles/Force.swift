internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Effect of a behavior on a particle's velocity, evaluated at every step.
enum Force: Sendable {
    /// Force in points per second squared for a mass of 1, and frequency in hertz.
    case wave(SIMD3<Double>, Double)
    case spring(Spring)
    case turbulence(Noise, strength: Double, size: Double, speed: Double)
    case vortex(center: SIMD2<Double>, strength: Double, radius: Double)
    /// Drag toward the velocity of a medium that fluctuates.
    case gust(Noise, velocity: SIMD3<Double>, share: Double, frequency: Double, drag: Double)

    /// Acceleration for a mass of 1, in points per second squared.
    ///
    /// - Parameter time: Layer time in seconds, the same for all particles.
    func acceleration(at position: SIMD3<Double>, _ time: Double) -> SIMD3<Double> {
        switch self {
        case .wave(let force, let frequency): return force * Self.wave(time * frequency)
        case .spring(let spring): return spring.acceleration(at: position)
        case .turbulence(let noise, let strength, let size, let speed):
            let flow = noise.curl(position.x / size, y: position.y / size, z: time * speed)
            return SIMD3(flow.x, flow.y, 0) * strength
        case .vortex(let center, let strength, let radius):
            let arm = SIMD2(position.x, position.y) - center
            let distance = (arm * arm).sum().squareRoot()
            guard distance > 1e-9 else { return .zero }
            // Rankine's vortex: the core rotates as a rigid body, and the speed falls off outside.
            let share = distance < radius ? distance / radius : max(radius, 1) / max(distance, 1)
            return SIMD3(-arm.y, arm.x, 0) * (strength * share / distance)
        case .gust(let noise, let velocity, let share, let frequency, let drag):
            return velocity * (drag * (1 + share * (2 * noise.value(at: time * frequency) - 1)))
        }
    }

    /// A triangular wave with rounded tips: 0 and rising at whole numbers, ±1 at quarters.
    ///
    /// - Source: CAEmitterBehavior.h: a triangular wave, passed through a quadratic smoothstep.
    static func wave(_ x: Double) -> Double {
        let part = x - x.rounded(.down)
        let triangle = part < 0.25 ? 4 * part : part < 0.75 ? 2 - 4 * part : 4 * part - 4
        return triangle * (2 - abs(triangle))
    }
}

/// A spring that rests at a distance from a point, an axis or a plane.
///
/// - Source: CAEmitterBehavior's attractor. Its falloff is undocumented; this reading satisfies both the header (no
///   effect inside the radius) and the published recipe (a negative falloff, which blows outward from within).
struct Spring: Sendable {
    private let kind: Behavior.AttractorType
    private let center: SIMD3<Double>
    /// Direction of the axis, or normal of the plane.
    private let direction: SIMD3<Double>
    private let stiffness: Double
    private let radius: Double
    private let falloff: Double
    private let reach: Double

    init(_ behavior: Behavior) {
        let isFlat = behavior.kind == .simpleAttractor
        kind = isFlat ? .axial : behavior.attractorType
        center = SIMD3(behavior.position.x, behavior.position.y, behavior.zPosition)
        // Distance in the canvas' plane is distance from an axis along the line of sight.
        direction =
            isFlat
            ? SIMD3(0, 0, 1)
            : SIMD3(azimuth: behavior.orientationLongitude, elevation: behavior.orientationLatitude)
                .rounded(to: 0x1p40)
        stiffness = behavior.stiffness
        radius = behavior.radius
        falloff = behavior.falloff
        reach = behavior.falloffDistance
    }

    func acceleration(at position: SIMD3<Double>) -> SIMD3<Double> {
        var arm = position - center
        let along = (arm * direction).sum()
        switch kind {
        case .radial: break
        case .axial: arm -= direction * along
        case .planar: arm = direction * along
        }
        let distance = (arm * arm).sum().squareRoot()
        guard distance > 1e-9 else { return .zero }
        let beyond = distance - radius
        var weight: Double
        if beyond >= 0 {
            weight = falloff > 0 ? min(1, beyond / falloff) : 1
        } else {
            weight = falloff < 0 ? max(0, 1 - beyond / falloff) : 0
        }
        if reach > 0 { weight *= max(0, 1 - abs(beyond) / reach) }
        return arm * (-stiffness * beyond * weight / distance)
    }
}

extension SIMD3<Double> {
    /// Creates a unit vector from two angles in radians.
    init(azimuth: Double, elevation: Double) {
        let level = cos(elevation)
        self.init(cos(azimuth) * level, sin(azimuth) * level, sin(elevation))
    }
}
