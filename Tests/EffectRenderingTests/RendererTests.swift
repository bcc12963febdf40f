import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

struct RendererTests {
    private func render(_ spec: EffectSpec, threads: Int = 2, limits: RenderLimits = RenderLimits()) throws -> [UInt8] {
        let pool = WorkerPool(threads: threads, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        try EffectRenderer(pool: pool, limits: limits).renderAnimation(spec) { bytes += $0 }
        return bytes
    }

    private func dump(_ spec: EffectSpec) throws -> JSONValue {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let dump = try EffectRenderer(pool: pool, limits: RenderLimits()).frameDump(of: spec)
        let bytes = (0..<dump.pieceCount).flatMap { dump.piece($0) }
        var limits = JSONParser.Limits()
        limits.nodes = 10_000_000
        return try JSONParser.parse(bytes, limits: limits)
    }

    private func confetti(_ parameters: (String, String)...) throws -> EffectSpec {
        try PresetRequest.spec(
            preset: "confetti",
            [("w", "120"), ("h", "90"), ("d", "1"), ("fps", "10")].filter { old in
                !parameters.contains { $0.0 == old.0 }
            }
            .map { PresetRequest.Parameter($0.0, $0.1) } + parameters.map { PresetRequest.Parameter($0.0, $0.1) },
            limits: RenderLimits()
        )
    }

    @Test func `equal specs yield equal bytes with any number of threads`() throws {
        let spec = try confetti(("seed", "7"))
        let one = try render(spec, threads: 1)
        for threads in [1, 2, 3, 7] { #expect(try render(spec, threads: threads) == one) }
        #expect(try render(confetti(("seed", "8"))) != one)
    }

    @Test func `the file has the spec's size, frame count and duration`() throws {
        let file = try APNGReader(render(confetti(("fps", "20"), ("dpr", "2"))))
        #expect((file.width, file.height, file.frames.count, file.plays) == (240, 180, 20, 0))
        #expect(abs(file.duration - 1) < 1e-9)
        #expect(file.frames.allSatisfy { ($0.delayNumerator, $0.delayDenominator) == (1, 20) })
        #expect(file.frames.dropFirst().allSatisfy { $0.dispose == 1 && $0.blend == 0 })
    }

    /// Alpha as a file says it, and as its lossless frames say it. Muxers refuse files that disagree with their frames.
    ///
    /// - Source: RFC 9649 §2.7 (`VP8X`, `ANMF`), §3.4 (`alpha_is_used`).
    private func alphas(ofWebP file: [UInt8]) -> (file: Bool, frames: [Bool]) {
        func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
        var (place, frames) = (12, [Bool]())
        while place < file.count {
            // The chunk's head, the frame's place, the head of its image, and the signature and sides of that.
            if file[place..<place + 4].elementsEqual("ANMF".utf8) {
                frames.append(file[place + 8 + 16 + 8 + 4] >> 4 & 1 == 1)
            }
            place += 8 + (number(at: place + 4) + 1) / 2 * 2
        }
        return (file[20] & 0b1_0000 != 0, frames)
    }

    /// Confetti is transparent; later frames of `launch` keep pixels of the first; all of those of `hyperspace` are opaque.
    @Test(arguments: [("confetti", true), ("launch", true), ("hyperspace", false)])
    func `a WebP has alpha if a frame has`(_ preset: String, _ hasAlpha: Bool) throws {
        let parameters = [("w", "120"), ("h", "90"), ("d", "1"), ("palette", "off"), ("quality", "lossless")]
        var spec = try PresetRequest.spec(
            preset: preset,
            parameters.map { PresetRequest.Parameter($0.0, $0.1) },
            limits: RenderLimits()
        )
        spec.output.format = .webp
        let alphas = try alphas(ofWebP: render(spec))
        #expect(alphas.frames.count > 10)
        #expect(alphas.file == hasAlpha && alphas.frames.contains(true) == hasAlpha)
    }

    @Test func `hold keeps the last frame, and loop counts plays`() throws {
        let json = Specs.one(timing: ["duration": 1, "fps": 10, "hold": 2.5, "loop": 3])
        let file = try APNGReader(render(EffectSpec(json: json)))
        #expect(file.plays == 3 && abs(file.duration - 3.5) < 1e-6)
        let last = try #require(file.frames.last)
        #expect(Double(last.delayNumerator) / Double(last.delayDenominator) == 2.6)
    }

    @Test func `frames over an opaque background are complete and show it`() throws {
        let json = Specs.one(canvas: ["width": 30, "height": 20, "background": "#204060"])
        let file = try APNGReader(render(EffectSpec(json: json)))
        for frame in file.composed() { #expect(Array(frame[..<4]) == [0x20, 0x40, 0x60, 0xFF]) }
    }

    /// Dump and image are made from the same draw list, so drawing the dump must reproduce the image.
    @Test(arguments: 1...5)
    func `a dump that is parsed and drawn matches the image`(_ seed: Int) throws {
        // Layers of both blend modes with reordered z, one of them fading, over a translucent background.
        let scene = """
            {"canvas": {"width": 80, "height": 60, "background": "#20304080"}, "timing": {"duration": 1, "fps": 6}, "seed": \(seed),
             "layers": [
               {"name": "top", "z": 5, "emitterPosition": [40, 30], "opacity": 0.6, "emitterCells": [{"contents": "star", "color": "gold",
                "birthRate": 20, "lifetime": 2, "velocity": [5, 40], "emissionRange": "1turn", "spin": 3, "scale": [0.5, 1.5]}]},
               {"name": "tumbling", "blend": "screen", "emitterPosition": [50, 20], "mask": {"contents": "heart", "scale": 5, "rotation": 0.4},
                "transform": {"rotation": 0.2, "scale": [1.2, 0.9]}, "emitterCells": [{"contents": "square", "particleType": "plane",
                "orientationRange": "1turn", "spin": 4, "birthRate": 20, "lifetime": 1, "velocity": 30, "emissionRange": "1turn", "trail": 0.3,
                "color": "skyblue", "back": "navy"}]},
               {"name": "light", "renderMode": "additive", "emitterPosition": [30, 30], "emitterCells": [{"contents": "circle",
                "color": "#f806", "birthRate": 30, "lifetime": 1, "velocity": 25, "emissionRange": "1turn"}]}]}
            """
        let spec = seed > 3 ? try EffectSpec(text: scene) : try confetti(("seed", "\(seed)"))
        let pictures = try APNGReader(render(spec)).composed()
        let dump = try dump(spec)
        #expect(dump["frameCount"] == .number(Double(pictures.count)))
        guard case .array(let sprites) = dump["sprites"], case .array(let frames) = dump["frames"] else {
            Issue.record("no frames")
            return
        }
        // The sprites' geometry, read through a spec that has them as assets.
        let assets = sprites.enumerated().map { index, sprite in
            var members: [JSONValue.Member] = ["shape", "path", "viewBox", "fillRule", "corners", "innerRadius"]
                .compactMap { name in
                    sprite[name].map { JSONValue.Member(name, $0) }
                }
            members.append(.init("size", [sprite["width"] ?? 0, sprite["height"] ?? 0]))
            return JSONValue.Member("s\(index)", .object(members))
        }
        let holder = try EffectSpec(json: ["assets": .object(assets), "layers": [["emitterCells": [Specs.idleCell]]]])
        let table = try assets.map { Sprite(name: $0.name, asset: try #require(holder.assets[$0.name])) }
        var rasterizer = Rasterizer(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            background: spec.canvas.background,
            sprites: table,
            sumsLight: spec.sumsLight
        )
        var drawn = 0
        for (frame, picture) in zip(frames, pictures) {
            let list = try drawList(frame, sprites: table)
            drawn += list.groups.reduce(0) { $0 + $1.items.count }
            rasterizer.draw(list)
            #expect(straight(rasterizer.bitmap.pixels) == picture)
        }
        #expect(drawn > 50)
    }

    private func drawList(_ frame: JSONValue, sprites: [Sprite]) throws -> DrawList {
        guard case .array(let layers) = frame["layers"], case .array(let items) = frame["items"] else {
            throw CancellationError()
        }
        func number(_ value: JSONValue?) throws -> Double {
            guard case .number(let number) = value else { throw CancellationError() }
            return number
        }
        func blend(_ value: JSONValue?) throws -> DrawList.Blend {
            guard case .string(let name) = value, let blend = DrawList.Blend(rawValue: name) else {
                throw CancellationError()
            }
            return blend
        }
        func numbers(_ value: JSONValue?) throws -> [Double] {
            guard case .array(let elements) = value else { throw CancellationError() }
            return try elements.map { try number($0) }
        }
        func mask(_ mask: JSONValue) throws -> DrawList.Mask {
            DrawList.Mask(
                sprite: Int(try number(mask["sprite"])),
                position: SIMD2(try number(mask["x"]), try number(mask["y"])),
                scale: SIMD2(try number(mask["scaleX"]), try number(mask["scaleY"])),
                rotation: try number(mask["rotation"]),
                alpha: try number(mask["alpha"]),
                isInverted: mask["inverted"] == true
            )
        }
        func ribbon(_ trail: JSONValue) throws -> DrawList.Ribbon {
            guard case .array(let points) = trail["points"] else { throw CancellationError() }
            let (width, color) = (try numbers(trail["width"]), try numbers(trail["color"]))
            return DrawList.Ribbon(
                points: try points.map { point in
                    let pair = try numbers(point)
                    return SIMD2(pair[0], pair[1])
                },
                width: SIMD2(width[0], width[1]),
                color: SIMD4(color[0], color[1], color[2], color[3]),
                endAlpha: try number(trail["endAlpha"])
            )
        }
        let groups = try layers.enumerated().map { index, layer in
            var ribbons: [DrawList.Ribbon] = []
            let own = items.filter { $0["layer"] == layer["name"] }
            let itemBlend = try own.first.map { try blend($0["blend"]) } ?? .normal
            let layerBlend = try blend(layer["blend"])
            return DrawList.Group(
                layer: index,
                opacity: try number(layer["opacity"]),
                blend: itemBlend,
                composite: layerBlend == itemBlend ? nil : layerBlend,
                items: try own.map { item in
                    if let trail = item["trail"] { ribbons.append(try ribbon(trail)) }
                    guard case .array(let color) = item["color"] else { throw CancellationError() }
                    let channels = try color.map { try number($0) }
                    return DrawList.Item(
                        id: Int(try number(item["id"])),
                        cell: 0,
                        sprite: Int(try number(item["sprite"])),
                        age: try number(item["age"]),
                        position: SIMD2(try number(item["x"]), try number(item["y"])),
                        z: try number(item["z"]),
                        scale: SIMD2(try number(item["scaleX"]), try number(item["scaleY"])),
                        skew: try item["skew"].map { try number($0) } ?? 0,
                        rotation: try number(item["rotation"]),
                        color: SIMD4(channels[0], channels[1], channels[2], channels[3]),
                        ribbon: item["trail"] == nil ? -1 : ribbons.count - 1
                    )
                },
                ribbons: ribbons,
                mask: try layer["mask"].map { try mask($0) }
            )
        }
        return DrawList(time: try number(frame["time"]), groups: groups)
    }

    private func straight(_ pixels: [UInt32]) -> [UInt8] {
        pixels.flatMap { pixel -> [UInt8] in
            let alpha = pixel >> 24
            if alpha == 0 { return [0, 0, 0, 0] }
            return [0, 8, 16].map { UInt8((2 * 255 * (pixel >> $0 & 0xFF) + alpha) / (2 * alpha)) } + [UInt8(alpha)]
        }
    }

    @Test func `an id stays with a particle for its whole lifetime`() throws {
        let simulation = Simulation(try confetti(("d", "4")))
        var cells: [Int: Int] = [:]
        var births: [Int: Double] = [:]
        for number in 0..<40 {
            let list = simulation.drawList(ofFrame: number)
            for item in list.groups.flatMap(\.items) {
                #expect(cells[item.id, default: item.cell] == item.cell)
                #expect(abs(births[item.id, default: list.time - item.age] - (list.time - item.age)) < 1e-5)
                cells[item.id] = item.cell
                births[item.id] = list.time - item.age
            }
        }
    }

    @Test func `a file that is made at its end is refused as soon as its frames are too large`() throws {
        var spec = try confetti()
        spec.output.format = .webp
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let context = RenderContext()
        let whole = try AnimationRenderer(spec, pool: pool, context)
        var (size, frames) = (0, 0)
        try RenderSession(whole, maximumBytes: .max).advance(context) {
            size += $0.count
            return false
        }
        let session = RenderSession(try AnimationRenderer(spec, pool: pool, context), maximumBytes: size / 4)
        #expect(throws: RenderError.outputTooLarge(limit: size / 4)) {
            try session.advance(context) { _ in
                frames += 1
                return false
            }
        }
        #expect(frames > 1 && frames < whole.frameCount / 2, "\(frames) of \(whole.frameCount)")
        // Frames that repeat the one before are small.
        spec.layers = []
        spec.canvas.background = .color(.white)
        spec.timing.duration = 4
        let still = try AnimationRenderer(spec, pool: pool, context)
        try RenderSession(still, maximumBytes: 60 * still.frameCount).advance(context) { _ in false }
    }

    @Test func `output over the limit is refused, not truncated`() throws {
        var limits = RenderLimits()
        limits.maximumOutputBytes = 3000
        let spec = try confetti()
        #expect(throws: RenderError.outputTooLarge(limit: 3000)) { try render(spec, limits: limits) }
        limits.maximumItems = 100
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        #expect(throws: RenderError.self) { try EffectRenderer(pool: pool, limits: limits).frameDump(of: spec) }
    }

    @Test func `a cancelled render stops within a frame`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let spec = try confetti()
        #expect(throws: RenderError.cancelled) {
            try renderer.renderAnimation(spec, watch: RenderContext(isCancelled: { true })) { _ in }
        }
    }

    @Test func `a render past its deadline stops`() throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let spec = try confetti()
        #expect(throws: RenderError.outOfTime) {
            try renderer.renderAnimation(spec, watch: RenderContext(deadline: .now - .seconds(1))) { _ in }
        }
    }

    /// Independent decoders decode every frame of a rendered image.
    @Test(
        .enabled(
            if: ForeignDecoder.has("ffmpeg") && ForeignDecoder.pythonWithPillow != nil,
            "ffmpeg or Python with Pillow is not installed"
        )
    )
    func `ffmpeg, Pillow and our reader decode the same confetti`() throws {
        let bytes = try render(confetti(("d", "2")))
        let ours = try APNGReader(bytes).composed()
        #expect(try ForeignDecoder.ffmpegFrames(bytes, width: 120, height: 90) == ours)
        let python = try #require(ForeignDecoder.pythonWithPillow)
        #expect(try ForeignDecoder.pillowFrames(bytes, python: python, width: 120, height: 90) == ours)
    }

    @Test(.enabled(if: ForeignDecoder.has("ffprobe"), "ffprobe is not installed"))
    func `ffprobe reports the frame count and the duration`() throws {
        let bytes = try render(confetti(("d", "2")))
        let result = try ForeignDecoder.withFile(bytes) { path in
            try ForeignDecoder.run([
                "ffprobe", "-v", "error", "-f", "apng", "-count_frames", "-show_entries",
                "stream=nb_read_frames:frame=pkt_duration_time,duration_time", "-of", "csv=p=0", path,
            ])
        }
        // The field's name depends on ffmpeg's version, so both names are requested; the frame count is last.
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: ",").compactMap { Double($0) }
        }
        #expect(lines.last == [20])
        let seconds = lines.dropLast().compactMap(\.first).reduce(0, +)
        #expect(abs(seconds - 2) < 0.02)
    }

    @Test func `an asset shared by many sprites is in the dump once`() throws {
        let cell: [JSONValue.Member] = [
            .init("contentsFrameCount", 6), .init("contentsFramesPerRow", 3), .init("contentsFrameMode", "random"),
        ]
        guard case .array(let sprites) = try dump(EffectSpec(json: Specs.one(cell: cell)))["sprites"] else {
            Issue.record("no sprites")
            return
        }
        #expect(sprites.count == 6 && sprites[0]["kind"] == "shape" && sprites[0]["asset"] == nil)
        #expect(sprites.dropFirst().allSatisfy { $0["asset"] == 0 && $0["kind"] == nil && $0["part"] != nil })
    }
}
