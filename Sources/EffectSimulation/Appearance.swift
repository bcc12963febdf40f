internal import EffectModel
import Glibc

/// What the particles of a cell look like, by their age: a function of what they were born with and of the behaviours.
final class Appearance: Sendable {
    /// In the order of the behaviours.
    private let changes: [Change]
    private let scales: [LifeCurve]
    private let scaleSpeeds: LifeCurve?
    private let rotations: [LifeCurve]
    private let spins: LifeCurve?
    /// Turns that are added to the direction of motion; `nil` if particles don't care where they go.
    let alignment: Alignment?
    let lights: [Light]
    /// What animations add to the speeds of scale and colour while it lives; `nil` is nothing.
    private let liveScale: RateTable?
    private let liveColor: RateTable?

    /// Whether it is what a particle was born with and its speeds, live ones too, and nothing else.
    var isPlain: Bool {
        changes.isEmpty && scales.isEmpty && scaleSpeeds == nil && rotations.isEmpty && spins == nil && alignment == nil
            && lights.isEmpty
    }

    /// How a particle follows its motion.
    struct Alignment: Sendable {
        /// Radians.
        let rotation: Double
        /// A plane turns in space.
        let isInSpace: Bool
    }

    private enum Change: Sendable {
        case color(ColorCurve)
        case channel(Int, LifeCurve)
        case flicker(amount: Double, frequency: Double)
    }

    /// - Parameter behaviors: All that act.
    init(_ cell: EmitterCell, _ behaviors: [Behavior], live: LiveTables?) {
        liveScale = live.flatMap { $0.growOrShrink ? $0.motion : nil }
        liveColor = live?.color
        func curves(_ path: Behavior.LifePath) -> [LifeCurve] {
            behaviors.filter { $0.kind == .valueOverLife && $0.lifePath == path }.map { LifeCurve($0) }
        }
        changes = behaviors.compactMap { behavior in
            switch (behavior.kind, behavior.lifePath) {
            case (.colorOverLife, _): .color(ColorCurve(behavior))
            case (.flicker, _): .flicker(amount: behavior.amount, frequency: behavior.frequency)
            case (.valueOverLife, .red): .channel(0, LifeCurve(behavior))
            case (.valueOverLife, .green): .channel(1, LifeCurve(behavior))
            case (.valueOverLife, .blue): .channel(2, LifeCurve(behavior))
            case (.valueOverLife, .alpha): .channel(3, LifeCurve(behavior))
            default: nil
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

    /// The factor at `age`.
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

    /// Radians a second at `age`.
    func spin(of particle: Particle, atAge age: Double) -> Double {
        spins?.applied(to: particle.spin, at: age / particle.lifetime) ?? particle.spin
    }

    /// Radians at `age`, motion apart.
    ///
    /// - Parameter turned: What spin has come to, where walls had a part in it.
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

    /// Straight and not clamped, at `age`.
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

/// A light, as a factor for colours.
///
/// - Source: CAEmitterBehavior's light: names of the inputs; the formulas are ours.
struct Light: Sendable {
    private let position: SIMD3<Double>
    private let color: SIMD3<Double>
    private let falloff: Double
    private let reach: Double
    /// Cosine of half the cone, and of where its soft rim begins; `nil` shines everywhere.
    private let cone: (rim: Double, core: Double)?
    private let direction: SIMD3<Double>
    /// Whether what is not lit turns transparent.
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

    /// What reaches a place.
    ///
    /// - Parameter normal: Of a plane; lit as much as it faces the light, from either side.
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
    /// The colour under all lights; as it is if there are none.
    func lit(_ color: SIMD4<Double>, at place: SIMD3<Double>, normal: SIMD3<Double>?) -> SIMD4<Double> {
        if isEmpty { return color }
        var sum = SIMD3<Double>(0, 0, 0)
        for light in self { sum += light.amount(at: place, normal: normal) }
        let factor = sum.clamped(lowerBound: .zero, upperBound: .one)
        let alpha = contains { $0.appliesAlpha } ? factor.max() : 1
        return color * SIMD4(factor, alpha)
    }
}
