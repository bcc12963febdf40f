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
    ///   - seconds: Of each life, at the most.
    mutating func addBodies(
        _ dynamics: Dynamics,
        born count: Double,
        alive: Double,
        size: Double,
        speed: Double = 0,
        seconds: Double
    ) {
        let steps = count * (seconds * Self.bodyStepsPerSecond + 1)
        let step = dynamics.workPerStep(size: size, count: alive, speed: speed)
        // Where all are thrown at each other, it is as much again, and again.
        work += 4 * steps * step
        // What has something to lie on rests after some seconds.
        let rests =
            dynamics.collision?.meetsBoundaries == true && dynamics.fields.isEmpty && dynamics.attachments.isEmpty
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
    func workPerStep(size: Double, count: Double, speed: Double = 0) -> Double {
        var sum = 600.0
        if let collision {
            // A heap has pairs within three points all around; what flies is held against all that it may meet within four steps.
            let near = 1 + 6.4 / size
            let far = near + 4 / RenderCost.bodyStepsPerSecond * usualSpeed(size, speed) / size
            let pairs = min(count / 2, 2 * far * far)
            if collision.meetsItems {
                sum += 500 * min(32, 2 * near * near) + pairs * (10 + 1.2 * min(64, pairs * pairs / 1000))
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
