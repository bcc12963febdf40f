internal import CBox2D
internal import EffectModel

/// A force field, and the accelerations that it causes.
struct FieldForce {
    /// Properties of an item that determine a field's effect.
    struct Item {
        let place: SIMD2<Double>
        let velocity: SIMD2<Double>
        let mass: Double
        let charge: Double
        let fieldBitMask: Int
    }

    let steps: Range<Int>
    /// Whether the field itself changes forever.
    let isAnimated: Bool
    private let field: Dynamics.Field
    private let noise: Noise
    /// Distance from one curl of the noise to the next, in points.
    private let grain: Double

    init(_ field: Dynamics.Field, noise key: UInt64) {
        self.field = field
        steps = field.span.steps
        noise = Noise(key: key)
        let isNoisy = field.kind == .noise || field.kind == .turbulence
        isAnimated = isNoisy && field.animationSpeed > 0 && field.span.duration == nil
        grain = 20 * hanabi_power(20, field.smoothness)
    }

    /// Whether the field acts on an item, by their bit masks alone.
    func heeds(_ item: Item) -> Bool { field.categoryBitMask & item.fieldBitMask != 0 }

    /// Returns the velocity that the field imposes on an item; `nil` if it imposes none.
    func velocity(of item: Item) -> SIMD2<Double>? {
        guard field.kind == .velocity, field.region?.contains(item.place - field.position) ?? true else { return nil }
        return field.direction * (field.strength * ItemForces.pushUnit)
    }

    /// Acceleration of an item, in points per second squared.
    func push(on item: Item, at time: Double) -> SIMD2<Double> {
        let way = item.place - field.position
        guard field.region?.contains(way) ?? true else { return .zero }
        let gravity = ItemForces.gravityUnit * field.strength
        let force = ItemForces.pushUnit * field.strength / item.mass
        switch field.kind {
        case .linearGravity: return field.direction * gravity
        case .radialGravity: return outward(way) * (-gravity * share(way))
        // Counterclockwise, with y down.
        case .vortex: return SIMD2(outward(way).y, -outward(way).x) * (gravity * share(way))
        case .noise: return curl(item.place, time) * gravity
        case .turbulence:
            let speed = (item.velocity * item.velocity).sum().squareRoot()
            return curl(item.place, time) * (gravity * speed / ItemForces.pushUnit)
        case .velocity: return .zero
        // At 100 points per second, drag equals a push of 1, as does a spring at 100 points. Drag never reverses a
        // motion.
        case .drag:
            let left = hanabi_exponential(-field.strength / item.mass * RigidWorld.step)
            return item.velocity * ((left - 1) / RigidWorld.step)
        case .spring: return way * -min(field.strength / item.mass, 1 / (RigidWorld.step * RigidWorld.step))
        case .electric: return outward(way) * (force * item.charge * share(way))
        case .magnetic:
            // Rotating velocities through the step preserves their lengths.
            let rate = force * item.charge * share(way) / ItemForces.pushUnit
            let turn = SIMD2(direction: -max(-1e4, min(1e4, rate)) * RigidWorld.step)
            let (v, w) = (item.velocity, turn)
            return (SIMD2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x) - v) / RigidWorld.step
        }
    }

    /// Returns the share of the strength that remains at a distance.
    private func share(_ way: SIMD2<Double>) -> Double {
        guard field.falloff > 0 else { return 1 }
        let distance = (way * way).sum().squareRoot() / field.minimumRadius
        return distance > 1 ? hanabi_power(distance, -field.falloff) : 1
    }

    /// Direction from the center: a unit vector, but shorter within one point of the center.
    private func outward(_ way: SIMD2<Double>) -> SIMD2<Double> {
        way / max(1, (way * way).sum().squareRoot())
    }

    private func curl(_ place: SIMD2<Double>, _ time: Double) -> SIMD2<Double> {
        noise.curl(place.x / grain, y: place.y / grain, z: time * field.animationSpeed)
    }
}
