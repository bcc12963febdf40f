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
@testable import EffectService
@testable import WorkScheduling

/// Places that effects are made for: `target=`.
struct TargetTests {
    private func request(
        _ preset: String,
        _ form: OutputForm,
        _ query: String,
        limits: RenderLimits = RenderLimits(),
        videos: VideoOffer = .none
    ) throws -> EffectRequest {
        let target = try #require(RequestTarget("/v1/effects/\(preset)?\(query)"))
        let parser = EffectRequestParser(
            limits: limits,
            library: LocalAssets(fontDirectories: TestFonts.directories),
            videos: videos
        )
        return try parser.preset(
            preset,
            form: form,
            parameters: target.parameters,
            name: SheetNames(stem: preset)
        )
    }

    private func faults(_ preset: String, _ query: String) -> [ParameterFault] {
        do {
            _ = try request(preset, .frames(.png), query)
            return []
        } catch PresetRequest.Failure.faults(let faults) {
            return faults
        } catch {
            Issue.record("\(error)")
            return []
        }
    }

    /// Width, height and number of frames of a file, as its own header has them.
    private func measures(_ bytes: [UInt8], _ format: OutputFormat) throws -> (width: Int, height: Int, frames: Int) {
        switch format {
        case .gif:
            // Graphic control extensions begin each frame.
            let frames = bytes.indices.dropLast(2).filter { Array(bytes[$0..<$0 + 3]) == [0x21, 0xF9, 4] }.count
            return (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8, frames)
        default:
            let file = try APNGReader(bytes)
            return (file.width, file.height, file.frames.count)
        }
    }

    /// Small targets with effects of four kinds, large ones with one.
    @Test(
        arguments: DeliveryTarget.all.filter { $0.format != .tgs }.flatMap { target in
            (target.width > 400 ? ["valentine"] : ["hearts", "snowfall", "checkmark", "peony"]).map { (target, $0) }
        }
    )
    func `a file for a target has its size, and keeps its limits`(_ target: DeliveryTarget, _ preset: String) throws {
        let request = try request(preset, .frames(nil), "target=\(target.name)")
        #expect(try request.type(nil)?.format == target.format?.format)
        let format = target.format ?? .png
        let plan = try request.plan(as: format, limits: RenderLimits())
        let pool = WorkerPool(threads: 2, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        _ = try EffectRenderer(pool: pool, limits: RenderLimits()).render(plan, progress: { _ in }) { bytes += $0 }
        let file = try measures(bytes, format)
        #expect(bytes.count <= target.maximumBytes)
        #expect(file.width == target.width && file.height == target.height)
        #expect(file.frames > 1 && file.frames <= target.maximumFrames ?? .max)
        let timing = request.spec.timing
        #expect(timing.duration * timing.speed + timing.hold <= target.maximumSeconds ?? .infinity)
    }

    /// A story is a video where there is a program for it; a page's header is what the browser takes.
    @Test func `formats of targets follow what is offered`() throws {
        #expect(VideoOffer.onPath.has(.mp4), "the tests' ffmpeg has no H.264")
        for (videos, format) in [(VideoOffer.none, Output.Format.apng), (.onPath, .mp4)] {
            let request = try request("confetti", .frames(nil), "target=story", videos: videos)
            #expect(request.spec.output.format == format)
            #expect(try request.type(nil)?.format == format)
        }
        #expect(try request("confetti", .frames(nil), "target=hero", videos: .onPath).type(nil) == nil)
        #expect(try request("confetti", .frames(.gif), "target=story", videos: .onPath).type(.gif) == .gif)
        #expect(
            try request("confetti", .frames(nil), "target=story&output.format=webp", videos: .onPath).type(nil) == .webp
        )
    }

    @Test func `a sticker for Telegram is its own form`() throws {
        let request = try request("hearts", .frames(nil), "target=telegram")
        let plan = try request.plan(as: .png, limits: RenderLimits())
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        _ = try EffectRenderer(pool: pool, limits: RenderLimits()).render(plan, progress: { _ in }) { bytes += $0 }
        #expect(bytes.starts(with: [0x1F, 0x8B]) && bytes.count <= 65_536)
    }

    /// Every preset can be asked for with every target.
    @Test(arguments: DeliveryTarget.all)
    func `a target holds for all presets`(_ target: DeliveryTarget) throws {
        for preset in Preset.inOrder {
            let spec = try request(preset.name, .frames(.png), "target=\(target.name)").spec
            #expect(spec.canvas.imageWidth == Double(target.width) && spec.canvas.imageHeight == Double(target.height))
            #expect(spec.canvas.fit.rawValue == preset.document["canvas"]?["fit"]?.text, "\(preset.name)")
            #expect(spec.timing.frameCount <= target.maximumFrames ?? .max, "\(preset.name)")
            #expect(spec.output.format == nil && spec.output.maxBytes == target.maximumBytes)
        }
    }

    @Test func `parameters of the URL win over those of a target`() throws {
        let spec = try request("confetti", .frames(nil), "target=slack&w=64&fit=cover&max=50kB&fps=30&seed=3").spec
        #expect(spec.canvas.imageWidth == 64 && spec.canvas.imageHeight == 128 && spec.canvas.fit == .cover)
        #expect(spec.output.maxBytes == 50_000 && spec.output.format == .gif)
        // 120 frames: whoever names a frame rate gets it.
        #expect(spec.timing.fps == 30 && spec.timing.frameCount == 120)
        // Paths, too.
        let other = try request(
            "confetti",
            .frames(nil),
            "canvas.height=90&output.maxBytes=60000&output.format=webp&target=slack"
        ).spec
        #expect(other.canvas.imageWidth == 128 && other.canvas.imageHeight == 90 && other.output.maxBytes == 60_000)
        #expect(other.output.format == .webp)
        #expect(other.timing.frameCount == 50 && other.timing.fps == 12.5)
        let slow = try request("confetti", .frames(.png), "target=discord-sticker&d=8").spec
        #expect(slow.timing.speed == 0.625)
        #expect(try request("confetti", .frames(.png), "target=discord-sticker&d=8&slow=1").spec.timing.speed == 1)
    }

    /// Regression: `palette=off` beside a target was the first to be given up for its byte budget.
    @Test(arguments: [
        ("target=slack", "size,fps,colors"), ("target=slack&palette=off", "colors,size,fps"),
        ("target=slack&output.palette=64", "colors,size,fps"), ("target=slack&quality=90&fps=24", "fps,size,colors"),
        ("target=slack&fps=24", "fps,size,colors"), ("target=slack&palette=off&keep=size", "size,fps,colors"),
        ("target=slack&palette=off&max=50kB", "size,fps,colors"),
    ])
    func `the budget of a target reduces last what the URL sets`(_ query: String, _ order: String) throws {
        let keep = try request("hearts", .frames(.gif), query).spec.output.keep
        #expect(keep.map(\.rawValue).joined(separator: ",") == order)
        // A quality is that of the colors, where the form has one.
        for form in [OutputForm.frames(.webp), .frames(nil)] {
            let keep = try request("hearts", form, "target=hero&quality=90&fps=24").spec.output.keep
            #expect(keep == [.colors, .fps, .size])
        }
    }

    @Test func `the ending of a path wins over a target's format`() throws {
        for (form, format) in [(OutputForm.frames(.webp), OutputFormat.webp), (.frames(.svg), .svg)] {
            let request = try request("confetti", form, "target=slack")
            guard case .frames(let asked) = request.form else {
                Issue.record("\(request.form)")
                continue
            }
            #expect(try request.type(asked) == format)
            #expect(request.spec.canvas.imageWidth == 128 && request.spec.output.maxBytes == 128_000)
        }
        // The frames of a sheet are those that its atlas lists.
        let sheet = try request("hearts", .sheet(.picture), "target=slack")
        #expect(sheet.spec.output.maxBytes == nil && sheet.spec.canvas.imageWidth == 128)
        #expect(throws: Never.self) { try sheet.plan(as: .png, limits: RenderLimits()) }
        let still = try request("hearts", .snapshot(.still, .png), "target=slack&at=50%25")
        #expect(still.spec.canvas.imageWidth == 128)
    }

    @Test func `an explained target is the same effect`() throws {
        let request = try request("confetti", .frames(nil), "target=story&explain=1")
        let document = try #require(request.explained)
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        #expect(try EffectSpec(json: document, limits: RenderLimits(), library: library) == request.spec)
        #expect(document["output"]?["format"]?.text == "apng")
    }

    @Test func `an unknown target is refused with the nearest one`() throws {
        let fault = try #require(faults("confetti", "target=slak").first)
        let names = DeliveryTarget.all.map(\.name).joined(separator: ", ")
        #expect(fault.parameter == "target" && fault.fault.allowed == "\(names) (did you mean slack?)")
        let other = try #require(faults("confetti", "target=qqqqqq").first)
        #expect(DeliveryTarget.all.allSatisfy { other.fault.allowed.contains($0.name) })
    }

    @Test func `ceilings hold for what a target sets`() throws {
        var policy = AccessPolicy()
        policy.parameterCeilings = ["w": 1...1000]
        let rules = ParameterRules(policy)
        #expect(throws: Never.self) { try rules.check([("target", "github")]) }
        #expect(throws: Never.self) { try rules.check([("target", "hero"), ("w", "900")]) }
        let error = #expect(throws: PresetRequest.Failure.self) { try rules.check([("target", "hero")]) }
        guard case .faults(let faults)? = error else { return }
        #expect(faults.map(\.parameter) == ["target"] && faults[0].fault.found.contains("w=1600"))
        policy.allowedParameters = ["w"]
        #expect(throws: AccessRefusal.self) { try ParameterRules(policy).check([("target", "slack")]) }
    }

    @Test func `a ceiling on the byte budget leaves a sheet alone, which has none`() throws {
        var policy = AccessPolicy()
        policy.parameterCeilings = ["max": 1...1000]
        let gate = AccessGate(policy)
        func enter(_ query: String, _ form: OutputForm) throws {
            var target = try #require(RequestTarget("/v1/effects/hearts?\(query)"))
            _ = try gate.enter(&target, .effect(preset: "hearts", form))
        }
        #expect(throws: Never.self) { try enter("target=slack", .sheet(.picture)) }
        #expect(throws: PresetRequest.Failure.self) { try enter("target=slack", .frames(.png)) }
        #expect(throws: PresetRequest.Failure.self) { try enter("max=2000", .sheet(.picture)) }
    }

    @Test func `limits hold for the effect as a target trims it`() throws {
        let spec = try request("hearts", .frames(.gif), "target=slack&d=30").spec
        #expect(spec.timing.duration == 30 && (1...50).contains(spec.timing.frameCount))
        // Whoever names a frame rate gets it, or the limit.
        #expect(faults("hearts", "target=slack&d=30&fps=30").contains { $0.fault.found.hasPrefix("900 frames") })
        var narrow = RenderLimits()
        narrow.maximumFrames = 20
        #expect(throws: PresetRequest.Failure.self) {
            try request("hearts", .frames(.gif), "target=slack&d=30", limits: narrow)
        }
    }

    @Test func `over HTTP a URL without an ending has the target's format`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        // What the client prefers, where the target has none; a dump has all frames, whatever the target's budget.
        for (accept, type) in [("image/gif", "image/gif"), ("application/json", "application/json")] {
            let path = "/v1/effects/checkmark?target=hero&d=0.2&fps=10&w=120&h=60"
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n")
            let header = try client.readResponse()
            #expect(header.status == 200 && header.fields["content-type"] == type, "\(accept)")
        }
        let own = try client.get("/v1/effects/checkmark?target=slack")
        #expect(own.status == 200 && own.fields["content-type"] == "image/gif" && own.body.count <= 128_000)
        let named = try client.get("/v1/effects/checkmark.png?target=slack&d=0.5")
        #expect(named.fields["content-type"] == "image/png")
        #expect(try APNGReader(named.body).width == 128)
        let catalog = try JSONDecoder().decode(JSONValue.self, from: Data(client.get("/v1/effects").body))
        guard case .array(let targets)? = catalog["targets"], case .array(let forms)? = catalog["forms"] else {
            Issue.record("neither targets nor forms")
            return
        }
        #expect(targets.compactMap { $0["name"]?.text } == DeliveryTarget.all.map(\.name))
        let endings = forms.compactMap { $0["ending"]?.text }
        // Videos are listed by a service that has a program for them.
        let videos = OutputFormat.videos.map(\.fileExtension)
        #expect(endings == OutputForm.endings.filter { !videos.contains($0) }.map { "." + $0 })
        #expect(Set(endings).count == endings.count)
        // Browsers choose the form of a page's header.
        for target in targets {
            let form = target["form"]?.text
            #expect(target["name"] == "hero" ? form == nil : form.map(endings.contains) == true, "\(target)")
        }
        #expect(targets[1]["parameters"]?["max"]?.text == "128000")
    }
}
