internal import CBox2D
internal import EffectModel

/// A Box2D world of items that come and go under a spec's dynamics.
struct RigidCrowd: ~Copyable {
    private let world: OpaquePointer
    private let dynamics: Dynamics
    private let items: [RigidWorld.Item]
    private let forces: ItemForces
    /// Item in each slot of the world; −1 for a free slot.
    private var places: [Int] = []
    private var free: [Int] = []
    private var states: [hanabi_item_state] = []
    private var pushes: [hanabi_push] = []
    /// Whether all items in the world rest, so that a step would change nothing.
    private var isResting = false

    /// - Parameters:
    ///   - items: All items that will ever enter.
    ///   - most: Maximum number of items present at once.
    ///   - weight: Number of bodies that each item stands for, in a coarse world.
    init(
        _ dynamics: Dynamics,
        _ items: [RigidWorld.Item],
        on canvas: SIMD2<Double>,
        noise: UInt64,
        most: Int,
        weight: Double
    ) {
        self.dynamics = dynamics
        self.items = items
        world = hanabi_world_create(RigidWorld.step, RigidWorld.mostContacts(of: most, weight: weight))
        forces = ItemForces(dynamics, items, noise: noise)
        hanabi_world_expect(world, Int32(clamping: Int(Double(most) * weight)))
        RigidWorld.addBoundaries(of: dynamics, on: canvas, to: world)
    }

    deinit { hanabi_world_destroy(world) }

    var isEmpty: Bool { free.count == places.count }

    /// Adds an item at the beginning of a step, `late` seconds after its birth.
    mutating func enter(_ index: Int, at step: Int, late: Double) {
        let item = items[index]
        var made = hanabi_item(dynamics, item, mass: forces.masses[index])
        var state = hanabi_item_state()
        (state.x, state.y, state.angle) = (made.x, made.y, made.angle)
        (state.cosine, state.sine) = (1, 0)
        hanabi_turn(made.angle, &state.cosine, &state.sine)
        (state.velocity_x, state.velocity_y, state.spin) = (made.velocity_x, made.velocity_y, made.spin)
        let push = forces.push(on: index, state, atStep: step)
        if !item.kind.isAnchored {
            made.x += (made.velocity_x + push.x * late / 2) * late
            made.y += (made.velocity_y + push.y * late / 2) * late
            made.angle += (made.spin + push.z * late / 2) * late
            made.velocity_x += push.x * late
            made.velocity_y += push.y * late
            if item.kind.allowsRotation { made.spin += push.z * late }
        }
        var own = hanabi_push(x: push.x, y: push.y, turn: push.z)
        let place = hanabi_world_enter(world, Int32(free.popLast() ?? -1), &made, &own)
        if Int(place) == places.count {
            places.append(index)
            states.append(state)
            pushes.append(own)
        } else {
            places[Int(place)] = index
        }
        hanabi_world_read(world, &states)
        isResting = false
    }

    /// Removes the items for which `leaves` returns true.
    mutating func removeAll(_ leaves: (Int) -> Bool) {
        for (place, item) in places.enumerated() where item >= 0 && leaves(item) {
            hanabi_world_leave(world, Int32(place))
            places[place] = -1
            free.append(place)
            isResting = false
        }
    }

    /// Counts of the latest step.
    var counts: hanabi_counts { hanabi_counts(of: world) }

    /// Advances the world by one step, unless nothing would change.
    ///
    /// - Returns: Whether the world was stepped.
    @discardableResult
    mutating func advance(from step: Int) -> Bool {
        if isEmpty || isResting && step >= forces.lastChange { return false }
        for (place, item) in places.enumerated() {
            guard item >= 0 else {
                pushes[place] = hanabi_push()
                continue
            }
            if let kick = forces.kick(of: item, states[place], atStep: step) {
                hanabi_world_kick(world, Int32(place), kick.x, kick.y, kick.z)
            }
            let push = forces.push(on: item, states[place], atStep: step)
            pushes[place] = hanabi_push(x: push.x, y: push.y, turn: push.z)
        }
        hanabi_world_step(world, pushes)
        hanabi_world_read(world, &states)
        isResting = !zip(places, states).contains { $0 >= 0 && $1.is_awake }
        return true
    }

    /// Calls `body` with each item in the world and its state.
    func forEach(_ body: (Int, hanabi_item_state) -> Void) {
        for (place, item) in places.enumerated() where item >= 0 { body(item, states[place]) }
    }
}
