import EffectModel

/// Checks of emitters whose particles are rigid bodies.
extension EffectSpec {
    /// Records a fault for each setting that rigid bodies would ignore.
    static func checkBodies(ofLayer index: Int, _ spec: EffectSpec, _ context: ReadContext) {
        let layer = spec.layers[index]
        guard case .emitter(let emitter) = layer.content, let dynamics = emitter.dynamics else { return }
        let pointer = spec.pointer(toLayer: index)
        func refuse(_ name: String, found: String, allowed: String) {
            context.fault(.conflict, at: "\(pointer)/\(name)", found: found, allowed: allowed)
        }
        if spec.timing.loop == .seamless {
            refuse(
                "dynamics",
                found: "dynamics in a seamless loop",
                allowed: "dynamics with a timing.loop other than \"seamless\""
            )
        }
        if !dynamics.attachments.isEmpty {
            refuse(
                "dynamics/attachments",
                found: "attachments of particles",
                allowed: "attachments with shatter and sprites"
            )
        }
        if layer.geometryFlipped { refuse("geometryFlipped", found: "geometryFlipped with dynamics", allowed: "false") }
        if emitter.preservesDepth {
            refuse("preservesDepth", found: "preservesDepth with dynamics, which are flat", allowed: "false")
        }
        for (number, behavior) in emitter.emitterBehaviors.enumerated() where !behavior.leavesBodies {
            refuse(
                "emitterBehaviors/\(number)",
                found: behavior.foundBesideDynamics,
                allowed: Self.allowedBesideDynamics
            )
        }
        for (number, cell) in emitter.emitterCells.enumerated() {
            let place = "emitterCells/\(number)"
            for (name, isSet, allowed) in cell.strangersToBodies where isSet {
                refuse("\(place)/\(name)", found: "\(name) with the layer's dynamics", allowed: allowed)
            }
            for (inner, behavior) in cell.emitterBehaviors.enumerated() where !behavior.leavesBodies {
                let name = "\(place)/emitterBehaviors/\(inner)"
                refuse(name, found: behavior.foundBesideDynamics, allowed: Self.allowedBesideDynamics)
            }
        }
        for (number, animation) in layer.animations.enumerated() where animation.movesBodies {
            let found = "an animation of a property that dynamics determine"
            refuse("animations/\(number)", found: found, allowed: "animations of the particles' initial properties")
        }
    }

    private static let allowedBesideDynamics =
        "behaviors that change colors only; dynamics have fields and collisions"
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
        case .wave, .drag, .alignToMotion, .attractor, .simpleAttractor, .turbulence, .vortex, .wind, .bounce, .floor,
            .collider:
            false
        }
    }

    fileprivate var foundBesideDynamics: String { "the behavior \(kind.rawValue) with dynamics" }
}

extension EmitterCell {
    /// Properties that rigid bodies ignore, whether each is set, and advice.
    fileprivate var strangersToBodies: [(name: String, isSet: Bool, allowed: String)] {
        [
            ("emitterCells", !emitterCells.isEmpty, "no sub-cells for rigid bodies"),
            ("particleType", particleType != .sprite, "\"sprite\", since rigid bodies are flat"),
            ("stretchFactor", stretchFactor > 0, "0"),
            ("scaleSpeed", scaleSpeed != 0, "0, since rigid bodies keep their size"),
            ("xAcceleration", acceleration.x != 0, "0, since dynamics have a gravity"),
            ("yAcceleration", acceleration.y != 0, "0, since dynamics have a gravity"),
            ("zAcceleration", acceleration.z != 0, "0, since dynamics are flat"), ("drift", drift != .zero, "0"),
            ("speed", speed != 1, "1, since all rigid bodies share a clock"),
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
