import AssetFiles
import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Predicted times of vectors against measured ones.
struct VectorPriceTests {
    /// Regression: trails of vectors were priced up to nine times too high, and turbulence not at all; then motions with a formula
    /// as those that are stepped. Milliseconds are those of `hanabi-benchmarks prices scenes`.
    @Test(arguments: [
        ("willow", 73.7), ("meteors", 14.2), ("checkmark", 4.2), ("shooting-stars", 6.1), ("confetti", 3.4),
        ("galaxy", 8.1),
        ("firework", 1.0), ("snowfall", 52.7), ("blizzard", 85.4), ("candle", 15.5), ("spark", 62.7),
        ("ts-fireworks", 97.4),
        ("whirlpool", 69.2), ("bouncing-fountain", 10.4),
    ])
    func `vectors are priced at one to four times their real cost`(_ name: String, _ milliseconds: Double) throws {
        let work = RenderPrice(of: try preset(name, [:]).prepared(for: .svg, limits: RenderLimits()), .vector).work
        // A small document has a price of its own.
        #expect(
            (milliseconds...4 * milliseconds + 24).contains(work / 1e6),
            "\(work / 1e6) ms predicted for \(milliseconds)"
        )
    }

    /// Milliseconds as above.
    @Test(arguments: [
        ("willow", 71.3), ("meteors", 12.4), ("checkmark", 4.1), ("shooting-stars", 5.5), ("confetti", 2.6),
        ("galaxy", 7.1),
        ("snowfall", 50.3), ("blizzard", 78.1), ("spark", 52.0), ("ts-fireworks", 97.0), ("whirlpool", 70.5),
        ("bouncing-fountain", 10.0),
    ])
    func `tracks are priced at one to four times their real cost`(_ name: String, _ milliseconds: Double) throws {
        let work = RenderPrice(of: try preset(name, [:]).prepared(for: .tracks, limits: RenderLimits()), .vector).work
        // A small document has a price of its own.
        #expect(
            (milliseconds...4 * milliseconds + 24).contains(work / 1e6),
            "\(work / 1e6) ms predicted for \(milliseconds)"
        )
    }

    /// Regression: drag made a Lottie's pieces five times as dear, though they have formulas, too, and pieces without it were too
    /// cheap. Milliseconds of 400 particles as above.
    @Test(arguments: [
        (Output.Format.svg, 0.0, 4.4), (.svg, 1.5, 4.5), (.dotLottie, 0, 11.4), (.dotLottie, 1.5, 19.4),
        (.tgs, 0, 13.4),
        (.tgs, 1.5, 19.9),
    ])
    func `particles with a formula have the price of one piece`(_ format: Output.Format, _ drag: Double, _ time: Double)
        throws
    {
        let slowed = drag > 0 ? #", "emitterBehaviors": [{"type": "drag", "drag": \#(drag)}]"# : ""
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 2, "fps": 30},
                 "layers": [{"emitterPosition": [200, 200]\#(slowed), "emitterCells": [
                   {"contents": "square", "birthRate": 200, "lifetime": 2, "velocity": [50, 200], "yAcceleration": 80,
                    "emissionRange": "1turn", "spin": 3}]}]}
                """#
        )
        let work = RenderPrice(of: spec.prepared(for: format), .vector).workOfRender / 1e6
        #expect(work > 0.8 * time && work < 3 * time + 3, "\(work) ms predicted for \(time)")
    }

    /// Regression: a trail's bands, each with a path and keyframes, were not priced. Milliseconds of 240 fast particles as above.
    @Test(arguments: [
        (Output.Format.svg, 1.0, 27.0), (.svg, 8, 34), (.tracks, 1, 22), (.tracks, 8, 24), (.lottie, 1, 33),
        (.lottie, 8, 67),
        (.dotLottie, 1, 51), (.dotLottie, 8, 118), (.tgs, 1, 47), (.tgs, 8, 251),
    ])
    func `trails have the price of their bands`(_ format: Output.Format, _ size: Double, _ time: Double) throws {
        func work(_ size: Double) throws -> Double {
            let spec = try EffectSpec(
                text: #"""
                    {"canvas": {"width": 480, "height": 400}, "timing": {"duration": 2, "fps": 60},
                     "layers": [{"emitterPosition": [240, 200], "emitterCells": [
                       {"contents": {"shape": "rectangle", "size": [\#(size), \#(size)]}, "birthRate": 120, "lifetime": 1.5,
                        "velocity": 1200, "emissionRange": "1turn", "yAcceleration": 800, "trail": 0.02}]}]}
                    """#
            )
            return RenderPrice(of: spec.prepared(for: format), .vector).work / 1e6
        }
        let found = try work(size)
        #expect(found > 0.7 * time && found < 3 * time + 10, "\(found) ms predicted for \(time)")
        // Tracks have no bands.
        #expect(try work(8) > (format == .tracks ? 0.9 : format == .svg ? 1.1 : 1.3) * work(1))
    }

    /// Regression: particles that no inspected moment shows had no trails.
    @Test func `trails between the moments that are inspected have a price`() throws {
        func work(_ trail: String) throws -> Double {
            let spec = try EffectSpec(
                text: #"""
                    {"canvas": {"width": 480, "height": 400}, "timing": {"duration": 29, "fps": 10},
                     "layers": [{"emitterPosition": [240, 200], "beginTime": 20, "emitterCells": [
                       {"contents": {"shape": "rectangle", "size": 8}, "burst": {"count": 250}, "lifetime": 0.12,
                        "velocity": 1200, "emissionRange": "1turn"\#(trail)}]}]}
                    """#
            )
            return RenderPrice(of: spec.prepared(for: .lottie), .vector).work / 1e6
        }
        // 80 ms are true.
        #expect(try work(#", "trail": 0.02"#) > work("") + 40)
    }

    /// Regression: a sheet's outline, which a Lottie has once for each image, was priced for the part that an image shows.
    /// Milliseconds as above.
    @Test(arguments: [(Output.Format.svg, 171.0), (.lottie, 526), (.dotLottie, 591), (.tgs, 765)])
    func `images of a sheet have the price of its outline`(_ format: Output.Format, _ time: Double) throws {
        let path = (1..<1990).map { "L\($0 * 7 % 160) \($0 * 13 % 10)" }.joined()
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 480, "height": 400}, "timing": {"duration": 2, "fps": 30},
                 "assets": {"a": {"path": "M0 0\#(path)Z", "viewBox": [0, 0, 160, 10], "size": [160, 10]}},
                 "layers": [{"emitterPosition": [240, 200], "emitterCells": [
                   {"contents": "a", "contentsFrameCount": 256, "contentsFramesPerRow": 0, "contentsFrameMode": "random",
                    "birthRate": 400, "lifetime": 2, "velocity": 60, "emissionRange": "1turn"}]}]}
                """#
        )
        let work = RenderPrice(of: spec.prepared(for: format), .vector).work / 1e6
        #expect(work > 0.7 * time && work < 4 * time, "\(work) ms predicted for \(time)")
    }

    /// Regression: copies of a group were priced as one.
    @Test func `pieces of copies have the price of as many pieces`() throws {
        func work(_ copies: Int) throws -> Double {
            let spec = try EffectSpec(
                text: #"""
                    {"canvas": {"width": 480, "height": 400}, "timing": {"duration": 2, "fps": 30},
                     "layers": [{"type": "group", "instanceCount": \#(copies), "instanceTransform": {"translation": [9, 0]}, "layers":
                       [{"emitterPosition": [40, 200], "emitterCells": [{"contents": "star", "birthRate": 20, "lifetime": 1}]}]}]}
                    """#
            )
            return RenderPrice(of: spec.prepared(for: .svg), .vector).parts.filter { $0.stage == .vector }
                .reduce(0) { $0 + $1.work }
        }
        #expect(abs(try work(30) / work(1) - 30) < 3)
    }

    /// Regression: a few planes made all other particles as dear. Milliseconds as above.
    @Test(arguments: [("champagne", 71.0), ("word-burst", 60)])
    func `planes have the price of planes, and other particles theirs`(_ name: String, _ time: Double) throws {
        let work = RenderPrice(of: try preset(name, [:]).prepared(for: .tgs), .vector).work / 1e6
        #expect(work > 0.7 * time && work < 4 * time, "\(work) ms predicted for \(time)")
    }

    /// Regression: paths that become others were priced as text that packs well, and pieces of copies and of sheets as one each.
    /// Milliseconds as above.
    @Test(arguments: [
        (Output.Format.svg, 24.0, 227.0), (.tracks, 23, 234), (.lottie, 69, 293), (.dotLottie, 170, 303),
        (.tgs, 273, 307),
    ])
    func `outlines that change, and all pieces of copies, have their price`(
        _ format: Output.Format,
        _ morph: Double,
        _ matrix: Double
    ) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 480, "height": 320}, "timing": {"duration": 2, "fps": 30}, "layers": [
                  {"type": "shape", "path": "M100 100H200V200H100Z", "animations": [{"type": "basic", "keyPath": "path",
                   "to": "M150 100A50 50 0 0 1 150 200A50 50 0 0 1 150 100Z", "duration": 2}]}]}
                """
        )
        let specs = [(spec, morph), (try preset("matrix", [:]), matrix)]
        for (spec, time) in specs {
            let work = RenderPrice(of: spec.prepared(for: format), .vector).work / 1e6
            #expect(work > 0.7 * time && work < 4 * time, "\(work) ms predicted for \(time)")
        }
    }

    /// Regression: outlines that stay as they are were priced in each sample. Milliseconds as above.
    @Test(arguments: [
        ("countdown", Output.Format.svg, 10.5), ("countdown", .tracks, 11.5), ("countdown", .lottie, 28.3),
        ("countdown", .tgs, 40.0), ("sale", .dotLottie, 32.8), ("level-up", .tgs, 17.1),
    ])
    func `texts that stay as they are have the price of one outline`(
        _ name: String,
        _ format: Output.Format,
        _ time: Double
    )
        throws
    {
        let work = RenderPrice(of: try preset(name, [:]).prepared(for: format), .vector).work / 1e6
        #expect(work > 0.7 * time && work < 4 * time, "\(work) ms predicted for \(time)")
    }

    /// Regression: `dry=1` of a Lottie was priced, and took, as long as the file.
    @Test func `pieces are counted within a bound of work`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 3, "fps": 30},
                 "assets": {"a": {"path": "M0 0\(String(repeating: "c1 2 3 4 5 6", count: 800))z"}},
                 "layers": [{"emitterCells": [{"contents": "a", "birthRate": 600, "lifetime": 2, "velocity": 50}]}]}
                """
        )
        let price = RenderPrice(of: spec.prepared(for: .lottie), .vector)
        #expect(price.workOfCount < price.work / 10 && price.shareOfCount(within: price.workOfCount) == 1)
        let share = price.shareOfCount(within: price.workOfCount / 2)
        // Particles with formulas are priced once, however long a share is.
        #expect(share > 0 && share <= 0.5)
        #expect(price.shareOfCount(within: 1) == 0)
        #expect(RenderPrice(of: spec, .animation).workOfCount == 0)
    }

    @Test(arguments: Preset.all.keys.sorted())
    func `the pieces of all presets are counted to the end`(_ name: String) throws {
        let spec = try preset(name, [:])
        for format in [Output.Format.svg, .lottie, .tgs, .tracks] {
            #expect(RenderPrice(of: spec.prepared(for: format), .vector).workOfCount < 2e9)
        }
    }

    /// Regression: of a sticker that is far too large, each try was made and compressed at the price of the first.
    @Test func `a sticker of much text has the price of its tries, and not of text that is not written`() throws {
        func work(_ segments: Int, _ rate: Int) throws -> Double {
            let path = String(repeating: "l1 2", count: segments)
            let spec = try EffectSpec(
                text: """
                    {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 2, "fps": 30},
                     "assets": {"a": {"path": "M0 0\(path)z"}},
                     "layers": [{"emitterCells": [{"contents": "a", "birthRate": \(rate), "lifetime": 1, "redSpeed": -0.5}]}]}
                    """
            )
            return RenderPrice(of: spec.prepared(for: .tgs), .vector).work
        }
        let (large, huge) = (try work(1500, 60), try work(1500, 600))
        // Six tries of all the text that a sticker may have.
        #expect(large > 5e8)
        #expect(huge < 3 * large)
    }

    /// Regression: the finer samples of short fades were not priced.
    @Test func `tracks are priced for the finer samples of what appears and vanishes`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 240, "height": 180}, "timing": {"duration": 2, "fps": 30},
                 "layers": [{"type": "sprite", "contents": "star"}, {"type": "sprite", "contents": "heart"}]}
                """
        )
        func following(_ format: Output.Format) throws -> Double {
            RenderPrice(of: spec.prepared(for: format), .vector).parts.filter { $0.stage == .follow }
                .reduce(0) { $0 + $1.work }
        }
        // Six lists around each of the four samples where one of the two may appear or vanish, beside 120 samples.
        let ratio = try following(.tracks) / following(.svg)
        #expect(abs(ratio - 1.2) < 0.001)
    }

    /// Regression: dumps and vectors of masks that change their outline were priced as if they had none, 17 to 82 times too low.
    /// Milliseconds as above.
    @Test(arguments: [
        (#"{"type": "blinds", "count": 256}"#, 10.0, 120.0, 157.0),
        (#"{"type": "iris", "blades": 64}"#, 10, 46.6, 50.8),
        (
            #"""
            {"type": "morph", "from": "M100 80h20v20h-20z", "to": "M0 0A120 90 0 0 1 240 180A120 90 0 0 1 0 0z"}
            """#, 4, 31.8, 28.5
        ),
    ])
    func `masks of many lines have their price`(_ shape: String, seconds: Double, dump: Double, vector: Double) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 240, "height": 180}, "timing": {"duration": \(seconds), "fps": 30},
                 "layers": [{"type": "reveal", "from": "red", "to": "blue", "duration": \(seconds), "shape": \(shape)}]}
                """
        )
        let prices = [RenderPrice(of: spec, .dump), RenderPrice(of: spec.prepared(for: .svg), .vector)].map {
            $0.workOfRender / 1e6
        }
        #expect((0.65...4).contains(prices[0] / dump), "\(prices[0]) ms predicted for \(dump)")
        #expect((0.65...4).contains(prices[1] / vector), "\(prices[1]) ms predicted for \(vector)")
    }
}
