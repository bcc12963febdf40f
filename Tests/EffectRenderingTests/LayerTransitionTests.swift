import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering

/// Layers that give way to each other, and reveals in layers that move, as they are seen.
struct LayerTransitionTests {
    private func simulation(_ layers: String, background: String = #""transparent""#) throws -> Simulation {
        let text = #"""
            {"canvas": {"width": 160, "height": 120, "background": \#(background)}, "timing": {"duration": 2, "fps": 10},
             "layers": [\#(layers)]}
            """#
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        return Simulation(try EffectSpec(json: JSONParser.parse(Array(text.utf8)), library: library))
    }

    private func bitmap(_ simulation: Simulation, at time: Double) -> Bitmap {
        drawn(simulation.drawList(at: time), of: simulation)
    }

    /// Red, green, blue, alpha of a pixel.
    private func channels(_ pixel: UInt32) -> SIMD4<Int> {
        SIMD4(Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255), Int(pixel >> 24))
    }

    /// The largest difference of any channel.
    private func distance(_ one: UInt32, _ other: UInt32) -> Int {
        let change = channels(one) &- channels(other)
        return (0..<4).reduce(0) { max($0, abs(change[$1])) }
    }

    private static func cover(_ color: String) -> String {
        #"{"type": "group", "layers": [{"type": "sprite", "contents": "\#(color)", "size": "cover"}]}"#
    }

    private static let confetti = #"""
        {"name": "confetti", "emitterPosition": [80, 60], "emitterCells": [{"contents": "square", "color": "red",
          "birthRate": 50, "lifetime": 2, "velocity": 40, "emissionRange": 6.28}]}
        """#
    private static let word = #"{"type": "text", "name": "word", "text": "Hi", "fontSize": 40, "color": "blue"}"#

    // MARK: As pictures

    private static let ways = [
        #""type": "transition""#, #""type": "transition", "transition": "push""#,
        #""type": "transition", "transition": "push", "subtype": "fromTop", "startProgress": 0.2"#,
        #""type": "transition", "transition": "moveIn", "subtype": "fromBottom""#,
        #""type": "transition", "transition": "moveIn", "subtype": "fromRight", "timingFunction": "easeIn""#,
        #""type": "transition", "transition": "reveal", "endProgress": 0.9"#,
        #""type": "transition", "transition": "reveal", "subtype": "fromTop""#, #""type": "reveal""#,
        #""type": "reveal", "shape": "star", "turn": 1, "feather": 8"#,
        #""type": "reveal", "shape": "blinds", "reverse": true"#, #""type": "reveal", "shape": "iris", "opacity": 0.5"#,
    ]

    @Test(arguments: ways)
    func `layers that cover the canvas change as colors do`(_ members: String) throws {
        func change(_ from: String, _ to: String) throws -> Simulation {
            try simulation(#"{\#(members), "from": \#(from), "to": \#(to), "duration": 1, "delay": 0.5}"#)
        }
        let pictures = try change(#""red""#, #""blue""#)
        for (from, to) in [
            (Self.cover("red"), Self.cover("blue")), (#""red""#, Self.cover("blue")), (Self.cover("red"), #""blue""#),
        ] {
            let layers = try change(from, to)
            for time in [0, 0.4, 0.5, 0.503, 0.73, 1.2503, 1.49, 1.5, 1.9] {
                let (found, wanted) = (bitmap(layers, at: time), bitmap(pictures, at: time))
                // Layers move by whole pixels: along the edge, one line of pixels may be other.
                let isMoving = ["push", "moveIn", #"transition": "reveal"#].contains { members.contains($0) }
                let other = zip(found.pixels, wanted.pixels).count { $0 != $1 && distance($0, $1) > 2 }
                #expect(other <= (isMoving ? 160 : 0), "\(members) at \(time): \(other)")
                let least: UInt32 = members.contains("opacity") ? 127 : 254
                #expect(found.pixels.allSatisfy { $0 >> 24 >= least })
            }
        }
    }

    @Test(arguments: ways)
    func `only the first is there until the delay is over, and only the second at the end`(_ members: String) throws {
        let change = try simulation(
            #"{\#(members), "from": \#(Self.confetti), "to": \#(Self.word), "duration": 0.5, "delay": 1}"#
        )
        func names(_ time: Double) -> Set<String> {
            Set(change.drawList(at: time).leaves.map { change.spec.layers[$0.layer].name })
        }
        #expect(names(0.9) == ["confetti"] && names(1.6) == ["word"])
        #expect([1.1, 1.25, 1.4].reduce(into: Set()) { $0.formUnion(names($1)) } == ["confetti", "word"])
    }

    // MARK: Motion and time

    @Test func `a scene of confetti is pushed away by a text, and flies on`() throws {
        let plain = try simulation(Self.confetti)
        let pushed = try simulation(
            #"""
            {"type": "transition", "from": \#(Self.confetti), "to": \#(Self.word), "transition": "push", "subtype": "fromBottom",
             "duration": 1, "delay": 0.5, "timingFunction": "linear"}
            """#
        )
        func items(_ simulation: Simulation, _ time: Double, _ name: String) -> [DrawList.Item] {
            simulation.drawList(at: time).leaves.filter { simulation.spec.layers[$0.layer].name == name }
                .flatMap(\.items)
        }
        for (time, up) in [(0.3, 0.0), (0.5, 0), (0.75, 30), (1.25, 90)] {
            let (still, moved) = (items(plain, time, "confetti"), items(pushed, time, "confetti"))
            let places = Dictionary(still.map { ($0.age, $0.position) }) { first, _ in first }
            #expect(moved.count > 10)
            for item in moved {
                let place = try #require(places[item.age])
                #expect(abs(item.position.y - place.y + up) < 0.01 && abs(item.position.x - place.x) < 0.01)
            }
            let word = items(pushed, time, "word").first?.position
            if let word { #expect(abs(word.y - 60 - 120 + up) < 0.01) }
            #expect(time < 0.5 ? word == nil : time < 1 || word != nil)
        }
        // Where the word's slide is, no piece is seen, though the slide is empty there.
        let half = bitmap(pushed, at: 1)
        for place in half.pixels.indices where half.pixels[place] >> 24 > 0 {
            let isBlue = channels(half.pixels[place]).z > 0
            #expect(isBlue == (place / 160 >= 60))
        }
    }

    @Test(arguments: ["moveIn", "reveal", "push"])
    func `at each place one of two transparent layers is seen, never both`(_ style: String) throws {
        let star = { (color: String) in
            #"{"type": "sprite", "contents": "star", "size": [120, 110], "color": "\#(color)"}"#
        }
        let simulation = try simulation(
            #"""
            {"type": "transition", "from": \#(star("#ff000080")), "to": \#(star("#0000ff80")), "transition": "\#(style)",
             "duration": 1, "timingFunction": "linear"}
            """#
        )
        let pixels = bitmap(simulation, at: 0.5).pixels
        for x in 0..<160 where x != 79 && x != 80 {
            for y in 0..<120 {
                let found = channels(pixels[y * 160 + x])
                #expect(x < 80 ? found.x == 0 : found.z == 0)
                #expect(found.w <= 128)
            }
        }
        #expect(pixels.contains { channels($0).x > 100 } && pixels.contains { channels($0).z > 100 })
    }

    @Test func `light in a layer is put onto the canvas as a whole, before and afterwards`() throws {
        let light = #"""
            {"emitterPosition": [80, 60], "renderMode": "additive", "emitterCells": [{"contents": {"shape": "dot", "size": 90},
              "birthRate": 20, "lifetime": 9}]}
            """#
        let simulation = try simulation(
            #"{"type": "transition", "from": \#(light), "to": \#(light), "duration": 0.5, "delay": 0.5}"#,
            background: #""gray""#
        )
        // No other kind of light while it goes over into itself.
        let brightness = [0.45, 0.55, 0.95, 1.05].map { time in
            Double(bitmap(simulation, at: time).pixels.reduce(0) { $0 + channels($1).x }) / 19_200
        }
        #expect(zip(brightness, brightness.dropFirst()).allSatisfy { abs($0 - $1) < 12 }, "\(brightness)")
    }

    @Test func `copies of a transition have ids of their own`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "instanceCount": 3, "instanceDelay": 0.2, "instanceTransform": {"translation": [20, 0]}, "layers": [
              {"type": "transition", "from": \#(Self.confetti), "duration": 1, "transition": "push",
               "to": {"type": "group", "instanceCount": 2, "layers": [{"type": "sprite", "contents": "star"}]}}]}
            """#
        )
        for time in [0.1, 0.5, 0.9, 1.5] {
            let ids = simulation.drawList(at: time).leaves.flatMap(\.items).map(\.id)
            #expect(Set(ids).count == ids.count && !ids.isEmpty)
        }
    }

    @Test func `a dump has what is on the sides as layers`() throws {
        let simulation = try simulation(
            #"{"type": "transition", "name": "change", "from": \#(Self.confetti), "to": \#(Self.word), "duration": 2}"#
        )
        let dump = FrameDump(simulation)
        // A frame, without what parts it from the one before.
        let frame = try JSONParser.parse(Array(dump.piece(11).drop { $0 != UInt8(ascii: "{") }))
        guard case .array(let layers)? = frame["layers"], case .array(let sides)? = layers[0]["layers"],
            case .array(let inner)? = sides[1]["layers"], case .array(let items)? = frame["items"]
        else {
            Issue.record("no layers")
            return
        }
        #expect(layers[0]["name"] == "change" && layers[0]["blend"] == "normal" && layers[0]["count"] == 0)
        #expect(sides.map { $0["blend"] } == ["add", "add"] && inner[0]["name"] == "confetti")
        #expect(items.contains { $0["layer"] == "word" } && items.contains { $0["layer"] == "confetti" })
    }

    @Test(arguments: [
        #""type": "transition", "transition": "push""#, #""type": "transition""#,
        #""type": "reveal", "shape": "star", "feather": 20, "mask": {"contents": "circle", "scale": 9}"#,
    ])
    func `what is predicted is within its bound`(_ members: String) throws {
        let spec = try simulation(
            #"{\#(members), "from": \#(Self.confetti), "to": \#(Self.word), "duration": 1, "transform": {"rotation": 0.1}}"#
        ).spec
        let price = RenderPrice(of: try spec.prepared(for: .apng, limits: RenderLimits()))
        #expect(price.work > 0 && price.work <= price.cost.work, "\(price.work) of \(price.cost.work)")
    }

    // MARK: Rims and masks

    @Test(arguments: [
        #""type": "reveal", "endRadius": 10"#, #""type": "reveal", "endRadius": 10, "reverse": true"#,
        #""type": "reveal", "endRadius": 10, "feather": 4"#,
        #""type": "transition", "transition": "reveal", "endProgress": 0.1"#,
        #""type": "transition", "transition": "moveIn", "endProgress": 0.1"#,
    ])
    func `no line of the other picture is seen along the rim of a layer that is turned and smaller`(
        _ members: String
    ) throws {
        let simulation = try simulation(
            #"""
            {\#(members), "from": "red", "to": "blue", "duration": 1, "timingFunction": "linear",
             "transform": {"scale": 0.61, "rotation": 0.37}, "position": [0.3, 0.7]}
            """#,
            background: #""white""#
        )
        let pixels = bitmap(simulation, at: 0.5).pixels
        let isReversed = members.contains("reverse")
        var rim = 0
        for (place, pixel) in pixels.enumerated() {
            // Away from where the other picture is.
            let (x, y) = (Double(place % 160) - 80, Double(place / 160) - 60)
            guard members.contains(#""reveal", "endRadius""#) ? x * x + y * y > 400 : x > -20 else { continue }
            let found = channels(pixel)
            // Red on white has as much green as blue, blue on white as much green as red.
            let apart = isReversed ? found.x - found.y : found.z - found.y
            #expect(abs(apart) <= 1, "\(place % 160) \(place / 160): \(found)")
            if found.y > 20, found.y < 235 { rim += 1 }
        }
        #expect(rim > 60, "\(rim)")
    }

    @Test(arguments: [0.3, 0.8])
    func `nothing shines through the hard edge of a faint reveal`(_ opacity: Double) throws {
        let pixels = bitmap(
            try simulation(
                #"{"type": "reveal", "from": "red", "to": "blue", "shape": "star", "duration": 1, "opacity": \#(opacity)}"#
            ),
            at: 0.4
        ).pixels
        #expect(pixels.allSatisfy { abs(channels($0).w - Int((opacity * 255).rounded())) <= 1 })
    }

    @Test(arguments: [
        #""type": "reveal""#, #""type": "reveal", "feather": 10, "opacity": 0.7"#,
        #""type": "transition", "transition": "push""#,
        #""type": "reveal", "transform": {"rotation": 0.2}"#, #""type": "transition", "position": [9, 0]"#,
    ])
    func `a mask beside a change cuts what is there without it`(_ members: String) throws {
        func change(_ more: String) throws -> Bitmap {
            let layer = #"{\#(members), "from": "red", "to": "blue", "duration": 1\#(more)}"#
            return bitmap(try simulation(layer), at: 0.45)
        }
        let mask = #"{"contents": {"shape": "circle", "size": 90}, "position": [70, 60]}"#
        let (masked, whole) = (try change(#", "mask": \#(mask)"#), try change(""))
        let hole = bitmap(
            try simulation(#"{"type": "sprite", "contents": "white", "size": "cover", "mask": \#(mask)}"#),
            at: 0
        )
        var seen = 0
        for index in whole.pixels.indices {
            let share = channels(hole.pixels[index]).w
            let (found, all) = (channels(masked.pixels[index]), channels(whole.pixels[index]))
            for channel in 0..<4 { #expect(abs(found[channel] - all[channel] * share / 255) <= 3) }
            if found.w > 0 { seen += 1 }
        }
        #expect(seen > 5000 && seen < 7000)
    }
}
