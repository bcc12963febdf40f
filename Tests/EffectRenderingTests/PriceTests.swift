import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Predicted render times: ordinary requests are served, and excessive ones are refused with the exceeded limit.
struct PriceTests {
    /// A trail, a spring and a moving emitter: the reach of the particles does not follow from the numbers alone.
    private static let springs = #"""
        {"canvas": {"width": 1200, "height": 1200}, "timing": {"duration": 2, "fps": 60}, "layers": [{
          "emitterPosition": [1024, 1024],
          "emitterBehaviors": [{"type": "attractor", "position": [1100, 1024], "stiffness": 5, "radius": 20}],
          "animations": [{"keyPath": "emitterPosition.x", "values": [900, 1100], "duration": 2}],
          "emitterCells": [{"contents": "triangle", "birthRate": 20, "lifetime": [0.5, 1.5], "velocity": [50, 150],
            "emissionRange": 1, "scaleSpeed": 0.3, "trail": 0.1}]}]}
        """#

    /// Regression: a vector's samples were priced as the frames of the spec.
    @Test func `the price of a vector does not depend on its frame rate`() throws {
        let works = try ["1", "10", "60"].map { fps in
            RenderPrice(
                of: try preset("confetti", ["fps": fps, "d": "4"]).prepared(for: .svg, limits: RenderLimits()),
                .vector
            ).work
        }
        #expect(works.allSatisfy { (0.9 * works[2]...1.1 * works[2]).contains($0) }, "\(works)")
    }

    /// Regression: a frame of ten seconds had the births of the effect's 0.3, and each sample after these was stepped anew from
    /// the last motion that was kept.
    @Test func `a vector goes on for as long as its only frame, and is priced for that`() throws {
        func price(_ query: [String: String]) throws -> RenderPrice {
            RenderPrice(of: try preset("imessage", query).prepared(for: .svg, limits: RenderLimits()), .vector)
        }
        let (short, long) = (try price(["fps": "0.1", "d": "0.3"]), try price(["fps": "0.1", "d": "10"]))
        #expect(short.cost.births == long.cost.births && short.work == long.work)
    }

    @Test func `forty particles on springs are priced as forty particles`() throws {
        let spec = try EffectSpec(text: Self.springs)
        let price = RenderPrice(of: try spec.prepared(for: .apng, limits: RenderLimits()))
        #expect(price.work < 1e9 && price.cost.work > 20 * price.work)
    }

    @Test(arguments: [
        ("aurora", ["dpr": "2"], Output.Format.apng), ("aurora", ["w": "640", "h": "360", "dpr": "2"], .apng),
        ("confetti", ["dpr": "2"], .webp), ("story", ["max": "200kB"], .apng), ("story", ["dpr": "2"], .apng),
    ])
    func `ordinary requests are within the limits`(_ name: String, _ query: [String: String], _ format: Output.Format)
        throws
    {
        let spec = try preset(name, query).prepared(for: format, limits: RenderLimits())
        #expect(RenderPrice(of: spec).work < Double(RenderLimits().maximumWork) / 2)
    }

    @Test func `the picture of a link to any preset is within the limits`() throws {
        for name in Preset.all.keys {
            let spec = try preset(name, ["w": "1200", "h": "630"]).prepared(for: .apng, limits: RenderLimits())
            #expect(RenderPrice(of: spec, .best).work < Double(RenderLimits().maximumWork), "\(name)")
        }
    }

    @Test func `data is not priced or refused for its pixels`() throws {
        let json = Specs.one(
            cell: [.init("birthRate", 5), .init("lifetime", 1)],
            canvas: ["width": 2048, "height": 2048],
            timing: ["duration": 6, "fps": 60]
        )
        var limits = RenderLimits()
        limits.maximumPixels = .max
        let spec = try EffectSpec(json: json, limits: limits)
        let price = RenderPrice(of: try spec.prepared(for: .json, limits: RenderLimits()), .dump)
        #expect(price.pixels == 0 && price.work < 1e8)
        let error = #expect(throws: SpecError.self) { try spec.prepared(for: .apng, limits: RenderLimits()) }
        #expect(error?.faults.map(\.pointer) == ["/canvas"])
    }

    @Test func `a refusal states the found and the allowed value`() throws {
        let spec = try EffectSpec(text: Self.springs)
        var limits = RenderLimits()
        limits.maximumWork = 1000
        let error = #expect(throws: SpecError.self) { try spec.prepared(for: .apng, limits: limits) }
        let fault = try #require(error?.faults.first)
        #expect(fault.kind == .tooMuch && fault.pointer == "/layers")
        #expect(
            fault.found.contains("predicted units of work") && fault.allowed.hasPrefix("at most 1000: a smaller canvas")
        )
        let dump = #expect(throws: SpecError.self) { try spec.prepared(for: .json, limits: limits) }
        #expect(dump?.faults.first?.allowed.contains("canvas") == false)
    }

    /// A burst of `count` particles that live throughout the animation.
    private func burst(
        _ count: Int,
        _ cell: [JSONValue.Member] = [],
        _ layer: [JSONValue.Member] = []
    ) throws -> EffectSpec {
        let common: [JSONValue.Member] = [
            .init("contents", ["shape": "square", "size": 14]), .init("burst", ["count": .number(Double(count))]),
            .init("lifetime", 2), .init("velocity", [20, 120]), .init("emissionRange", "360deg"),
        ]
        let own: [JSONValue.Member] = [.init("emitterPosition", [150, 100])]
        let members = Specs.merged(
            Specs.merged(own, layer),
            [.init("emitterCells", [.object(Specs.merged(common, cell))])]
        )
        return try EffectSpec(
            json: [
                "canvas": ["width": 300, "height": 200], "timing": ["duration": 1, "fps": 20],
                "layers": [.object(members)],
            ]
        )
    }

    @Test(
        arguments: [
            [], [.init("spin", 3)], [.init("trail", 0.3)], [.init("contents", ["shape": "dot", "size": 40])],
            [.init("color", "#ffffff40")],
        ] as [[JSONValue.Member]]
    )
    func `more particles never cost less`(_ cell: [JSONValue.Member]) throws {
        for format in [Output.Format.apng, .gif, .webp, .json] {
            let works = try [10, 20, 40, 80, 160, 320, 640].map { count in
                let spec = try burst(count, cell).prepared(for: format)
                return RenderPrice(of: spec, format == .json ? .dump : .animation).work
            }
            for (less, more) in zip(works, works.dropFirst()) { #expect(more >= less, "\(format): \(works)") }
        }
    }

    @Test func `more frames, more pixels and more layers never cost less`() throws {
        func work(_ canvas: Int, _ frames: Int, _ layers: Int) throws -> Double {
            let layer =
                #"{"emitterPosition": [50, 50], "emitterCells": [{"contents": "star", "burst": {"count": 30}, "lifetime": 3}]}"#
            let all = Array(repeating: layer, count: layers).joined(separator: ",")
            let text = #"""
                {"canvas": {"width": 100, "height": 100, "scale": \#(canvas)}, "timing": {"duration": \#(frames), "fps": 10},
                 "layers": [\#(all)]}
                """#
            return RenderPrice(of: try EffectSpec(text: text)).work
        }
        let one = try work(1, 1, 1)
        #expect(try work(2, 1, 1) > one && work(1, 2, 1) > one && work(1, 1, 2) > one)
    }

    /// Every trail lasts 0.2 s at 100 points per second and is 4 points wide.
    @Test func `the length of a trail follows from its duration and velocity`() throws {
        let trail: JSONValue = ["duration": 0.2, "width": 4, "endWidth": 1]
        let spec = try burst(50, [.init("trail", trail), .init("velocity", 100)])
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let drawn = survey.total[.ribbons]
        #expect(drawn > 0 && survey.total[.ribbonPixels] <= drawn * (100 * 0.2 + 4 + 2) * (4 + 2))
    }

    /// Compares the pixels that the rasterizer touches with the prediction.
    @Test(
        arguments: [
            ([], []), ([.init("spin", 3), .init("scale", [0.5, 2])], []), ([.init("lifetime", 0.3)], []),
            ([.init("velocity", [300, 600])], []), ([.init("scale", 6)], []), ([.init("trail", 0.2)], []),
            ([], [.init("emitterShape", "rectangle"), .init("emitterSize", [300, 200])]),
            ([.init("yAcceleration", 300)], [.init("renderMode", "additive")]),
            ([], [.init("transform", ["scale": 0.5])]),
        ] as [([JSONValue.Member], [JSONValue.Member])]
    )
    func `touched pixels are close to the prediction`(_ cell: [JSONValue.Member], _ layer: [JSONValue.Member]) throws {
        for count in [1, 12, 150, 900] {
            let spec = try burst(count, cell, layer)
            let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
            let simulation = Simulation(spec)
            var rasterizer = Rasterizer(
                width: 300,
                height: 200,
                background: .transparent,
                sprites: simulation.sprites,
                sumsLight: spec.sumsLight
            )
            var touched = 0
            var items = 0
            for frame in 0..<spec.timing.frameCount {
                let list = simulation.drawList(ofFrame: frame)
                items += list.groups.reduce(0) { $0 + $1.items.count }
                rasterizer.draw(list)
                touched += rasterizer.bitmap.pixels.count { $0 != 0 }
            }
            let predicted = survey.total[.touched]
            #expect(predicted >= 0.6 * Double(touched), "\(count): \(predicted) for \(touched)")
            #expect(predicted <= 3 * Double(touched) + 40, "\(count): \(predicted) for \(touched)")
            #expect(abs(survey.total[.items] - Double(items)) <= 0.2 * Double(items) + 2)
        }
    }

    /// Regression: 8 frames of an estimate were priced where it makes all 15.
    @Test func `the estimate of a short AVIF makes the whole file, that of a long one some of it`() throws {
        func price(seconds: Double) throws -> RenderPrice {
            let spec = try EffectSpec(
                text: #"""
                    {"canvas": {"width": 1200, "height": 1000}, "timing": {"duration": \#(seconds), "fps": 30},
                     "output": {"format": "avif"}, "layers": [{"emitterCells": [{"contents": "dot", "birthRate": 100, "lifetime": 1, "velocity": 200}]}]}
                    """#
            )
            return RenderPrice(of: spec)
        }
        let (short, long) = try (price(seconds: 0.5), price(seconds: 4))
        #expect(abs(short.workOfSample / short.workOfRender - 1) < 1e-9)
        #expect(long.workOfSample < long.work / 3)
    }

    @Test func `a still image costs less than the animation`() throws {
        for name in ["confetti", "aurora", "shatter", "like", "firework"] {
            let spec = try preset(name, [:])
            let whole = RenderPrice(of: spec.prepared(for: .apng)).work
            let one = RenderPrice(of: spec.prepared(for: .apng, isStill: true), .times([0.5])).work
            #expect(one < whole, "\(name)")
        }
    }

    @Test func `light has its price`() throws {
        let plain = RenderPrice(of: try preset("confetti", ["w": "640", "h": "400"]), .animation).work
        for path in ["canvas.bloom", "layers.0.bloom"] {
            let lit = try preset("confetti", ["w": "640", "h": "400", path: #"{"radius": 24}"#])
            #expect(RenderPrice(of: lit, .animation).work > 1.5 * plain)
            #expect(RenderCost(of: lit).work > RenderCost(of: try preset("confetti", ["w": "640", "h": "400"])).work)
        }
    }
}
