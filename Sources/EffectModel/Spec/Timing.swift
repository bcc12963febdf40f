/// Times of frames and their playback.
public struct Timing: Sendable, Equatable {
    /// Number of times that the animation plays.
    public enum Loop: Sendable, Equatable {
        case forever
        /// Number of plays, 1...65,535.
        case times(Int)
        /// Endless without a seam: a particle that outlives the animation continues in the next round.
        case seamless
    }

    /// Duration of the effect in seconds, 0.01...30 by default (``RenderLimits/maximumDuration``).
    public var duration = 3.0
    /// Frames per second of playback, 0.1...60 by default (``RenderLimits/maximumFPS``), in steps of 0.001.
    public var fps = 30.0
    /// Number of times that the animation plays.
    public var loop = Loop.forever
    /// Slow-motion factor, 0.05...20: 2 plays at half speed.
    public var speed = 1.0
    /// Default prewarm of emitters.
    public var prewarm = Emitter.Prewarm.seconds(0)
    /// Additional seconds that the last frame is shown, 0...60.
    public var hold = 0.0
    /// Share of a frame's time that images take in, 0...1: what moves is blurred along its way. 0 shows single moments.
    public var shutter = 0.0

    /// Creates a value with the defaults.
    public init() {}

    /// Number of frames in the animation: playback time × fps, rounded, at least 1.
    public var frameCount: Int { max(1, Int((duration * speed * fps).rounded())) }

    /// Number of frames that repeat the last one for ``hold``, in a file whose frames are all equally long.
    package var heldFrames: Int { Int((hold * fps).rounded()) }

    /// Seconds of the effect per loop, from the first frame to its next appearance. A seamless loop is as long as the
    /// effect: its frames are that bit closer or farther apart, by less than half a frame in all, so that it closes.
    public var period: Double { loop == .seamless ? duration : Double(frameCount) / (fps * speed) }

    /// Time of the effect in seconds that frame `number` shows.
    public func time(ofFrame number: Int) -> Double { Double(number) / framesPerSecondOfEffect }

    /// Number of moments whose mean an image with a ``shutter`` shows.
    package static let exposures = 8

    /// Times of the effect, after `time`, that an image of that time shows besides it; none without a ``shutter``.
    package func furtherTimes(of time: Double) -> [Double] {
        guard shutter > 0 else { return [] }
        let step = shutter / framesPerSecondOfEffect / Double(Self.exposures)
        return (1..<Self.exposures).map { number in
            let later = time + Double(number) * step
            // A loop begins anew.
            return loop == .seamless && later >= duration ? later - duration : later
        }
    }

    /// Time of the effect that is shown `seconds` after the first frame.
    public func time(atPlayback seconds: Double) -> Double {
        loop == .seamless ? seconds * fps / framesPerSecondOfEffect : seconds / speed
    }

    private var framesPerSecondOfEffect: Double {
        loop == .seamless ? Double(frameCount) / duration : fps * speed
    }

    /// The frame nearest to a time of the effect in seconds.
    public func frame(at seconds: Double) -> Int {
        Int(max(0, min(Double(frameCount - 1), (seconds * framesPerSecondOfEffect).rounded())))
    }
}
