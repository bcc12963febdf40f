import ArgumentParser
import EffectModel
import Glibc

/// Limits of one render, for the service and the command line.
struct LimitOptions: ParsableArguments {
    @Option(help: "Maximum pixels along a side of the canvas.")
    var maxSide = RenderLimits().maximumSide
    @Option(help: "Maximum number of frames in an animation.")
    var maxFrames = RenderLimits().maximumFrames
    @Option(help: "Maximum duration of an animation in seconds.")
    var maxDuration = RenderLimits().maximumDuration
    @Option(help: "Maximum frames per second.")
    var maxFps = RenderLimits().maximumFPS
    @Option(help: "Maximum pixels over all frames.")
    var maxPixels = RenderLimits().maximumPixels
    @Option(help: "Maximum pixels of all images in a strip or a sprite sheet together.")
    var maxStripPixels = RenderLimits().maximumStripPixels
    @Option(help: "Maximum number of particles alive at once.")
    var maxParticles = RenderLimits().maximumLiveParticles
    @Option(help: "Maximum number of particles born in total.")
    var maxBirths = RenderLimits().maximumBirths
    @Option(help: "Maximum predicted work of a render, in units of about a nanosecond of processor time.")
    var maxWork = RenderLimits().maximumWork
    @Option(help: "Maximum pixels of all images in a spec, color glyphs included.")
    var maxPicturePixels = RenderLimits().maximumPicturePixels
    @Option(help: "Maximum number of images and texts in a spec.")
    var maxPictures = RenderLimits().maximumPictures
    @Option(help: "Maximum number of items in a frame dump (live particles × frames).")
    var maxItems = RenderLimits().maximumItems
    @Option(help: "Maximum bytes of one output image.")
    var maxOutputBytes = RenderLimits().maximumOutputBytes

    var limits: RenderLimits {
        var limits = RenderLimits()
        limits.maximumSide = maxSide
        limits.maximumFrames = maxFrames
        limits.maximumDuration = maxDuration
        limits.maximumFPS = maxFps
        limits.maximumPixels = maxPixels
        limits.maximumStripPixels = maxStripPixels
        limits.maximumLiveParticles = maxParticles
        limits.maximumBirths = maxBirths
        limits.maximumWork = maxWork
        limits.maximumPicturePixels = maxPicturePixels
        limits.maximumPictures = maxPictures
        limits.maximumItems = maxItems
        limits.maximumOutputBytes = maxOutputBytes
        return limits
    }

    func validate() throws {
        // The upper bounds follow from memory: a particle and an item of a dump take about 200 bytes each.
        let whole = [
            ("--max-frames", maxFrames, 1_000_000), ("--max-pixels", maxPixels, 1 << 50),
            ("--max-particles", maxParticles, 10_000_000), ("--max-births", maxBirths, 10_000_000),
            ("--max-work", maxWork, 1 << 60), ("--max-items", maxItems, 1_000_000_000),
            ("--max-output-bytes", maxOutputBytes, 1 << 40), ("--max-picture-pixels", maxPicturePixels, 1 << 28),
            ("--max-pictures", maxPictures, 100_000), ("--max-strip-pixels", maxStripPixels, 1 << 28),
        ]
        for (name, value, most) in whole where !(1...most).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 1...\(most)")
        }
        // Above these limits, numbers that are valid one by one could overflow when combined.
        guard (1...16_384).contains(maxSide) else {
            throw ValidationError("--max-side is \(maxSide); allowed 1...16384")
        }
        guard maxDuration > 0, maxDuration <= 3600 else {
            throw ValidationError("--max-duration is \(maxDuration); allowed up to 3600")
        }
        guard maxFps > 0, maxFps <= 65 else { throw ValidationError("--max-fps is \(maxFps); allowed up to 65") }
    }
}
