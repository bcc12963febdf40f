internal import EffectModel
import StrictJSON

/// Presets that a parameter has an effect in.
extension QueryParameter {
    /// Whether a preset has the part that the parameter acts on.
    ///
    /// - Parameter given: Names of the request's parameters, some of which make up for what a preset lacks: a speed
    ///   gives particles that stand still a direction.
    package func applies(to preset: Preset, beside given: Set<String> = []) -> Bool {
        guard case .edit(let edit) = effect else { return true }
        return preset.has(edit.needs) || !edit.needs.substitutes.isDisjoint(with: given)
            // A path may set anything.
            || !edit.needs.substitutes.isEmpty && given.contains { $0.hasPrefix("layers.") }
    }
}

extension QueryParameter.Edit.Needs {
    /// Parameters that make up for the part where a preset lacks it.
    fileprivate var substitutes: Set<String> {
        switch self {
        case .velocity, .velocityOrBlinds: ["v", "startVelocity"]
        case .speed: ["v", "startVelocity", "g", "wind", "wobble"]
        case .motion: ["v", "startVelocity", "g", "gravity", "wind", "drift", "wobble"]
        case .width, .height: ["es"]
        default: []
        }
    }
}

extension Preset {
    fileprivate func has(_ part: QueryParameter.Edit.Needs) -> Bool {
        switch part {
        case .nothing: true
        case .emitter: !emitters.isEmpty
        case .width: hasEmitter(shapedLike: [.point, .line, .rectangle, .cuboid, .circle, .sphere])
        case .height: hasEmitter(shapedLike: [.point, .line, .rectangle, .cuboid])
        case .place: emitters.contains { !isAnimated("emitterPosition", of: $0) }
        case .field: isField
        case .cells: !cells.isEmpty
        case .cellsOrLike: !cells.isEmpty || !document.likePaths.isEmpty
        case .like: !document.likePaths.isEmpty
        case .wordOrCells: !words.isEmpty || !cells.isEmpty
        case .word: !words.isEmpty
        case .emitterOr(let name): !emitters.isEmpty || document.value(at: ["assets", name]) != nil
        case .assetAlone(let name): emitters.isEmpty && document.value(at: ["assets", name]) != nil
        case .velocityOrBlinds: cells.isEmpty ? !document.blindsPaths.isEmpty : has(.velocity)
        case .velocity: hasCell { $0.hasAny(of: ["velocity", "velocityRange"]) }
        case .motion: has(.speed) || hasCell { $0.hasAny(of: ["drift"]) }
        case .speed: has(.velocity) || hasCell { $0.hasAny(of: Self.accelerations) } || hasForces
        case .planes: hasCell { $0["particleType"] == "plane" }
        case .directions: !directions.isEmpty
        case .bursts: hasCell { $0["burst"] != nil }
        case .rates: hasCell { $0["birthRate"]?.double ?? 0 > 0 }
        }
    }

    /// Members of a cell that move particles without a velocity at birth.
    private static let accelerations = ["xAcceleration", "yAcceleration", "zAcceleration"]

    /// Behaviors that move particles.
    private static let forces: Set = [
        Behavior.Kind.wave, .attractor, .simpleAttractor, .turbulence, .vortex, .wind, .bounce, .floor, .collider,
    ]

    /// Emitters of cells that parameters act on.
    private var ownEmitters: [[String]] {
        emitters.filter { emitter in cells.contains { $0.starts(with: emitter) } }
    }

    /// Whether an emitter of such cells has one of the shapes.
    private func hasEmitter(shapedLike shapes: Set<Emitter.Shape>) -> Bool {
        ownEmitters.contains { emitter in
            guard let name = document.value(at: (emitter + ["emitterShape"])[...])?.text else {
                return shapes.contains(Emitter().emitterShape)
            }
            return Emitter.Shape(rawValue: name).map(shapes.contains) ?? false
        }
    }

    private func hasCell(where isMeant: (JSONValue) -> Bool) -> Bool {
        cells.contains { document.value(at: $0[...]).map(isMeant) ?? false }
    }

    /// Whether a behavior of a cell, or of its layer, moves particles.
    private var hasForces: Bool {
        (cells + ownEmitters).contains { owner in
            guard case .array(let behaviors) = document.value(at: (owner + ["emitterBehaviors"])[...]) else {
                return false
            }
            return behaviors.contains { behavior in
                behavior["keyPath"]?.text?.hasPrefix("velocity") == true
                    || Behavior.Kind(rawValue: behavior["type"]?.text ?? "").map(Self.forces.contains) == true
            }
        }
    }

    /// Whether animations of a layer set a property.
    private func isAnimated(_ property: String, of layer: [String]) -> Bool {
        guard case .array(let animations) = document.value(at: (layer + ["animations"])[...]) else { return false }
        return animations.contains { $0["keyPath"]?.text?.hasPrefix(property) == true }
    }
}

extension JSONValue {
    /// Whether one of the members is there, and is not zero.
    fileprivate func hasAny(of members: [String]) -> Bool {
        members.contains { name in self[name].map { $0.double != 0 } ?? false }
    }
}
