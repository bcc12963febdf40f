import AssetFiles
@testable import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

/// Scenes of presets on canvases of other sizes, and the density of their emitters.
struct SceneTests {
    private static let sizes = [[128.0, 128], [400, 300], [1200, 500], [1080, 1920], [2048, 1024]]

    private func preset(_ name: String, _ parameters: (String, String)...) throws -> EffectSpec {
        try PresetRequest.spec(
            preset: name,
            parameters.map { PresetRequest.Parameter($0.0, $0.1) },
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
    }

    private func emitter(_ spec: EffectSpec) throws -> Emitter {
        try #require(spec.layers.compactMap(\.content.emitter).first)
    }

    @Test(arguments: Preset.all.keys.sorted())
    func `a scene is what the preset states, or its own size, where the canvas is another`(_ name: String) throws {
        let own = try preset(name)
        #expect(own.canvas.sceneSize == nil && own.canvas.pixelWidth == Int(own.canvas.width * own.canvas.scale))
        var scene = SIMD2(own.canvas.width, own.canvas.height)
        if case .array(let stated) = try #require(Preset.all[name]).document.value(at: ["canvas", "scene"]) {
            scene = SIMD2(try #require(stated[0].double), try #require(stated[1].double))
        }
        for size in Self.sizes {
            let spec = try preset(name, ("w", "\(size[0])"), ("h", "\(size[1])"))
            #expect([spec.canvas.imageWidth, spec.canvas.imageHeight] == size)
            let isOwn = [own.canvas.width, own.canvas.height] == size
            guard own.canvas.fit != .native, !isOwn else { continue }
            #expect(spec.canvas.sceneSize == scene)
            #expect(spec.canvas.fit == own.canvas.fit)
        }
        let native = try preset(name, ("w", "300"), ("h", "200"), ("fit", "native"))
        #expect(native.canvas.sceneSize == nil && native.canvas.width == 300 && native.canvas.height == 200)
        #expect(native.canvas.scale == own.canvas.scale)
    }

    @Test(arguments: Preset.all.keys.sorted())
    func `all presets state how they fit`(_ name: String) throws {
        #expect(try #require(Preset.all[name]).document["canvas"]?["fit"]?.text != nil)
    }

    @Test(arguments: Preset.inOrder.filter { !$0.words.isEmpty }.map(\.name))
    func `a word fits into any canvas`(_ name: String) throws {
        for size in [(970, 90), (2048, 40), (160, 600), (40, 2048), (64, 64)] {
            let spec = try preset(name, ("w", "\(size.0)"), ("h", "\(size.1)"), ("text", "Congratulations!"))
            for layer in spec.layers {
                guard case .sprite(let sprite) = layer.content, case .own(let word) = sprite.contents,
                    case .glyphs = word.content
                else { continue }
                #expect(word.size.x <= spec.canvas.width && word.size.y <= spec.canvas.height, "\(size): \(word.size)")
            }
        }
    }

    @Test func `the show's gradients fit into the widest canvas`() throws {
        let spec = try preset("hanabi", ("w", "2048"), ("h", "1024"), ("fps", "5"))
        #expect(spec.canvas.pixelWidth == 2048 && spec.canvas.pixelHeight == 1024)
    }

    @Test func `births grow with a line and lifetimes with the way across it`() throws {
        let own = try emitter(preset("snowfall"))
        let wide = try preset("snowfall", ("w", "1264"), ("h", "484"))
        #expect(wide.canvas.width == 632 && wide.canvas.height == 242 && wide.canvas.scale == 2)
        let tall = try emitter(preset("snowfall", ("w", "316"), ("h", "484")))
        for (index, cell) in own.emitterCells.enumerated() {
            let wider = try emitter(wide).emitterCells[index]
            #expect(wider.birthRate == cell.birthRate * 2 && wider.lifetime == cell.lifetime)
            let taller = tall.emitterCells[index]
            #expect(taller.birthRate == cell.birthRate && taller.lifetime == cell.lifetime * 2)
        }
        // A number in a URL is exact, and what it does not say still grows.
        let said = try emitter(preset("snowfall", ("w", "1264"), ("h", "484"), ("rate", "60")))
        // Parameters act on all cells but the last, which is out of focus.
        #expect(abs(said.emitterCells.prefix(4).reduce(0) { $0 + $1.birthRate } - 60) < 1e-9)
        let both = try emitter(preset("snowfall", ("w", "316"), ("h", "484"), ("rate", "60"), ("life", "7")))
        #expect(both.emitterCells.prefix(4).allSatisfy { $0.lifetime == 7 })
        let life = try emitter(preset("snowfall", ("w", "1264"), ("h", "484"), ("life", "7")))
        #expect(life.emitterCells[0].birthRate == own.emitterCells[0].birthRate * 2)
        #expect(life.emitterCells[0].lifetime == 7)
        let ticks = try emitter(preset("snowfall", ("w", "316"), ("h", "484"), ("ticks", "300")))
        #expect(ticks.emitterCells.prefix(4).allSatisfy { $0.lifetime == 5 })
        // Without a scene, nothing grows.
        let native = try emitter(preset("snowfall", ("w", "1264"), ("h", "484"), ("fit", "native")))
        #expect(native.emitterCells[0].birthRate == own.emitterCells[0].birthRate)
    }

    @Test(arguments: [
        (#""rectangle", "emitterSize": ["50%", "100%"]"#, 4.0, 1.0),
        (#""rectangle", "emitterSize": [80, "50%"]"#, 1, 1), (#""rectangle", "emitterSize": [0, "50%"]"#, 1, 4),
        (#""circle", "emitterSize": ["50%", 0]"#, 16, 1),
        (#""circle", "emitterMode": "outline", "emitterSize": ["50%", 0]"#, 4, 1),
        (#""point""#, 1, 4), (#""line", "emitterSize": ["50%", 0]"#, 4, 1), (#""line", "emitterSize": [90, 0]"#, 1, 1),
    ])
    func `density follows the shape`(_ shape: String, births: Double, lives: Double) throws {
        func cell(_ density: String, _ canvas: String) throws -> EmitterCell {
            let spec = try EffectSpec(
                text: """
                    {"canvas": {\(canvas)}, "timing": {"duration": 1, "fps": 10}, "layers": [
                      {"emitterShape": \(shape), "density": "\(density)", "emitterCells": [
                        {"contents": "dot", "birthRate": 2, "burst": {"count": 3}, "lifetime": [1, 2]}]}]}
                    """
            )
            #expect(try EffectSpec(json: spec.json) == spec)
            return try emitter(spec).emitterCells[0]
        }
        let wide = #""width": 400, "height": 100, "fit": "scale", "scene": [100, 100]"#
        let grown = try cell("area", wide)
        #expect(grown.birthRate == 2 * births && grown.burst?.count == Int(3 * births))
        #expect(grown.lifetime == 1.5 * lives && abs(grown.lifetimeRange - 0.5 * lives) < 1e-9)
        #expect(try cell("births", wide).lifetime == 1.5 && cell("lifetimes", wide).birthRate == 2)
        let plain = try cell("fixed", wide)
        #expect(plain.birthRate == 2 && plain.lifetime == 1.5 && plain.burst?.count == 3)
        #expect(try cell("area", #""width": 100, "height": 100"#) == plain)
    }

    @Test func `growth is limited, and a canvas out of reach is laid out as it is`() throws {
        let text = """
            {"canvas": {"width": 2000, "height": 20, "fit": "scale", "scene": [20, 20]}, "layers": [
              {"emitterShape": "line", "emitterSize": ["100%", 0], "density": "area", "emitterCells": [
                {"contents": "dot", "birthRate": 2, "lifetime": 1}]}]}
            """
        #expect(try emitter(EffectSpec(text: text)).emitterCells[0].birthRate == 2 * Emitter.largestGrowth)
        let tiny = try preset("snowfall", ("w", "2"), ("h", "2"))
        #expect(tiny.canvas.sceneSize == nil && tiny.canvas.pixelWidth == 2)
    }
}
