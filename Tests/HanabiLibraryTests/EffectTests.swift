import EffectCatalog
import EffectRendering
import Foundation
import TestSupport
import Testing
import WorkScheduling

@testable import EffectCost
@testable import EffectModel
@testable import Hanabi

@Suite struct EffectTests {
    private static let renderer = Renderer(threads: 2, fontDirectories: TestFonts.directories)
    private var renderer: Renderer { Self.renderer }

    /// A small, quick effect.
    private static func confetti() throws -> Effect {
        try Effect.preset("confetti").with(seed: 7, width: 120, height: 80, duration: 0.5, fps: 20)
    }

    /// Bytes as the command line and batches make them.
    private static func bytes(
        _ preset: String,
        _ form: OutputForm,
        _ parameters: [(String, String)],
        named names: SheetNames = SheetNames(stem: "effect")
    ) throws -> Data {
        let limits = RenderLimits()
        let parser = EffectRequestParser(limits: limits, library: Self.renderer.environment.library)
        let request = try parser.preset(
            preset,
            form: form,
            parameters: parameters.map { .init($0.0, $0.1) },
            name: names
        )
        let plan = try request.plan(as: .png, limits: limits)
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        var data = Data()
        try EffectRenderer(pool: pool, limits: limits).render(plan) { data.append(contentsOf: $0) }
        return data
    }

    private static let size = [("seed", "7"), ("w", "120"), ("h", "80"), ("d", "0.5"), ("fps", "20")]

    @Test(arguments: [
        (EffectFormat.apng, OutputForm.frames(.png), [(String, String)]()), (.gif, .frames(.gif), []),
        (.webp, .frames(.webp), []), (.json, .frames(.json), []), (.ndjson, .frames(.ndjson), []),
        (.png(), .snapshot(.still, .png), []), (.png(at: .fraction(0.5)), .snapshot(.still, .png), [("at", "50%")]),
        (.png(at: .seconds(0.25)), .snapshot(.still, .png), [("at", "0.25")]), (.strip(), .snapshot(.strip, .png), []),
        (.sheet, .sheet(.picture), []), (.sheetAtlas(image: "effect.png"), .sheet(.atlas), []),
        (.sheetStyle(image: "effect.png"), .sheet(.style), []),
    ])
    func `each format has the bytes of the command line, synchronously and asynchronously, whole and in chunks`(
        _ format: EffectFormat,
        _ form: OutputForm,
        _ more: [(String, String)]
    ) async throws {
        let expected = try Self.bytes("confetti", form, Self.size + more)
        let effect = try Self.confetti()
        let renderer = renderer
        #expect(try Self.now { try effect.render(as: format, on: renderer) } == expected)
        #expect(try await effect.render(as: format, on: renderer) == expected)
        var joined = Data()
        var count = 0
        for try await chunk in effect.chunks(as: format, on: renderer) {
            #expect(!chunk.isEmpty)
            joined += chunk
            count += 1
        }
        #expect(joined == expected)
        if form == .frames(.json) { #expect(count > 1) }
    }

    /// Calls the synchronous overload from an asynchronous test.
    private static func now<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }

    @Test func `file extensions and media types are those of the service`() {
        let formats: [EffectFormat] = [
            .apng, .gif, .webp, .avif, .mp4, .hevcMOV, .png(), .strip(), .sheet, .sheetAtlas(image: "a"), .json,
        ]
        #expect(
            formats.map(\.fileExtension) == [
                "png", "gif", "webp", "avif", "mp4", "hevc.mov", "still.png", "strip.png", "sheet.png", "sheet.json",
                "json",
            ]
        )
        #expect(
            formats.map(\.mediaType) == [
                "image/png", "image/gif", "image/webp", "image/avif", "video/mp4", "video/quicktime", "image/png",
                "image/png", "image/png",
                "application/json", "application/json",
            ]
        )
    }

    // MARK: Sources

    @Test func `a preset, its query, its JSON and its spec are one effect`() throws {
        let expected = try Self.confetti().render(as: .apng, on: renderer)
        let query = try Effect.preset("confetti").setting(query: "seed=7&w=120&h=80&d=%30.5&fps=20")
        #expect(try query.render(as: .apng, on: renderer) == expected)
        let json = try Self.confetti().json(on: renderer)
        #expect(try Effect(json: json).render(as: .apng, on: renderer) == expected)
        #expect(try Effect(json: Data(json.utf8)).render(as: .apng, on: renderer) == expected)
        #expect(try Effect(Self.confetti().spec(on: renderer)).render(as: .apng, on: renderer) == expected)
    }

    @Test func `parameters change a spec as if its JSON had their values`() throws {
        func spec(_ seed: Int, _ width: Int, _ rate: Int) throws -> Effect {
            try Effect(
                json: """
                    {"seed": \(seed), "canvas": {"width": \(width), "height": 60}, "timing": {"duration": 0.5, "fps": 10},
                     "layers": [{"emitterPosition": ["50%", "50%"], "emitterCells": [
                       {"contents": "star", "birthRate": \(rate), "lifetime": 1, "velocity": 50, "emissionRange": "1turn"}]}]}
                    """
            )
        }
        let changed = try spec(1, 50, 10).with(seed: 7, width: 80).setting("rate", to: "30")
        #expect(try changed.spec(on: renderer) == spec(7, 80, 30).spec(on: renderer))
        #expect(try changed.render(as: .apng, on: renderer) == spec(7, 80, 30).render(as: .apng, on: renderer))
    }

    @Test func `the latest value of a parameter wins`() throws {
        let effect = try Self.confetti().with(width: 50).with(width: 60).setting("w", to: "70")
        #expect(try effect.spec(on: renderer).canvas.imageWidth == 70)
    }

    @Test func `each common parameter reaches the spec`() throws {
        let effect = try Effect.preset("confetti").with(
            seed: "a",
            width: 100.5,
            height: 50,
            scale: 2,
            background: "102040",
            duration: 1,
            fps: 10,
            loop: .times(3),
            colors: ["ff0000"],
            palette: 16,
            quality: 40,
            effort: .small,
            maxBytes: 100_000
        )
        let spec = try effect.spec(on: renderer)
        #expect(spec.seed == "a" && spec.canvas.imageWidth == 100.5 && spec.canvas.imageHeight == 50)
        #expect(spec.canvas.pixelWidth == 201 && spec.canvas.pixelHeight == 100)
        #expect(spec.canvas.background == .color(try #require(Color("#102040"))))
        #expect(spec.timing.duration == 1 && spec.timing.fps == 10 && spec.timing.loop == .times(3))
        #expect(spec.output.palette == .atMost(16) && spec.output.quality == .lossy(40))
        #expect(spec.output.effort == .small && spec.output.maxBytes == 100_000)
        #expect(try Effect.preset("confetti").with(loop: .forever).spec(on: renderer).timing.loop == .forever)
        #expect(try Effect.preset("snowfall").with(loop: .seamless).spec(on: renderer).timing.loop == .seamless)
    }

    // MARK: Errors

    @Test func `an unknown preset has the nearest name`() {
        #expect(throws: EffectError.unknownPreset("confeti", nearest: "confetti")) { try Effect.preset("confeti") }
    }

    @Test func `errors name the field`() throws {
        func faults(_ effect: Effect) throws -> [EffectFault] {
            let error = try #require(throws: EffectError.self) { try effect.render(as: .apng, on: renderer) }
            guard case .invalid(let faults) = error else { return [] }
            return faults
        }
        let parameters = try faults(Self.confetti().with(width: 0).setting("wdth", to: "1"))
        #expect(Set(parameters.map(\.parameter)) == ["w", "wdth"])
        #expect(parameters.contains { $0.description == "w: found 0; allowed: a number in 1...2048" })
        let spec = try faults(
            Effect(
                json:
                    #"{"layers": [{"emitterCells": [{"contents": "dot", "birthRate": 1, "lifetime": "long"}], "opacity": 2}]}"#
            )
        )
        #expect(Set(spec.map(\.pointer)) == ["/layers/0/emitterCells/0/lifetime", "/layers/0/opacity"])
        // Colors are dealt to the pieces before these are checked.
        for count in ["-1", "-1e30", "1e30"] {
            let cells =
                #"{"contents": "dot", "lifetime": 1, "burst": {"count": \#(count)}}, {"contents": "star", "burst": {"count": 1}}"#
            let burst = try faults(
                Effect(json: #"{"layers": [{"emitterCells": [\#(cells)]}]}"#).setting("c", to: "red,lime")
            )
            #expect(burst.contains { $0.pointer.hasSuffix("/burst/count") }, "\(burst)")
        }
        #expect(try faults(Self.confetti().setting("dry", to: "1")).map(\.parameter) == ["dry"])
        #expect(try faults(Self.confetti().setting("version", to: "0.0.1")).map(\.parameter) == ["version"])
        let twice = try #require(throws: EffectError.self) { try Self.confetti().setting(query: "w=1&w=2") }
        #expect("\(twice)" == "w: found w twice; allowed: once")
        let damaged = try #require(throws: EffectError.self) { try Self.confetti().setting(query: "w=%zz") }
        #expect("\(damaged)".contains("percent-encoded"))
        let text = try #require(throws: EffectError.self) { try Effect(json: "{") }
        #expect("\(text)".hasPrefix("the spec is not JSON: "))
    }

    @Test func `limits of the renderer apply`() throws {
        var limits = RenderLimits()
        limits.maximumFrames = 5
        let strict = Renderer(threads: 1, limits: limits, fontDirectories: TestFonts.directories)
        let error = try #require(throws: EffectError.self) { try Self.confetti().render(as: .apng, on: strict) }
        #expect("\(error)".contains("allowed: at most 5"))
        limits.maximumFrames = 600
        limits.maximumOutputBytes = 1000
        let small = Renderer(threads: 1, limits: limits)
        #expect(throws: EffectError.outputTooLarge(limit: 1000)) { try Self.confetti().render(as: .apng, on: small) }
        let large = try Effect.preset("confetti").with(width: 400, height: 300, duration: 1, maxBytes: 1000)
        let budget = try #require(throws: EffectError.self) { try large.render(as: .apng, on: renderer) }
        #expect("\(budget)".hasPrefix("the file does not fit into 1000 bytes; the smallest version has "))
    }

    @Test func `the cost is predicted without drawing`() throws {
        let cost = try Self.confetti().cost(as: .apng, on: renderer)
        #expect(cost.frameCount == 10 && cost.width == 120 && cost.height == 80)
        #expect(cost.processorTime > .zero && cost.liveParticles > 0)
        #expect(try Self.confetti().with(width: 1200).cost(as: .apng, on: renderer).processorTime > cost.processorTime)
    }

    // MARK: Images

    @Test func `an effect brings images by name`() throws {
        let image = try Self.confetti().with(background: "ff0000").render(as: .png(), on: renderer)
        let json = #"""
            {"canvas": {"width": 40, "height": 40}, "timing": {"duration": 0.1, "fps": 10},
             "layers": [{"type": "sprite", "contents": {"image": "mine.png"}, "size": "cover"}]}
            """#
        let effect = try Effect(json: json)
        #expect(throws: EffectError.self) { try effect.render(as: .png(), on: renderer) }
        let bytes = try effect.with(pictures: ["mine.png": image]).render(as: .png(), on: renderer)
        let directory = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try image.write(to: directory.appending(path: "mine.png"))
        #expect(try effect.render(as: .png(), on: Renderer(pictures: directory.path, threads: 1)) == bytes)
        let broken = effect.with(pictures: ["mine.png": Data("no image".utf8)])
        #expect(throws: EffectError.self) { try broken.render(as: .png(), on: renderer) }
        #expect(throws: EffectError.self) { try Renderer(pictures: "/nowhere") }
    }

    @Test func `presets are listed with their descriptions`() {
        #expect(EffectPreset.all.count == Preset.all.count)
        #expect(EffectPreset.all.allSatisfy { !$0.title.isEmpty && !$0.summary.isEmpty && $0.id == $0.name })
    }
}
