/// What it costs to step rigid bodies.
extension RenderCost {
    /// Adds bodies to the crowd that was added last.
    ///
    /// - Parameters:
    ///   - size: Points across, of the usual one.
    ///   - seconds: For which they are stepped at the most.
    mutating func addBodies(_ dynamics: Dynamics, count: Double, size: Double, seconds: Double) {
        let steps = count * (seconds * Self.bodyStepsPerSecond + 1)
        let step = dynamics.workPerStep(size: size)
        // Where all are thrown at each other, it is as much again, and again.
        work += 4 * steps * step
        crowds[crowds.count - 1].bodySteps = steps
        crowds[crowds.count - 1].workPerBodyStep = step
    }

    /// Steps of a world in a second.
    package static let bodyStepsPerSecond = 120.0
}

extension Dynamics {
    /// Units of work for each item and step, in the mean of those that fly and those that lie in a heap.
    func workPerStep(size: Double) -> Double {
        var sum = 350.0
        if let collision {
            // Pairs are followed that are within three points, and a heap has them all around.
            let reach = 1 + 6.4 / size
            let neighbors = min(64, 2 * reach * reach)
            if collision.meetsItems { sum += 400 * neighbors }
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
}
