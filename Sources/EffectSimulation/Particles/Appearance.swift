internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Appearance of a cell's particles by age, as a function of their birth values and the cell's behaviors.
final class Appearance: Sendable {
    /// Color changes, in the order of the behaviors.
    let changes: [Change]
    let scales: [LifeCurve]
    private let scaleSpeeds: LifeCurve?
    private let rotations: [LifeCurve]
    private let spins: LifeCurve?
    /// Alignment to the direction of motion; `nil` if the rotation does not depend on motion.
    let alignment: Alignment?
    let lights: [Light]
    /// Rates that animations add to the speeds of scale and color during a particle's life; `nil` for none.
    private let liveScale: RateTable?
    private let liveColor: RateTable?

    /// Whether birth values and their speeds, live ones included, determine the appearance alone.
    var isPlain: Bool {
        changes.isEmpty && scales.isEmpty && scaleSpeeds == nil && rotations.isEmpty && spins == nil && alignment == nil
            && lights.isEmpty
    }

    /// Whether scale and color may be straight lines over a life (``lines(of:)``), and the rotation follows from the spin.
    var mayHaveLines: Bool {
        rotations.isEmpty && spins == nil && alignment == nil && mayHaveScaleLine && mayHaveColorLines
    }

    /// Whether the scale may be straight lines over a life.
    var mayHaveScaleLine: Bool { scaleSpeeds == nil && liveScale == nil }

    /// Whether the color may be straight lines over a life.
    var mayHaveColorLines: Bool {
        lights.isEmpty && liveColor == nil
            && changes.allSatisfy {
                if case .flicker = $0 { false } else { true }
            }
    }

    /// Whether colors besides alpha change over a life.
    var recolors: Bool {
        changes.contains { change in
            switch change {
            case .color: true
            case .channel(let index, _): index < 3
            case .flicker: false
            }
        }
    }

    /// Whether particles are turned by their spin alone.
    var turnsBySpin: Bool { rotations.isEmpty && alignment == nil }

    /// Alignment of a particle with its motion.
    struct Alignment: Sendable {
        /// Radians added to the direction of motion.
        let rotation: Double
        /// Whether a plane turns in space rather than in the canvas' plane.
        let isInSpace: Bool
    }

    /// A change of a color.
    enum Change: Sendable {
        case color(ColorCurve)
        case channel(Int, LifeCurve)
        case flicker(amount: Double, frequency: Double)
    }

    /// - Parameter behaviors: Behaviors that act on the cell.
    init(_ cell: EmitterCell, _ behaviors: [Behavior], live: LiveTables?) {
        liveScale = live.flatMap { $0.growOrShrink ? $0.motion : nil }
        liveColor = live?.color
        func curves(_ path: Behavior.LifePath) -> [LifeCurve] {
            behaviors.filter { $0.kind == .valueOverLife && $0.lifePath == path }.map { LifeCurve($0) }
        }
        changes = behaviors.compactMap { behavior -> Change? in
            switch behavior.kind {
            case .colorOverLife: return .color(ColorCurve(behavior))
            case .flicker: return .flicker(amount: behavior.amount, frequency: behavior.frequency)
            case .valueOverLife:
                switch behavior.lifePath {
                case .red: return .channel(0, LifeCurve(behavior))
                case .green: return .channel(1, LifeCurve(behavior))
                case .blue: return .channel(2, LifeCurve(behavior))
                case .alpha: return .channel(3, LifeCurve(behavior))
                case .positionX, .positionY, .positionZ, .velocityX, .velocityY, .velocityZ, .mass, .rotation, .spin,
                    .scale, .scaleSpeed:
                    return nil
                }
            case .wave, .drag, .alignToMotion, .light, .attractor, .simpleAttractor, .turbulence, .vortex, .wind,
                .bounce, .floor, .collider:
                return nil
            }
        }
        scales = curves(.scale)
        scaleSpeeds = curves(.scaleSpeed).last
        rotations = curves(.rotation)
        spins = curves(.spin).last
        alignment = behaviors.last { $0.kind == .alignToMotion }.map { behavior in
            Alignment(
                rotation: behavior.rotation * 2 * .pi,
                isInSpace: behavior.preservesDepth && cell.particleType == .plane
            )
        }
        lights = behaviors.filter { $0.kind == .light }.map { Light($0) }
    }

    /// Scale factor at `age`.
    func scale(of particle: Particle, atAge age: Double) -> Double {
        var scale = particle.scale
        let share = age / particle.lifetime
        if let scaleSpeeds {
            scale += scaleSpeeds.gathered(rate: particle.scaleSpeed, lifetime: particle.lifetime, share: share)
            if let liveScale, scaleSpeeds.operation != .replace {
                scale +=
                    scaleSpeeds.weighted(by: particle.lifetime, to: share) { age in
                        let gathered = liveScale.gathered(for: particle, atAge: age)
                        return (gathered.once.w, gathered.twice.w)
                    } * particle.scaleFactor
            }
        } else {
            scale += particle.scaleSpeed * age
            if let liveScale { scale += liveScale.gathered(for: particle, atAge: age).once.w * particle.scaleFactor }
        }
        for curve in scales { scale = curve.applied(to: scale, at: share) }
        return scale
    }

    /// Spin in radians per second at `age`.
    func spin(of particle: Particle, atAge age: Double) -> Double {
        spins?.applied(to: particle.spin, at: age / particle.lifetime) ?? particle.spin
    }

    /// Rotation in radians at `age`, without alignment to motion.
    ///
    /// - Parameter turned: Accumulated spin in radians, if walls changed it; `nil` to compute it from the birth spin.
    func rotation(of particle: Particle, atAge age: Double, turned: Double? = nil) -> Double {
        var rotation = particle.rotation
        let share = age / particle.lifetime
        if let turned {
            rotation += turned
        } else if let spins {
            rotation += spins.gathered(rate: particle.spin, lifetime: particle.lifetime, share: share)
        } else {
            rotation += particle.spin * age
        }
        for curve in rotations { rotation = curve.applied(to: rotation, at: share) }
        return rotation
    }

    /// Unpremultiplied color at `age`, not clamped.
    func color(of particle: Particle, atAge age: Double) -> SIMD4<Double> {
        var color = particle.color + particle.colorSpeed * age
        if let liveColor { color += liveColor.gathered(for: particle, atAge: age).once }
        if changes.isEmpty { return color }
        let share = age / particle.lifetime
        for change in changes {
            switch change {
            case .color(let curve): color = curve.color(at: share)
            case .channel(let channel, let curve):
                color[channel] = curve.applied(to: color[channel], at: share)
            case .flicker(let amount, let frequency):
                color.w *= 1 - amount * Noise(key: particle.noise).value(at: age * frequency)
            }
        }
        return color
    }
}

/// A light source, as a factor for colors.
///
/// - Source: CAEmitterBehavior's light, for the names of the inputs; the formulas are ours.
struct Light: Sendable {
    private let position: SIMD3<Double>
    private let color: SIMD3<Double>
    private let falloff: Double
    private let reach: Double
    /// Cosines of half the cone angle and of the angle at which its soft edge begins; `nil` for a light without a cone.
    private let cone: (rim: Double, core: Double)?
    private let direction: SIMD3<Double>
    /// Whether unlit parts become transparent.
    let appliesAlpha: Bool

    init(_ behavior: Behavior) {
        position = SIMD3(behavior.position.x, behavior.position.y, behavior.zPosition)
        let components = behavior.color.components
        color = SIMD3(components.x, components.y, components.z) * components.w
        falloff = behavior.falloff
        reach = behavior.falloffDistance
        let half = min(behavior.coneAngle / 2, .pi)
        cone = behavior.spot ? (cos(half), cos(half * (1 - behavior.coneEdgeSoftness))) : nil
        direction = SIMD3(azimuth: behavior.directionLongitude, elevation: behavior.directionLatitude)
        appliesAlpha = behavior.appliesAlpha
    }

    /// Light that reaches a position, for each color channel.
    ///
    /// - Parameter normal: Normal of a plane, which is lit in proportion to how directly it faces the light, from
    ///   either side; `nil` for other particles.
    func amount(at place: SIMD3<Double>, normal: SIMD3<Double>?) -> SIMD3<Double> {
        let ray = place - position
        let distance = (ray * ray).sum().squareRoot()
        var amount = 1.0
        if reach > 0, falloff > 0 { amount = pow(max(0, 1 - distance / reach), falloff) }
        guard distance > 1e-9 else { return color * amount }
        if let cone {
            let cosine = (ray * direction).sum() / distance
            let width = cone.core - cone.rim
            amount *= width > 0 ? min(1, max(0, (cosine - cone.rim) / width)) : (cosine >= cone.rim ? 1 : 0)
        }
        if let normal { amount *= abs((ray * normal).sum()) / distance }
        return color * amount
    }
}

extension [Light] {
    /// Color under all lights; unchanged if there are none.
    func lit(_ color: SIMD4<Double>, at place: SIMD3<Double>, normal: SIMD3<Double>?) -> SIMD4<Double> {
        if isEmpty { return color }
        var sum = SIMD3<Double>(0, 0, 0)
        for light in self { sum += light.amount(at: place, normal: normal) }
        let factor = sum.clamped(lowerBound: .zero, upperBound: .one)
        let alpha = contains { $0.appliesAlpha } ? factor.max() : 1
        return color * SIMD4(factor, alpha)
    }
}
