import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import SoftwareRaster
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Backgrounds that are gradients.
struct GroundTests {
    private func spec(_ background: String, width: Int = 60, height: Int = 40, more: String = "") throws -> EffectSpec {
        try EffectSpec(
            text: """
                {"canvas": {"width": \(width), "height": \(height), "background": \(background)},
                 "timing": {"duration": 1, "fps": 8}, "output": {\(more)}, "layers": [
                  {"emitterPosition": ["0%", "50%"], "emitterCells": [{"contents": "square", "burst": {"count": 1},
                   "birthRate": 0, "lifetime": 2, "velocity": 40, "emissionLongitude": 0, "scale": 0.5}]}]}
                """
        )
    }

    private func gradient(_ spec: EffectSpec) throws -> Gradient {
        guard case .gradient(let gradient) = spec.canvas.background else {
            throw SpecError([SpecFault(.missing, at: "/canvas/background", found: "no gradient", allowed: "one")])
        }
        return gradient
    }

    /// Shares of the last color by the short forms of a gradient, in a box of 60 by 40.
    private static let forms: [(text: String, share: @Sendable (Double, Double) -> Double)] = [
        ("linear:black,white", { @Sendable _, y in y / 40 }),
        ("linear:90deg,black,white", { @Sendable x, _ in x / 60 }),
        ("linear:0deg,black,white", { @Sendable _, y in 1 - y / 40 }),
        // From corner to corner, at right angles to the line.
        ("linear:45deg,black,white", { @Sendable x, y in ((x - 30) - (y - 20)) / 100 + 0.5 }),
        ("radial:black,white", { @Sendable x, y in hypot(x / 30 - 1, y / 20 - 1) / 2.0.squareRoot() }),
        (
            "conic:black,white",
            { @Sendable x, y in
                let turn = atan2(x - 30, 20 - y) / (2 * .pi)
                return turn < 0 ? turn + 1 : turn
            }
        ),
        ("linear:black@0.25,white@0.75", { @Sendable _, y in min(1, max(0, y / 20 - 0.5)) }),
    ]

    @Test(arguments: forms.indices)
    func `short forms are as in CSS`(_ form: Int) throws {
        let (text, share) = Self.forms[form]
        let spec = try spec("\"\(text)\"")
        let pixels = try gradient(spec).pixels(width: 60, height: 40)
        for (index, pixel) in pixels.enumerated() {
            let (x, y) = (Double(index % 60) + 0.5, Double(index / 60) + 0.5)
            #expect(abs(Double(pixel & 0xFF) - 255 * share(x, y)) < 0.6, "\(x), \(y)")
        }
        // Written as an object, and read again.
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    @Test(arguments: [
        "linear:red", "linear:", "linear:red,", "linear:red,blu", "spiral:red,blue", "linear:red@0.5,blue@0.2",
        "linear:red@0.5,blue", "linear:red@2,blue@3", "radial:45deg,red,blue", "linear:4e9deg,red,blue",
        "linear:xdeg,red,blue", "linear:4e1deg,red,blue", "linear:0x10deg,red,blue", "linear:red@1e-1,blue@1",
    ])
    func `a gradient that is none is refused`(_ text: String) throws {
        let error = try #require(throws: SpecError.self) { _ = try spec("\"\(text)\"") }
        #expect(error.faults.map(\.pointer) == ["/canvas/background"])
    }

    /// Query decoding turns a plus sign into a space.
    @Test(arguments: ["linear: 45deg,gold,navy", "linear:+45deg,gold,navy"])
    func `an angle in a URL may have a plus sign`(_ text: String) throws {
        #expect(
            try preset("confetti", ["bg": text]).canvas.background
                == preset("confetti", ["bg": "linear:45deg,gold,navy"]).canvas.background
        )
    }

    @Test(arguments: ["nocolor", "spiral:red,blue", "linear:red,blu"])
    func `a wrong background of a URL names the forms that a URL takes`(_ text: String) throws {
        let failure = try #require(throws: PresetRequest.Failure.self) { try preset("confetti", ["bg": text]) }
        guard case .faults(let faults) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(faults.map(\.parameter) == ["bg"])
        let allowed = try #require(faults.first?.fault.allowed)
        #expect(
            allowed.contains("linear:0b1026,2b1055") && !allowed.contains("{") && !allowed.contains("["),
            "\(allowed)"
        )
    }

    @Test(arguments: [
        ("linear:", "no color"), ("linear:45deg", "no color"), ("conic:45deg,", "no color"), ("radial:gold", "1 color"),
        ("linear:" + String(repeating: "red,", count: 64) + "red", "more than 64 colors"),
        ("linear:" + String(repeating: "red,", count: 500) + "red", "more than 64 colors"),
    ])
    func `a gradient with too few or too many colors is told how many it has`(_ text: String, _ count: String) throws {
        let error = try #require(throws: SpecError.self) { _ = try spec("\"\(text)\"") }
        let fault = try #require(error.faults.first)
        #expect(
            fault.found.hasPrefix("\"\(text.prefix(7))") && fault.found.hasSuffix(", which has \(count)"),
            "\(fault)"
        )
        #expect(fault.allowed.hasPrefix("2...64 colors separated by commas"))
    }

    @Test func `an object needs a gradient and nothing else`() throws {
        for text in [
            "{}", #"{"gradient": null}"#, #"{"gradient": {"colors": ["red", "blue"]}, "x": 1}"#, #"{"image": "a"}"#,
        ] {
            #expect(throws: SpecError.self) { _ = try spec(text) }
        }
        #expect(try gradient(spec(#"{"gradient": {"type": "radial", "colors": ["red", "blue"]}}"#)).kind == .radial)
    }

    /// Light that is summed takes a canvas of its own.
    @Test(arguments: ["", #""blend": "screen", "#], [false, true])
    func `frames show the gradient where nothing is drawn, whatever was drawn before`(_ blend: String, _ isLight: Bool)
        throws
    {
        var spec = try spec("\"linear:30deg,navy,gold\"")
        if isLight { spec.layers[0].bloom = Bloom() }
        let simulation = Simulation(spec)
        let ground = try gradient(spec).pixels(width: 60, height: 40)
        #expect(simulation.ground == ground)
        let painter = FramePainter(simulation)
        for frame in [6, 0, 3, 7, 1] {
            let bitmap = try painter.draw(simulation.drawList(ofFrame: frame), RenderContext())
            var (same, other) = (0, 0)
            for y in 0..<40 {
                for x in 0..<60 {
                    if bitmap.pixels[y * 60 + x] == ground[y * 60 + x] { same += 1 } else { other += 1 }
                    let isTouched = bitmap.touched[y].contains(Int32(x))
                    if !isTouched { #expect(bitmap.pixels[y * 60 + x] == ground[y * 60 + x]) }
                }
            }
            #expect(same > 600 && other > 0)
        }
    }

    @Test(arguments: ["linear:30deg,navy,gold", "conic:navy,gold,navy", "radial:0000ff80,ffff0040"])
    func `only the first frame of an animated PNG is whole`(_ background: String) throws {
        let spec = try spec("\"\(background)\"")
        let simulation = Simulation(spec)
        let file = try APNGReader(rendered(spec, as: .apng, threads: 2))
        let painter = FramePainter(simulation)
        #expect(file.frames[0].width == 60 && file.frames[0].height == 40)
        for (number, frame) in file.frames.enumerated().dropFirst() { #expect(frame.height <= 12, "frame \(number)") }
        for (number, frame) in file.composed().enumerated() {
            let bitmap = try painter.draw(simulation.drawList(ofFrame: number), RenderContext())
            let alphas = stride(from: 3, to: frame.count, by: 4).map { UInt32(frame[$0]) }
            #expect(alphas == bitmap.pixels.map { $0 >> 24 })
            guard !background.hasPrefix("radial") else { continue }
            let reds = stride(from: 0, to: frame.count, by: 4).map { UInt32(frame[$0]) }
            #expect(reds == bitmap.pixels.map { $0 & 0xFF })
        }
    }

    /// Sizes of the frames of an animated WebP.
    private func sizes(_ file: [UInt8]) -> [SIMD2<Int>] {
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
        }
        var (sizes, place): ([SIMD2<Int>], Int) = ([], 12)
        while place + 8 <= file.count {
            let (kind, length) = (String(decoding: file[place..<place + 4], as: UTF8.self), number(place + 4, 4))
            if kind == "ANMF" { sizes.append(SIMD2(number(place + 14, 3) + 1, number(place + 17, 3) + 1)) }
            place += 8 + length + length % 2
        }
        return sizes
    }

    @Test(arguments: ["", #""quality": "lossless""#])
    func `only the first frame of a WebP is whole`(_ output: String) throws {
        let spec = try spec("\"linear:30deg,navy,gold\"", more: output)
        let file = try rendered(spec, as: .webp)
        let sizes = sizes(file)
        #expect(
            sizes.first == SIMD2(60, 40) && sizes.dropFirst().allSatisfy { $0.y <= 14 && $0.x <= 24 }
                && sizes.count == 8
        )
        #expect(try rendered(spec, as: .webp, threads: 3) == file)
    }

    @Test func `a picture of one format shows the gradient as another does`() throws {
        let spec = try spec("\"linear:30deg,navy,gold\"")
        let gif = try rendered(spec, as: .gif), avif = try rendered(spec, as: .avif)
        #expect(gif.count > 500 && avif.count > 300)
    }

    @Test(arguments: [
        ("linear:30deg,navy,gold", "<linearGradient", "\"ty\":\"gf\",\"t\":1", "\"type\":\"axial\""),
        ("radial:navy,gold", "<radialGradient", "\"ty\":\"gf\",\"t\":2", "\"type\":\"radial\""),
        ("conic:navy,gold", "<image ", "\"ty\":2,\"refId\"", "\"type\":\"conic\""),
        ("linear:0000ff80,gold", "<image ", "\"ty\":2,\"refId\"", "\"type\":\"axial\""),
    ])
    func `vectors say a gradient, or show it as an image`(
        _ background: String,
        svg: String,
        lottie: String,
        tracks: String
    ) throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        for (format, part) in [(OutputFormat.svg, svg), (.lottie, lottie), (.tracks, tracks)] {
            let plan = RenderPlan(frames: try spec("\"\(background)\""), as: format)
            var text: [UInt8] = []
            try renderer.render(plan) { text += $0 }
            #expect(String(decoding: text, as: UTF8.self).contains(part), "\(format)")
        }
    }

    /// A Lottie measures progress at right angles in pixels, the others measure it in fractions of the box.
    @Test(arguments: [
        (SIMD2(0.0, 0.0), SIMD2(1.0, 1.0)), (SIMD2(0.25, 0.75), SIMD2(0.5, 0.0)), (SIMD2(1.0, 0.5), SIMD2(0.0, 0.5)),
    ])
    func `a Lottie has the colors of a slanted gradient where images have them`(
        _ start: SIMD2<Double>,
        _ end: SIMD2<Double>
    ) throws {
        let object = """
            {"gradient": {"colors": ["black", "white"], "startPoint": [\(start.x), \(start.y)],
             "endPoint": [\(end.x), \(end.y)]}}
            """
        let spec = try spec(object, width: 300, height: 100)
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        var text: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).render(RenderPlan(frames: spec, as: .lottie)) {
            text += $0
        }
        /// Two numbers of the only gradient's member.
        func point(_ member: String) throws -> SIMD2<Double> {
            let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "\"ty\":\"gf\"")
            let property = try #require(
                parts.last?.components(separatedBy: "\"\(member)\":{\"a\":0,\"k\":[").dropFirst().first
            )
            let numbers = try #require(property.components(separatedBy: "]").first).split(separator: ",").compactMap {
                Double($0)
            }
            try #require(parts.count == 2 && numbers.count == 2)
            return SIMD2(numbers[0], numbers[1])
        }
        let (from, to) = try (point("s"), point("e"))
        let way = to - from
        let pixels = try gradient(spec).pixels(width: 300, height: 100)
        for (x, y) in [(0, 0), (299, 0), (0, 99), (299, 99), (150, 50), (40, 90)] {
            let step = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - from
            let progress = min(1, max(0, (step * way).sum() / (way * way).sum()))
            #expect(abs(255 * progress - Double(pixels[y * 300 + x] & 0xFF)) < 1, "\(x), \(y)")
        }
    }

    @Test(arguments: [
        ("conic:navy,gold", Output.Format.apng, 1.0), ("linear:30deg,navy,gold", .webp, 1),
        ("conic:navy,gold", .svg, 0.3),
        ("radial:0000ff80,gold", .lottie, 0.3), ("linear:navy,gold", .svg, 0), ("conic:navy,gold", .tracks, 0),
    ])
    func `a large gradient has its price`(_ background: String, _ format: Output.Format, share: Double) throws {
        func price(_ background: String) throws -> Double {
            let spec = try spec("\"\(background)\"", width: 2048, height: 2048).prepared(for: format)
            return RenderPrice(of: spec, format.isVector ? .vector : .times([0])).work
        }
        let (own, plain) = try (price(background), price("navy"))
        let pixels = 2048.0 * 2048
        // Nanoseconds a pixel: a cone takes most, and vectors take an image of a quarter of the pixels.
        let least = background.hasPrefix("conic") ? 60.0 : 12
        if share == 0 {
            #expect(own == plain)
        } else {
            #expect(own > plain + share * least * pixels)
        }
        if format == .apng { #expect(own < plain + 3 * least * pixels) }
    }

    /// The background of a spec's tracks.
    private func background(ofTracks spec: EffectSpec) throws -> Any {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        var text: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).render(RenderPlan(frames: spec, as: .tracks)) {
            text += $0
        }
        let tracks = try #require(JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
        let canvas = try #require(tracks["canvas"] as? [String: Any])
        return try #require(canvas["background"])
    }

    @Test(arguments: ["axial", "radial"])
    func `tracks have the last color of a gradient whose ends are one place`(_ kind: String) throws {
        let spec = try spec(
            """
            {"gradient": {"type": "\(kind)", "colors": ["red", "lime", "blue"], "startPoint": [0.5, 0.25],
             "endPoint": [0.5, 0.25]}}
            """
        )
        #expect(try gradient(spec).pixels(width: 60, height: 40).allSatisfy { $0 == 0xFFFF_0000 })
        #expect(try background(ofTracks: spec) as? [Double] == [0, 0, 1, 1])
    }

    /// Players mix colors as they are, then multiply them by their alpha.
    @Test func `translucent colors of tracks mix as those of images`() throws {
        let spec = try spec("\"linear:90deg,0000ff00,ffff0080,ff0000,00ff0040\"", width: 200, height: 4)
        let outer = try #require(background(ofTracks: spec) as? [String: Any])
        let gradient = try #require(outer["gradient"] as? [String: Any])
        let places = try #require(gradient["locations"] as? [Double])
        let colors = try #require(gradient["colors"] as? [[Double]])
        #expect(places.count == colors.count && places == places.sorted())
        let pixels = try self.gradient(spec).pixels(width: 200, height: 4)
        for x in 0..<200 {
            let progress = (Double(x) + 0.5) / 200
            let next = try #require(places.firstIndex { $0 > progress })
            let share = (progress - places[next - 1]) / (places[next] - places[next - 1])
            let mixed = zip(colors[next - 1], colors[next]).map { $0 + ($1 - $0) * share }
            for channel in 0..<4 {
                let own = channel < 3 ? mixed[channel] * mixed[3] : mixed[3]
                let drawn = Double(pixels[x] >> UInt32(8 * channel) & 0xFF)
                #expect(abs(255 * own - drawn) < 4.5, "\(x), \(channel)")
            }
        }
    }

    @Test func `a lossy WebP is priced by its one whole frame, and by what is drawn twice`() throws {
        func parts(_ background: String) throws -> [RenderPrice.Part] {
            let spec = try spec("\"\(background)\"").prepared(for: .webp)
            return RenderPrice(of: spec, .animation).parts
        }
        func background(_ parts: [RenderPrice.Part]) throws -> Double {
            let stages: [PriceTable.Stage] = [.lossyFast, .lossy, .lossySmall]
            return try #require(parts.first { stages.contains($0.stage) }).tally[.background]
        }
        func passes(_ parts: [RenderPrice.Part]) -> Double {
            parts.filter { $0.stage == .draw || $0.stage == .drawWide }.reduce(0) { $0 + $1.times }
        }
        let (own, plain) = try (parts("linear:30deg,navy,gold"), parts("navy"))
        let (whole, all) = try (background(own), background(plain))
        #expect(abs(whole - 2400) < 1e-6 && abs(all - 8 * 2400) < 1e-6)
        #expect(passes(own) == 2 && passes(plain) == 1)
        // Over a gradient with holes, each frame covers what is drawn anyway.
        #expect(try passes(parts("linear:30deg,00000080,gold")) == 1)
    }
}
