import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

struct PresetTests {
    private func spec(_ parameters: (String, String)...) throws(PresetRequest.Failure) -> EffectSpec {
        try PresetRequest.spec(
            preset: "confetti",
            parameters.map { PresetRequest.Parameter($0.0, $0.1) },
            limits: RenderLimits()
        )
    }

    private func faults(_ parameters: (String, String)...) -> [ParameterFault] {
        do throws(PresetRequest.Failure) {
            _ = try PresetRequest.spec(
                preset: "confetti",
                parameters.map { PresetRequest.Parameter($0.0, $0.1) },
                limits: RenderLimits()
            )
        } catch {
            if case .faults(let faults) = error { return faults }
        }
        return []
    }

    @Test(arguments: Preset.all.keys.sorted())
    func `every preset is a valid spec and draws something`(_ name: String) throws {
        let spec = try PresetRequest.spec(
            preset: name,
            [],
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let simulation = Simulation(spec)
        let items = simulation.drawList(at: spec.timing.duration / 2).leaves.flatMap(\.items)
        #expect(!items.isEmpty)
    }

    @Test func `each parameter sets its value in the spec`() throws {
        let spec = try spec(
            ("w", "320.5"),
            ("h", "200"),
            ("fit", "native"),
            ("dpr", "2"),
            ("d", "2500ms"),
            ("fps", "24"),
            ("seed", "07")
        )
        #expect(spec.canvas.width == 320.5 && spec.canvas.height == 200 && spec.canvas.scale == 2)
        #expect(spec.timing.duration == 2.5 && spec.timing.fps == 24)
        #expect(spec.seed == "07")
        #expect(try self.spec(("seed", "7")) == self.spec(("seed", "7")))
        #expect(try self.spec(("seed", "7")).seed == "7")
    }

    @Test(arguments: ["fade", "wipe", "tumble", "story"], [[280, 210], [100, 300], [210, 280]])
    func `cards cover canvases of any shape`(_ name: String, _ canvas: [Double]) throws {
        let size = [("w", canvas[0]), ("h", canvas[1])].map { PresetRequest.Parameter($0.0, String($0.1)) }
        let spec = try PresetRequest.spec(
            preset: name,
            size,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let cards = spec.layers.compactMap { layer -> StillSprite? in
            guard case .sprite(let sprite) = layer.content, ["dark", "light", "night"].contains(layer.name) else {
                return nil
            }
            return sprite
        }
        #expect(!cards.isEmpty)
        let scene = SIMD2(spec.canvas.width, spec.canvas.height)
        // A scene that is shown whole keeps its shape.
        if spec.canvas.fit != .contain { #expect(abs(scene.x / scene.y - canvas[0] / canvas[1]) < 1e-9) }
        for card in cards {
            let size = try #require(card.size)
            // The card has the scene's width or height at its own aspect ratio of 375 × 500.
            #expect(abs(size.x / size.y - 0.75) < 1e-9)
            #expect(abs((scene / size).max() - 1) < 1e-9)
        }
        if name == "wipe" {
            // The mask covers the whole canvas at the end.
            let mask = try #require(spec.layers.compactMap(\.mask).first)
            let asset = try #require(spec.asset(of: mask)?.asset)
            #expect(asset.size.x >= scene.x - 1e-9 && asset.size.y >= scene.y - 1e-9)
            #expect(mask.position.x + asset.size.x / 2 <= 1e-9)
        }
    }

    @Test func `every preset can loop seamlessly, except those that end with another picture`() {
        let refused = Preset.all.keys.sorted().filter { name in
            do throws(PresetRequest.Failure) {
                let loop = PresetRequest.Parameter("loop", "seamless")
                let library = LocalAssets(fontDirectories: TestFonts.directories)
                _ = try PresetRequest.spec(preset: name, [loop], limits: RenderLimits(), library: library)
            } catch {
                guard case .faults(let faults) = error else { return true }
                return faults.contains { $0.parameter == "loop" && $0.fault.kind == .conflict }
            }
            return false
        }
        let shatters = ["shatter", "shatter-linear", "shatter-sprites"]
        let transitions = ["move-in", "push", "reveal"] + shatters + ["star-reveal", "tumble", "uncover", "wipe"]
        #expect(refused == ["blinds", "checkmark", "fade", "iris"] + transitions)
    }

    @Test func `every preset can last from 1.5 to 20 seconds`() {
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        for name in Preset.all.keys.sorted() {
            for seconds in ["1.5", "9", "20"] {
                #expect(throws: Never.self, "\(name)") {
                    let duration = PresetRequest.Parameter("d", seconds)
                    let spec = try PresetRequest.spec(
                        preset: name,
                        [duration],
                        limits: RenderLimits(),
                        library: library
                    )
                    #expect(RenderCost(of: spec).excesses(over: RenderLimits()).isEmpty)
                }
            }
        }
    }

    @Test func `the confetti fits its canvas and duration`() throws {
        let spec = try spec(("w", "200"), ("d", "8"), ("fit", "native"))
        guard case .emitter(let emitter) = spec.layers[0].content else { return }
        #expect(emitter.emitterPosition == [100, 0] && emitter.emitterSize == [200, 1])
        #expect(spec.layers[0].animations.map(\.timing.duration) == [6, 2])
        #expect(spec.layers[0].animations.map(\.timing.beginTime) == [0, 6])
    }

    @Test(arguments: [
        ("w", "-1"), ("w", "0"), ("w", "1e3"), ("w", "nan"), ("w", "inf"), ("w", "0x10"), ("w", "+-5"), ("w", ""),
        ("w", "."), ("w", "+"),
        ("w", "99999"), ("w", "1,5"), ("h", "  5"), ("d", "0"), ("d", "31"), ("d", "5 s"), ("fps", "61"),
        ("fps", "abc"),
        ("dpr", "4"), ("dpr", "0"), ("fps", "99999999999999999999999999999999999999999999"),
    ])
    func `an invalid value is refused with the parameter's name`(_ name: String, _ value: String) {
        #expect(faults((name, value)).map(\.parameter).first == name)
    }

    @Test func `unknown and repeated parameters are refused, with the nearest name`() {
        #expect(faults(("width", "5")).first?.fault.allowed == "did you mean w (width)?")
        #expect(faults(("sead", "5")).first?.fault.allowed == "did you mean seed (seed)?")
        let all = faults(("zzz", "5")).first?.fault.allowed ?? ""
        let names = all.dropFirst("allowed: ".count).split(separator: ", ").dropLast().map(String.init)
        #expect(
            Set(QueryParameter.table.filter { $0.origin == nil }.map(\.name)).isSubset(of: names)
                && names == names.sorted()
        )
        #expect(all.hasPrefix("allowed: ") && all.hasSuffix(", or a path such as layers.0.opacity"))
        #expect(faults(("w", "5"), ("w", "5")).map(\.fault.kind) == [.conflict])
        #expect(faults(("w", "x"), ("q", "1"), ("fps", "0")).count == 3)
        let many = (0..<500).map { PresetRequest.Parameter("x\($0)", "") }
        let failure = #expect(throws: PresetRequest.Failure.self) {
            try PresetRequest.spec(preset: "confetti", many, limits: RenderLimits())
        }
        if case .faults(let faults) = failure { #expect(faults.count == 64) }
        #expect(throws: PresetRequest.Failure.unknownPreset("confeti", near: "confetti")) {
            try PresetRequest.spec(preset: "confeti", [], limits: RenderLimits())
        }
    }

    @Test(arguments: [
        ("fireworks", "firework"), ("Confeti", "confetti"), ("snow", "snowfall"), ("heart", "hearts"),
        ("burst", "emoji-burst"), ("party", "balloons"), ("xyzzy", nil), ("a", nil), ("the", nil), ("and", nil),
        ("themum", nil),
    ])
    func `a name that no preset has leads to the nearest one`(_ name: String, _ near: String?) {
        #expect(Preset.nearest(to: name) == near)
    }

    /// Regression: stills for shared links had the bands of a palette that keeps an animation small.
    @Test(arguments: ["bokeh", "sparkle-word", "matrix"])
    func `stills and lossless quality leave a preset's palette out, unless it is asked for`(_ name: String) throws {
        func palette(
            _ kind: SnapshotRequest.Kind?,
            form: OutputForm = .frames(.png),
            _ parameters: (String, String)...
        ) throws -> Output.Palette {
            try PresetRequest.request(
                .preset(name),
                parameters.map { PresetRequest.Parameter($0.0, $0.1) },
                kind: kind,
                form: form,
                limits: RenderLimits(),
                library: LocalAssets(fontDirectories: TestFonts.directories)
            ).spec.output.palette
        }
        let own = try palette(nil)
        #expect(own != .off)
        for kind in [SnapshotRequest.Kind.still, .strip] {
            #expect(try palette(kind) == .off)
            #expect(try palette(kind, ("palette", "24")) == .atMost(24))
            #expect(try palette(kind, ("output.palette", "auto")) == .auto)
        }
        #expect(try palette(nil, form: .frames(.webp), ("quality", "lossless")) == .off)
        #expect(try palette(nil, form: .frames(nil), ("output.quality", "lossless")) == .off)
        #expect(try palette(nil, form: .frames(.webp), ("quality", "lossless"), ("palette", "24")) == .atMost(24))
        #expect(try palette(nil, form: .frames(.webp), ("quality", "80")) == own)
        // These have no quality.
        for format in [OutputFormat.png, .gif] {
            #expect(try palette(nil, form: .frames(format), ("quality", "lossless")) == own)
        }
    }

    /// Regression: `layers.1={…}` next to `layers.1.count` silently took precedence.
    @Test(arguments: [
        ("layers.0.emitterCells.0", "{}", "layers.0.emitterCells.0.scale", "1"), ("timing.duration", "2", "d", "3"),
        ("layers.0", "{}", "layers.0.emitterCells.0.scale", "1"),
        ("layers.0.position.0", "1", "layers.0.position", "[0,0]"),
    ])
    func `a path within another is refused with both paths`(_ a: String, _ first: String, _ b: String, _ second: String)
    {
        for (one, other) in [((a, first), (b, second)), ((b, second), (a, first))] {
            let fault = faults(one, other).first
            #expect(fault?.fault.kind == .conflict && fault?.parameter == other.0)
            #expect(fault?.fault.found == "\"\(other.0)\" and \"\(one.0)\"")
        }
    }

    @Test func `sibling paths do not conflict`() throws {
        let spec = try spec(("layers.0.emitterCells.1.scale", "2"), ("layers.0.emitterCells.0.scale", "1"), ("d", "2"))
        #expect(spec.layers[0].content.emitter?.emitterCells.map(\.scale).prefix(2) == [1, 2])
    }

    /// Regression: `Int("+1")` is 1, which gave an array index many names.
    @Test(arguments: ["+0", "-0", "00", "٠", "", "0x0", "99999999999999999999"])
    func `an array index is plain digits`(_ index: String) {
        let name = "layers.\(index).opacity"
        #expect(faults((name, "1")).map(\.fault.kind) == [.unknownName])
    }
}
