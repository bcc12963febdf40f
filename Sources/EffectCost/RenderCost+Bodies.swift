package import EffectModel

/// Costs of simulating rigid bodies.
extension RenderCost {
    /// Adds rigid bodies to the last crowd.
    ///
    /// - Parameters:
    ///   - size: Width of a typical body in points.
    ///   - seconds: Maximum simulated time.
    mutating func addBodies(_ dynamics: Dynamics, count: Double, size: Double, seconds: Double) {
        addBodies(dynamics, born: count, alive: count, extent: SIMD2(repeating: size), seconds: seconds)
    }

    /// Adds rigid bodies with limited lives to the last crowd.
    ///
    /// - Parameters:
    ///   - alive: Maximum number of bodies alive at one time.
    ///   - extent: Width and height of a typical body in points.
    ///   - speed: Initial speed in points per second.
    ///   - crowding: Cost factor relative to a heap, for dense starts.
    ///   - pushed: Share of the bodies that are there when an instantaneous push occurs, 0...1.
    ///   - overlap: Number of pairs per body that overlap at birth; `nil` for bodies that lie side by side.
    ///   - fill: Area of all living bodies divided by the area of the canvas.
    ///   - pathScale: Scale factor of the bodies' collision path.
    ///   - isRound: Whether the bodies are circles.
    ///   - seconds: Maximum life of a body.
    mutating func addBodies(
        _ dynamics: Dynamics,
        born count: Double,
        alive: Double,
        extent: SIMD2<Double>,
        speed: Double = 0,
        crowding: Double = 1,
        pushed: Double = 1,
        overlap: Double? = nil,
        fill: Double = 1,
        pathScale: Double = 1,
        isRound: Bool = false,
        seconds: Double
    ) {
        let steps = count * (seconds * Self.bodyStepsPerSecond + 1)
        let crowd = Dynamics.BodyCrowd(
            extent: extent,
            count: alive,
            speed: speed,
            pushed: pushed,
            overlap: overlap,
            fill: fill,
            pathScale: pathScale,
            isRound: isRound,
            seconds: seconds
        )
        let step = crowding * dynamics.workPerStep(of: crowd)
        // Bodies thrown at each other cost up to four times as much.
        work += 4 * steps * step
        // Bodies with a surface to lie on come to rest after some seconds.
        let rests =
            dynamics.collision?.meetsBoundaries == true && dynamics.actingFields.isEmpty && dynamics.attachments.isEmpty
        let moving = rests ? min(seconds, 6) : seconds
        // Measured: there, fewer and larger bodies have too few neighbors.
        crowds[crowds.count - 1].isExtreme =
            (overlap ?? 0) > 20 || dynamics.reach(of: crowd) > 4 || !dynamics.item.corners.isEmpty
        crowds[crowds.count - 1].bodyWork = count * (moving * Self.bodyStepsPerSecond + 1) * step
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
                * dynamics.workPerStep(
                    of: Dynamics.BodyCrowd(extent: SIMD2(repeating: max(1, smallest)), count: Double(members.count))
                )
        )
    }

    /// Simulation steps per second of a world.
    package static let bodyStepsPerSecond = 120.0
}

extension Dynamics {
    /// Bodies of one kind in a world.
    struct BodyCrowd {
        /// Width and height of a typical body in points.
        var extent: SIMD2<Double>
        /// Number of bodies in the world.
        var count: Double
        /// Speed in points per second in addition to that from the dynamics.
        var speed = 0.0
        /// Share of the bodies that instantaneous pushes reach, 0...1.
        var pushed = 1.0
        /// Number of pairs per body that overlap at birth; `nil` for bodies that lie side by side.
        var overlap: Double?
        /// Area of all bodies divided by the area of the canvas.
        var fill = 1.0
        /// Scale factor of the collision path.
        var pathScale = 1.0
        /// Whether bodies are circles, which touch at one point.
        var isRound = false
        /// Maximum life of a body.
        var seconds = Double.infinity

        /// Width of a square body of the same area.
        var size: Double { (extent.x * extent.y).squareRoot() }
    }

    /// Units of work per body and step, averaged over flying and resting bodies.
    func workPerStep(of crowd: BodyCrowd) -> Double {
        let (size, count) = (crowd.size, crowd.count)
        // Without collisions, Box2D knows no shapes.
        var sum = collision == nil ? 300.0 : 600
        if let collision {
            // In a heap, pairs within three points count.
            let box = item.corners.isEmpty ? crowd.extent : hullSize * crowd.pathScale
            let near = ((box.x + 6.4) * (box.y + 6.4)).squareRoot() / size
            if collision.meetsItems {
                // Unconfined items drift apart after a while.
                let isLoose = !collision.meetsBoundaries && !gathersItems
                let overlap = crowd.overlap ?? 0
                // Bodies that together are larger than the canvas press each other.
                let squeeze = collision.boundaries.contains(.canvas) ? max(1, 1.5 * crowd.fill - 0.5) : 1
                var heap = max(2 * near * near * squeeze, gathering(size) * count / 2)
                // Items that an emitter scatters touch only where they are born, unless they live to lie on a floor.
                if isLoose || crowd.seconds < 1.5, crowd.overlap != nil { heap = min(heap, overlap + 1) }
                // Bodies that overlap at birth push each other apart within about a second.
                let early = min(1, 1 / max(crowd.seconds, 1e-9))
                let pressed = contactWork(pairs: max(heap, overlap), crowd, isLoose: isLoose)
                sum += early * pressed + (1 - early) * contactWork(pairs: heap, crowd, isLoose: isLoose)
                sum += (isLoose ? 0.35 : 1) * flightWork(near: near, crowd, isLoose: isLoose)
            }
            if collision.meetsBoundaries {
                sum += 150 + 2 * Double(collision.lineCount) + lineWork(crowd)
                // Box2D finds pairs of items before it learns that they pass through each other.
                if !collision.meetsItems { sum += 700 + 6 * flightPairs(near: near, crowd, isLoose: false) }
                // Box2D stops few bodies one by one where they would cross a line, and checks all contacts each time.
                if collision.meetsItems, count <= Self.mostStopped {
                    sum += 50 * gathering(size) * count * min(count / 2, Self.mostContacts)
                }
            }
        }
        sum += workPerForce
        for attachment in attachments {
            switch attachment.attachedTo {
            case .neighbors: sum += 1200
            case .nearest, nil: sum += attachment.item == .all ? 600 : 10
            }
        }
        return sum
    }

    /// Work of all forces per body and step.
    package var workPerForce: Double {
        var sum = 60 * Double(pushes.count) + (snap == nil ? 0 : 40)
        for field in fields {
            switch field.kind {
            case .noise, .turbulence: sum += 250
            case .radialGravity, .vortex, .electric, .magnetic: sum += field.falloff > 0 ? 120 : 40
            case .linearGravity, .velocity, .drag, .spring: sum += 30
            }
        }
        return sum
    }

    /// Work per body and step for contacts.
    ///
    /// - Parameter pairs: Number of pairs per body that touch or nearly do.
    private func contactWork(pairs: Double, _ crowd: BodyCrowd, isLoose: Bool) -> Double {
        let price = crowd.isRound ? 320.0 : 500.0
        guard pairs > Self.mostContacts else { return (isLoose ? 0.35 : 1) * price * pairs }
        // Beyond the number of contacts that a world keeps, pairs are only found. Bodies that overlap so much take long
        // to drift apart.
        let most = min(crowd.count / 2, pairs)
        let contacts = min(most, Self.mostContacts + 1024 / max(1, crowd.count))
        return (isLoose ? 0.7 : 1) * price * (contacts + 0.3 * max(0, most - contacts))
    }

    /// Work per body and step for the lines that a body is close to where these are densest, beyond the few lines of a floor or a
    /// corner.
    private func lineWork(_ crowd: BodyCrowd) -> Double {
        guard let collision else { return 0 }
        let box = item.corners.isEmpty ? crowd.extent : hullSize * crowd.pathScale
        let speed = usualSpeed(crowd.size, crowd.speed, pushed: crowd.pushed, isLoose: !collision.meetsItems)
        let margin = 6.4 + 4 / RenderCost.bodyStepsPerSecond * speed
        let near = BoundaryBoxes(collision.boundaries).most(within: box + margin) - Self.usualLines
        guard near > 0 else { return 0 }
        // A world keeps twice as many contacts with lines.
        let contacts = min(near, 2 * (Self.mostContacts + 1024 / max(1, crowd.count)))
        return Self.workPerLine * (contacts + 0.3 * (near - contacts))
    }

    /// Number of lines close to a body where they are densest, relative to that of a body of another size.
    package func lineShare(ofSize size: Double, relativeTo other: Double) -> Double {
        guard let collision, collision.meetsBoundaries else { return 1 }
        let boxes = BoundaryBoxes(collision.boundaries)
        func most(_ size: Double) -> Double { boxes.most(within: SIMD2(repeating: size + 6.4)) }
        return most(size) / max(1, most(other))
    }

    /// Number of lines close to a body on a floor or in a corner, which are in the price of all boundaries.
    package static let usualLines = 4.0
    private static let workPerLine = 600.0

    /// Work per body and step for pairs that a flying body is tested against: all that it may meet within four steps.
    private func flightWork(near: Double, _ crowd: BodyCrowd, isLoose: Bool) -> Double {
        let size = crowd.size
        let pairs = flightPairs(near: near, crowd, isLoose: isLoose)
        // Bodies lose their speed in the first collisions, unless they are elastic. Measured: 900 tiles of 12 points,
        // pushed as hard as can be, take a twelfth of the time with an elasticity of 0.5; those of 5 points take four
        // times as long.
        let bounce = item.elasticity * item.elasticity * item.elasticity
        let lasting = min(4, 144 / (size * size) * (0.065 + 0.935 * bounce * bounce))
        return lasting * pairs * (10 + 1.2 * min(64, pairs * pairs / 1000))
    }

    /// Distance that a body flies within four steps, and in which Box2D looks for others, in multiples of its size.
    func reach(of crowd: BodyCrowd) -> Double {
        guard let collision, collision.meetsItems else { return 0 }
        let speed = usualSpeed(crowd.size, crowd.speed, pushed: crowd.pushed, isLoose: !collision.meetsBoundaries)
        return 4 / RenderCost.bodyStepsPerSecond * speed / crowd.size
    }

    /// Number of pairs per flying body that may meet within four steps.
    private func flightPairs(near: Double, _ crowd: BodyCrowd, isLoose: Bool) -> Double {
        let speed = usualSpeed(crowd.size, crowd.speed, pushed: crowd.pushed, isLoose: isLoose)
        let far = near + 4 / RenderCost.bodyStepsPerSecond * speed / crowd.size
        return min(crowd.count / 2, 2 * far * far)
    }

    /// Width and height of the collision path's hull in points; 0 without a path.
    private var hullSize: SIMD2<Double> {
        guard let first = item.corners.first else { return .zero }
        let (low, high) = item.corners.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
        return high - low
    }

    /// Fields that can move the items: electric and magnetic ones only those with a charge.
    fileprivate var actingFields: [Field] {
        fields.filter {
            $0.strength != 0 && (item.charge.largest > 0 || ($0.kind != .electric && $0.kind != .magnetic))
        }
    }

    /// Whether something pulls items together or holds them in place.
    private var gathersItems: Bool {
        snap != nil || !attachments.isEmpty
            || actingFields.contains { [.radialGravity, .spring, .electric, .magnetic].contains($0.kind) }
    }

    /// Degree to which fields press items together at one place, 0...1: 1 if an item moves by its size within a step.
    private func gathering(_ size: Double) -> Double {
        let mass = max(1e-9, item.density * size * size / 10_000)
        let step = 1 / RenderCost.bodyStepsPerSecond
        let strongest = fields.reduce(0.0) { most, field in
            let strength = abs(field.strength)
            let acceleration: Double =
                switch field.kind {
                case .radialGravity: 1000 * strength
                case .electric: 100 * strength * item.charge.largest / mass
                // At a distance of 50 points.
                case .spring: 50 * min(strength / mass, 1 / (step * step))
                default: 0
                }
            return max(most, acceleration)
        }
        let degree = min(1, strongest * step * step / size)
        // Weak fields let items bounce off each other.
        return degree * degree
    }

    /// Maximum number of contacts per item that a world keeps, and that is counted.
    private static let mostContacts = 32.0
    /// Maximum number of items in a world that checks each step for lines they would cross.
    private static let mostStopped = 256.0

    /// Typical speed of an item in points per second.
    ///
    /// - Parameters:
    ///   - pushed: Share of the items that instantaneous pushes reach, 0...1.
    ///   - isLoose: Whether items drift apart, so that what drives them on brings no collisions.
    private func usualSpeed(_ size: Double, _ speed: Double, pushed: Double, isLoose: Bool) -> Double {
        let mass = item.density * size * size / 10_000
        var largest = speed + item.linearVelocity.reduce(0) { max($0, $1.largest) }
        // Force of 1 divided by the mass, in points per second squared.
        let unit = 100 / max(1e-9, mass)
        // Seconds until an item that is driven on meets the next one.
        let way = isLoose ? 0 : 0.05
        for push in pushes {
            let amount = push.pushDirection?.reduce(0) { max($0, $1.largest) } ?? push.magnitude?.largest ?? 1
            largest += unit * amount * (push.mode == .instantaneous ? pushed : way)
        }
        for field in fields where field.kind == .noise || field.kind == .turbulence {
            largest += unit * abs(field.strength) * way
        }
        return min(7680, 250 + largest / 2)
    }
}
