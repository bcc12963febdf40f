import ArgumentParser
import EffectCost
import EffectModel

/// Limits of one render, for the service and the command line.
struct LimitOptions: SettingGroup {
    typealias Limit<Value: ExpressibleByArgument & Sendable> = Setting<RenderLimits, Value>

    // Above these maxima, numbers that are valid one by one could overflow when combined, and memory would be too
    // small: a particle and an item of a dump take about 200 bytes each.
    @Option(help: "Maximum pixels along a side of the canvas.")
    var maxSide = Limit(\.maximumSide, in: 1...16_384)
    @Option(help: "Maximum number of frames in an animation.")
    var maxFrames = Limit(\.maximumFrames, in: 1...1_000_000)
    @Option(help: "Maximum duration of an animation in seconds.")
    var maxDuration = Limit(\.maximumDuration, upTo: 3600)
    @Option(help: "Maximum frames per second.")
    var maxFps = Limit(\.maximumFPS, upTo: 65)
    @Option(help: "Maximum pixels over all frames.")
    var maxPixels = Limit(\.maximumPixels, in: 1...1 << 50)
    @Option(help: "Maximum pixels of all images in a strip or a sprite sheet together.")
    var maxStripPixels = Limit(\.maximumStripPixels, in: 1...1 << 28)
    @Option(help: "Maximum number of particles alive at once.")
    var maxParticles = Limit(\.maximumLiveParticles, in: 1...10_000_000)
    @Option(help: "Maximum number of particles born in total.")
    var maxBirths = Limit(\.maximumBirths, in: 1...10_000_000)
    @Option(help: "Maximum predicted work of a render, in units of about a nanosecond of processor time.")
    var maxWork = Limit(\.maximumWork, in: 1...1 << 60)
    @Option(help: "Maximum pixels of all images in a spec, color glyphs included.")
    var maxPicturePixels = Limit(\.maximumPicturePixels, in: 1...1 << 28)
    @Option(help: "Maximum number of images and texts in a spec.")
    var maxPictures = Limit(\.maximumPictures, in: 1...100_000)
    @Option(help: "Maximum number of letters in all texts of a spec.")
    var maxLetters = Limit(\.maximumLetters, in: 1...1_000_000)
    @Option(help: "Maximum number of items in a frame dump (live particles × frames).")
    var maxItems = Limit(\.maximumItems, in: 1...1_000_000_000)
    @Option(help: "Maximum number of pieces in an SVG or a Lottie; tracks may have twice as many.")
    var maxPieces = Limit(\.maximumPieces, in: 1...100_000)
    @Option(help: "Maximum bytes of one output image.")
    var maxOutputBytes = Limit(\.maximumOutputBytes, in: 1...1 << 40)

    var limits: RenderLimits {
        var limits = RenderLimits()
        apply(to: &limits)
        return limits
    }
}

extension RenderLimits: DefaultConfiguration {}
