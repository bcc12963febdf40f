/// Costs of stepping rigid bodies.
extension RenderCost {
    /// Adds bodies to the crowd that was added last.
    ///
    /// - Parameters:
    ///   - size: Points across, of the usual one.
    ///   - seconds: For which they are stepped at the most.
    mutating func addBodies(_ dynamics: Dynamics, count: Double, size: Double, seconds: Double) {
        addBodies(dynamics, born: count, alive: count, size: size, seconds: seconds)
    }

    /// Adds bodies that come and go to the crowd that was added last.
    ///
    /// - Parameters:
    ///   - alive: At one time, at the most.
    ///   - speed: Points a second, at birth.
    ///   - crowding: How much harder it is than in a heap, at the start.
    ///   - isRound: Whether they are circles.
    ///   - seconds: Of each life, at the most.
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
        // Where all are thrown at each other, it is as much again, and again.
        work += 4 * steps * step
        // What has something to lie on rests after some seconds.
        let rests =
            dynamics.collision?.meetsBoundaries == true && dynamics.fields.isEmpty && dynamics.attachments.isEmpty
            && !(speed == 0 && dynamics.jams(size: size))
        let moving = rests ? min(seconds, 6) : seconds
        crowds[crowds.count - 1].bodySteps = count * (moving * Self.bodyStepsPerSecond + 1)
        crowds[crowds.count - 1].workPerBodyStep = step
    }

    /// Adds the world that a sprite has, with all that is in it.
    mutating func addWorld(of sprite: StillSprite, _ layer: Layer, _ spec: EffectSpec) {
        guard case .own(let dynamics)? = sprite.dynamics else { return }
        let members = spec.worldMembers(ofLayer: self.layer)
        let smallest = members.compactMap { spec.spriteSize(ofLayer: $0)?.min() }.min() ?? 1
        let steps = layer.worldTime(at: spec.timing.duration) * Self.bodyStepsPerSecond + 1
        // What is made ready once has a lower price.
        addSetup(
            3 * steps * Double(members.count)
                * dynamics.workPerStep(size: max(1, smallest), count: Double(members.count))
        )
    }

    /// Steps of a world in a second.
    package static let bodyStepsPerSecond = 120.0
}

extension Layer {
    /// Seconds that a world of this layer has been stepped for when the scene is at `time`.
    package func worldTime(at time: Double) -> Double { max(0, timing.steadyTime(at: time)) }
}

extension Dynamics {
    /// Units of work for each item and step, in the mean of those that fly and those that lie in a heap.
    ///
    /// - Parameters:
    ///   - size: Points across, of the usual item.
    ///   - count: Items of the world.
    ///   - speed: Points a second that items have beside what the dynamics give them.
    ///   - isRound: Whether they are circles, which meet at one point.
    func workPerStep(size: Double, count: Double, speed: Double = 0, isRound: Bool = false) -> Double {
        var sum = 600.0
        if let collision {
            // A heap has pairs within three points all around; what flies is held against all that it may meet within four steps.
            let near = 1 + 6.4 / size
            let far = near + 4 / RenderCost.bodyStepsPerSecond * usualSpeed(size, speed) / size
            let pairs = min(count / 2, 2 * far * far)
            if collision.meetsItems {
                let price = (isRound ? 320 : 500) * min(32, 2 * near * near)
                // Where nothing holds them, they part after a while.
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

    /// Whether tiles that fill the canvas are thrown into such disorder that they don't find room to rest in it again.
    ///
    /// Measured: of 10 points at 1,500 points a second, they press each other for ever; of 20 at 375, and of 10 at 200, they rest after a second.
    func jams(size: Double) -> Bool {
        collision?.boundaries.contains(.canvas) == true && collision?.mode == .everything && disorder(size) >= 30
    }

    /// Sizes that an item goes in a second, as it is pushed.
    private func disorder(_ size: Double) -> Double {
        if pushes.contains(where: { $0.mode == .continuous }) || item.angularVelocity.largest > 1 { return .infinity }
        return 2 * (usualSpeed(size, 0) - 250) / size
    }

    /// Seconds after which tiles that fill the canvas rest at the earliest, as far as they do; they are `size` points wide.
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
        // To fall, to bounce, and to lie still for a while.
        let fall = (2 * canvas.max() / (1000 * pull)).squareRoot()
        return min(4, fall * (1 + item.elasticity) / max(0.1, 1 - item.elasticity) + 0.6)
    }

    /// Points a second of an item that was pushed.
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
