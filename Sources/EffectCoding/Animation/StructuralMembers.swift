import EffectModel

/// Names of members that exist but cannot be animated, for error messages.
extension Layer {
    /// Fields that cannot be animated: clocks and non-numeric fields.
    static let structural = [
        "name", "z", "type", "blend", "mask", "mask.contents", "mask.inverted", "transform", "geometryFlipped",
        "masksToBounds", "blur", "alphaThreshold", "bloom", "beginTime", "speed",
        "timeOffset", "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode", "layers", "tile",
        "instanceCount", "instanceTransform",
    ]

    /// Fields of shapes that cannot be animated.
    static let structuralOfShapes = ["viewBox", "fillRule", "lineCap", "lineJoin", "lineDashPattern"]
}

extension Emitter {
    /// Fields of emitters that cannot be animated.
    static let structural = [
        "seed", "emitterShape", "emitterMode", "renderMode", "circleRadius", "animatedRates", "naturalDirection",
        "rangeConvention", "prewarm", "emitterCells", "emitterBehaviors", "emitterPath", "emitterText",
        "preservesDepth",
        "dynamics", "emitterDuration", "emitterRects", "updateInterval", "cullRect", "cullMinZ", "cullMaxZ",
        "density",
    ]
}

extension EmitterCell {
    /// Fields of cells that cannot be animated: clocks, exact births and non-numeric fields.
    static let structural = [
        "name", "enabled", "contents", "birthPhase", "emissionSpace", "negativeScale", "beginTime", "speed",
        "timeOffset", "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode", "idleDuration", "burst",
        "on", "stretchFactor", "emitterCells",
        "emitterBehaviors", "fieldBitMask", "particleType",
        "drift", "mass", "massRange", "trail", "back", "contentsRect", "contentsFrameCount", "contentsFrameMode",
        "contentsFramesPerRow", "contentsFramesPerSecond", "contentsFramesPerSecondRange", "contentsFirstFrame",
        "contentsFirstFrameRange",
        "minificationFilter", "magnificationFilter",
        "minificationFilterBias", "colors", "inherit",
    ]
}
