internal import CBox2D
internal import EffectModel

/// A Box2D world of items that move under a spec's dynamics, stepped from its start.
struct RigidWorld: ~Copyable {
    /// Initial state of an item.
    struct Item {
        /// Position of the center, in points.
        let place: SIMD2<Double>
        let size: SIMD2<Double>
        /// Radians, clockwise.
        var angle = 0.0
        let kind: Dynamics.Item
        /// Stream of the item's random draws.
        let random: RandomStream
        /// Velocity added to the one drawn for the item's kind, in points per second.
        var velocity = SIMD2<Double>(0, 0)
        /// Spin added to the one drawn for the item's kind, in radians per second.
        var spin = 0.0
        /// Scale factor of the path that collides, if there is one.
        var pathScale = 1.0
    }

    private let world: OpaquePointer
    private let forces: ItemForces
    private var states: [hanabi_item_state]
    private var pushes: [hanabi_push]
    private var stepCount = 0

    /// Length of a step, in seconds.
    static let step = 1.0 / 120

    /// Maximum number of contact pairs per item. A heap has about five; many small fast items would have more than is
    /// useful.
    static let contactsPerItem = 32
    /// Contact pairs of a world in addition to those.
    static let contactsOfWorld = 1024.0

    /// Random slots of an item's stream. Slots of pushes follow, four for each push.
    enum Slot {
        static let velocity: UInt64 = 16
        static let spin: UInt64 = 18
        static let charge: UInt64 = 19
        static let pushes: UInt64 = 32
    }

    /// - Parameter weight: Number of bodies that each item stands for, in a coarse world.
    init(_ dynamics: Dynamics, _ items: [Item], on canvas: SIMD2<Double>, noise: UInt64, weight: Double = 1) {
        world = hanabi_world_create(Self.step, Self.mostContacts(of: items.count, weight: weight))
        forces = ItemForces(dynamics, items, noise: noise)
        states = Array(repeating: hanabi_item_state(), count: items.count)
        pushes = Array(repeating: hanabi_push(), count: items.count)
        // Box2D searches for a pair among the contacts of the body added later: items have few, boundaries have many.
        Self.addBoundaries(of: dynamics, on: canvas, to: world)
        for (index, item) in items.enumerated() {
            var made = hanabi_item(dynamics, item, mass: forces.masses[index])
            _ = hanabi_world_add_item(world, &made)
        }
        for attachment in dynamics.attachments {
            for var made in ItemLinks(attachment, items).made { hanabi_world_attach(world, &made) }
        }
        hanabi_world_read(world, &states)
        kick()
        push()
        hanabi_world_expect(world, Int32(clamping: Int(Double(items.count) * weight)))
        hanabi_world_stagger(world, pushes)
    }

    deinit { hanabi_world_destroy(world) }

    /// Maximum number of contact pairs of a world.
    static func mostContacts(of items: Int, weight: Double) -> Int32 {
        Int32(clamping: contactsPerItem * items + Int(contactsOfWorld / weight))
    }

    /// Adds the lines that items cannot cross.
    static func addBoundaries(of dynamics: Dynamics, on canvas: SIMD2<Double>, to world: OpaquePointer) {
        guard let collision = dynamics.collision, collision.meetsBoundaries else { return }
        if collision.boundaries.contains(.canvas) { hanabi_world_keep_within(world, canvas.x, canvas.y) }
        for line in BoundaryLines(collision.boundaries, on: canvas).lines {
            hanabi_world_add_boundary(
                world,
                line.start.x,
                line.start.y,
                line.end.x,
                line.end.y,
                dynamics.item.friction,
                0
            )
        }
    }

    /// Advances the world by one step.
    mutating func advance() {
        if stepCount > 0 {
            kick()
            push()
        }
        hanabi_world_step(world, pushes)
        hanabi_world_read(world, &states)
        stepCount += 1
    }

    /// Applies the instantaneous pushes that begin at this step.
    private func kick() {
        for (index, velocity) in forces.kicks(atStep: stepCount, states) {
            hanabi_world_kick(world, Int32(index), velocity.x, velocity.y, velocity.z)
        }
    }

    private mutating func push() {
        for index in states.indices {
            let push = forces.push(on: index, states[index], atStep: stepCount)
            pushes[index] = hanabi_push(x: push.x, y: push.y, turn: push.z)
        }
    }

    /// Counts of the latest step.
    var counts: hanabi_counts { hanabi_counts(of: world) }

    /// Number of items that move.
    var awakeCount: Int { states.reduce(0) { $0 + ($1.is_awake ? 1 : 0) } }

    /// Whether nothing will ever move again.
    var isAtRest: Bool { awakeCount == 0 && stepCount >= forces.lastChange }

    /// Calls `body` with each item's position in points and its angle in radians.
    func forEachPose(_ body: (_ x: Double, _ y: Double, _ angle: Double) -> Void) {
        for state in states { body(state.x, state.y, state.angle) }
    }

    /// Whether an item moves.
    func isAwake(_ index: Int) -> Bool { states[index].is_awake }
}

extension hanabi_counts {
    /// Counts of a world's latest step.
    init(of world: OpaquePointer) {
        self.init()
        hanabi_world_count(world, &self)
    }
}

extension RigidWorld.Item {
    /// Item of a coarse world that stands for `weight` items like this one: as heavy and as large as these together.
    func enlarged(_ weight: Double) -> Self {
        let scale = weight.squareRoot()
        var kind = kind
        // Forces must move it as they move a single one.
        kind.density /= weight
        return Self(
            place: place,
            size: size * scale,
            angle: angle,
            kind: kind,
            random: random,
            velocity: velocity,
            spin: spin,
            pathScale: pathScale * scale
        )
    }
}

extension hanabi_item {
    init(_ dynamics: Dynamics, _ item: RigidWorld.Item, mass: Double) {
        let (kind, random) = (item.kind, item.random)
        self.init()
        angle = item.angle
        is_anchored = kind.isAnchored
        is_round = kind.collisionBoundsType == .ellipse
        (x, y) = (item.place.x, item.place.y)
        (width, height) = (item.size.x, item.size.y)
        velocity_x = kind.linearVelocity[0].value(random.unit(RigidWorld.Slot.velocity))
        velocity_y = kind.linearVelocity[1].value(random.unit(RigidWorld.Slot.velocity + 1))
        velocity_x += item.velocity.x
        velocity_y += item.velocity.y
        spin = kind.allowsRotation ? kind.angularVelocity.value(random.unit(RigidWorld.Slot.spin)) + item.spin : 0
        self.mass = mass
        (friction, elasticity) = (kind.friction, kind.elasticity)
        (resistance, angular_resistance) = (kind.resistance, kind.angularResistance)
        turns = kind.allowsRotation
        meets_items = dynamics.collision?.meetsItems ?? false
        meets_boundaries = dynamics.collision?.meetsBoundaries ?? false
        let points = kind.corners
        corner_count = Int32(points.count)
        withUnsafeMutableBytes(of: &corners) { bytes in
            let numbers = bytes.bindMemory(to: Double.self)
            for (index, point) in points.enumerated() {
                numbers[2 * index] = point.x * item.pathScale
                numbers[2 * index + 1] = point.y * item.pathScale
            }
        }
    }
}
