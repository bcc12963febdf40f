import EffectModel

/// Upper bounds of a render's cost, set by the operator. A spec that exceeds them is refused, never clamped.
///
/// All limits are checked from the spec alone, before anything is allocated.
public struct RenderLimits: Sendable, Equatable {
    /// Longer side of the canvas in pixels.
    public var maximumSide = 2048
    /// Number of frames in the animation.
    public var maximumFrames = 600
    /// Duration of the animation in seconds.
    public var maximumDuration = 30.0
    /// Frames per second.
    public var maximumFPS = 60.0
    /// Frames × pixels of the canvas.
    public var maximumPixels = 256_000_000
    /// Number of particles alive at one time, as an upper bound from rates and lifetimes.
    public var maximumLiveParticles = 20_000
    /// Total number of births.
    public var maximumBirths = 200_000
    /// Predicted work over all frames, in units of about a nanosecond (``RenderCost/work``).
    public var maximumWork = 25_000_000_000
    /// Pixels of a strip, over all its frames.
    public var maximumStripPixels = 16_777_216
    /// Pixels of all images that a spec embeds or names, including color glyphs.
    public var maximumPicturePixels = 4_194_304
    /// Number of images and texts in one spec.
    public var maximumPictures = 256
    /// Number of letters of all texts in one spec, spaces and emoji included: code points of Unicode. They are laid out before
    /// the spec has a price.
    public var maximumLetters = 4096
    /// Number of items in a frame dump, as an upper bound: live particles × frames.
    public var maximumItems = 2_000_000
    /// Number of pieces in a vector: each is an element that the viewer moves.
    public var maximumPieces = 2_000
    /// Number of pieces in tracks: twice as many, as they are numbers and no elements.
    package var maximumTracks: Int { 2 * maximumPieces }
    /// Size of an encoded image in bytes.
    public var maximumOutputBytes = 64 << 20

    /// Creates the documented defaults.
    public init() {}

    /// Limits for frame dumps and vectors, which have no pixels.
    package var ofData: RenderLimits {
        var limits = self
        limits.maximumPixels = .max
        return limits
    }
}
