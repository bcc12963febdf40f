import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import Foundation
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Output forms other than animated PNG, compared with the animated PNG by independent decoders.
struct DeliveryTests {
    private let small = ["w": "61", "h": "47", "fit": "native", "d": "0.6", "fps": "20", "seed": "4"]

    /// Returns the frame durations and play count that Pillow reads from a file other than PNG.
    private func told(_ bytes: [UInt8], python: String) throws -> [String] {
        let script = """
            import sys
            from PIL import Image
            picture = Image.open(sys.argv[1])
            times = []
            for number in range(picture.n_frames):
                picture.seek(number)
                picture.load()
                times.append(str(picture.info.get("duration")))
            print(picture.format, picture.info.get("loop"), ",".join(times))
            """
        let result = try ForeignDecoder.withFile(bytes) { try ForeignDecoder.run([python, "-c", script, $0]) }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").joined().split(separator: " ")
            .map(String.init)
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "needs Pillow"),
        arguments: ["transparent", "#204060", "#20406080"]
    )
    func `a lossless WebP shows the same pixels as the animated PNG`(_ background: String) throws {
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let spec = try preset("confetti", small.merging(["quality": "lossless", "bg": background]) { $1 })
        let ours = try APNGReader(rendered(spec, as: .apng)).composed().map(\.canonical)
        let file = try rendered(spec, as: .webp)
        let frames = try ForeignDecoder.pillowFrames(file, python: python, width: 61, height: 47)
        #expect(frames.count == 12)
        let isSame = frames == ours
        #expect(isSame)
        #expect(try rendered(spec, as: .webp, threads: 3) == file)
    }

    @Test func `a lossless WebP of changing light is the same for any number of threads`() throws {
        // Frames are drawn over the one before, and their forms learned from one of them.
        let spec = try preset("hanabi", small.merging(["fps": "24", "quality": "lossless", "palette": "off"]) { $1 })
        let file = try rendered(spec, as: .webp, threads: 1)
        for threads in 2...4 {
            let isSame = try rendered(spec, as: .webp, threads: threads) == file
            #expect(isSame, "\(threads) threads")
        }
    }

    @Test func `the effort small makes lossless WebPs smaller`() throws {
        func size(_ effort: String) throws -> Int {
            try ["word-fountain", "glitter-text", "bubbles", "lava-lamp", "countdown"].reduce(0) { sum, name in
                let query = ["effort": effort, "quality": "lossless", "palette": "off"]
                return try sum + rendered(preset(name, small.merging(query) { $1 }), as: .webp).count
            }
        }
        #expect(try size("small") < size("balanced"))
    }

    @Test(.enabled(if: ForeignDecoder.pythonWithPillow != nil, "needs Pillow"))
    func `a lossless WebP with a palette has the palette's colors`() throws {
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let spec = try preset("confetti", small.merging(["quality": "lossless", "palette": "16"]) { $1 })
        let ours = try APNGReader(rendered(spec, as: .apng)).composed().map(\.canonical)
        let file = try rendered(spec, as: .webp)
        let isSame = try ForeignDecoder.pillowFrames(file, python: python, width: 61, height: 47) == ours
        #expect(isSame)
        let plain = try preset("confetti", small.merging(["quality": "lossless"]) { $1 })
        #expect(try file.count < rendered(plain, as: .webp).count)
    }

    @Test(.enabled(if: ForeignDecoder.pythonWithPillow != nil, "needs Pillow"))
    func `a lossy WebP resembles the animated PNG and shrinks with its quality`() throws {
        let python = try #require(ForeignDecoder.pythonWithPillow)
        func file(_ quality: String) throws -> [UInt8] {
            try rendered(preset("confetti", small.merging(["quality": quality]) { $1 }), as: .webp)
        }
        let ours = try APNGReader(rendered(preset("confetti", small), as: .apng)).composed()
        let good = try file("90")
        let frames = try ForeignDecoder.pillowFrames(good, python: python, width: 61, height: 47)
        var error = 0
        for (own, theirs) in zip(ours.joined(), frames.joined()) { error += abs(Int(own) - Int(theirs)) }
        #expect(Double(error) / Double(max(1, frames.joined().count)) < 4)
        let counts = try ["20", "60"].map { try file($0).count } + [good.count]
        #expect(counts == counts.sorted() && Set(counts).count == 3)
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "needs Pillow"),
        arguments: ["transparent", "#204060"]
    )
    func `a GIF shows the effect with hard edges in the matte color`(_ background: String) throws {
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let spec = try preset(
            "confetti",
            small.merging(["bg": background, "matte": "000000", "c": "ff0000,00ff00"]) { $1 }
        )
        let ours = try APNGReader(rendered(spec, as: .apng)).composed()
        let frames = try ForeignDecoder.pillowFrames(rendered(spec, as: .gif), python: python, width: 61, height: 47)
        #expect(frames.count == ours.count)
        var (wrong, shown) = (0, 0)
        for (own, theirs) in zip(ours, frames) {
            for pixel in stride(from: 0, to: own.count, by: 4) {
                let alpha = own[pixel + 3]
                // Opaque where at least half of the pixel is covered, else transparent.
                if (theirs[pixel + 3] == 255) != (alpha >= 128) || ![0, 255].contains(theirs[pixel + 3]) { wrong += 1 }
                guard alpha >= 128 else { continue }
                shown += 1
                for channel in pixel..<pixel + 3 {
                    // Over black; a palette of 255 colors approximates all colors.
                    let expected = (Int(own[channel]) * Int(alpha) + 127) / 255
                    if abs(Int(theirs[channel]) - expected) > 24 { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0 && shown > 1000)
    }

    @Test(.enabled(if: ForeignDecoder.pythonWithPillow != nil, "needs Pillow"))
    func `frame durations are kept, and the last frame is held`() throws {
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let spec = try preset(
            "confetti",
            ["w": "20", "h": "20", "d": "0.1", "fps": "60", "hold": "2", "loop": "3"]
        )
        // Browsers play a GIF at 50 frames per second at most.
        #expect(try told(rendered(spec, as: .gif), python: python) == ["GIF", "2", "20,20,20,20,2020"])
        let webp = try rendered(spec, as: .webp)
        #expect(webp.starts(with: Array("RIFF".utf8)) && webp[42..<44].elementsEqual([3, 0]))
        // Milliseconds, rounded without drift: 17, 16, 17, 17, 16, and 17 + 2000.
        var (place, times) = (44, [Int]())
        while place + 8 < webp.count {
            let length = (0..<4).reduce(0) { $0 | Int(webp[place + 4 + $1]) << (8 * $1) }
            times.append((0..<3).reduce(0) { $0 | Int(webp[place + 20 + $1]) << (8 * $1) })
            place += 8 + length + length % 2
        }
        #expect(times == [17, 16, 17, 17, 16, 2017] && place == webp.count)
        let once = try preset("confetti", ["w": "20", "h": "20", "d": "0.1", "loop": "once"])
        #expect(try told(rendered(once, as: .gif), python: python)[1] == "None")
        let endless = try preset("confetti", ["w": "20", "h": "20", "d": "0.1"])
        #expect(try told(rendered(endless, as: .gif), python: python)[1] == "0")
    }

    @Test(arguments: [Output.Format.gif, .webp])
    func `a byte budget is kept in every form`(_ format: Output.Format) throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let spec = try preset(
            "confetti",
            ["w": "120", "h": "90", "fit": "native", "d": "1", "fps": "20", "max": "12kB"]
        )
        let delivered = try spec.prepared(for: format, limits: RenderLimits())
        #expect(try rendered(spec.after(QualityReduction(of: spec)), as: format).count > 12_000)
        let fitted = try renderer.renderAnimation(delivered, within: 12_000)
        #expect(fitted.bytes.count <= 12_000 && fitted.reduced != "nothing")
        #expect(fitted.bytes.starts(with: Array((format == .gif ? "GIF89a" : "RIFF").utf8)))
    }

    @Test func `a form beyond the cost limit is refused before any drawing`() throws {
        var limits = RenderLimits()
        let spec = try preset(
            "confetti",
            small.merging(["quality": "lossless", "effort": "small", "w": "300", "h": "200"]) { $1 }
        )
        limits.maximumWork = Int(RenderPrice(of: spec).work * 1.5)
        _ = try spec.prepared(for: .apng, limits: limits)
        #expect(throws: SpecError.self) { try spec.prepared(for: .webp, limits: limits) }
    }

    @Test func `each step of the ladder changes a setting that the form has`() throws {
        for (format, quality) in [(Output.Format.gif, "75"), (.webp, "75"), (.webp, "lossless"), (.apng, "75")] {
            let spec = try preset("confetti", small.merging(["quality": quality]) { $1 })
                .prepared(for: format, limits: RenderLimits())
            let rungs = BudgetLadder(of: spec).trades
            let isLossy = format == .webp && quality == "75"
            #expect(rungs.dropFirst().contains { $0.effort != rungs[0].effort } == (format != .gif))
            #expect(rungs.contains { $0.palette != rungs[0].palette } == !isLossy)
            #expect(rungs.contains { $0.quality != rungs[0].quality } == isLossy)
            for (rung, next) in zip(rungs, rungs.dropFirst()) { #expect(rung != next) }
        }
    }

    @Test func `a poster time refers to the effect's time, not to playback time`() throws {
        let timing = try preset("confetti", small.merging(["slow": "2"]) { $1 }).timing
        #expect(timing.frameCount == 24 && timing.frame(at: 0.3) == 12)
        #expect(timing.frame(at: 100_000) == 23 && timing.frame(at: 0) == 0)
        for frame in 0..<24 { #expect(timing.frame(at: timing.time(ofFrame: frame)) == frame) }
    }

    @Test(arguments: [("best", nil), ("0.3", 6), ("first", 0), ("300ms", 6)] as [(String, Int?)])
    func `a poster is shown by decoders without animation support`(_ poster: String, _ number: Int?) throws {
        let plain = try rendered(preset("confetti", small), as: .apng)
        let file = try rendered(preset("confetti", small.merging(["poster": poster]) { $1 }), as: .apng)
        if poster == "first" { return #expect(file == plain) }
        // Decoders with animation support ignore the poster.
        if ForeignDecoder.has("ffmpeg") {
            let frames = try ForeignDecoder.ffmpegFrames(file, width: 61, height: 47)
            let isSame = try frames == APNGReader(plain).composed().map(\.canonical)
            #expect(isSame)
        }
        guard let python = ForeignDecoder.pythonWithPillow else { return }
        // Pillow returns the poster first.
        let pictures = try ForeignDecoder.pillowFrames(file, python: python, width: 61, height: 47)
        let ours = try APNGReader(plain).composed().map(\.canonical)
        #expect(pictures.count == ours.count + 1)
        if let number {
            let isSame = pictures.first == ours[number]
            #expect(isSame)
        } else {
            let pool = WorkerPool(threads: 1, maximumWaiting: 0)
            defer { pool.stop() }
            let best = try EffectRenderer(pool: pool, limits: RenderLimits())
                .renderSnapshot(.best, of: preset("confetti", small))
            let isSame = try pictures.first == StillReader(best).rgba.canonical
            #expect(isSame)
        }
    }
}
