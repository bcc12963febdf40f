/// A layer and its emitter at any time, with everything that animations do to them.
///
/// Make it once: key paths, splines and lengths are worked out here. What nothing acts on is handed back as it is.
///
/// - Source: CALayer's presentation tree; for emitters, CAEmitterLayer: a change affects births from then on.
public struct LayerTimeline: Sendable {
    /// Without animations.
    public let layer: Layer
    /// Without animations.
    public let emitter: Emitter
    var layerSlots: [AnimatedSlot<Layer>] = []
    var emitterSlots: [AnimatedSlot<Emitter>] = []
    /// By the cell's index; empty where nothing acts.
    var cellSlots: [Int: [AnimatedSlot<EmitterCell>]] = [:]
    /// Those that act at birth; the others are ``liveRates(ofCell:)``.
    private var birthSlots: [Int: [AnimatedSlot<EmitterCell>]] = [:]
    var behaviorSlots: [BehaviorPlace: [AnimatedSlot<Behavior>]] = [:]
    var fades: [Fade] = []

    /// Of a checked spec's layer.
    ///
    /// - Complexity: O(key values of all animations).
    public init(_ layer: Layer, _ emitter: Emitter) {
        self.layer = layer
        self.emitter = emitter
        let cells = layer.animations.isEmpty ? [] : emitter.allCells
        for animation in layer.animations { add(animation, in: [], cells) }
        birthSlots = emitter.animatedRates == .live ? cellSlots.mapValues(LiveRates.others) : cellSlots
        // In the table's order: what a path turns comes after the rotation that it adds to.
        let slots = layerSlots
        layerSlots = Layer.animatable.flatMap { property in slots.filter { $0.property.name == property.name } }
    }

    /// Of a checked spec's layer, whatever it does; the emitter is that of an emitter layer.
    public init(_ layer: Layer) {
        if case .emitter(let emitter) = layer.content { self.init(layer, emitter) } else { self.init(layer, Emitter()) }
    }

    private mutating func add(_ animation: Animation, in groups: [AnimationClock], _ cells: [EmitterCell]) {
        switch animation.content {
        case .group(let children):
            for child in children { add(child, in: groups + [AnimationClock(animation)], cells) }
        case .transition(let transition):
            fades.append(Fade(groups: groups, clock: AnimationClock(animation), transition: transition))
        case .keyframe(let keyframes):
            // One curve for all cells that it acts on.
            let course = KeyedCourse(animation, KeyframeCurve(keyframes))
            add(animation, in: groups, cells) { _ in course }
        case .basic(let basic):
            let zero = SIMD4<Double>(0, 0, 0, 0)
            add(animation, in: groups, cells) {
                KeyedCourse(animation, KeyframeCurve(basic.ends(model: animation.additive ? zero : $0)))
            }
        case .spring(let basic, let spring):
            let zero = SIMD4<Double>(0, 0, 0, 0)
            add(animation, in: groups, cells) {
                SpringCourse(animation, spring, basic.ends(model: animation.additive ? zero : $0))
            }
        case .random(let steps): add(animation, in: groups, cells) { _ in steps }
        }
    }

    /// - Parameter course: The animation's, for the value that the property has without it.
    private mutating func add(
        _ animation: Animation,
        in groups: [AnimationClock],
        _ cells: [EmitterCell],
        _ course: (SIMD4<Double>) -> any AnimationCourse
    ) {
        func add<Root>(_ property: AnimatableProperty<Root>, of root: Root, to slots: inout [AnimatedSlot<Root>]) {
            guard let access = property.access(at: animation.keyPath) else { return }
            let base = property.get(root)
            let track = AnimationTrack(animation, course(base), in: groups, access)
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

    // MARK: At a time

    /// The layer at `time`, in seconds of its own: opacity (transitions included), position, transform and mask.
    public func layer(at time: Double) -> Layer {
        guard !layerSlots.isEmpty || !fades.isEmpty else { return layer }
        var layer = layer
        for slot in layerSlots { slot.apply(to: &layer, at: time) }
        for fade in fades { layer.opacity *= fade.opacity(at: time) }
        return layer
    }

    /// The emitter at `time`, in seconds of the layer's own. Its cells are without animations: see ``cell(_:_:at:)``.
    public func emitter(at time: Double) -> Emitter {
        guard !emitterSlots.isEmpty else { return emitter }
        var emitter = emitter
        for slot in emitterSlots { slot.apply(to: &emitter, at: time) }
        return emitter
    }

    /// A cell at `time`, in seconds of the layer's own, as what is born then sees it: without live rates.
    ///
    /// - Parameters:
    ///   - cell: The cell without animations; its sub-cells stay so.
    ///   - index: Its place in ``Emitter/allCells``.
    public func cell(_ cell: EmitterCell, _ index: Int, at time: Double) -> EmitterCell {
        guard !birthSlots.isEmpty, let slots = birthSlots[index] else { return cell }
        var cell = cell
        for slot in slots { slot.apply(to: &cell, at: time) }
        return cell
    }

    /// What acts on a cell's particles at `time`, in seconds of the layer's own: the emitter's behaviours, then the
    /// cell's, with those that are turned off.
    ///
    /// - Parameter index: The cell's place in ``Emitter/allCells``.
    public func behaviors(ofCell cell: EmitterCell, _ index: Int, at time: Double) -> [Behavior] {
        let all = emitter.behaviors(of: cell)
        guard !behaviorSlots.isEmpty else { return all }
        return all.enumerated().map { number, behavior in
            var behavior = behavior
            for slot in behaviorSlots[place(number, index)] ?? [] { slot.apply(to: &behavior, at: time) }
            return behavior
        }
    }

    /// Whether any of these changes over time.
    public func animatesBehaviors(ofCell cell: EmitterCell, _ index: Int) -> Bool {
        guard !behaviorSlots.isEmpty else { return false }
        let count = emitter.emitterBehaviors.count + cell.emitterBehaviors.count
        return (0..<count).contains { behaviorSlots[place($0, index)] != nil }
    }

    /// - Parameter number: Among the emitter's behaviours and the cell's after them.
    private func place(_ number: Int, _ cell: Int) -> BehaviorPlace {
        let own = emitter.emitterBehaviors.count
        return number < own ? BehaviorPlace(cell: -1, index: number) : BehaviorPlace(cell: cell, index: number - own)
    }

    // MARK: Birth rates

    /// The layer's birth rate over its time: the factor that all cells share.
    public var birthRate: BirthRateCurve { BirthRateCurve([layerRate]) }

    /// The indices of cells whose own birth rate is animated.
    public var cellsWithOwnRate: [Int] { cellSlots.keys.filter { ownRate(ofCell: $0) != nil }.sorted() }

    /// A cell's whole birth rate, the layer's factor included; `nil` if its own is not animated.
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
    /// How the property is read for the key path of a whole document, which may begin with the names of cells.
    func access(at keyPath: String) -> AnimatableAccess? {
        names.first { keyPath == $0 || keyPath.hasSuffix("." + $0) }.flatMap { access(named: $0) }
    }
}

/// A transition with the groups around it.
struct Fade: Sendable {
    let groups: [AnimationClock]
    let clock: AnimationClock
    let transition: Transition

    func opacity(at time: Double) -> Double {
        var time = time
        for group in groups {
            switch group.timing.phase(at: time) {
            case .before: return 1
            // The group is gone, and the transition with it; the new contents stay.
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
