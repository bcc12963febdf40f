import EffectModel
import StrictJSON

extension Animation {
    enum Kind: String, CaseIterable, Sendable { case keyframe, basic, spring, group, transition, random }

    /// Number of animations in one group.
    static let childCounts = 1...64
    /// Maximum nesting depth of groups.
    static let maximumDepth = 3
    /// Maximum number of animations in one layer, including those in groups.
    static let maximumCount = 256
    /// Maximum number of path segments in all animations of one layer.
    static let maximumPathSegments = 8192
    /// Maximum number of animated properties in one layer; a property is counted once per animation of each cell or
    /// behavior.
    static let maximumReach = 1024

    /// Codec of a layer's animation list. The layer and its emitter must be read first, because key paths refer to
    /// them.
    static func listCodec(for resolver: KeyPathResolver) -> Codec<[Animation]> {
        let list = Codec.list(of: codec(for: resolver), count: 0...64)
        return Codec(allowed: list.allowed, schema: list.schema) { value, pointer, context in
            context.animationsLeft = maximumCount
            context.pathSegmentsLeft = maximumPathSegments
            guard let animations = list.read(value, pointer, context) else { return nil }
            let reached = animations.flatMap(\.withChildren).reduce(0) { count, animation in
                count + (animation.target?.reach ?? 1)
            }
            guard reached <= maximumReach else {
                let found = "\(reached) animated properties, where each cell with a shared name counts"
                context.fault(.tooMuch, at: pointer, found: found, allowed: "at most \(maximumReach)")
                return nil
            }
            return animations
        } write: { animations in
            .array(animations.map { $0.json(resolver.layer.animatedPaths) })
        }
    }

    private static let kindCodec = Codec<Kind>.choice()

    /// - Parameter duration: Default duration in seconds; for children of a group, the group's duration. `nil` uses the
    ///   kind's default.
    static func codec(
        for resolver: KeyPathResolver,
        depth: Int = 0,
        duration: Double? = nil
    ) -> Codec<Animation> {
        Codec(allowed: "an animation", schema: schema) { value, pointer, context in
            guard context.animationsLeft > 0 else {
                let allowed = "at most \(maximumCount) animations in a layer, including animations in groups"
                context.fault(.tooMuch, at: pointer, found: "a further animation", allowed: allowed)
                return nil
            }
            context.animationsLeft -= 1
            guard let object = ObjectReader(value, at: pointer, context) else { return nil }
            var kind = Kind.keyframe
            if let type = object.take("type") {
                guard let read = kindCodec.read(type, object.pointer(to: "type"), context) else {
                    return nil
                }
                kind = read
            }
            var animation = Animation()
            if kind == .transition {
                animation.timing.duration = 1
                animation.timingFunction = TimingFunction(.easeOut)
            }
            if let duration { animation.timing.duration = duration }
            var spring = SpringMotion()
            if kind == .spring {
                EffectCoding.read(SpringMotion.properties, from: object, into: &spring)
                animation.timing.duration = spring.duration(object)
            }
            if kind != .random { EffectCoding.read(common, from: object, into: &animation) }
            switch kind {
            case .keyframe, .basic, .spring:
                EffectCoding.read(ofProperties + ofRuns, from: object, into: &animation)
                let access = animation.readKeyPath(from: object, resolver)
                if access?.kind == .path { animation.checkMaskPath(object) }
                let isDifference = animation.additive
                switch kind {
                case .keyframe:
                    animation.content = .keyframe(Keyframes(from: object, access, isDifference: isDifference))
                case .spring:
                    let ends = BasicValues(from: object, access, isDifference: isDifference)
                    animation.content = .spring(ends, spring)
                default: animation.content = .basic(BasicValues(from: object, access, isDifference: isDifference))
                }
            case .random:
                EffectCoding.read(ofProperties, from: object, into: &animation)
                var access = animation.readKeyPath(from: object, resolver)
                if access?.kind == .path {
                    let place = object.pointer(to: "keyPath")
                    context.fault(
                        .conflict,
                        at: place,
                        found: "a random animation of \(animation.keyPath)",
                        allowed: "a basic or keyframe animation"
                    )
                    access = nil
                }
                animation.content = .random(RandomSteps(from: object, animation, access, ofLayer: resolver.layer.name))
            case .group:
                guard depth < maximumDepth else {
                    let allowed = "at most \(maximumDepth) nested groups"
                    context.fault(.tooMuch, at: pointer, found: "a group within \(depth) groups", allowed: allowed)
                    return nil
                }
                let child = codec(for: resolver, depth: depth + 1, duration: animation.timing.duration)
                let children = Codec.list(of: child, count: childCounts)
                let place = object.pointer(to: "animations")
                if let value = object.take("animations") {
                    animation.content = .group(children.read(value, place, context) ?? [])
                } else {
                    context.fault(.missing, at: place, found: "nothing", allowed: children.allowed)
                }
            case .transition:
                var transition = Transition()
                EffectCoding.read(Transition.properties, from: object, into: &transition)
                animation.content = .transition(transition)
            }
            object.refuseTheRest()
            return animation
        } write: { animation in
            animation.json(resolver.layer.animatedPaths)
        }
    }

    static let common: [Property<Animation>] =
        [.field("timingFunction", \.timingFunction, TimingFunction.codec)]
        + Property.part(\.timing, AnimationTiming.properties)

    static let ofProperties: [Property<Animation>] = [.field("additive", \.additive, .flag)]

    /// Fields of animations that can repeat.
    static let ofRuns: [Property<Animation>] = [.field("cumulative", \.cumulative, .flag)]

    private mutating func readKeyPath(from object: ObjectReader, _ resolver: KeyPathResolver) -> AnimatableAccess? {
        let place = object.pointer(to: "keyPath")
        guard let value = object.take("keyPath") else {
            object.context.fault(.missing, at: place, found: "nothing", allowed: "the name of a property")
            return nil
        }
        guard let text = KeyPathResolver.textCodec.read(value, place, object.context),
            let (target, access) = resolver.resolve(text, at: place, object.context)
        else { return nil }
        keyPath = text
        self.target = target
        return access
    }

    // MARK: Writing

    /// The canonical JSON form, with every field of the animation's kind.
    ///
    /// - Parameter paths: Paths of the layer's mask.
    private func json(_ paths: [SVGPath?]) -> JSONValue {
        var members = Self.common.flatMap { $0.write(self) }
        func endMembers(_ basic: BasicValues) -> [JSONValue.Member] {
            zip(BasicValues.names, [basic.from, basic.to, basic.by]).compactMap { name, value in
                value.flatMap { access?.json(of: $0, paths) }.map { .init(name, $0) }
            }
        }
        switch content {
        case .keyframe(let keyframes):
            members.append(.init("type", "keyframe"))
            members += propertyMembers + runMembers + keyframes.members(access, paths)
        case .basic(let basic):
            members.append(.init("type", "basic"))
            members += propertyMembers + runMembers + endMembers(basic)
        case .spring(let basic, let spring):
            members.append(.init("type", "spring"))
            members += propertyMembers + runMembers + SpringMotion.properties.flatMap { $0.write(spring) }
            members += endMembers(basic)
        case .group(let children):
            members.append(.init("type", "group"))
            members.append(.init("animations", .array(children.map { $0.json(paths) })))
        case .transition(let transition):
            members.append(.init("type", "transition"))
            members += Transition.properties.flatMap { $0.write(transition) }
        case .random(let steps):
            // Random animations have no clock to write.
            members = [.init("type", "random")] + propertyMembers + steps.members(access, isDifference: additive)
        }
        return .object(members)
    }

    private var propertyMembers: [JSONValue.Member] {
        [.init("keyPath", .string(keyPath))] + Self.ofProperties.flatMap { $0.write(self) }
    }

    private var runMembers: [JSONValue.Member] { Self.ofRuns.flatMap { $0.write(self) } }

    /// Records faults for fields that mask paths do not support: paths cannot be added, and have no length to pace by.
    private func checkMaskPath(_ object: ObjectReader) {
        for (name, isSet) in [("additive", additive), ("cumulative", cumulative)] where isSet {
            let place = object.pointer(to: name)
            object.context.fault(.conflict, at: place, found: "\(name) with \(keyPath)", allowed: "no \(name)")
        }
        if let by = object.take("by"), by != .null {
            let place = object.pointer(to: "by")
            object.context.fault(.conflict, at: place, found: "by with \(keyPath)", allowed: "from and to")
        }
        guard let mode = object.take("calculationMode"), mode != "linear", mode != "discrete" else { return }
        let place = object.pointer(to: "calculationMode")
        let found = "\(mode.excerpt) with \(keyPath)"
        object.context.fault(.conflict, at: place, found: found, allowed: "\"linear\" or \"discrete\"")
    }

    /// Codecs for the values at the key path; `nil` without a target.
    private var access: AnimatableAccess? {
        switch target {
        case .layer(let property): return Layer.animatable[property].access(at: keyPath)
        case .emitter(let property): return Emitter.animatable[property].access(at: keyPath)
        case .cells(_, let property): return EmitterCell.animatable[property].access(at: keyPath)
        case .behaviors(_, let property): return Behavior.animatable[property].access(at: keyPath)
        case nil: return nil
        }
    }
}

extension Transition {
    /// Alternative for animations that move: the contents of an animated layer are constant, so it can only fade.
    private static let ofLayers = "for moving transitions, a layer of the type transition with a layer as from or to"

    static let properties: [Property<Transition>] = [
        .field("transition", \.style, .choice(later: ["moveIn", "push", "reveal"], instead: ofLayers)),
        .notYet("subtype", instead: ofLayers),
        .field("startProgress", \.startProgress, .number(in: 0...1)),
        .field("endProgress", \.endProgress, .number(in: 0...1)),
        .after { object, transition in
            guard transition.startProgress > transition.endProgress else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "endProgress"),
                found: "\(transition.endProgress), less than startProgress",
                allowed: "\(transition.startProgress)...1"
            )
        },
    ]
}

extension BasicValues {
    static let names = ["from", "to", "by"]

    /// - Parameter access: Codecs for the values; `nil` if the key path could not be resolved, in which case values are
    ///   not checked.
    init(from object: ObjectReader, _ access: AnimatableAccess?, isDifference: Bool) {
        self.init()
        func read(_ name: String, _ codec: Codec<SIMD4<Double>>?) -> SIMD4<Double>? {
            guard let value = object.take(name), value != .null else { return nil }
            return codec?.read(value, object.pointer(to: name), object.context)
        }
        from = read("from", isDifference ? access?.change : access?.value)
        if access?.kind == .path, from == nil {
            from = object.context.addMaskPath(nil, at: object.pointer).map(SIMD4.init(path:))
        }
        to = read("to", isDifference ? access?.change : access?.value)
        if access?.kind == .path, to == nil {
            to = object.context.addMaskPath(nil, at: object.pointer).map(SIMD4.init(path:))
        }
        if access?.kind == .path, let first = from?.x, let last = to?.x {
            (from, to) = (SIMD4(first, first, last, 1), SIMD4(last, first, last, 1))
        } else {
            by = read("by", access?.change)
        }
        let given = Self.names.filter { object.take($0).map { $0 != .null } ?? false }
        if given.isEmpty {
            let allowed = "one or two of from, to and by"
            object.context.fault(.missing, at: object.pointer(to: "to"), found: "nothing", allowed: allowed)
        } else if given.count == 3 {
            let allowed = "at most two of from, to and by"
            object.context.fault(
                .conflict,
                at: object.pointer(to: "by"),
                found: "all of from, to and by",
                allowed: allowed
            )
        }
    }
}
