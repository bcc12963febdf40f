internal import CBox2D
internal import EffectModel

/// Accelerations and kicks of each item at each step, as functions of its position, its velocity and the time.
struct ItemForces {
    /// Masses by item, in UIKit's unit: 1 for 100 × 100 points at density 1.
    let masses: [Double]
    /// Step after which forces depend on the items alone; `Int.max` if a field changes forever.
    let lastChange: Int
    private let gravity: SIMD2<Double>
    private let pushes: [Push]
    private let snap: Dynamics.Snap?
    private let snapSteps: Range<Int>
    private let fields: [FieldForce]
    private let places: [SIMD2<Double>]
    private let charges: [Double]
    private let masks: [Int]
    /// Moment of inertia per mass by item, in points squared; 0 for an item that does not rotate.
    private let gyrations: [Double]

    /// A push, with the amount drawn for each item.
    private struct Push {
        let isInstantaneous: Bool
        let steps: Range<Int>
        let offset: SIMD2<Double>
        /// Points per second for an instantaneous push, else points per second squared.
        let amounts: [SIMD2<Double>]
    }

    /// Acceleration in points per second squared by a gravity of 1, and by a push of 1 on a mass of 1.
    static let gravityUnit = 1000.0
    static let pushUnit = 100.0

    /// Angular frequency of a snap's spring, in radians per second.
    private static let snapPace = 16.0
    /// Upper bounds of an acceleration in points per second squared, and of a kick in points per second.
    private static let hardest = 1e6
    private static let fastest = 1e5

    init(_ dynamics: Dynamics, _ items: [RigidWorld.Item], noise: UInt64) {
        let masses = items.map { max(1e-9, $0.kind.density * $0.size.x * $0.size.y / 10_000) }
        self.masses = masses
        gravity = dynamics.gravity.map { $0.vector * Self.gravityUnit } ?? SIMD2(0, 0)
        snap = dynamics.snap
        snapSteps = dynamics.snap?.span.steps ?? 0..<0
        places = items.map(\.place)
        charges = items.map { $0.kind.charge.value($0.random.unit(RigidWorld.Slot.charge)) }
        masks = items.map(\.kind.fieldBitMask)
        gyrations = items.map { item in
            let share = item.kind.collisionBoundsType == .ellipse ? 16.0 : 12
            return item.kind.allowsRotation ? (item.size * item.size).sum() / share : 0
        }
        pushes = dynamics.pushes.enumerated().map { number, push in
            let slot = RigidWorld.Slot.pushes + 4 * UInt64(number)
            return Push(
                isInstantaneous: push.mode == .instantaneous,
                steps: push.span.steps,
                offset: push.targetOffsetFromCenter,
                amounts: zip(items, masses).map { item, mass in
                    (push.vector(item.random, slot) * (Self.pushUnit / mass)).limited(to: Self.hardest)
                }
            )
        }
        fields = dynamics.fields.enumerated().map { number, field in
            FieldForce(field, noise: RandomStream(key: noise).substream(UInt64(number)).key)
        }
        var last = 0
        func note(_ steps: Range<Int>) {
            for step in [steps.lowerBound, steps.upperBound] where step < .max { last = max(last, step + 1) }
        }
        pushes.forEach { note($0.isInstantaneous ? $0.steps.lowerBound..<$0.steps.lowerBound : $0.steps) }
        if dynamics.snap != nil { note(snapSteps) }
        fields.forEach { note($0.steps) }
        lastChange = fields.contains(where: \.isAnimated) ? .max : last
    }

    /// Velocity changes at the beginning of a step, in points and radians per second.
    func kicks(atStep step: Int, _ states: [hanabi_item_state]) -> [(item: Int, velocity: SIMD3<Double>)] {
        var all: [(item: Int, velocity: SIMD3<Double>)] = []
        for push in pushes where push.isInstantaneous && push.steps.lowerBound == step {
            for index in states.indices { all.append((index, kick(of: index, by: push, states[index]))) }
        }
        return all
    }

    /// Velocity change of an item at the beginning of a step; `nil` for none.
    func kick(of index: Int, _ state: hanabi_item_state, atStep step: Int) -> SIMD3<Double>? {
        var sum: SIMD3<Double>?
        for push in pushes where push.isInstantaneous && push.steps.lowerBound == step {
            sum = (sum ?? .zero) + kick(of: index, by: push, state)
        }
        return sum
    }

    private func kick(of index: Int, by push: Push, _ state: hanabi_item_state) -> SIMD3<Double> {
        let amount = push.amounts[index].limited(to: Self.fastest)
        return SIMD3(amount, spin(push.offset, amount: amount, index: index, state: state))
    }

    /// Acceleration of an item, in points and radians per second squared.
    func push(on index: Int, _ state: hanabi_item_state, atStep step: Int) -> SIMD3<Double> {
        var sum = gravity
        var turn = 0.0
        for push in pushes where !push.isInstantaneous {
            let share = push.steps.share(at: step)
            guard share > 0 else { continue }
            sum += push.amounts[index] * share
            turn += spin(push.offset, amount: push.amounts[index], index: index, state: state) * share
        }
        let place = SIMD2(state.x, state.y)
        let velocity = SIMD2(state.velocity_x, state.velocity_y)
        if let snap, case let share = snapSteps.share(at: step), share > 0 {
            let way = (snap.snapPoint ?? places[index]) - place
            // Damping 0 still comes to rest eventually, as in UIKit.
            let damping = 2 * Self.snapPace * (0.15 + 0.85 * snap.damping)
            let stiffness = Self.snapPace * Self.snapPace
            sum += (way * stiffness - velocity * damping) * share
            if gyrations[index] > 0 { turn -= (state.angle * stiffness + state.spin * damping) * share }
        }
        if !fields.isEmpty {
            let time = Double(step) * RigidWorld.step
            let item = FieldForce.Item(
                place: place,
                velocity: velocity,
                mass: masses[index],
                charge: charges[index],
                fieldBitMask: masks[index]
            )
            for field in fields where field.heeds(item) {
                let share = field.steps.share(at: step)
                guard share > 0 else { continue }
                // An imposed velocity replaces all forces summed so far.
                if share == 1, let given = field.velocity(of: item) {
                    sum = (given - velocity) / RigidWorld.step
                } else {
                    sum += field.push(on: item, at: time) * share
                }
            }
        }
        return SIMD3(sum.limited(to: Self.hardest), max(-Self.hardest, min(Self.hardest, turn)))
    }

    /// Angular acceleration or kick by a push beside the center, in the time unit of `amount`.
    private func spin(
        _ offset: SIMD2<Double>,
        amount: SIMD2<Double>,
        index: Int,
        state: hanabi_item_state
    ) -> Double {
        guard offset != .zero, gyrations[index] > 0 else { return 0 }
        let arm = SIMD2(
            offset.x * state.cosine - offset.y * state.sine,
            offset.x * state.sine + offset.y * state.cosine
        )
        return (arm.x * amount.y - arm.y * amount.x) / gyrations[index]
    }
}

extension Dynamics.Gravity {
    /// Gravity to the right and down.
    var vector: SIMD2<Double> {
        switch self {
        case .vector(let vector): vector
        case .polar(let angle, let magnitude): SIMD2(direction: angle) * magnitude
        }
    }
}

extension Dynamics.Push {
    /// Push to the right and down, in UIKit's magnitudes.
    fileprivate func vector(_ random: RandomStream, _ slot: UInt64) -> SIMD2<Double> {
        if let pushDirection {
            return SIMD2(pushDirection[0].value(random.unit(slot)), pushDirection[1].value(random.unit(slot + 1)))
        }
        // UIKit's defaults: to the right, with a magnitude of 1.
        let angle = angle?.value(random.unit(slot)) ?? 0
        return SIMD2(direction: angle) * (magnitude?.value(random.unit(slot + 1)) ?? 1)
    }
}

extension Dynamics.Span {
    /// Steps at the beginning of which the force acts.
    var steps: Range<Int> {
        func number(_ time: Double) -> Int { Int((time / RigidWorld.step - 1e-9).rounded(.up)) }
        let first = number(beginTime)
        return first..<(duration == nil ? .max : max(first, number(endTime)))
    }
}

extension Range<Int> {
    /// Share of a force that acts at the beginning of a step, as the mean of before and after: a half where it begins
    /// or ends.
    ///
    /// At step 0 the share is 1, since initial velocities were taken back by half a step as if the force had always
    /// acted.
    fileprivate func share(at step: Int) -> Double {
        guard step >= lowerBound, step <= upperBound, !isEmpty else { return 0 }
        return step == upperBound || step == lowerBound && step > 0 ? 0.5 : 1
    }
}

extension SIMD2<Double> {
    /// Creates a unit vector from an angle in radians, clockwise from the right.
    init(direction angle: Double) {
        var (cosine, sine) = (1.0, 0.0)
        hanabi_turn(angle, &cosine, &sine)
        self.init(cosine, sine)
    }

    /// Vector shortened to at most `limit`; zero if it is not finite.
    func limited(to limit: Double) -> SIMD2<Double> {
        let length = (self * self).sum().squareRoot()
        guard length > limit else { return length.isNaN ? .zero : self }
        return length.isFinite ? self * (limit / length) : .zero
    }
}
