internal import EffectModel
import StrictJSON

/// Presets that a parameter acts on, and those that show it.
extension QueryParameter {
    /// Whether a preset has the part that the parameter acts on. A request may have it then.
    package func applies(to preset: Preset) -> Bool {
        guard case .edit(let edit) = effect else { return true }
        return preset.has(edit.needs)
    }

    /// Whether the parameter can be seen in a preset, with nothing beside it. Lists offer it then: a direction is of no use
    /// to particles that stand still, unless they are given a speed.
    package func isSeen(in preset: Preset) -> Bool {
        guard applies(to: preset) else { return false }
        return switch name {
        case "angle" where !preset.cells.isEmpty, "spread": preset.hasVelocity
        case "drag": preset.hasSpeed
        case "trail", "align": preset.hasSpeed || preset.hasCell { $0.hasAny(of: ["drift"]) }
        case "flat": preset.hasCell { $0["particleType"] == "plane" }
        case "x": preset.hasPlace(axis: "x")
        case "y": preset.hasPlace(axis: "y")
        case "ew": preset.hasEmitter(shapedLike: [.line, .rectangle, .cuboid, .circle, .sphere])
        case "eh": preset.hasEmitter(shapedLike: [.line, .rectangle, .cuboid])
        default: true
        }
    }

    /// Whether the parameter shows nothing while a preset's pieces are round and face the viewer: turns of discs. It is
    /// offered, since requests may ask for other pieces, or turn them in space.
    package func isIdle(in preset: Preset) -> Bool {
        guard isSeen(in: preset) else { return false }
        return switch name {
        case "spin": !preset.hasTurn { _ in true }
        case "align": !preset.hasTurn(where: preset.mayMove)
        default: false
        }
    }
}

extension Preset {
    fileprivate func has(_ part: QueryParameter.Edit.Needs) -> Bool {
        switch part {
        case .nothing: true
        case .emitter: !emitters.isEmpty
        case .field: isField
        case .cells: !cells.isEmpty
        case .cellsOrLike: !cells.isEmpty || !document.likePaths.isEmpty
        case .like: !document.likePaths.isEmpty
        case .wordOrCells: !words.isEmpty || !cells.isEmpty
        case .word: !words.isEmpty
        case .emitterOr(let name): !emitters.isEmpty || document.value(at: ["assets", name]) != nil
        case .assetAlone(let name): emitters.isEmpty && document.value(at: ["assets", name]) != nil
        case .cellsOrBlinds: !cells.isEmpty || !document.blindsPaths.isEmpty
        case .directions: !directions.isEmpty
        case .bursts: hasCell { $0["burst"] != nil }
        case .rates: hasCell { $0["birthRate"]?.double ?? 0 > 0 }
        }
    }

    /// Whether cells that parameters act on have a velocity at birth.
    fileprivate var hasVelocity: Bool { hasCell { $0.hasAny(of: Self.velocities) } }

    /// Whether such cells move at a speed that drag changes. A drift is added to all other motion, and stays.
    fileprivate var hasSpeed: Bool {
        hasVelocity || hasForces || hasCell { $0.hasAny(of: Self.accelerations) }
    }

    private static let velocities = ["velocity", "velocityRange"]
    private static let accelerations = ["xAcceleration", "yAcceleration", "zAcceleration"]

    /// Behaviors that move particles.
    private static let forces: Set = [
        Behavior.Kind.wave, .attractor, .simpleAttractor, .turbulence, .vortex, .wind, .bounce, .floor, .collider,
    ]

    /// Emitters of cells that parameters act on.
    private var ownEmitters: [[String]] {
        emitters.filter { emitter in cells.contains { $0.starts(with: emitter) } }
    }

    fileprivate func hasCell(where isMeant: (JSONValue) -> Bool) -> Bool {
        cells.contains { document.value(at: $0[...]).map(isMeant) ?? false }
    }

    /// Whether such cells, of those that are meant, emit pieces whose turn is seen: any but discs, dots and rings that face
    /// the viewer.
    fileprivate func hasTurn(where isMeant: (JSONValue) -> Bool) -> Bool {
        hasCell { isMeant($0) && ($0["particleType"] == "plane" || !isRound($0["contents"])) }
    }

    /// Whether a cell's particles may move.
    fileprivate func mayMove(_ cell: JSONValue) -> Bool {
        hasForces || cell.hasAny(of: Self.velocities + Self.accelerations + ["drift"])
    }

    /// Whether a gradient looks the same from all sides.
    private func isCentered(_ gradient: JSONValue) -> Bool {
        if let text = gradient.text { return text.hasPrefix("radial:") }
        return gradient["type"] == "radial" && [nil, [0.5, 0.5]].contains(gradient["startPoint"])
    }

    /// Whether contents of a cell, or all of a list with weights, are round.
    private func isRound(_ contents: JSONValue?) -> Bool {
        switch contents {
        case .array(let members): return members.allSatisfy { isRound($0["contents"] ?? $0) }
        case .string(let name):
            return document.value(at: ["assets", name]).map(isRound) ?? (Asset.builtIn[name]?.isRound == true)
        case .object:
            if case .array(let sides) = contents?["size"], Set(sides.map(\.double)).count > 1 { return false }
            if let gradient = contents?["gradient"] { return isCentered(gradient) }
            if let fill = contents?["fill"], fill != .null, !isCentered(fill["gradient"] ?? fill) { return false }
            return Asset.builtIn[contents?["shape"]?.text ?? ""]?.isRound == true
        default: return false
        }
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

    /// Whether an emitter has one of the shapes, or is a point that a size makes a rectangle.
    fileprivate func hasEmitter(shapedLike shapes: Set<Emitter.Shape>) -> Bool {
        emitters.contains { emitter in
            let name = document.value(at: (emitter + ["emitterShape"])[...])?.text
            let shape = name.map { Emitter.Shape(rawValue: $0) } ?? .point
            return shape == .point ? ownEmitters.contains(emitter) : shape.map(shapes.contains) == true
        }
    }

    /// Whether an emitter has a position on an axis that no animation replaces.
    fileprivate func hasPlace(axis: String) -> Bool {
        emitters.contains { emitter in
            guard case .array(let animations) = document.value(at: (emitter + ["animations"])[...]) else { return true }
            return !animations.contains { animation in
                ["emitterPosition", "emitterPosition.\(axis)"].contains(animation["keyPath"]?.text)
                    && animation["additive"] != true
            }
        }
    }
}

extension JSONValue {
    /// Whether one of the members is there, and is not zero.
    fileprivate func hasAny(of members: [String]) -> Bool {
        members.contains { name in self[name].map { $0.double != 0 } ?? false }
    }
}
