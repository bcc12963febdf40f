/// Other programs' documents that can be turned into effect specs. The raw values are their names in URLs and on command
/// lines.
public enum ForeignFormat: String, Sendable, CaseIterable {
    /// The options of canvas-confetti, or an array of calls.
    case canvasConfetti = "canvas-confetti"
    /// A configuration of PixiJS' particle-emitter, of any of its versions.
    case particleEmitter = "particle-emitter"
    /// A VortexSystem as Swift encodes it.
    case vortex
    /// Particle Designer's property list, which cocos2d reads.
    case cocosPlist = "cocos-plist"
    /// Core Animation's markup.
    case caml
    /// SpriteKit's emitter files.
    case spriteKit = "sks"
    /// SceneKit's particle systems, alone or in a scene.
    case sceneKit = "scenekit"
    /// The options of tsParticles, of any of its versions.
    case tsParticles = "tsparticles"

    /// Whose it is, for people.
    public var title: String {
        switch self {
        case .canvasConfetti: "canvas-confetti"
        case .particleEmitter: "PixiJS' particle-emitter"
        case .vortex: "Vortex"
        case .cocosPlist: "cocos2d and Particle Designer"
        case .caml: "Core Animation markup"
        case .spriteKit: "SpriteKit"
        case .sceneKit: "SceneKit"
        case .tsParticles: "tsParticles"
        }
    }

    /// Media types that such documents may be called.
    public var mediaTypes: [String] {
        switch self {
        case .canvasConfetti, .particleEmitter, .vortex, .tsParticles: ["application/json"]
        case .cocosPlist: ["application/xml", "text/xml", "application/x-plist", "application/octet-stream"]
        case .caml: ["application/xml", "text/xml"]
        case .spriteKit, .sceneKit: ["application/octet-stream", "application/x-plist", "application/xml", "text/xml"]
        }
    }
}
