import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import Synchronization
import TestSupport
import Testing
import WebP
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Cancellation of renders at every stage.
struct CancellationTests {
    private let small = "w=90&h=70&d=0.5&fps=20"

    private func spec(_ query: String, _ format: Output.Format = .apng) throws -> EffectSpec {
        let parameters = query.split(separator: "&").map { text in
            let parts = text.split(separator: "=").map(String.init)
            return PresetRequest.Parameter(parts[0], parts[1])
        }
        let spec = try PresetRequest.spec(
            preset: "confetti",
            parameters,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        return try spec.prepared(for: format, limits: RenderLimits())
    }

    /// Counts the cancellation checks of a full render, then cancels at some of them and expects the render to stop.
    private func check(_ render: (EffectRenderer, @escaping @Sendable () -> Bool) throws -> Void) throws {
        let pool = WorkerPool(threads: 0, maximumWaiting: 0)
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let asked = Mutex(0)
        try render(renderer) {
            asked.withLock { $0 += 1 }
            return false
        }
        let count = asked.withLock { $0 }
        #expect(count > 3)
        for place in Set([1, 2, count / 3, count / 2, count - 1, count]) {
            asked.withLock { $0 = 0 }
            #expect(throws: RenderError.cancelled, "at \(place) of \(count)") {
                try render(renderer) {
                    asked.withLock { number in
                        number += 1
                        return number >= place
                    }
                }
            }
        }
    }

    @Test(arguments: [
        "", "&palette=auto", "&poster=best", "&effort=small", "&effort=small&palette=32", "&bg=white",
    ])
    func `an animated PNG is cancelled`(_ query: String) throws {
        let spec = try spec(small + query)
        try check { try $0.renderAnimation(spec, watch: RenderContext(isCancelled: $1)) { _ in } }
    }

    @Test(arguments: ["", "&bg=white"])
    func `a GIF is cancelled`(_ query: String) throws {
        let spec = try spec(small + query, .gif)
        try check { try $0.renderAnimation(spec, watch: RenderContext(isCancelled: $1)) { _ in } }
    }

    @Test(arguments: ["", "&quality=lossless", "&quality=lossless&effort=small&palette=64"])
    func `a WebP is cancelled`(_ query: String) throws {
        let spec = try spec(small + query, .webp)
        try check { try $0.renderAnimation(spec, watch: RenderContext(isCancelled: $1)) { _ in } }
    }

    @Test func `a budget search is cancelled`() throws {
        let spec = try spec(small)
        try check { _ = try $0.renderAnimation(spec, within: 6000, watch: RenderContext(isCancelled: $1)) }
        try check { _ = try $0.renderSnapshot(.best, of: spec, within: 2500, watch: RenderContext(isCancelled: $1)) }
    }

    @Test(arguments: [Snapshot.best, .frame(3), .times([0.1, 0.2, 3]), .sheet(columns: 3)])
    func `a still image, strip or sheet is cancelled`(_ snapshot: Snapshot) throws {
        for query in ["", "&palette=auto", "&effort=small"] {
            let spec = try spec(small + query)
            try check { _ = try $0.renderSnapshot(snapshot, of: spec, watch: RenderContext(isCancelled: $1)) }
        }
        let webp = try spec(small, .webp)
        guard snapshot == .best else { return }
        try check { _ = try $0.renderSnapshot(snapshot, of: webp, watch: RenderContext(isCancelled: $1)) }
    }

    @Test func `a frame dump is cancelled before its first frame`() throws {
        let spec = try spec(small)
        try check { _ = try $0.frameDump(of: spec, watch: RenderContext(isCancelled: $1)) }
    }

    @Test(arguments: [LossyImage.Effort.fast, .small])
    func `a lossy WebP frame is cancelled mid-encoding`(_ effort: LossyImage.Effort) throws {
        let side = 200
        let pixels = (0..<side * side).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) | 0xFF00_0000 }
        func frame(_ isStopped: () -> Bool) throws -> [UInt8] {
            try LossyImage(
                pixels: pixels,
                width: side,
                height: side,
                quality: 80,
                effort: effort,
                unless: isStopped
            ).frame(x: 0, y: 0, milliseconds: 40, isCleared: true).bytes
        }
        var asked = 0
        let whole = try frame {
            asked += 1
            return false
        }
        #expect(asked > 2)
        for place in [1, asked / 2, asked] {
            var left = place
            #expect(throws: WebPError.stopped) {
                try frame {
                    left -= 1
                    return left <= 0
                }
            }
        }
        #expect(try frame { false } == whole)
    }

    @Test func `a stopped simulation emits no particles and takes no steps`() throws {
        let text = #"""
            {"timing": {"duration": 5, "fps": 4}, "layers": [
              {"emitterBehaviors": [{"type": "turbulence", "strength": 25}], "emitterCells": [{"contents": "circle",
               "burst": {"count": 200}, "lifetime": 5, "emitterCells": [{"contents": "dot", "birthRate": 2, "lifetime": 1}]}]},
              {"type": "shatter", "source": {"image": "built-in/card-light"}, "tile": 25, "duration": 2},
              {"type": "like"}]}
            """#
        let spec = try EffectSpec(
            json: JSONParser.parse(Array(text.utf8)),
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let asked = Mutex(0)
        let whole = Simulation(spec)
        let stopped = Simulation(spec) {
            asked.withLock { number in
                number += 1
                return number > 100
            }
        }
        #expect(stopped.birthCount < 200 && whole.birthCount > 500)
        // The result is useless but safe.
        for time in [0.0, 1, 4] {
            #expect(stopped.drawList(at: time).groups.count <= whole.drawList(at: time).groups.count)
        }
    }
}
