import EffectModel
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Frames of animated PNGs and GIFs that are drawn over the first one, over the one before, or alone.
struct LayeringTests {
    /// A line that is drawn over a card: the one before has most of each frame.
    private func steady(_ background: String, palette: String, duration: Double = 1) throws -> EffectSpec {
        let text = """
            {"canvas": {"width": 90, "height": 60, "background": "\(background)"}, "timing": {"duration": \(duration), "fps": 12},
             "output": {"palette": \(palette)}, "layers": [{"type": "sprite", "contents": "gold", "size": [70, 50]},
               {"type": "shape", "z": 1, "path": "M10 10L80 50L80 10L10 50", "fillColor": null, "strokeColor": "crimson",
                "lineWidth": 3, "animations": [{"type": "basic", "keyPath": "strokeEnd", "from": 0, "to": 1, "duration": 1}]}]}
            """
        return try EffectSpec(text: text)
    }

    @Test(arguments: ["white", "transparent"], ["\"auto\"", "24", "\"off\""])
    func `what stays is encoded once`(_ background: String, _ palette: String) throws {
        let spec = try steady(background, palette: palette)
        let reader = try APNGReader(rendered(spec, as: .apng))
        #expect(reader.frames.allSatisfy { $0.dispose == 0 })
        let later = reader.frames.dropFirst().map { $0.width * $0.height }.reduce(0, +)
        #expect(later < 11 * 70 * 50 / 3)
        for threads in 2...4 {
            let isSame = try rendered(spec, as: .apng, threads: threads) == rendered(spec, as: .apng)
            #expect(isSame, "\(threads) threads")
        }
    }

    @Test(arguments: ["transparent", "white"])
    func `frames over another show the same as frames over the one before`(_ background: String) throws {
        let ours = try APNGReader(rendered(steady(background, palette: "\"off\""), as: .apng))
        // Too few frames for a trial.
        let short = try APNGReader(rendered(steady(background, palette: "\"off\"", duration: 0.5), as: .apng))
        #expect(short.frames.dropFirst().allSatisfy { $0.dispose != 0 })
        let isSame = zip(short.composed(), ours.composed()).allSatisfy { $0.canonical == $1.canonical }
        #expect(isSame && short.frames.count == 6)
    }

    @Test func `confetti on a transparent canvas is cleared from frame to frame`() throws {
        let reader = try APNGReader(rendered(preset("confetti", ["d": "0.5", "w": "80", "h": "60"]), as: .apng))
        #expect(reader.frames.allSatisfy { $0.dispose == 1 })
    }

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"))
    func `a GIF over the one before shows what one over the first frame does`() throws {
        var spec = try steady("white", palette: "\"auto\"")
        let file = try rendered(spec, as: .gif)
        let frames = try ForeignDecoder.ffmpegFrames(file, format: "gif", width: 90, height: 60)
        #expect(try rendered(spec, as: .gif, threads: 3) == file)
        spec.output.palette = .off
        let png = try APNGReader(rendered(spec, as: .apng)).composed()
        #expect(frames.count == png.count)
        for (frame, exact) in zip(frames, png) {
            let worst = zip(frame, exact).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(worst < 40)
        }
        // Frames that stay: the disposal of all but the last control block is "do not dispose".
        let controls = file.indices.dropLast(5).filter { Array(file[$0..<$0 + 3]) == [0x21, 0xF9, 4] }
        #expect(controls.count >= 12 && controls.allSatisfy { file[$0 + 3] >> 2 & 7 == 1 })
    }
}
