public import EffectCost
public import EffectModel

/// Settings of an import that a document does not contain.
public struct ImportOptions: Sendable {
    /// Width of the canvas in points; `nil` is the document's, or ``ImportFormat/defaultCanvas``.
    public var width: Double?
    /// Height of the canvas in points; `nil` is the document's, or ``ImportFormat/defaultCanvas``.
    public var height: Double?
    /// Duration in seconds. `nil` lasts until the last particle has died, within ``limits``; for an endless effect it is
    /// the longest of ``endlessDurations`` within the limits, adjusted to a whole number of births if there are few.
    public var duration: Double?
    /// Frames per second.
    public var fps = 30.0
    /// Background of the canvas in a spec's syntax; `nil` is transparent.
    public var background: String?
    /// Images to use for the textures of an emitter file of SpriteKit, by the texture's name, with or without extension:
    /// names in ``library``, or `data:` URIs.
    public var pictures: [String: String] = [:]
    /// Source of images, besides those within documents.
    public var library: any AssetLibrary = NoAssets()
    /// Limits on the spec.
    public var limits = RenderLimits()

    /// The defaults.
    public init() {}

    /// Approximate loop durations of an endless effect in seconds, in order of preference. The cost grows with the loop,
    /// and the look hardly changes.
    public static let endlessDurations = [4.0, 3, 2, 1]

    /// Returns the size of the canvas in points for a document without one.
    func canvas(of format: ImportFormat) -> SIMD2<Double> {
        SIMD2(width ?? format.defaultCanvas.width, height ?? format.defaultCanvas.height)
    }

    /// Maximum duration in seconds within the limits.
    var maximumDuration: Double { min(limits.maximumDuration, Double(limits.maximumFrames) / fps) }
}
