import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import TestSupport
import Testing
@testable import EffectCatalog

/// Canvases that repeat in space without a seam.
struct CanvasTileTests {
    private static let (width, height) = (90, 70)

    /// Emitters of turning, trailing and soft pieces, at a place that is shifted, with a sprite and a stroked shape that
    /// are beyond one canvas.
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
                     "emissionRange": "1turn", "emissionSpace": "planar", "scale": [0.5, 1.5]}]},
                  {"type": "sprite", "contents": {"shape": "star", "size": 20}, "color": "aqua",
                   "position": [\(shift.x - 200), \(shift.y + 171)]},
                  {"type": "shape", "path": "M-8 -8h16v16h-16z", "fillColor": null, "strokeColor": "white", "lineWidth": 3,
                   "position": [\(shift.x + 333), \(shift.y - 140)]}]}
                """
        )
    }

    private func pixels(_ spec: EffectSpec, at time: Double) -> [UInt32] {
        let simulation = Simulation(spec)
        return drawn(simulation.drawList(at: time), of: simulation).pixels.map { UInt32($0) }
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

    @Test func `sprites and shapes that are off the canvas are seen`() throws {
        for tile in [true, false] {
            let items = Simulation(try spec(shift: .zero, tile: tile)).drawList(at: 0.5).groups.flatMap(\.items)
            #expect(items.contains { $0.outline != nil } == tile)
            #expect(items.contains { $0.color == SIMD4(0, 1, 1, 1) } == tile)
        }
    }

    /// Pieces that an attractor pushes away ever faster, up to distances that no whole number has.
    @Test(arguments: [-2000, -10_000], ["", #", "trail": {"duration": 0.5, "width": 2}"#])
    func `pieces that have run away are left out`(_ stiffness: Int, _ trail: String) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 100, "height": 100, "tile": true}, "timing": {"duration": 3, "fps": 5}, "layers": [
                  {"emitterPosition": [50, 50],
                   "emitterBehaviors": [{"type": "attractor", "stiffness": \(stiffness), "position": [50, 50]}],
                   "emitterCells": [{"contents": "dot", "birthRate": 0, "burst": {"count": 3}, "lifetime": 3, "velocity": 50,
                                     "emissionRange": "1turn"\(trail)}]}]}
                """
        )
        let simulation = Simulation(spec)
        for frame in 0..<spec.timing.frameCount {
            let items = simulation.drawList(ofFrame: frame).groups.flatMap(\.items)
            #expect(items.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite })
            #expect(Set(items.map(\.id)).count == items.count)
            if frame == 1 { #expect(items.count >= 3) }
        }
        #expect(pixels(spec, at: 2.8).count == 10_000)
    }

    private static func fields() -> [String] { Preset.all.values.filter(\.isField).map(\.name).sorted() }

    @Test func `fields are snow, rain, leaves and their like`() {
        let fields = Set(Self.fields())
        #expect(fields.isSuperset(of: ["bokeh", "cc-snow", "konfetti-rain", "rain", "sakura", "snowfall", "sparkles"]))
        #expect(fields.isDisjoint(with: ["hanabi", "checkmark", "stars", "christmas", "fade"]))
    }

    private func tiled(_ name: String) throws -> EffectSpec {
        try PresetRequest.spec(
            preset: name,
            [
                PresetRequest.Parameter("tile", "1"), PresetRequest.Parameter("w", "220"),
                PresetRequest.Parameter("h", "180"),
            ],
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
    }

    @Test(arguments: Self.fields())
    func `a preset with a tile has no seam, in space and in time`(_ name: String) throws {
        let spec = try tiled(name)
        #expect(spec.canvas.tile && spec.timing.loop == .seamless)
        let (width, height) = (spec.canvas.pixelWidth, spec.canvas.pixelHeight)
        // Differences of neighboring columns and rows, the last ones across the edge, over several moments.
        var columns = [Double](repeating: 0, count: width)
        var rows = [Double](repeating: 0, count: height)
        for moment in 0..<6 {
            let pixels = pixels(spec, at: spec.timing.duration * Double(moment) / 6)
            func difference(_ one: Int, _ other: Int) -> Double {
                var sum = 0
                for bits: UInt32 in [0, 8, 16, 24] {
                    sum += abs(Int(pixels[one] >> bits & 0xFF) - Int(pixels[other] >> bits & 0xFF))
                }
                return Double(sum)
            }
            for y in 0..<height {
                for x in 0..<width {
                    columns[x] += difference(y * width + x, y * width + (x + 1) % width)
                    rows[y] += difference(y * width + x, (y + 1) % height * width + x)
                }
            }
        }
        for differences in [columns, rows] {
            let most = differences.dropLast().max() ?? 0
            #expect(most > 0 && differences[differences.count - 1] <= most * 1.05)
        }
    }

    @Test(arguments: Self.fields())
    func `moving a preset with a tile by half a canvas turns its picture round`(_ name: String) throws {
        let spec = try tiled(name)
        // A few pixels are rounded otherwise. Without copies, what crosses an edge is cut, and what has left is lost.
        let allowed = spec.canvas.pixelWidth * spec.canvas.pixelHeight / 1000
        #expect(changes(whenMoving: spec) <= allowed)
        var cut = spec
        cut.canvas.tile = false
        #expect(changes(whenMoving: cut) > allowed)
    }

    /// Largest difference of two pixels in a channel.
    private func difference(_ one: UInt32, _ other: UInt32) -> Int {
        var most = 0
        for bits: UInt32 in [0, 8, 16, 24] {
            most = max(most, abs(Int(one >> bits & 0xFF) - Int(other >> bits & 0xFF)))
        }
        return most
    }

    /// Number of pixels that differ between a picture and the one of layers that are moved by half a canvas, turned back.
    private func changes(whenMoving spec: EffectSpec) -> Int {
        let (width, height) = (spec.canvas.pixelWidth, spec.canvas.pixelHeight)
        func moved(byQuarters count: Int, at time: Double) -> [UInt32] {
            var spec = spec
            let way = SIMD2(Double(width / 4 * count), Double(height / 4 * count)) / spec.canvas.scale
            for index in spec.layers.indices { spec.layers[index].position += way }
            return pixels(spec, at: time)
        }
        return [0.1, 0.5, 0.8].reduce(0) { sum, share in
            let time = spec.timing.duration * share
            // Both are moved, so that both pass the layer's transform.
            let (still, other) = (moved(byQuarters: 1, at: time), moved(byQuarters: 3, at: time))
            let (across, down) = (width / 4 * 2, height / 4 * 2)
            var changed = 0
            for y in 0..<height {
                for x in 0..<width {
                    let place = (y + down) % height * width + (x + across) % width
                    if difference(still[y * width + x], other[place]) > 4 { changed += 1 }
                }
            }
            return sum + changed
        }
    }

    @Test func `a tile spreads lines, and leaves what parameters have shaped`() throws {
        func emitter(_ parameters: (String, String)...) throws -> Emitter {
            let all = ([("tile", "1")] + parameters).map { PresetRequest.Parameter($0.0, $0.1) }
            let spec = try PresetRequest.spec(preset: "snowfall", all, limits: RenderLimits())
            return try #require(spec.layers[0].content.emitter)
        }
        let spread = try emitter()
        #expect(spread.emitterShape == .rectangle && spread.emitterSize == [316, 242] && spread.prewarm == .steady)
        #expect(spread.naturalDirection == .angle(-.pi / 2))
        #expect(abs(spread.emitterCells[0].lifetime - 242.0 / 31) < 1e-9)
        #expect(try emitter(("life", "3")).emitterCells[0].lifetime == 3)
        // A start that the URL sets stays.
        #expect(try emitter(("t0", "1.5")).prewarm == .seconds(1.5))
        #expect(try emitter(("layers.0.prewarm", "2")).prewarm == .seconds(2))
        let shaped = try emitter(("ew", "90"))
        #expect(shaped.emitterShape == .line && shaped.emitterSize[0] == 90)
        #expect(throws: PresetRequest.Failure.self) {
            try PresetRequest.spec(preset: "hanabi", [PresetRequest.Parameter("tile", "1")], limits: RenderLimits())
        }
    }

    @Test func `the order of a query does not matter`() throws {
        for others in [[("from", "top")], [("from", "corners")], [("t0", "1")], [("life", "2"), ("from", "left")]] {
            let all = ([("tile", "1")] + others).map { PresetRequest.Parameter($0.0, $0.1) }
            let spec = try PresetRequest.spec(preset: "snowfall", all, limits: RenderLimits())
            #expect(try PresetRequest.spec(preset: "snowfall", all.reversed(), limits: RenderLimits()) == spec)
        }
        // Lines at an edge stay lines: nothing is spread.
        let top = [("from", "top"), ("tile", "1")].map { PresetRequest.Parameter($0.0, $0.1) }
        let spec = try PresetRequest.spec(preset: "snowfall", top, limits: RenderLimits())
        #expect(spec.layers.allSatisfy { $0.content.emitter?.emitterSize[1] == 0 })
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
