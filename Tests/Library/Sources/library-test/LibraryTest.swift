import EffectModel
import Foundation
import Hanabi

/// Ends the program if a result is wrong.
func expect(_ isTrue: Bool, _ what: String) {
    print("\(isTrue ? "ok    " : "failed") \(what)")
    if !isTrue { exit(1) }
}

/// The line of the documentation, from code that is not asynchronous.
func confetti() throws -> Data {
    try Effect.preset("confetti").with(seed: 7, width: 400).render(as: .apng)
}

@main
struct LibraryTest {
    static func main() async throws {
        let signature = Data([0x89, 0x50, 0x4E, 0x47])

        let bytes = try confetti()
        expect(bytes.starts(with: signature) && bytes.count > 10_000, "a preset as an animated PNG")
        let effect = try Effect.preset("confetti").with(seed: 7, width: 400)
        expect(try await effect.render(as: .apng) == bytes, "the same bytes asynchronously")
        expect(try await effect.render(as: .gif).starts(with: Data("GIF89a".utf8)), "a GIF")
        expect(try await effect.render(as: .png(at: .fraction(0.5))).starts(with: signature), "a still image")

        // A spec in JSON.
        let spec = #"""
            {"canvas": {"width": 120, "height": 80}, "timing": {"duration": 1, "fps": 10},
             "layers": [{"emitterPosition": ["50%", 40], "emitterCells": [
               {"contents": "star", "birthRate": 30, "lifetime": 0.8, "velocity": 60, "emissionRange": "1turn", "color": "gold"}]}]}
            """#
        let parsed = try Effect(json: spec)
        let expected = try await parsed.render(as: .apng)
        expect(expected.starts(with: signature), "a spec in JSON")

        // The same spec in Swift, with the same names.
        var star = EmitterCell()
        star.contents = "star"
        star.birthRate = 30
        star.lifetime = 0.8
        star.velocity = 60
        star.emissionRange = 2 * .pi
        star.color = Color("gold") ?? .white
        var emitter = Emitter()
        emitter.emitterPosition = SIMD2(60, 40)
        emitter.emitterCells = [star]
        var canvas = Canvas()
        (canvas.width, canvas.height) = (120, 80)
        var timing = Timing()
        (timing.duration, timing.fps) = (1, 10)
        let built = Effect(canvas: canvas, timing: timing, layers: [Layer(emitter)])
        expect(try await built.render(as: .apng) == expected, "the same spec in Swift")

        star.lifetime = -1
        emitter.emitterCells = [star]
        do {
            _ = try Effect(layers: [Layer(emitter)]).spec()
            expect(false, "a faulty spec is refused")
        } catch EffectError.invalid(let faults) {
            expect(faults.map(\.pointer) == ["/layers/0/emitterCells/0/lifetime"], "a fault has its place")
        }

        do {
            _ = try await effect.with(width: -1).render(as: .apng)
            expect(false, "a faulty parameter is refused")
        } catch EffectError.invalid(let faults) {
            expect(faults.map(\.parameter) == ["w"], "a faulty parameter is named")
        }

        // Frames and chunks.
        var times: [Double] = []
        for try await frame in parsed.frames {
            expect(frame.width == 120 && frame.pixels.count == 120 * 80 * 4, "frame \(frame.number)")
            times.append(frame.time)
        }
        expect(times == (0..<10).map { Double($0) / 10 }, "ten frames at their times")
        var joined = Data()
        for try await chunk in effect.chunks(as: .apng) { joined += chunk }
        expect(joined == bytes, "the chunks are the file")

        // Progress and cancellation.
        let long = effect.with(width: 600, height: 600, duration: 10, fps: 30)
        let (progress, report) = AsyncStream.makeStream(of: RenderProgress.self)
        let task = Task { try await long.render(as: .apng) { report.yield($0) } }
        for await step in progress {
            expect(step.total == 300, "progress has \(step.completed) of \(step.total) frames")
            break
        }
        let start = ContinuousClock.now
        task.cancel()
        do {
            _ = try await task.value
            expect(false, "a cancelled render throws")
        } catch is CancellationError {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            expect(seconds < 2, "a cancelled render stops after \(Int(seconds * 1000)) ms")
        }
    }
}
