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

/// Indexed images, from the spec to the file.
struct PaletteTests {
    private func render(_ spec: EffectSpec, threads: Int = 2) throws -> APNGReader {
        try APNGReader(bytes(spec, threads: threads))
    }

    private func bytes(_ spec: EffectSpec, threads: Int) throws -> [UInt8] {
        let pool = WorkerPool(threads: threads, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).renderAnimation(spec) { bytes += $0 }
        return bytes
    }

    private func preset(_ name: String, _ palette: String?, _ others: String...) throws -> EffectSpec {
        let parameters = (others + (palette.map { ["palette=\($0)"] } ?? [])).map { text in
            let parts = text.split(separator: "=").map(String.init)
            return PresetRequest.Parameter(parts[0], parts[1])
        }
        return try PresetRequest.spec(
            preset: name,
            parameters,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
    }

    private func confetti(_ palette: String?) throws -> EffectSpec {
        try preset("confetti", palette, "w=120", "h=90", "fit=native", "d=1", "fps=24")
    }

    /// Pixel-aligned boxes of three colors, one of them translucent, with short lifetimes.
    private func boxes(_ palette: JSONValue, background: JSONValue = "transparent") throws -> EffectSpec {
        let cells: [JSONValue] = ["crimson", "gold", "#1e90ff80"].map { color in
            [
                "name": color, "contents": ["shape": "square", "size": 8], "color": color, "birthRate": 3,
                "lifetime": 0.5,
            ]
        }
        return try EffectSpec(json: [
            "canvas": ["width": 60, "height": 40, "background": background],
            "timing": ["duration": 1, "fps": 20],
            "layers": [["emitterPosition": [30, 20], "emitterCells": .array(cells)]],
            "output": ["palette": palette],
        ])
    }

    @Test(arguments: ["transparent", "#102030"])
    func `an animation of few colors is lossless`(_ background: JSONValue) throws {
        let plain = try render(boxes("off", background: background))
        #expect(plain.palette == nil)
        for palette in ["auto", 256, 64] as [JSONValue] {
            let indexed = try render(boxes(palette, background: background))
            let isSame = indexed.composed() == plain.composed()
            #expect(isSame)
            #expect(indexed.palette?.first == [0, 0, 0, 0])
        }
    }

    @Test(arguments: [("auto", 256, 40, 1.5), ("100", 100, 60, 3), ("16", 16, 150, 12), ("2", 2, 255, 80)])
    func `more colors are reduced to the limit with bounded error`(
        _ palette: String,
        _ most: Int,
        _ bound: Int,
        _ meanBound: Double
    ) throws {
        let (plain, indexed) = try (render(confetti(nil)), render(confetti(palette)))
        let colors = try #require(indexed.palette)
        #expect(colors.count <= most && colors[0] == [0, 0, 0, 0])
        #expect(indexed.depth == 8)
        let error = Self.error(plain.composed().flatMap(\.self), indexed.composed().flatMap(\.self))
        #expect(error.worst <= bound && error.mean <= meanBound, "\(error)")
    }

    /// Returns the worst and mean channel difference over black and over white, where the first image is not
    /// transparent.
    private static func error(_ one: [UInt8], _ other: [UInt8]) -> (worst: Int, mean: Double) {
        var (worst, sum, count) = (0, 0, 0)
        for pixel in stride(from: 0, to: one.count, by: 4) where one[pixel + 3] > 0 {
            let (a, b) = (Int(one[pixel + 3]), Int(other[pixel + 3]))
            for channel in pixel..<pixel + 3 {
                let difference = (Int(one[channel]) * a - Int(other[channel]) * b) / 255
                for error in [abs(difference), abs(difference - a + b)] {
                    worst = max(worst, error)
                    sum += error
                    count += 1
                }
            }
        }
        return (worst, Double(sum) / Double(max(1, count)))
    }

    @Test func `the palette is independent of the number of threads`() throws {
        for spec in try [confetti("auto"), confetti("30"), boxes("auto")] {
            let one = try bytes(spec, threads: 0)
            for threads in [1, 3] {
                let isSame = try bytes(spec, threads: threads) == one
                #expect(isSame, "\(threads)")
            }
        }
    }

    @Test func `shattered pictures and opaque backgrounds can have a palette`() throws {
        let spec = try preset("shatter", "auto", "w=94", "h=125", "d=1", "fps=8")
        let indexed = try render(spec)
        #expect(indexed.frames.count == 8 && indexed.palette != nil)
        let starry = try render(preset("stars", "16", "w=80", "h=60", "d=1", "fps=8", "bg=navy"))
        for frame in starry.composed() {
            #expect(stride(from: 3, to: frame.count, by: 4).allSatisfy { frame[$0] == 255 })
        }
    }

    @Test func `stills and strips are indexed if that is lossless or requested`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        func snapshot(_ spec: EffectSpec) throws -> StillReader {
            let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
            return try StillReader(renderer.renderSnapshot(.times([0.2, 0.7]), of: spec))
        }
        let (few, asked, many) = try (snapshot(boxes("off")), snapshot(boxes(64)), snapshot(confetti(nil)))
        #expect(few.isIndexed && asked.isIndexed && !many.isIndexed)
        #expect(few.rgba == asked.rgba)
        let reduced = try snapshot(confetti("32"))
        #expect(reduced.isIndexed)
        #expect(Self.error(many.rgba, reduced.rgba).mean < 8)
    }

    @Test func `the frame dump is independent of the palette`() throws {
        func dump(_ spec: EffectSpec) throws -> [[UInt8]] {
            let pool = WorkerPool(threads: 0, maximumWaiting: 0)
            defer { pool.stop() }
            let dump = try EffectRenderer(pool: pool, limits: RenderLimits()).frameDump(of: spec)
            return (0..<dump.pieceCount).map { dump.piece($0) }
        }
        let isSame = try dump(confetti(nil)) == dump(confetti("16"))
        #expect(isSame)
    }

    @Test func `a palette costs at most a second rendering and is included in the price`() throws {
        let (plain, indexed) = try (RenderPrice(of: confetti(nil)).work, RenderPrice(of: confetti("auto")).work)
        #expect(indexed > plain && indexed < 2 * plain + 1e8)
        #expect(try RenderPrice(of: confetti("auto"), .times([0.5])).work < plain + 1e8)
    }

    @Test(arguments: [("1", "1"), ("257", "257"), ("2.5", "2.5"), ("of", "\"of\""), ("-4", "-4")])
    func `an invalid number of colors is refused with the parameter's name`(_ value: String, _ found: String) throws {
        for name in ["palette", "colors.palette"] {
            let error = #expect(throws: PresetRequest.Failure.self) {
                try PresetRequest.spec(preset: "confetti", [.init(name, value)], limits: RenderLimits())
            }
            guard case .faults(let faults) = error else { continue }
            #expect(faults.map(\.parameter) == [name] && faults.first?.fault.pointer == "/output/palette")
            #expect(faults.first?.fault.detail.contains("found \(found); allowed: \"off\", \"auto\", or") == true)
        }
    }

    @Test func `the palette round-trips through the spec`() throws {
        for palette in ["off", "auto", 17] as [JSONValue] {
            let spec = try boxes(palette)
            #expect(spec.json["output"]?["palette"] == palette)
            #expect(try EffectSpec(json: spec.json) == spec)
        }
        #expect(throws: SpecError.self) { try boxes(true) }
    }
}
