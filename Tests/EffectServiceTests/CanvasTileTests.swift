import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectService

/// Canvases that repeat in space without a seam.
struct CanvasTileTests {
    private static let (width, height) = (90, 70)

    /// Emitters of turning, trailing and soft pieces, at a place that is shifted.
    private func spec(shift: SIMD2<Double>, tile: Bool = true) throws -> EffectSpec {
        func place(_ x: Double, _ y: Double) -> String {
            let moved = SIMD2(x, y) + shift
            let size = SIMD2(Double(Self.width), Double(Self.height))
            let home = moved - (moved / size).rounded(.down) * size
            return "[\(home.x), \(home.y)]"
        }
        return try EffectSpec(
            text: """
                {"canvas": {"width": \(Self.width), "height": \(Self.height), "tile": \(tile), "background": "102030"},
                 "timing": {"duration": 2, "fps": 10}, "layers": [
                  {"emitterPosition": \(place(20, 30)), "emitterSize": [30, 20], "emitterShape": "rectangle", "emitterCells": [
                    {"contents": {"shape": "star", "size": 14}, "color": "gold", "birthRate": 40, "lifetime": 2, "spin": [-3, 3],
                     "velocity": [20, 90], "emissionRange": "1turn", "particleType": "plane", "orientationRange": "1turn",
                     "trail": {"duration": 0.3, "width": 3}}]},
                  {"emitterPosition": \(place(60, 5)), "renderMode": "additive", "opacity": 0.7, "emitterCells": [
                    {"contents": "dot", "color": "tomato", "birthRate": 20, "lifetime": 3, "velocity": 60, "yAcceleration": 40,
                     "emissionRange": "1turn", "emissionSpace": "planar", "scale": [0.5, 1.5]}]}]}
                """
        )
    }

    private func pixels(_ spec: EffectSpec, at time: Double) -> [UInt32] {
        let simulation = Simulation(spec)
        var rasterizer = Rasterizer(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            background: spec.canvas.background,
            sprites: simulation.sprites
        )
        rasterizer.draw(simulation.drawList(at: time))
        return rasterizer.bitmap.pixels.map { UInt32($0) }
    }

    @Test(arguments: [[45, 35], [1, 0], [0, 69], [-13, 50], [200, -333]])
    func `moving all emitters turns the picture round`(_ shift: [Int]) throws {
        let (width, height) = (Self.width, Self.height)
        for time in [0.4, 1.3, 2] {
            let still = pixels(try spec(shift: .zero), at: time)
            let moved = pixels(try spec(shift: SIMD2(Double(shift[0]), Double(shift[1]))), at: time)
            var (wrong, rounded) = (0, 0)
            for y in 0..<height {
                for x in 0..<width {
                    let (fromX, fromY) = (
                        ((x - shift[0]) % width + width) % width, ((y - shift[1]) % height + height) % height
                    )
                    let (one, other) = (moved[y * width + x], still[fromY * width + fromX])
                    guard one != other else { continue }
                    let steps = [0, 8, 16, 24].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }
                    if steps.allSatisfy({ $0 <= 1 }) { rounded += 1 } else { wrong += 1 }
                }
            }
            // Coverage is summed from the left, so that a few pixels are rounded otherwise.
            #expect(wrong == 0 && rounded < width * height / 100, "\(time): \(wrong), \(rounded)")
            // Without a tile, pieces end at the edges.
            #expect(pixels(try spec(shift: .zero, tile: false), at: time) != still)
        }
    }

    @Test func `each copy has an id of its own, which it keeps`() throws {
        let simulation = Simulation(try spec(shift: .zero))
        var places: [Int: SIMD2<Double>] = [:]
        var copies = 0
        for step in 0..<200 {
            let items = simulation.drawList(at: 1 + Double(step) * 0.005).groups.flatMap(\.items)
            #expect(Set(items.map(\.id)).count == items.count)
            for item in items {
                if let before = places[item.id] {
                    #expect(((item.position - before) * (item.position - before)).sum() < 4)
                }
            }
            places = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.position) })
            copies += items.filter { $0.id >= simulation.birthCount }.count
        }
        #expect(copies > 200)
    }

    private static func fields() -> [String] { Preset.all.values.filter(\.isField).map(\.name).sorted() }

    @Test func `fields are snow, rain, leaves and their like`() {
        let fields = Set(Self.fields())
        #expect(fields.isSuperset(of: ["bokeh", "cc-snow", "konfetti-rain", "rain", "sakura", "snowfall", "sparkles"]))
        #expect(fields.isDisjoint(with: ["hanabi", "checkmark", "stars", "christmas", "fade"]))
    }

    @Test(arguments: Self.fields())
    func `a preset with a tile has no seam, in space and in time`(_ name: String) throws {
        let spec = try PresetRequest.spec(
            preset: name,
            [
                PresetRequest.Parameter("tile", "1"), PresetRequest.Parameter("w", "220"),
                PresetRequest.Parameter("h", "180"),
            ],
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        #expect(spec.canvas.tile && spec.timing.loop == .seamless)
        let (width, height) = (spec.canvas.pixelWidth, spec.canvas.pixelHeight)
        // Differences of neighboring columns and rows, the last ones across the edge, over several moments.
        var columns = [Double](repeating: 0, count: width)
        var rows = [Double](repeating: 0, count: height)
        for moment in 0..<6 {
            let pixels = pixels(spec, at: spec.timing.duration * Double(moment) / 6)
            func difference(_ one: Int, _ other: Int) -> Double {
                [0, 8, 16, 24].reduce(0.0) { sum, bits in
                    sum + abs(Double(pixels[one] >> bits & 0xFF) - Double(pixels[other] >> bits & 0xFF))
                }
            }
            for y in 0..<height {
                for x in 0..<width {
                    columns[x] += difference(y * width + x, y * width + (x + 1) % width)
                    rows[y] += difference(y * width + x, (y + 1) % height * width + x)
                }
            }
        }
        for differences in [columns, rows] {
            let inner = differences.dropLast().sorted()
            #expect(inner[inner.count / 2] >= 0 && inner.last ?? 0 > 0)
            #expect(differences[differences.count - 1] <= inner[inner.count - 1] * 1.05)
        }
    }

    @Test func `a tile spreads lines, and leaves what parameters have shaped`() throws {
        func emitter(_ parameters: (String, String)...) throws -> Emitter {
            let all = ([("tile", "1")] + parameters).map { PresetRequest.Parameter($0.0, $0.1) }
            let spec = try PresetRequest.spec(preset: "snowfall", all, limits: RenderLimits())
            return try #require(spec.layers[0].content.emitter)
        }
        let spread = try emitter()
        #expect(spread.emitterShape == .rectangle && spread.emitterSize == [360, 280] && spread.prewarm == .steady)
        #expect(spread.naturalDirection == .angle(-.pi / 2))
        #expect(abs(spread.emitterCells[0].lifetime - 280.0 / 36) < 1e-9)
        #expect(try emitter(("life", "3")).emitterCells[0].lifetime == 3)
        let shaped = try emitter(("ew", "90"))
        #expect(shaped.emitterShape == .line && shaped.emitterSize[0] == 90)
        #expect(throws: PresetRequest.Failure.self) {
            try PresetRequest.spec(preset: "hanabi", [PresetRequest.Parameter("tile", "1")], limits: RenderLimits())
        }
    }

    @Test(arguments: [
        (#"{"type": "group", "layers": [{"type": "sprite", "contents": "dot"}]}"#, "", "/layers/0/type"),
        (#"{"type": "sprite", "contents": "dot", "blur": 2}"#, "", "/layers/0/blur"),
        (#"{"type": "sprite", "contents": "dot", "masksToBounds": true}"#, "", "/layers/0/masksToBounds"),
        (#"{"type": "sprite", "contents": "dot", "mask": {"contents": "dot"}}"#, "", "/layers/0/mask"),
        (#"{"type": "sprite", "contents": "dot"}"#, #", "bloom": {}"#, "/canvas/bloom"),
        (#"{"type": "sprite", "contents": "dot"}"#, #", "background": "linear:gold,navy""#, "/canvas/background"),
    ])
    func `what does not continue at the other edge is refused`(_ layer: String, _ canvas: String, pointer: String)
        throws
    {
        let error = try #require(throws: SpecError.self) {
            _ = try EffectSpec(text: #"{"canvas": {"tile": true\#(canvas)}, "layers": [\#(layer)]}"#)
        }
        #expect(error.faults.map(\.pointer) == [pointer])
    }
}
