import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing

/// Predicted costs of layers without emitters; each test covers a prediction that was once far too low or too high.
struct KindCostTests {
    private func cost(
        _ layer: String,
        _ timing: String = #"{"duration": 2, "fps": 30}"#,
        _ canvas: String = #"{"width": 375, "height": 812}"#
    ) throws -> RenderCost {
        var limits = RenderLimits()
        limits.maximumWork = .max
        let text = #"{"canvas": \#(canvas), "timing": \#(timing), "layers": [\#(layer)]}"#
        return RenderCost(of: try EffectSpec(text: text, limits: limits))
    }

    private func work(_ layer: String, _ timing: String = #"{"duration": 2, "fps": 30}"#) throws -> Double {
        try cost(layer, timing).work
    }

    @Test func `a mask is priced once for each drawing step of a layer`() throws {
        let plain = #"{"type": "firework", "duration": 2, "#
        let mask = #""mask": {"contents": {"path": "M0 0L10 0L0 10L10 10L5 0L5 10Z", "size": 300}}"#
        func price(_ members: String) throws -> Double {
            try work(plain + members + mask + "}") - work(plain + members + #""name": "plain"}"#)
        }
        let deep = #""canChangeZIndex": true, "#
        let (flat, twice) = (try price(#""canChangeZIndex": false, "#), try price(deep))
        #expect(twice > 1.8 * flat)
    }

    @Test func `animations are priced beyond the sparks' lifetime`() throws {
        let long = #"{"duration": 20, "fps": 30}"#
        let animation = #"{"keyPath": "opacity", "values": [1, 0.5], "duration": 20}"#
        func price(_ duration: Double) throws -> Double {
            let start = #"{"type": "firework", "opacity": 0.9, "duration": \#(duration)"#
            return try work(start + #", "animations": [\#(animation)]}"#, long) - work(start + "}", long)
        }
        let (short, whole) = (try price(0.01), try price(20))
        #expect(abs(short - whole) < 1e-9 * whole)
    }

    @Test func `a finished firework is not priced for compositing`() throws {
        let long = #"{"duration": 20, "fps": 30}"#
        func price(_ duration: Double) throws -> Double {
            let start = #"{"type": "firework", "duration": \#(duration)"#
            return try work(start + #", "blend": "add"}"#, long) - work(start + "}", long)
        }
        #expect(try price(0.01) < price(20) / 100)
    }

    @Test func `a plain color shatters at the default size`() throws {
        for source in ["white", "strip"] {
            let text =
                #"{"layers": [{"type": "shatter", "source": "\#(source)"}], "timing": {"duration": 2, "fps": 30}}"#
            #expect(RenderCost(of: try EffectSpec(text: text)).work < 3e9)
        }
        // Every tile of a shape may have all lines, but no more pixels than the tile has.
        for source in ["heart", "dot"] {
            #expect(try work(#"{"type": "shatter", "source": "\#(source)"}"#) < 10e9)
        }
    }

    @Test func `finished tiles add no cost over the background behind them`() throws {
        let short = #"{"type": "shatter", "source": "white", "behind": "black", "duration": 0.1}"#
        let long = #"{"type": "shatter", "source": "white", "behind": "black", "duration": 2}"#
        #expect(try work(long) > 2 * work(short))
    }

    @Test func `a revealing circle is priced at the resolution its size requires`() throws {
        func reveal(_ members: String) -> String { #"{"type": "reveal", "from": "white", "to": "red"\#(members)}"# }
        let plain = try work(reveal(""))
        #expect(try work(reveal(#", "center": [100000, 0]"#)) > plain)
        #expect(try work(reveal(#", "center": [100000, 0], "transform": {"scale": 50}"#)) > plain)
    }

    @Test func `scaling up a part of an asset raises the price`() throws {
        let curves = (0..<60).map { "M\($0) 0Q99 \($0) 0 99Z" }.joined()
        let asset = #""contents": {"path": "\#(curves)", "viewBox": [0, 0, 100, 100], "size": 20}, "size": [20, 20]"#
        let whole = try work(#"{"type": "sprite", \#(asset)}"#)
        let part = try work(#"{"type": "sprite", \#(asset), "contentsRect": [0.5, 0.5, 0.001, 0.001]}"#)
        #expect(part > whole * 1.1)
    }

    @Test func `pictures of a strip are priced by their number, not by their frames`() throws {
        var limits = RenderLimits()
        limits.maximumWork = .max
        let text = #"""
            {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 1, "fps": 1},
             "layers": [{"type": "firework", "duration": 0.01, "mask": {"contents": "star"}}]}
            """#
        let spec = try EffectSpec(text: text, limits: limits)
        let (one, many) = (RenderCost(of: spec, pictures: 1), RenderCost(of: spec, pictures: 16))
        #expect(many.frames == 16 && many.work > 10 * one.work)
        #expect(RenderCost(of: spec).work <= RenderCost(of: spec, pictures: 1).work)
    }

    /// They counted four times, for the copies at the corners.
    @Test func `particles alive on a canvas that repeats are as many as on one that doesn't`() throws {
        func cost(_ tile: Bool) throws -> RenderCost {
            let text = #"""
                {"canvas": {"width": 200, "height": 200, "tile": \#(tile)}, "timing": {"duration": 2, "fps": 30},
                 "layers": [{"emitterCells": [{"contents": "square", "birthRate": 50, "lifetime": 2}]}]}
                """#
            return RenderCost(of: try EffectSpec(text: text))
        }
        let (plain, repeated) = (try cost(false), try cost(true))
        #expect(repeated.liveParticles == plain.liveParticles && repeated.births == plain.births)
        #expect(repeated.work > plain.work)
    }

    @Test func `a dot compresses badly and costs more than a circle`() throws {
        func price(_ shape: String) throws -> Double {
            try work(#"{"type": "sprite", "contents": {"shape": "\#(shape)", "size": 100}}"#)
        }
        #expect(try price("dot") > price("circle"))
    }

    /// The first frame is rendered again to find static content, and may hold all particles.
    @Test func `content of a single frame is priced for each time that frame is drawn`() throws {
        let burst = #"{"emitterCells": [{"contents": "square", "burst": {"count": 9000}, "lifetime": 0.001}]}"#
        let json =
            #"{"version": 1, "canvas": {"width": 300, "height": 300}, "timing": {"duration": 2, "fps": 30}, "layers": [\#(burst)]}"#
        var limits = RenderLimits()
        limits.maximumLiveParticles = 100_000
        let spec = try EffectSpec(json: JSONParser.parse(Array(json.utf8)), limits: limits)
        let once = RenderCost(of: spec, pictures: 1).work
        #expect(RenderCost(of: spec).work > 2 * once && RenderCost(of: spec).work < 5 * once)
    }
}
