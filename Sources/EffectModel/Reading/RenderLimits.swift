/// What one render may cost at the most. An operator sets them; a spec is refused, never clamped, when it asks for more.
///
/// All are checked from the numbers of the spec alone, before anything is allocated.
public struct RenderLimits: Sendable, Equatable {
    /// Pixels along the longer side of the canvas.
    public var maximumSide = 2048
    /// Frames in the animation.
    public var maximumFrames = 600
    /// Seconds that the animation lasts.
    public var maximumDuration = 30.0
    /// Frames per second.
    public var maximumFPS = 60.0
    /// Frames × pixels of the canvas.
    public var maximumPixels = 256_000_000
    /// Particles alive at one time, an upper bound from rates and lifetimes.
    public var maximumLiveParticles = 20_000
    /// Particles born in all.
    public var maximumBirths = 200_000
    /// Predicted work over all frames, in units of about a nanosecond (``RenderCost/work``).
    public var maximumWork = 25_000_000_000
    /// Pixels of a strip: of all its pictures together.
    public var maximumStripPixels = 16_777_216
    /// Pixels of all pictures that a spec brings or names, coloured letters included.
    public var maximumPicturePixels = 4_194_304
    /// Pictures and texts in one spec.
    public var maximumPictures = 256
    /// Items of a frame dump, an upper bound: live particles × frames.
    public var maximumItems = 2_000_000
    /// Bytes of one finished picture.
    public var maximumOutputBytes = 64 << 20

    /// The documented defaults.
    public init() {}

    /// Limits of data, which have no pixels to count.
    package var ofData: RenderLimits {
        var limits = self
        limits.maximumPixels = .max
        return limits
    }
}
