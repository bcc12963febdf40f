import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Still images, compared with frames of the animation.
struct SnapshotTests {
    private func with<Result>(threads: Int = 2, _ body: (EffectRenderer) throws -> Result) rethrows -> Result {
        let pool = WorkerPool(threads: threads, maximumWaiting: 0)
        defer { pool.stop() }
        return try body(EffectRenderer(pool: pool, limits: RenderLimits()))
    }

    private func frames(_ spec: EffectSpec) throws -> [[UInt8]] {
        try with { renderer in
            var bytes: [UInt8] = []
            try renderer.renderAnimation(spec) { bytes += $0 }
            return try APNGReader(bytes).composed()
        }
    }

    private func snapshot(_ snapshot: Snapshot, _ spec: EffectSpec, threads: Int = 2) throws -> StillReader {
        try with(threads: threads) { try StillReader($0.renderSnapshot(snapshot, of: spec)) }
    }

    private func still(_ time: Double, _ spec: EffectSpec) throws -> [UInt8] { try snapshot(.times([time]), spec).rgba }

    private static let cell = """
        "contents": "star", "color": "gold", "birthRate": 30, "lifetime": 0.8, "velocity": [10, 60], "emissionRange": "1turn", \
        "spin": 3, "alphaSpeed": -0.5, "scale": [0.3, 1]
        """
    private static let push =
        #"[{"type": "turbulence", "strength": 30}, {"type": "wind", "velocity": [20, 45], "drag": 1, "gust": 0.6}]"#

    /// Scenes with different backgrounds, timings and layers.
    private static let scenes = [
        "plain": #"{"canvas": {"width": 60, "height": 50}, "timing": {"duration": 1, "fps": 12}, "layers": [LAYER]}"#,
        "ground":
            #"{"canvas": {"width": 40, "height": 50, "background": "navy"}, "timing": {"duration": 1, "fps": 7}, "layers": [LAYER]}"#,
        "glass":
            #"{"canvas": {"width": 40, "height": 50, "background": [0.1, 0.2, 0.3, 0.5]}, "timing": {"duration": 1, "fps": 7}, "layers": [LAYER]}"#,
        "slow":
            #"{"canvas": {"width": 41, "height": 50}, "timing": {"duration": 0.7, "fps": 11.988, "speed": 1.7}, "layers": [LAYER]}"#,
        "seamless":
            #"{"canvas": {"width": 60, "height": 51}, "timing": {"duration": 1, "fps": 9, "loop": "seamless"}, "layers": [LAYER]}"#,
        "ragged":
            #"{"canvas": {"width": 60, "height": 51}, "timing": {"duration": 1, "fps": 3.4, "loop": "seamless"}, "layers": [LAYER]}"#,
        // A layer animation that is not periodic by itself.
        "pulse": """
        {"canvas": {"width": 60, "height": 51}, "timing": {"duration": 1, "fps": 3.4, "loop": "seamless"}, "layers": [
         {"emitterPosition": [20, 30], "emitterCells": [{"contents": "square", "birthRate": 20, "lifetime": 2}],
          "animations": [{"keyPath": "opacity", "values": [1, 0.1], "duration": 1, "fillMode": "forwards"}]}]}
        """,
        "fading": """
        {"canvas": {"width": 60, "height": 50, "scale": 1.5}, "timing": {"duration": 1, "fps": 8, "prewarm": "steady"}, "layers": [LAYER,
         {"blend": "screen", "opacity": 0.7, "emitterPosition": [20, 30], "renderMode": "additive", "mask": {"contents": "heart", "scale": 2},
          "animations": [{"keyPath": "opacity", "values": [1, 0], "duration": 1}],
          "emitterCells": [{"contents": "dot", "birthRate": 20, "lifetime": 2, "velocity": 40, "emissionRange": "1turn", "trail": 0.3}]}]}
        """,
    ]

    private static func scene(_ name: String) throws -> EffectSpec {
        let layer = #"{"emitterPosition": ["50%", "50%"], "emitterBehaviors": PUSH, "emitterCells": [{CELL}]}"#
            .replacing("PUSH", with: push).replacing("CELL", with: cell)
        return try EffectSpec(text: (scenes[name] ?? "").replacing("LAYER", with: layer))
    }

    @Test(arguments: scenes.keys.sorted())
    func `a still at a frame's time has the frame's pixels`(_ name: String) throws {
        let spec = try Self.scene(name)
        let frames = try frames(spec)
        #expect(Set(frames).count > 2 && frames.count == spec.timing.frameCount)
        for (number, frame) in frames.enumerated() {
            let time = spec.timing.time(ofFrame: number)
            #expect(try still(time, spec) == frame)
            // The instant as written in a URL, in seconds of playback time.
            let written = PresetRequest.Parameter("at", "\(Double(number) / spec.timing.fps)")
            let snapshot = try SnapshotRequest(.still, [written]).snapshot(of: spec, limits: RenderLimits())
            guard case .times(let times) = snapshot else {
                Issue.record("\(snapshot)")
                continue
            }
            #expect(times.count == 1 && abs(times[0] - time) < 1e-12)
            #expect(try still(times[0], spec) == frame)
        }
    }

    @Test(arguments: scenes.keys.sorted())
    func `a strip consists of its stills side by side, for any number of threads`(_ name: String) throws {
        let spec = try Self.scene(name)
        let times = [0.4, 0, 0.123456, 0.7, 0.4]
        for threads in [1, 4] {
            let strip = try snapshot(.times(times), spec, threads: threads)
            #expect(strip.width == spec.canvas.pixelWidth * 5 && strip.height == spec.canvas.pixelHeight)
            for (number, time) in times.enumerated() {
                #expect(try strip.part(number, of: 5) == still(time, spec))
            }
        }
    }

    @Test(arguments: scenes.keys.sorted())
    func `the best frame is the first with the most visible content over any background`(_ name: String) throws {
        let spec = try Self.scene(name)
        guard case .object(let members) = spec.json, case .object(let canvas)? = spec.json["canvas"] else { return }
        let glass: JSONValue = .object(Specs.merged(canvas, [.init("background", "transparent")]))
        let bare = try EffectSpec(json: .object(Specs.merged(members, [.init("canvas", glass)])))
        let coverages = try frames(bare).map { frame in
            stride(from: 0, to: frame.count, by: 4).reduce(0) { sum, index in sum + Int(frame[index + 3]) }
        }
        let most = try #require(coverages.max())
        let best = try #require(coverages.firstIndex(of: most))
        #expect(most > 0)
        let frames = try frames(spec)
        for threads in [1, 4] {
            let found = try snapshot(.best, spec, threads: threads).rgba
            if best == 0, spec.timing.loop != .seamless {
                // The loop starts with everything visible, so the best frame is in between.
                #expect(frames.dropFirst().dropLast().contains(found))
            } else {
                #expect(found == frames[best])
            }
        }
    }

    /// Mean difference per pixel of two images.
    private func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
        Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count / 4)
    }

    @Test(
        arguments: [
            "blinds", "fade", "iris", "move-in", "push", "reveal", "shatter", "shatter-linear", "shatter-sprites",
            "star-reveal", "tumble", "uncover", "wipe",
        ],
        ["transparent", "white"]
    )
    func `the best frame of a transition shows neither the old nor the new picture alone`(
        _ name: String,
        _ background: String
    ) throws {
        let size = [("w", "90"), ("h", "120"), ("bg", background), ("palette", "off")]
            .map { PresetRequest.Parameter($0.0, $0.1) }
        let spec = try PresetRequest.spec(
            preset: name,
            size,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let frames = try frames(spec)
        let best = try snapshot(.best, spec).rgba
        let (old, new) = (try #require(frames.first), try #require(frames.last))
        let most = difference(old, new)
        // Close to the largest possible distance from both pictures.
        #expect(min(difference(best, old), difference(best, new)) > most * 0.3)
        #expect(frames.contains(best))
    }

    @Test func `the best frame of the story is after its stars`() throws {
        let size = [("w", "75"), ("h", "100")].map { PresetRequest.Parameter($0.0, $0.1) }
        let spec = try PresetRequest.spec(
            preset: "story",
            size,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let changed = try difference(snapshot(.best, spec).rgba, still(0, spec))
        #expect(changed > 100)
    }

    @Test func `the best frame of an empty effect is the first`() throws {
        let spec = try EffectSpec(json: [
            "canvas": ["width": 3, "height": 2], "layers": [["emitterCells": [Specs.idleCell]]],
        ])
        #expect(try snapshot(.best, spec).rgba == [UInt8](repeating: 0, count: 24))
    }

    @Test func `the earliest of equal frames is the best, unless the loop starts there`() throws {
        // A 6-point square that moves by one pixel per frame, present from the start or from the third frame on.
        func spec(from begin: Double, _ loop: String = "forever") throws -> EffectSpec {
            try EffectSpec(
                text: """
                    {"canvas": {"width": 40, "height": 20}, "timing": {"duration": 1, "fps": 10, "loop": "\(loop)"},
                     "assets": {"box": {"shape": "square", "size": 6}}, "layers": [{"emitterPosition": [10, 10], "emitterCells": [
                       {"contents": "box", "burst": {"count": 1, "at": \(begin)}, "lifetime": 5, "velocity": 10}]}]}
                    """
            )
        }
        let late = try frames(spec(from: 0.2))
        #expect(Set(late).count == 9)
        #expect(try snapshot(.best, spec(from: 0.2)).rgba == late[2])
        // The best frame is disjoint from the first and the last one: the square is 6 wide.
        let early = try frames(spec(from: 0))
        #expect(Set(early).count == 10)
        let contrasts = early.map { min(difference($0, early[0]), difference($0, early[9])) }
        let best = contrasts.firstIndex(of: contrasts.max() ?? 0) ?? 0
        #expect(best > 2 && best < 7)
        #expect(try snapshot(.best, spec(from: 0)).rgba == early[best])
    }

    @Test func `a still shows its exact instant, not the nearest frame`() throws {
        func spec(fps: Int) throws -> EffectSpec {
            try EffectSpec(
                json: Specs.one(cell: [.init("velocity", 60)], timing: ["duration": 1, "fps": .number(Double(fps))])
            )
        }
        let (coarse, fine) = (try spec(fps: 4), try frames(spec(fps: 16)))
        for (number, frame) in fine.enumerated() { #expect(try still(Double(number) / 16, coarse) == frame) }
        #expect(fine[1] != fine[2])
    }

    @Test func `a seamless loop continues at its start`() throws {
        for name in ["seamless", "ragged", "pulse"] {
            let spec = try Self.scene(name)
            let period = spec.timing.period
            #expect(try still(period, spec) == still(0, spec))
            #expect(try still(period + 0.0625, spec) == still((period + 0.0625) - period, spec))
        }
    }

    @Test func `the end of an effect is a valid instant`() throws {
        for name in Self.scenes.keys {
            let spec = try Self.scene(name)
            let end = try still(spec.timing.duration, spec)
            #expect(end != (try still(0.9 * spec.timing.duration, spec)))
        }
    }

    @Test func `a still is subject to the render limits`() throws {
        let spec = try Self.scene("plain")
        var limits = RenderLimits()
        limits.maximumOutputBytes = 100
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let small = EffectRenderer(pool: pool, limits: limits)
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        for snapshot in [Snapshot.best, .times([0.5]), .times([0.1, 0.2])] {
            #expect(throws: RenderError.outputTooLarge(limit: 100)) { try small.renderSnapshot(snapshot, of: spec) }
            #expect(throws: RenderError.outOfTime) {
                try renderer.renderSnapshot(snapshot, of: spec, watch: RenderContext(deadline: .now - .seconds(1)))
            }
            #expect(throws: RenderError.cancelled) {
                try renderer.renderSnapshot(snapshot, of: spec, watch: RenderContext(isCancelled: { true }))
            }
        }
    }

    @Test(
        .enabled(
            if: ForeignDecoder.has("pngcheck") && ForeignDecoder.pythonWithPillow != nil,
            "pngcheck or Python with Pillow is not installed"
        )
    )
    func `Pillow and pngcheck accept a strip of confetti`() throws {
        let parameters = [("w", "120"), ("h", "90"), ("d", "2"), ("at", "250ms,50%,2")].map {
            PresetRequest.Parameter($0.0, $0.1)
        }
        let (spec, snapshot) = try PresetRequest.snapshot(
            .strip,
            preset: "confetti",
            parameters,
            limits: RenderLimits()
        )
        #expect(snapshot == .times([0.25, 1, 2]))
        let bytes = try with { try $0.renderSnapshot(snapshot, of: spec) }
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let frames = try ForeignDecoder.pillowFrames(bytes, python: python, width: 360, height: 90)
        #expect(try frames == [StillReader(bytes).rgba])
        let result = try ForeignDecoder.withFile(bytes) { try ForeignDecoder.run(["pngcheck", $0]) }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    @Test func `an effect continues past its frames, and earlier instants are unchanged`() throws {
        func spec(_ preset: String) throws -> EffectSpec {
            try PresetRequest.spec(
                preset: preset,
                [],
                limits: RenderLimits(),
                library: LocalAssets(fontDirectories: TestFonts.directories)
            )
        }
        // Sparks around a button; after them, the button remains.
        func button(_ others: String) throws -> EffectSpec {
            let text = #"""
                {"canvas": {"width": 290, "height": 190, "background": "#25235a"}, "timing": {"duration": 0.8, "fps": 30}, "layers": [
                 {"type": "sprite", "name": "button", "contents": {"image": "built-in/button", "size": [160, 56]},
                  "position": ["50%", "50%"]}\#(others)]}
                """#
            return try EffectSpec(
                json: JSONParser.parse(Array(text.utf8)),
                library: LocalAssets(fontDirectories: TestFonts.directories)
            )
        }
        let firework = try button(
            #", {"type": "firework", "z": 1, "around": "button", "count": 2, "sparks": 8, "duration": 0.8}"#
        )
        let only = try button("")
        #expect(try still(0.2, firework) != still(0.2, only))
        let strip = try snapshot(.times([0.2, 2]), firework)
        #expect(try strip.part(0, of: 2) == still(0.2, firework))
        #expect(try strip.part(1, of: 2) == still(0, only))
        let reveal = try spec("reveal")
        #expect(try still(2, reveal) == still(0.5, reveal))
        let confetti = try spec("confetti")
        #expect(try still(9, confetti) == still(8, confetti))
    }
}
