package import EffectModel

/// Costs of simulating rigid bodies.
extension RenderCost {
    /// Adds rigid bodies to the last crowd.
    ///
    /// - Parameters:
    ///   - size: Width of a typical body in points.
    ///   - seconds: Maximum simulated time.
    mutating func addBodies(_ dynamics: Dynamics, count: Double, size: Double, seconds: Double) {
        addBodies(dynamics, born: count, alive: count, size: size, seconds: seconds)
    }

    /// Adds rigid bodies with limited lives to the last crowd.
    ///
    /// - Parameters:
    ///   - alive: Maximum number of bodies alive at one time.
    ///   - speed: Initial speed in points per second.
    ///   - crowding: Cost factor relative to a heap, for dense starts.
    ///   - isRound: Whether the bodies are circles.
    ///   - seconds: Maximum life of a body.
    mutating func addBodies(
        _ dynamics: Dynamics,
        born count: Double,
        alive: Double,
        size: Double,
        speed: Double = 0,
        crowding: Double = 1,
        isRound: Bool = false,
        seconds: Double
    ) {
        let steps = count * (seconds * Self.bodyStepsPerSecond + 1)
        let step = crowding * dynamics.workPerStep(size: size, count: alive, speed: speed, isRound: isRound)
        // Bodies thrown at each other cost up to four times as much.
        work += 4 * steps * step
        // Bodies with a surface to lie on come to rest after some seconds.
        let rests =
            dynamics.collision?.meetsBoundaries == true && dynamics.fields.isEmpty && dynamics.attachments.isEmpty
            && !(speed == 0 && dynamics.jams(size: size))
        let moving = rests ? min(seconds, 6) : seconds
        crowds[crowds.count - 1].bodySteps = count * (moving * Self.bodyStepsPerSecond + 1)
        crowds[crowds.count - 1].workPerBodyStep = step
    }

    /// Adds the world that a sprite owns, with all its members.
    mutating func addWorld(of sprite: StillSprite, _ layer: Layer, _ spec: EffectSpec) {
        guard case .own(let dynamics)? = sprite.dynamics else { return }
        let members = spec.worldMembers(ofLayer: self.layer)
        let smallest = members.compactMap { spec.spriteSize(ofLayer: $0)?.min() }.min() ?? 1
        let steps = layer.worldTime(at: spec.timing.duration) * Self.bodyStepsPerSecond + 1
        // Setup work has a lower price.
        addSetup(
            3 * steps * Double(members.count)
                * dynamics.workPerStep(size: max(1, smallest), count: Double(members.count))
        )
    }

    /// Simulation steps per second of a world.
    package static let bodyStepsPerSecond = 120.0
}

extension Dynamics {
    /// Units of work per item and step, averaged over flying and resting items.
    ///
    /// - Parameters:
    ///   - size: Width of a typical item in points.
    ///   - count: Number of items in the world.
    ///   - speed: Speed in points per second in addition to that from the dynamics.
    ///   - isRound: Whether items are circles, which touch at one point.
    func workPerStep(size: Double, count: Double, speed: Double = 0, isRound: Bool = false) -> Double {
        var sum = 600.0
        if let collision {
            // In a heap, pairs within three points count; a flying item is tested against all it may meet within four
            // steps.
            let near = 1 + 6.4 / size
            let far = near + 4 / RenderCost.bodyStepsPerSecond * usualSpeed(size, speed) / size
            let pairs = min(count / 2, 2 * far * far)
            if collision.meetsItems {
                let price = (isRound ? 320 : 500) * min(32, 2 * near * near)
                // Unconfined items drift apart after a while.
                let isLoose = !collision.meetsBoundaries && fields.isEmpty && attachments.isEmpty && snap == nil
                sum += (isLoose ? 0.35 : 1) * (price + pairs * (10 + 1.2 * min(64, pairs * pairs / 1000)))
            }
            if collision.meetsBoundaries { sum += 150 + 2 * Double(collision.lineCount) }
        }
        sum += 60 * Double(pushes.count) + (snap == nil ? 0 : 40)
        for attachment in attachments {
            switch attachment.attachedTo {
            case .neighbors: sum += 1200
            case .nearest, nil: sum += attachment.item == .all ? 600 : 10
            }
        }
        for field in fields {
            switch field.kind {
            case .noise, .turbulence: sum += 250
            case .radialGravity, .vortex, .electric, .magnetic: sum += field.falloff > 0 ? 120 : 40
            case .linearGravity, .velocity, .drag, .spring: sum += 30
            }
        }
        return sum
    }

    /// Whether tiles that fill the canvas get so disordered that they never come to rest.
    ///
    /// Measured: tiles of 10 points at 1,500 points/s never rest; tiles of 20 points at 375 and of 10 points at 200
    /// points/s rest after a second.
    func jams(size: Double) -> Bool {
        collision?.boundaries.contains(.canvas) == true && collision?.mode == .everything && disorder(size) >= 30
    }

    /// Distance that a pushed item moves per second, in multiples of its size.
    private func disorder(_ size: Double) -> Double {
        if pushes.contains(where: { $0.mode == .continuous }) || item.angularVelocity.largest > 1 { return .infinity }
        return 2 * (usualSpeed(size, 0) - 250) / size
    }

    /// Minimum number of seconds before tiles that fill the canvas come to rest; infinite if they never do. Tiles are
    /// `size` points wide.
    package func leastMotion(size: Double, on canvas: SIMD2<Double>) -> Double {
        if jams(size: size) { return .infinity }
        guard fields.isEmpty, attachments.isEmpty, snap == nil, disorder(size) < 30 else { return 4 }
        let pull =
            switch gravity {
            case .vector(let vector): (vector * vector).sum().squareRoot()
            case .polar(_, let magnitude): abs(magnitude)
            case nil: 0.0
            }
        guard pull > 0.01 else { return 4 }
        // Time to fall, to bounce, and to rest for a while.
        let fall = (2 * canvas.max() / (1000 * pull)).squareRoot()
        return min(4, fall * (1 + item.elasticity) / max(0.1, 1 - item.elasticity) + 0.6)
    }

    /// Typical speed of a pushed item in points per second.
    private func usualSpeed(_ size: Double, _ speed: Double) -> Double {
        let mass = item.density * size * size / 10_000
        var largest = speed + item.linearVelocity.reduce(0) { max($0, $1.largest) }
        for push in pushes where push.mode == .instantaneous {
            let amount = push.pushDirection?.reduce(0) { max($0, $1.largest) } ?? push.magnitude?.largest ?? 1
            largest += 100 * amount / max(1e-9, mass)
        }
        return min(7680, 250 + largest / 2)
    }
}
