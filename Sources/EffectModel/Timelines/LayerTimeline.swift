/// A layer and its emitter at any time, with all animations applied.
///
/// Create it once per layer: key paths, splines and arc lengths are computed in the initializer. Objects without
/// animations are returned unchanged.
///
/// - Source: CALayer's presentation tree. As in CAEmitterLayer, changes to an emitter affect later births.
public struct LayerTimeline: Sendable {
    /// The layer without animations.
    public let layer: Layer
    /// The emitter without animations.
    public let emitter: Emitter
    var layerSlots: [AnimatedSlot<Layer>] = []
    var emitterSlots: [AnimatedSlot<Emitter>] = []
    /// Animated properties of each cell by its index in ``Emitter/allCells``; no entry for cells without animations.
    var cellSlots: [Int: [AnimatedSlot<EmitterCell>]] = [:]
    /// Animated properties applied at birth; the others are in ``liveRates(ofCell:)``.
    private var birthSlots: [Int: [AnimatedSlot<EmitterCell>]] = [:]
    var behaviorSlots: [BehaviorPlace: [AnimatedSlot<Behavior>]] = [:]
    var fades: [Fade] = []

    /// Creates a timeline for a layer of a validated spec.
    ///
    /// - Complexity: O(key values of all animations).
    public init(_ layer: Layer, _ emitter: Emitter) {
        self.layer = layer
        self.emitter = emitter
        let cells = layer.animations.isEmpty ? [] : emitter.allCells
        for animation in layer.animations { add(animation, in: [], cells) }
        birthSlots = emitter.animatedRates == .live ? cellSlots.mapValues(LiveRates.others) : cellSlots
        // Table order: the turn of a path is added after the rotation is set.
        let slots = layerSlots
        layerSlots = Layer.animatable.flatMap { property in slots.filter { $0.property.name == property.name } }
    }

    /// Creates a timeline for a layer of a validated spec, of any kind. A layer without an emitter gets an empty one.
    public init(_ layer: Layer) {
        if case .emitter(let emitter) = layer.content { self.init(layer, emitter) } else { self.init(layer, Emitter()) }
    }

    /// Whether animations change what the layer shows in another way than by its opacity, or by what is born.
    package var changesMoreThanOpacity: Bool {
        !fades.isEmpty || !behaviorSlots.isEmpty || layerSlots.contains { $0.property.name != "opacity" }
    }

    private mutating func add(_ animation: Animation, in groups: [AnimationClock], _ cells: [EmitterCell]) {
        switch animation.content {
        case .group(let children):
            for child in children { add(child, in: groups + [AnimationClock(animation)], cells) }
        case .transition(let transition):
            fades.append(Fade(groups: groups, clock: AnimationClock(animation), transition: transition))
        case .keyframe(let keyframes):
            // All target cells share one curve.
            let course = KeyedCourse(animation, KeyframeCurve(keyframes))
            add(animation, in: groups, cells: cells) { _ in course }
        case .basic(let basic):
            let zero = SIMD4<Double>(0, 0, 0, 0)
            add(animation, in: groups, cells: cells) {
                KeyedCourse(animation, KeyframeCurve(basic.ends(model: animation.additive ? zero : $0)))
            }
        case .spring(let basic, let spring):
            let zero = SIMD4<Double>(0, 0, 0, 0)
            add(animation, in: groups, cells: cells) {
                SpringCourse(animation, spring: spring, ends: basic.ends(model: animation.additive ? zero : $0))
            }
        case .random(let steps): add(animation, in: groups, cells: cells) { _ in steps }
        }
    }

    /// - Parameter course: Makes the animation's course from the property's value without the animation.
    private mutating func add(
        _ animation: Animation,
        in groups: [AnimationClock],
        cells: [EmitterCell],
        course: (SIMD4<Double>) -> any AnimationCourse
    ) {
        func add<Root>(_ property: AnimatableProperty<Root>, of root: Root, to slots: inout [AnimatedSlot<Root>]) {
            guard let access = property.access(at: animation.keyPath) else { return }
            let base = property.get(root)
            let track = AnimationTrack(animation, course: course(base), in: groups, access: access)
            if let index = slots.firstIndex(where: { $0.property.name == property.name }) {
                slots[index].stack.tracks.append(track)
            } else {
                let stack = TrackStack(base: base, bounds: property.bounds, tracks: [track])
                slots.append(AnimatedSlot(property: property, stack: stack))
            }
        }
        switch animation.target {
        case .layer(let property): add(Layer.animatable[property], of: layer, to: &layerSlots)
        case .emitter(let property): add(Emitter.animatable[property], of: emitter, to: &emitterSlots)
        case .cells(let indices, let property):
            for index in indices where cells.indices.contains(index) {
                add(EmitterCell.animatable[property], of: cells[index], to: &cellSlots[index, default: []])
            }
        case .behaviors(let places, let property):
            for place in places {
                let owner = place.cell < 0 ? emitter.emitterBehaviors : cells[place.cell].emitterBehaviors
                let slots = behaviorSlots[place, default: []]
                behaviorSlots[place] = slots
                add(Behavior.animatable[property], of: owner[place.index], to: &behaviorSlots[place, default: []])
            }
        case nil: break
        }
    }

    // MARK: Sampling

    /// The layer at layer time `time`, in seconds: opacity (transitions included), position, transform and mask.
    public func layer(at time: Double) -> Layer {
        guard !layerSlots.isEmpty || !fades.isEmpty else { return layer }
        var layer = layer
        for slot in layerSlots { slot.apply(to: &layer, at: time) }
        for fade in fades { layer.opacity *= fade.opacity(at: time) }
        return layer
    }

    /// The emitter at layer time `time`, in seconds. Its cells are not animated; see ``cell(_:_:at:)``.
    public func emitter(at time: Double) -> Emitter {
        guard !emitterSlots.isEmpty else { return emitter }
        var emitter = emitter
        for slot in emitterSlots { slot.apply(to: &emitter, at: time) }
        return emitter
    }

    /// A cell at layer time `time`, in seconds, as used for births at that time, without live rates.
    ///
    /// - Parameters:
    ///   - cell: Cell without animations; its sub-cells stay unanimated.
    ///   - index: Index of the cell in ``Emitter/allCells``.
    public func cell(_ cell: EmitterCell, _ index: Int, at time: Double) -> EmitterCell {
        guard !birthSlots.isEmpty, let slots = birthSlots[index] else { return cell }
        var cell = cell
        for slot in slots { slot.apply(to: &cell, at: time) }
        return cell
    }

    /// Behaviors that apply to a cell's particles at layer time `time`, in seconds: the emitter's, then the cell's,
    /// including disabled ones.
    ///
    /// - Parameter index: Index of the cell in ``Emitter/allCells``.
    public func behaviors(ofCell cell: EmitterCell, _ index: Int, at time: Double) -> [Behavior] {
        let all = emitter.behaviors(of: cell)
        guard !behaviorSlots.isEmpty else { return all }
        return all.enumerated().map { number, behavior in
            var behavior = behavior
            for slot in behaviorSlots[place(number, index)] ?? [] { slot.apply(to: &behavior, at: time) }
            return behavior
        }
    }

    /// Whether any behavior that applies to the cell is animated.
    public func animatesBehaviors(ofCell cell: EmitterCell, _ index: Int) -> Bool {
        guard !behaviorSlots.isEmpty else { return false }
        let count = emitter.emitterBehaviors.count + cell.emitterBehaviors.count
        return (0..<count).contains { behaviorSlots[place($0, index)] != nil }
    }

    /// - Parameter number: Index in the emitter's behaviors followed by the cell's.
    private func place(_ number: Int, _ cell: Int) -> BehaviorPlace {
        let own = emitter.emitterBehaviors.count
        return number < own ? BehaviorPlace(cell: -1, index: number) : BehaviorPlace(cell: cell, index: number - own)
    }

    // MARK: Birth rates

    /// The layer's birth rate over time: a factor that all cells share.
    public var birthRate: BirthRateCurve { BirthRateCurve([layerRate]) }

    /// Indices of the cells whose own birth rate is animated, ascending.
    public var cellsWithOwnRate: [Int] { cellSlots.keys.filter { ownRate(ofCell: $0) != nil }.sorted() }

    /// Total birth rate of a cell, including the layer's factor; `nil` if the cell's own rate is not animated.
    public func birthRate(ofCell index: Int) -> BirthRateCurve? {
        ownRate(ofCell: index).map { BirthRateCurve([layerRate, $0]) }
    }

    private var layerRate: TrackStack {
        if let slot = emitterSlots.first(where: { $0.property.name == "birthRate" }) { return slot.stack }
        let rate = SIMD4(emitter.birthRate, 0, 0, 0)
        return TrackStack(base: rate, bounds: ValueRange(rate, rate))
    }

    private func ownRate(ofCell index: Int) -> TrackStack? {
        cellSlots[index]?.first { $0.property.name == "birthRate" }?.stack
    }
}

extension AnimatableProperty {
    /// Access for a complete key path, which may start with cell names.
    package func access(at keyPath: String) -> AnimatableAccess? {
        names.first { keyPath == $0 || keyPath.hasSuffix("." + $0) }.flatMap { access(named: $0) }
    }
}

/// A transition with its enclosing groups.
struct Fade: Sendable {
    let groups: [AnimationClock]
    let clock: AnimationClock
    let transition: Transition

    func opacity(at time: Double) -> Double {
        var time = time
        for group in groups {
            switch group.timing.phase(at: time) {
            case .before: return 1
            // The group has ended, and the transition with it; the new contents, which are empty, remain.
            case .after: return 0
            case .during: time = group.childTime(at: time) ?? time
            }
        }
        switch clock.timing.phase(at: time) {
        case .before: return 1
        case .after: return 0
        case .during(let moment):
            let progress = clock.easing.progress(at: moment.fraction)
            let shown = transition.startProgress + (transition.endProgress - transition.startProgress) * progress
            return max(0, min(1, 1 - shown))
        }
    }
}
