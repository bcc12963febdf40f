/// Properties of an SKEmitterNode by their names in archives.
///
/// Names are from about thirty files that Xcode wrote between 2014 and 2024 (format versions 0 to 51,000,003), which
/// agree with each other. None has `particleRenderOrder`; its archived name is a guess.
extension ArchiveKey {
    static let birthRate = ArchiveKey("_birthrate", "particleBirthRate")
    static let count = ArchiveKey("_numParticlesToEmit")
    static let renderOrder = ArchiveKey("_particleRenderOrder")
    static let lifetime = ArchiveKey("_lifetime", "particleLifetime")
    static let lifetimeRange = ArchiveKey("_lifetimeVariance", "particleLifetimeRange")

    static let position = ArchiveKey("_startPosition", "particlePosition")
    static let positionRange = ArchiveKey("_startPositionVariance", "particlePositionRange")
    static let depth = ArchiveKey("_startZPosition", "particleZPosition")
    static let speed = ArchiveKey("_startSpeed", "particleSpeed")
    static let speedRange = ArchiveKey("_startSpeedVariance", "particleSpeedRange")
    static let angle = ArchiveKey("_emissionAngle")
    static let angleRange = ArchiveKey("_emissionAngleVariance", "emissionAngleRange")
    /// Acceleration as a vector.
    static let acceleration = ArchiveKey("_acceleration")
    static let xAcceleration = ArchiveKey("_xAcceleration")
    static let yAcceleration = ArchiveKey("_yAcceleration")
    static let rotation = ArchiveKey("_startRotation", "particleRotation")
    static let rotationRange = ArchiveKey("_startRotationVariance", "particleRotationRange")
    static let rotationSpeed = ArchiveKey("_rotationSpeed", "particleRotationSpeed")

    static let scale = ArchiveKey("_startScale", "particleScale")
    static let scaleRange = ArchiveKey("_startScaleVariance", "particleScaleRange")
    static let scaleSpeed = ArchiveKey("_scaleSpeed", "particleScaleSpeed")
    static let scaleSequence = ArchiveKey("_particleScaleSequence")
    static let alpha = ArchiveKey("_startOpacity", "particleAlpha")
    static let alphaRange = ArchiveKey("_startOpacityVariance", "particleAlphaRange")
    static let alphaSpeed = ArchiveKey("_opacitySpeed", "particleAlphaSpeed")
    static let alphaSequence = ArchiveKey("_particleAlphaSequence")
    static let size = ArchiveKey("_startSize", "particleSize")
    static let texture = ArchiveKey("_particleTexture")
    static let blendMode = ArchiveKey("_particleBlendMode")

    /// Color as an object; files have the four channels instead.
    static let color = ArchiveKey("_particleColor")
    static let colors = ["R", "G", "B", "A"].map { ArchiveKey("_startColor\($0)") }
    static let colorRanges = zip(["R", "G", "B", "A"], ["Red", "Green", "Blue", "Alpha"])
        .map { ArchiveKey("_startColorVariance\($0)", "particleColor\($1)Range") }
    static let colorSpeeds = zip(["R", "G", "B", "A"], ["Red", "Green", "Blue", "Alpha"])
        .map { ArchiveKey("_colorSpeed\($0)", "particleColor\($1)Speed") }
    static let colorSequence = ArchiveKey("_particleColorSequence")
    static let blendFactor = ArchiveKey("_startColorMix", "particleColorBlendFactor")
    static let blendFactorRange = ArchiveKey("_startColorBlendVariance", "particleColorBlendFactorRange")
    static let blendFactorSpeed = ArchiveKey("_colorBlendSpeed", "particleColorBlendFactorSpeed")
    static let blendFactorSequence = ArchiveKey("_particleColorBlendFactorSequence")

    static let nodeAlpha = ArchiveKey("_opacity", "alpha")
    static let nodeDepth = ArchiveKey("_zPosition")
    static let nodeRotation = ArchiveKey("_zRotation")
    static let nodeXScale = ArchiveKey("_xScale")
    static let nodeYScale = ArchiveKey("_yScale")
    static let nodeSpeed = ArchiveKey("_speed")
    static let nodeName = ArchiveKey("_name")

    /// Properties that would change the appearance but are not supported, with the reason.
    static let notHonored: [(ArchiveKey, String)] = [
        (ArchiveKey("_particleAction"), "actions are not supported"),
        (ArchiveKey("_shader"), "shaders are not supported"),
        (ArchiveKey("_attributeValues"), "attribute values belong to a shader, and shaders are not supported"),
        (ArchiveKey("_fieldBitMask"), "physics fields belong to a game's scene and are not imported"),
        (ArchiveKey("_fieldInfluenceSequence"), "physics fields belong to a game's scene and are not imported"),
        (ArchiveKey("_PKPhysicsBody", "physicsBody"), "physics bodies are not supported"),
        (ArchiveKey("_target", "targetNode"), "particles always move in the emitter's own space"),
        (ArchiveKey("_particleRotationSequence"), "the property is undocumented"),
        (ArchiveKey("_particleSpeedSequence"), "the property is undocumented"),
        (ArchiveKey("_emissionDistance"), "the property is undocumented"),
        (ArchiveKey("_emissionDistanceRange"), "the property is undocumented"),
        (ArchiveKey("_startZPositionVariance", "particleZPositionRange"), "particles are drawn by age, not by depth"),
        (ArchiveKey("_zPositionSpeed", "particleZPositionSpeed"), "particles are drawn by age, not by depth"),
        (ArchiveKey("_position"), "the game positions the node; the emitter is at the center of the canvas"),
        (ArchiveKey("_hidden", "isHidden"), "the emitter is visible anyway"),
        (ArchiveKey("_xRotation"), "nodes rotate in the plane only"),
        (ArchiveKey("_yRotation"), "nodes rotate in the plane only"),
        (ArchiveKey("_children"), "only the emitter itself is imported"),
        (ArchiveKey("_actions"), "actions are not supported"),
        (ArchiveKey("_keyedActions"), "actions are not supported"),
        (ArchiveKey("_constraints"), "constraints are not supported"),
        (ArchiveKey("_reachConstraints"), "constraints are not supported"),
        (ArchiveKey("_texture"), "only the particles' own texture is drawn"),
        (ArchiveKey("_userData"), "user data has no effect on the appearance"),
    ]

    /// Properties that do not affect the appearance: the editor's preview and format, and the sprite properties that
    /// older archives keep of an emitter. `_paused` is the state of the editor at the time of saving.
    static let bookkeeping: [ArchiveKey] = [
        "_info", "_version", "_originalClass", "_orderAdded", "_paused", "_skcPaused", "_keyedSubSprites", "_bounds",
        "_anchorPoint", "_centerRect", "_baseColorR", "_baseColorG", "_baseColorB", "_baseColorA", "_colorMix",
        "_blendMode", "_repeatTexture", "_repeatTextureSize", "_wantsPerPixelCollisionDetection",
    ]
    .map { ArchiveKey($0) }
}
