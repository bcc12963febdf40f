/// Checks of emitters whose particles are rigid bodies.
extension EffectSpec {
    /// Records a fault for each setting that rigid bodies would ignore.
    static func checkBodies(ofLayer index: Int, _ spec: EffectSpec, _ context: ReadContext) {
        let layer = spec.layers[index]
        guard case .emitter(let emitter) = layer.content, let dynamics = emitter.dynamics else { return }
        let pointer = spec.pointer(toLayer: index)
        func refuse(_ name: String, _ found: String, _ allowed: String) {
            context.fault(.conflict, at: "\(pointer)/\(name)", found: found, allowed: allowed)
        }
        if spec.timing.loop == .seamless {
            refuse("dynamics", "dynamics in a loop that closes", "it where timing.loop is once, forever or a number")
        }
        if !dynamics.attachments.isEmpty {
            refuse("dynamics/attachments", "attachments of what comes and goes", "them with shatter and sprites")
        }
        if layer.geometryFlipped { refuse("geometryFlipped", "y upwards beside dynamics", "false") }
        if emitter.preservesDepth { refuse("preservesDepth", "depth beside dynamics, which are flat", "false") }
        for (number, behavior) in emitter.emitterBehaviors.enumerated() where !behavior.leavesBodies {
            refuse("emitterBehaviors/\(number)", behavior.foundBesideDynamics, Self.allowedBesideDynamics)
        }
        for (number, cell) in emitter.emitterCells.enumerated() {
            let place = "emitterCells/\(number)"
            for (name, isSet, allowed) in cell.strangersToBodies where isSet {
                refuse("\(place)/\(name)", "\(name) beside the layer's dynamics", allowed)
            }
            for (inner, behavior) in cell.emitterBehaviors.enumerated() where !behavior.leavesBodies {
                let name = "\(place)/emitterBehaviors/\(inner)"
                refuse(name, behavior.foundBesideDynamics, Self.allowedBesideDynamics)
            }
        }
        for (number, animation) in layer.animations.enumerated() where animation.movesBodies {
            let found = "an animation of what dynamics decide"
            refuse("animations/\(number)", found, "it of what particles have at birth")
        }
    }

    private static let allowedBesideDynamics =
        "behaviors of color alone; dynamics have fields and collisions of their own"
}

extension Behavior {
    /// Whether the behavior affects neither position nor size.
    fileprivate var leavesBodies: Bool {
        switch kind {
        case .colorOverLife, .light, .flicker: true
        case .valueOverLife:
            switch lifePath {
            case .red, .green, .blue, .alpha: true
            default: false
            }
        default: false
        }
    }

    fileprivate var foundBesideDynamics: String { "the behavior \(kind.rawValue) beside dynamics" }
}

extension EmitterCell {
    /// Properties that rigid bodies ignore, whether each is set, and advice.
    fileprivate var strangersToBodies: [(name: String, isSet: Bool, allowed: String)] {
        [
            ("emitterCells", !emitterCells.isEmpty, "none: bodies have no sub-cells"),
            ("particleType", particleType != .sprite, "\"sprite\": bodies lie flat"),
            ("stretchFactor", stretchFactor > 0, "0"), ("scaleSpeed", scaleSpeed != 0, "0: bodies keep their size"),
            ("xAcceleration", acceleration.x != 0, "0: dynamics have a gravity"),
            ("yAcceleration", acceleration.y != 0, "0: dynamics have a gravity"),
            ("zAcceleration", acceleration.z != 0, "0: dynamics are flat"), ("drift", drift != .zero, "0"),
            ("speed", speed != 1, "1: all bodies have one clock"),
        ]
    }
}

extension Animation {
    /// Whether the animation changes values that dynamics determine after birth.
    fileprivate var movesBodies: Bool {
        if case .group(let children) = content { return children.contains(where: \.movesBodies) }
        guard case .cells(_, let property) = target else { return false }
        return ["xAcceleration", "yAcceleration", "zAcceleration", "scaleSpeed"].contains(
            EmitterCell.animatable[property].name
        )
    }
}
