import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Motion blur.
struct ShutterTests {
    private func spec(_ shutter: Double) throws -> EffectSpec {
        try EffectSpec(
            text: """
                {"canvas": {"width": 120, "height": 40}, "timing": {"duration": 1, "fps": 5, "shutter": \(shutter)},
                 "layers": [{"type": "sprite", "contents": {"shape": "square", "size": 10}, "position": [60, 20], "animations": [
                   {"type": "basic", "keyPath": "position", "from": [10, 20], "to": [110, 20], "duration": 1}]}]}
                """
        )
    }

    /// Columns of a frame with anything to see, and the largest alpha.
    private func seen(_ spec: EffectSpec, frame: Int) throws -> (columns: Range<Int>, most: UInt32) {
        let simulation = Simulation(spec)
        let bitmap = try FramePainter(simulation).draw(simulation.drawList(ofFrame: frame), RenderContext())
        let row = (0..<120).map { bitmap.pixels[20 * 120 + $0] >> 24 }
        let low = try #require(row.firstIndex { $0 > 0 }), high = try #require(row.lastIndex { $0 > 0 })
        return (low..<high + 1, row.max() ?? 0)
    }

    @Test func `what moves is blurred along the way that it goes while the shutter is open`() throws {
        // 20 points a frame, seven of eight moments after the first.
        #expect(try seen(spec(0), frame: 1).columns == 25..<35)
        #expect(try seen(spec(0.5), frame: 1).columns == 25..<44)
        #expect(try seen(spec(1), frame: 1).columns == 25..<53)
        #expect(try seen(spec(0.5), frame: 1).most == 255 && seen(spec(1), frame: 1).most < 200)
    }

    @Test func `the last frame of a loop leads to the first`() throws {
        var timing = try spec(1).timing
        timing.loop = .seamless
        let times = timing.furtherTimes(of: timing.time(ofFrame: 4))
        #expect(times.count == 7 && times.allSatisfy { $0 >= 0.8 && $0 < 1 })
        #expect(timing.furtherTimes(of: 0.95).last.map { abs($0 - 0.125) < 1e-9 } == true)
        #expect(try spec(0).timing.furtherTimes(of: 0.3).isEmpty)
    }

    @Test func `a still beyond the end has all its moments there`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 40, "height": 40}, "timing": {"duration": 1, "fps": 10, "shutter": 0.5}, "layers": [
                 {"emitterPosition": [20, 20], "emitterCells": [{"contents": "square", "birthRate": 60, "lifetime": 0.5,
                  "velocity": 30, "emissionRange": "1turn"}]}]}
                """
        )
        let pool = WorkerPool(threads: 2, maximumWaiting: 0)
        defer { pool.stop() }
        func still(_ times: [Double]) throws -> StillReader {
            let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
            return try StillReader(renderer.renderSnapshot(.times(times), of: spec))
        }
        func alpha(_ pixels: [UInt8]) -> Int {
            stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + Int(pixels[$1]) }
        }
        let both = try still([0.5, 3])
        #expect(try both.part(1, of: 2) == still([3]).rgba)
        #expect(alpha(both.part(1, of: 2)) * 2 > alpha(both.part(0, of: 2)))
        // The last frame's moments end before the effect does.
        #expect(spec.lasting(1) == spec)
        #expect(abs(spec.lasting(3).timing.duration - 3.1) < 1e-9)
    }

    @Test func `frames at rest are repeated, whatever the shutter`() throws {
        // Moves in frames 0 to 4, at rest from 1 s on.
        var spec = try spec(0.5)
        spec.timing.duration = 3
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let animation = try AnimationRenderer(spec, pool: pool, RenderContext())
        // The shutter of a frame before the motion's end is open until it ends.
        #expect((1..<5).allSatisfy { !animation.isRepeated($0) })
        #expect((8..<15).allSatisfy { animation.isRepeated($0) })
        // Frames that begin alike, but differ in later moments.
        spec = try EffectSpec(
            text: """
                {"canvas": {"width": 40, "height": 40}, "timing": {"duration": 1, "fps": 10, "shutter": 1}, "layers": [
                 {"type": "sprite", "contents": {"shape": "square", "size": 10}, "position": [20, 20], "animations": [
                  {"type": "basic", "keyPath": "position", "from": [20, 20], "to": [30, 20], "beginTime": 0.55,
                   "duration": 0.2}]}]}
                """
        )
        let late = try AnimationRenderer(spec, pool: pool, RenderContext())
        #expect(late.isRepeated(3) && !late.isRepeated(5) && late.isRepeated(9))
    }

    @Test func `more moments cost more, in images alone`() throws {
        let plain = try preset("confetti", [:]), blurred = try preset("confetti", ["shutter": "0.5"])
        let ratio = RenderPrice(of: blurred, .animation).work / RenderPrice(of: plain, .animation).work
        #expect((2...12).contains(ratio), "\(ratio)")
        let (svg, other) = (blurred.prepared(for: .svg), plain.prepared(for: .svg))
        #expect(RenderPrice(of: svg, .vector).work == RenderPrice(of: other, .vector).work)
        // The best frame is drawn with all its moments, whether it is known already or not.
        let stills = [plain, blurred].map { Pricing($0, .best).parts(isSettled: true) }
        let drawn = stills.map { parts in
            parts.filter { [.follow, .draw, .drawWide].contains($0.stage) }.reduce(0) { $0 + $1.work }
        }
        #expect(drawn[0] > 0 && drawn[1] > 6 * drawn[0], "\(drawn)")
        #expect(RenderCost(of: blurred).work > 2 * RenderCost(of: plain).work)
    }
}
