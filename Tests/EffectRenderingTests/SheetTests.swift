import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Sprite sheets: the image, the atlas of its frames, and the CSS that plays it.
struct SheetTests {
    private func spec(_ parameters: [String: String]) throws -> EffectSpec {
        try PresetRequest.spec(
            preset: "confetti",
            parameters.map { PresetRequest.Parameter($0.key, $0.value) },
            limits: RenderLimits()
        )
    }

    @Test(arguments: [(1, 60, 50), (7, 60, 50), (12, 20, 90), (11, 100, 10), (30, 33, 31)])
    func `every frame is at its place in the atlas`(_ count: Int, _ width: Int, _ height: Int) throws {
        let spec = try spec([
            "w": "\(width)", "h": "\(height)", "d": "\(Double(count) / 10)", "fps": "10", "seed": "3", "hold": "1",
        ])
        #expect(spec.timing.frameCount == count)
        let layout = try SheetLayout(spec, limits: RenderLimits())
        #expect(layout.columns * layout.rows >= count && layout.columns * (layout.rows - 1) < count)
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let sheet = try StillReader(renderer.renderSnapshot(layout.snapshot, of: spec))
        #expect(sheet.width == layout.columns * width && sheet.height == layout.rows * height)
        var bytes: [UInt8] = []
        try renderer.renderAnimation(spec) { bytes += $0 }
        let frames = try APNGReader(bytes).composed()
        let atlas = layout.atlas(named: "c", image: "c.sheet.png?w=5")
        #expect(atlas["meta"]?["image"] == "c.sheet.png?w=5" && atlas["meta"]?["scale"] == "1")
        #expect(atlas["meta"]?["size"] == ["w": .number(Double(sheet.width)), "h": .number(Double(sheet.height))])
        guard case .object(let members) = atlas["frames"], case .array(let names) = atlas["animations"]?["c"] else {
            Issue.record("no frames")
            return
        }
        #expect(names == members.map { .string($0.name) } && names.count == count)
        #expect(members.map(\.name) == members.map(\.name).sorted())
        var milliseconds = 0.0
        for (number, member) in members.enumerated() {
            guard case .number(let x) = member.value["frame"]?["x"], case .number(let y) = member.value["frame"]?["y"],
                case .number(let duration) = member.value["duration"]
            else {
                Issue.record("no place")
                continue
            }
            milliseconds += duration
            var part: [UInt8] = []
            for row in Int(y)..<Int(y) + height {
                let start = (row * sheet.width + Int(x)) * 4
                part += sheet.rgba[start..<start + width * 4]
            }
            let isSame = part.canonical == frames[number].canonical
            #expect(isSame, "frame \(number)")
        }
        #expect(milliseconds == Double(count) * 100 + 1000)
    }

    @Test func `the CSS animation steps through the rows`() throws {
        let spec = try spec(["w": "60", "h": "50", "dpr": "2", "d": "0.8", "fps": "10", "loop": "2"])
        let layout = try SheetLayout(spec, limits: RenderLimits())
        #expect((layout.columns, layout.rows) == (3, 3))
        let style = layout.style(named: "c", image: #"a"b\c.png"#)
        #expect(style.contains(#"url("a\22 b\5c c.png") no-repeat 0 0 / 180px 150px;"#))
        #expect(style.contains("width: 60px;") && style.contains("animation: hanabi-c 0.8s 2 forwards;"))
        let lines = style.split(separator: "\n").filter { $0.contains("% {") }.map { String($0) }
        #expect(
            lines == [
                "  0% { background-position: 0px 0px; animation-timing-function: steps(3, jump-none); }",
                "  37.499% { background-position: -120px 0px; animation-timing-function: step-end; }",
                "  37.5% { background-position: 0px -50px; animation-timing-function: steps(3, jump-none); }",
                "  74.999% { background-position: -120px -50px; animation-timing-function: step-end; }",
                "  75% { background-position: 0px -100px; animation-timing-function: steps(2, jump-none); }",
                "  99.999% { background-position: -60px -100px; animation-timing-function: step-end; }",
                "  100% { background-position: -60px -100px; animation-timing-function: step-end; }",
            ]
        )
    }

    @Test func `the CSS box has a frame's size, even if the canvas is not a whole number of pixels`() throws {
        let spec = try spec(["w": "60.4", "h": "50.6", "dpr": "1.5", "d": "0.4", "fps": "10"])
        #expect((spec.canvas.pixelWidth, spec.canvas.pixelHeight) == (91, 76))
        let style = try SheetLayout(spec, limits: RenderLimits()).style(named: "a b{}", image: "c.png")
        #expect(style.contains(".hanabi-ab {\n  width: 60.6667px;\n  height: 50.6667px;"))
        #expect(style.contains("/ 121.3333px 101.3333px;"))
    }

    @Test func `a held frame has its duration`() throws {
        let spec = try spec(["w": "60", "h": "50", "d": "0.2", "fps": "10", "hold": "0.8"])
        let style = try SheetLayout(spec, limits: RenderLimits()).style(named: "c", image: "c.png")
        let lines = style.split(separator: "\n").filter { $0.contains("% {") }.map { $0.prefix { $0 != ";" } }
        #expect(
            lines == [
                "  0% { background-position: 0px 0px", "  10% { background-position: 0px -50px",
                "  100% { background-position: 0px -50px",
            ]
        )
    }

    @Test func `a sheet over the limits is refused`() throws {
        var limits = RenderLimits()
        limits.maximumStripPixels = 60 * 50 * 9
        let spec = try spec(["w": "60", "h": "50", "d": "1", "fps": "10"])
        #expect(throws: SpecError.self) { try SheetLayout(spec, limits: limits) }
        let budget = try self.spec(["w": "60", "h": "50", "d": "1", "fps": "10", "max": "200kB"])
        let error = #expect(throws: SpecError.self) { try SheetLayout(budget, limits: RenderLimits()) }
        #expect(error?.faults.map(\.pointer) == ["/output/maxBytes"])
    }
}
