import EffectModel

/// Hints for names of SceneKit and SpriteKit, and for names that belong into another object.
enum ForeignNames {
    /// Object that has a member.
    private enum Owner {
        case emitter, cell, behavior, group
        /// A type of behavior.
        case type(Behavior.Kind)
    }

    /// Own name and its owner by SceneKit's or SpriteKit's name.
    private static let members: [String: (own: String, owner: Owner)] = [
        // Emitters.
        "blendMode": ("renderMode", .emitter), "particleBlendMode": ("renderMode", .emitter),
        "sortingMode": ("renderMode", .emitter), "birthLocation": ("emitterMode", .emitter),
        "birthDirection": ("naturalDirection", .emitter), "warmupDuration": ("prewarm", .emitter),
        "particlePosition": ("emitterPosition", .emitter), "particlePositionRange": ("emitterSize", .emitter),
        // Cells.
        "orientationMode": ("particleType", .cell), "particleImage": ("contents", .cell),
        "particleTexture": ("contents", .cell), "particleSize": ("scale", .cell), "particleScale": ("scale", .cell),
        "particleSizeVariation": ("scaleRange", .cell), "particleScaleRange": ("scaleRange", .cell),
        "particleScaleSpeed": ("scaleSpeed", .cell), "particleColor": ("color", .cell),
        "particleColorVariation": ("redRange, greenRange, blueRange and alphaRange", .cell),
        "particleAlphaRange": ("alphaRange", .cell), "particleAlphaSpeed": ("alphaSpeed", .cell),
        "particleBirthRate": ("birthRate", .cell), "numParticlesToEmit": ("burst", .cell),
        "particleLifeSpan": ("lifetime", .cell), "particleLifetime": ("lifetime", .cell),
        "particleLifeSpanVariation": ("lifetimeRange", .cell), "particleLifetimeRange": ("lifetimeRange", .cell),
        "particleVelocity": ("velocity", .cell), "particleSpeed": ("velocity", .cell),
        "particleVelocityVariation": ("velocityRange", .cell), "particleSpeedRange": ("velocityRange", .cell),
        "acceleration": ("xAcceleration, yAcceleration and zAcceleration", .cell),
        "particleAngle": ("rotation", .cell), "particleRotation": ("rotation", .cell),
        "particleAngleVariation": ("rotationRange", .cell), "particleRotationRange": ("rotationRange", .cell),
        "particleAngularVelocity": ("spin", .cell), "particleRotationSpeed": ("spin", .cell),
        "particleAngularVelocityVariation": ("spinRange", .cell), "emissionAngle": ("emissionLongitude", .cell),
        "emittingDirection": ("emissionLongitude and emissionLatitude", .cell),
        "emissionAngleRange": ("emissionRange", .cell), "spreadingAngle": ("emissionRange", .cell),
        "emissionDuration": ("duration", .cell), "particleMass": ("mass", .cell),
        "particleMassVariation": ("massRange", .cell), "affectedByPhysicsFields": ("fieldBitMask", .cell),
        "systemSpawnedOnDying": ("emitterCells, with the on death,", .cell),
        "systemSpawnedOnLiving": ("emitterCells, with the on update,", .cell),
        "systemSpawnedOnCollision": ("emitterCells, with the on collision,", .cell),
        "imageSequenceColumnCount": ("contentsFramesPerRow", .cell),
        "imageSequenceRowCount": ("contentsFrameCount", .cell),
        "imageSequenceFrameRate": ("contentsFramesPerSecond", .cell),
        "imageSequenceFrameRateVariation": ("contentsFramesPerSecondRange", .cell),
        "imageSequenceInitialFrame": ("contentsFirstFrame", .cell),
        "imageSequenceAnimationMode": ("contentsFrameMode", .cell),
        // Behaviors.
        "particleColliders": ("position, shape and size", .type(.collider)),
        "colliderNodes": ("position, shape and size", .type(.collider)),
        "collider": ("position, shape and size", .type(.collider)),
        "colliders": ("position, shape and size", .type(.collider)),
        "particleBounce": ("elasticity", .behavior), "bounce": ("elasticity", .behavior),
        "restitution": ("elasticity", .behavior),
        "particleFriction": ("friction, which is 1 − particleFriction", .behavior),
        "particleDiesOnCollision": ("diesOnCollision", .behavior), "dampingFactor": ("drag", .type(.drag)),
        "isLightingEnabled": ("position, color and falloff", .type(.light)),
    ]

    /// Names of a group's bounds and shadow, which other layers do not have.
    private static let ofGroups: Set = [
        "cornerRadius", "borderWidth", "borderColor", "backgroundColor", "shadowColor", "shadowOpacity",
        "shadowRadius", "shadowOffset",
    ]

    private static let ofCells = names(EmitterCell.properties)
    private static let ofEmitters = names(Emitter.properties)
    private static let ofWalls: Set = ["elasticity", "friction", "diesOnCollision", "inverse"]

    private static func names<Root>(_ table: [Property<Root>]) -> Set<String> {
        Set(table.flatMap(\.schema.members).filter { !$0.isLater }.map(\.name))
    }

    /// - Parameter known: Names of the members that the object accepts.
    static func hint(forMember name: String, among known: Set<String>) -> String? {
        guard let (own, owner) = counterpart(of: name) else { return nil }
        if known.contains(own) { return own == name ? nil : "allowed: \(own), the equivalent member" }
        let isLayer = known.contains("masksToBounds")
        let isEmitter = isLayer && known.contains("emitterBehaviors")
        let isCell = !isLayer && known.contains("emissionRange")
        let isWall = !isLayer && known.contains("diesOnCollision")
        switch owner {
        case .group: return isLayer ? "allowed: \(own), in a layer of the type group with this layer inside" : nil
        case .emitter: return isCell ? "allowed: \(own), in the emitter of the cell" : nil
        case .cell:
            if isEmitter { return "allowed: \(own), in a cell of emitterCells" }
            return isCell ? "allowed: \(own), in its place" : nil
        case .behavior, .type:
            var type = ""
            if case .type(let kind) = owner { type = " of the type \(kind.rawValue)" }
            let place = isEmitter || isCell ? ", in a behavior\(type) of emitterBehaviors" : ", in its place"
            return isEmitter || isCell || isWall ? "allowed: \(own)\(place)" : nil
        }
    }

    private static func counterpart(of name: String) -> (own: String, owner: Owner)? {
        if let member = members[name] { return member }
        if ofGroups.contains(name) { return (name, .group) }
        if ofWalls.contains(name) { return (name, .behavior) }
        if ofCells.contains(name), !ofEmitters.contains(name) { return (name, .cell) }
        return ofEmitters.contains(name) && !ofCells.contains(name) ? (name, .emitter) : nil
    }

    /// Own values by SceneKit's, SpriteKit's or another object's; the first one that a choice has is meant.
    private static let values = [
        "alpha": ["unordered", "normal"], "add": ["additive"], "additive": ["add"], "none": ["unordered"],
        "projectedDepth": ["backToFront"], "distance": ["backToFront"], "youngestFirst": ["oldestLast"],
        "billboardScreenAligned": ["sprite"], "billboardViewAligned": ["sprite"], "billboard": ["sprite"],
        "free": ["plane"], "vertex": ["points"], "repeat": ["sequential"],
    ]

    /// Blend modes of SceneKit and SpriteKit that no render mode is like.
    private static let unlike: Set = ["subtract", "multiply", "multiplyX2", "multiplyAlpha", "replace"]

    /// - Parameter names: Values that are allowed.
    static func hint(forValue name: String, among names: [String]) -> String? {
        if let own = values[name]?.first(where: names.contains) { return " (\(own) is the equivalent value)" }
        let isBlend = names.contains("maximum") || names.contains("additive")
        return isBlend && unlike.contains(name) ? " (\(name) has no counterpart)" : nil
    }
}
