/// Document formats of other programs that can be converted to effect specs. The raw values are their names in URLs and
/// on command lines.
public enum ImportFormat: String, Sendable, CaseIterable {
    /// Options of canvas-confetti, or an array of calls.
    case canvasConfetti = "canvas-confetti"
    /// Configuration of PixiJS' particle-emitter, of any version.
    case particleEmitter = "particle-emitter"
    /// VortexSystem in Swift's Codable encoding.
    case vortex
    /// Property list of Particle Designer, as read by cocos2d.
    case cocosPlist = "cocos-plist"
    /// Core Animation markup.
    case caml
    /// SpriteKit's emitter files.
    case spriteKit = "sks"
    /// SceneKit's particle systems, alone or in a scene.
    case sceneKit = "scenekit"
    /// Options of tsParticles, of any version.
    case tsParticles = "tsparticles"

    /// Name of the format for display.
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

    /// Media types with which such documents are sent.
    public var mediaTypes: [String] {
        switch self {
        case .canvasConfetti, .particleEmitter, .vortex, .tsParticles: ["application/json"]
        case .cocosPlist: ["application/xml", "text/xml", "application/x-plist", "application/octet-stream"]
        case .caml: ["application/xml", "text/xml"]
        case .spriteKit, .sceneKit: ["application/octet-stream", "application/x-plist", "application/xml", "text/xml"]
        }
    }

    /// Canvas size in points for a document without one: Particle Designer's stage, also for SpriteKit, whose files have
    /// none.
    public var defaultCanvas: (width: Double, height: Double) {
        self == .cocosPlist || self == .spriteKit ? (320, 480) : (400, 400)
    }
}
