import EffectCoding
import EffectCost
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

struct SpecTests {
    /// Returns the errors of a document by pointer.
    private func faults(_ json: JSONValue, _ limits: RenderLimits = RenderLimits()) -> [String: SpecFault] {
        do throws(SpecError) {
            _ = try EffectSpec(json: json, limits: limits)
            return [:]
        } catch {
            return Dictionary(error.faults.map { ($0.pointer, $0) }) { first, _ in first }
        }
    }

    private func emitter(_ spec: EffectSpec) throws -> Emitter {
        guard case .emitter(let emitter) = try #require(spec.layers.first).content else { throw CancellationError() }
        return emitter
    }

    @Test func `a minimal document gets Core Animation's defaults`() throws {
        let spec = try EffectSpec(
            text: #"{"layers": [{"emitterCells": [{"birthRate": 3, "lifetime": 2, "contents": null}]}]}"#
        )
        let emitter = try emitter(spec)
        #expect((emitter.birthRate, emitter.lifetime, emitter.velocity, emitter.scale, emitter.spin) == (1, 1, 1, 1, 1))
        #expect(emitter.emitterShape == .point && emitter.emitterMode == .volume && emitter.renderMode == .unordered)
        let cell = emitter.emitterCells[0]
        #expect((cell.scale, cell.velocity, cell.spin, cell.contentsScale) == (1, 0, 0, 1))
        #expect(cell.color == .white && cell.enabled && cell.contents == nil)
        #expect(spec.timing.frameCount == 90 && spec.seed == "1")
    }

    @Test func `the canonical document round-trips and is its own canonical form`() throws {
        let text = """
            {"seed": 7, "canvas": {"width": 200, "background": "rebeccapurple"}, "timing": {"duration": "500ms", "loop": 3},
             "assets": {"leaf": {"path": "M0 0 h12 a6 6 0 0 1 -12 0 z", "size": [12, 6], "fillRule": "evenodd", "tint": "#8f08"}},
             "layers": [{"emitterPosition": ["50%", "10%"], "renderMode": "additive", "opacity": 0.5,
               "animations": [{"keyPath": "birthRate", "values": [1, 0], "duration": "50%", "timingFunction": [0.1, 0.2, 0.3, 1.4]}],
               "emitterCells": [{"contents": "leaf", "velocity": [100, 300], "spin": "90deg", "birthRate": 5, "lifetime": 1},
                                {"contents": {"shape": "circle", "size": 4}, "birthRate": 0, "lifetime": 1}]}]}
            """
        let spec = try EffectSpec(text: text)
        let again = try EffectSpec(json: spec.json)
        #expect(again == spec)
        #expect(JSONWriter.bytes(of: again.json) == JSONWriter.bytes(of: spec.json))
        let coded = try JSONDecoder().decode(EffectSpec.self, from: JSONEncoder().encode(spec))
        #expect(coded == spec)
    }

    @Test func `units and percentages become points, seconds and radians`() throws {
        let spec = try EffectSpec(
            json: Specs.one(
                emitter: [.init("emitterPosition", ["50%", "25%"]), .init("beginTime", "10%")],
                cell: [.init("spin", "0.5turn"), .init("emissionRange", "90deg"), .init("lifetime", "250ms")],
                canvas: ["width": 300, "height": 80]
            )
        )
        let emitter = try emitter(spec)
        #expect(emitter.emitterPosition == SIMD2(150, 20))
        #expect(spec.layers[0].timing.beginTime == 0.2)
        let cell = emitter.emitterCells[0]
        #expect(cell.spin == .pi && abs(cell.emissionRange - .pi / 2) < 1e-15 && cell.lifetime == 0.25)
    }

    @Test func `a pair of ends becomes a mean and a range in the active convention`() throws {
        for (convention, range) in [("full", 100.0), ("half", 200.0)] {
            let spec = try EffectSpec(
                json: Specs.one(
                    emitter: [.init("rangeConvention", .string(convention))],
                    cell: [.init("velocity", [300, 500])]
                )
            )
            let cell = try emitter(spec).emitterCells[0]
            #expect(cell.velocity == 400 && cell.velocityRange == range)
        }
    }

    @Test func `all errors of a document are reported at once with their pointers`() throws {
        let found = faults([
            "canvas": ["width": -3, "heigth": 4, "scale": 9],
            "timing": ["fps": "fast", "loop": 0],
            "layers": [
                [
                    "emitterShape": "lime",
                    "emitterCells": [["birthRate": -1, "lifetime": "2 h", "contents": "sqare", "spinn": 1]],
                    "animations": [["keyPath": "birthRate", "values": [1, 2], "keyTimes": [0.5]]],
                ]
            ],
        ])
        #expect(
            Set(found.keys) == [
                "/canvas/width", "/canvas/heigth", "/canvas/scale", "/timing/fps", "/timing/loop",
                "/layers/0/emitterShape", "/layers/0/emitterCells/0/birthRate", "/layers/0/emitterCells/0/lifetime",
                "/layers/0/emitterCells/0/spinn", "/layers/0/emitterCells/0/contents",
                "/layers/0/animations/0/keyTimes",
            ]
        )
        #expect(found["/canvas/heigth"]?.detail == #"unknown name "heigth"; did you mean height?"#)
        #expect(found["/canvas/width"]?.detail == "found -3; allowed: a number in 1...2048")
    }

    @Test(arguments: [
        ("contents", #""sqare""#), ("contents", "5"), ("birthRate", "1e308"), ("birthRate", "null"),
        ("birthRate", "[1, 2]"), ("lifetime", "-1"), ("lifetime", "[2, 1]"), ("lifetime", "[1, 2, 3]"),
        ("lifetime", #""nan""#), ("lifetime", #""0x10s""#), ("lifetime", #"" 5s""#), ("lifetime", #""1e3s""#),
        ("lifetime", #""+-5s""#), ("lifetime", #"".s""#), ("lifetime", #""1..2s""#),
        ("velocity", "true"), ("color", #""mauvish""#), ("color", "[1, 2, 3]"), ("color", "\"##fff\""),
        ("color", "\"#ffff1\""), ("emissionSpace", #""flat""#), ("contentsScale", "0"), ("name", "7"),
        ("birthPhase", "1"), ("birthPhase", #""random""#), ("redRange", "1e9"), ("enabled", "1"),
    ])
    func `an invalid cell value is refused`(_ name: String, _ text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        let places = faults(Specs.one(cell: [.init(name, value)])).keys
        #expect(!places.isEmpty)
        #expect(places.allSatisfy { $0.hasPrefix("/layers/0/emitterCells/0/\(name)") })
    }

    @Test(arguments: [("5.s", 5.0), (".5s", 0.5), ("+5s", 5), ("+.5s", 0.5), ("500.ms", 0.5), ("5", nil)])
    func `numbers with a unit are written as in JavaScript`(_ text: String, _ seconds: Double?) throws {
        let spec = try? EffectSpec(json: Specs.one(cell: [.init("lifetime", .string(text))]))
        #expect(try spec.map { try emitter($0).emitterCells[0].lifetime } == seconds)
    }

    @Test(arguments: ["layer", "cell", "animation"])
    func `an absolute media time in beginTime is accepted, and the layer stays invisible`(_ place: String) throws {
        // Three years.
        let begin: [JSONValue.Member] = [.init("beginTime", 94_608_000.123)]
        let animation: JSONValue = .object(begin + [.init("keyPath", "opacity"), .init("values", [0, 1])])
        let spec = try EffectSpec(
            json: Specs.one(
                emitter: place == "layer" ? begin : place == "animation" ? [.init("animations", [animation])] : [],
                cell: place == "cell" ? begin : []
            )
        )
        #expect(try EffectSpec(json: spec.json) == spec)
        #expect(place != "layer" || RenderCost(of: spec).births < 3)
        let late: [JSONValue.Member] = [.init("beginTime", 1_000_000_001)]
        #expect(faults(Specs.one(emitter: late))["/layers/0/beginTime"]?.kind == .outOfRange)
    }

    @Test(arguments: [
        ("spinBias", "1"), ("emitterMode", #""sequential""#), ("renderMode", #""cheapColorDodge""#), ("size", "[9, 9]"),
    ])
    func `a known but unsupported name is refused, never ignored`(_ name: String, _ text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        let found = faults(Specs.one(emitter: [.init(name, value)]))
        #expect(found["/layers/0/\(name)"]?.kind == .notSupportedYet)
    }

    @Test(arguments: [#"{"a": [1, null]}"#, "3", "null", #""text""#])
    func `a cell's style is ignored`(_ text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        let spec = try EffectSpec(json: Specs.one(cell: [.init("style", value)]))
        #expect(try spec == EffectSpec(json: Specs.one()))
    }

    @Test(arguments: [
        ("cell", "fillMode", #""forever""#), ("cell", "repeatDuration", "-1"), ("cell", "autoreverses", "2"),
        ("emitter", "updateInterval", #""often""#), ("emitter", "emitterDuration", "-1"),
        ("emitter", "cullRect", "[0, 0, 9]"), ("emitter", "cullRect", "[0, 0, -1, 9]"), ("emitter", "cullMinZ", "true"),
        ("emitter", "geometryFlipped", "1"), ("emitter", "masksToBounds", "1"),
    ])
    func `an invalid value of clocks and bounds is refused with its pointer`(
        _ owner: String,
        _ name: String,
        _ text: String
    ) throws {
        let member = JSONValue.Member(name, try JSONParser.parse(Array(text.utf8)))
        let isCell = owner == "cell"
        let places = faults(isCell ? Specs.one(cell: [member]) : Specs.one(emitter: [member])).keys
        #expect(!places.isEmpty)
        let place = "/layers/0/" + (isCell ? "emitterCells/0/" : "") + name
        #expect(places.allSatisfy { $0.hasPrefix(place) })
    }

    @Test func `clocks and bounds round-trip through the canonical document`() throws {
        let emitter: [JSONValue.Member] = [
            .init("emitterShape", "rectangles"), .init("emitterRects", [[0, 0, 10, 20], ["50%", 5, 3, 0]]),
            .init("emitterDuration", 1.5), .init("cullRect", [-5, 0, "100%", 90]), .init("cullMinZ", -4),
            .init("cullMaxZ", 8), .init("geometryFlipped", true), .init("masksToBounds", true),
            .init("renderMode", "cheapAdditive"), .init("updateInterval", 0.1),
        ]
        let cell: [JSONValue.Member] = [
            .init("duration", 1), .init("repeatDuration", 2.5), .init("autoreverses", true), .init("fillMode", "both"),
        ]
        let spec = try EffectSpec(json: Specs.one(emitter: emitter, cell: cell))
        #expect(try EffectSpec(json: spec.json) == spec)
        guard case .emitter(let read) = spec.layers[0].content else { return }
        #expect(read.rectangles[1] == Rectangle(origin: SIMD2(50, 5), size: SIMD2(3, 0)))
        #expect(read.emitterDuration == 1.5 && read.cull.minZ == -4 && read.cull.rectangle?.size == SIMD2(100, 90))
        #expect(read.emitterCells[0].repeatDuration == 2.5 && read.emitterCells[0].autoreverses)
        #expect(spec.layers[0].geometryFlipped && spec.layers[0].masksToBounds && read.renderMode == .cheapAdditive)
    }

    @Test func `emitterRects is required for the shape rectangles and refused for others`() {
        let missing = faults(Specs.one(emitter: [.init("emitterShape", "rectangles")]))
        #expect(missing["/layers/0/emitterRects"]?.kind == .missing)
        let beside = faults(Specs.one(emitter: [.init("emitterRects", [[0, 0, 1, 1]])]))
        #expect(beside["/layers/0/emitterRects"]?.kind == .conflict)
    }

    @Test func `a known name with Core Animation's default is accepted`() {
        let defaults: [JSONValue.Member] = [
            .init("particleType", "sprite"), .init("contentsRect", [0, 0, 1, 1]), .init("speed", 1),
            .init("emitterCells", []), .init("duration", "infinite"), .init("magnificationFilter", "linear"),
        ]
        #expect(faults(Specs.one(cell: defaults)).isEmpty)
    }

    @Test(arguments: [
        (
            #"{"canvas": {"width": 100000, "height": 100000}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/canvas/width"
        ),
        (
            #"{"canvas": {"width": 2000, "scale": 2}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/canvas/width"
        ),
        (
            #"{"layers": [{"emitterCells": [{"birthRate": 1, "contents": "circle"}]}]}"#,
            "/layers/0/emitterCells/0/lifetime"
        ),
        (
            #"{"layers": [{"emitterCells": [{"lifetime": 1, "contents": "circle"}]}]}"#,
            "/layers/0/emitterCells/0/birthRate"
        ),
        (#"{"layers": [{"emitterCells": [{"lifetime": 1, "birthRate": 1}]}]}"#, "/layers/0/emitterCells/0/contents"),
        (
            #"{"layers": [{"emitterCells": [{"lifetime": 1, "burst": null, "contents": "circle"}]}]}"#,
            "/layers/0/emitterCells/0/birthRate"
        ),
        (#"{"layers": [{"emitterMode": "sequential", "emitterCells": []}]}"#, "/layers/0/emitterMode"),
        (#"{"layers": [{"spinBias": 1, "emitterCells": []}]}"#, "/layers/0/spinBias"),
        (
            #"{"layers": [{"animations": [{"keyPath": "emitterCells.a.birthRate", "values": [1]}], "emitterCells": []}]}"#,
            "/layers/0/animations/0/keyPath"
        ),
        (
            #"{"timing": {"duration": "50%"}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/timing/duration"
        ),
        (
            #"{"assets": {"x": {"image": null}}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/assets/x"
        ),
        (
            #"{"seed": 9007199254740992, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/seed"
        ),
        (
            #"{"timing": {"duration": 31}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/timing/duration"
        ),
        (
            #"{"timing": {"fps": 61}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/timing/fps"
        ),
        (
            #"{"timing": {"fps": 29.97003}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/timing/fps"
        ),
        (
            #"{"timing": {"duration": 30, "speed": 20}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/timing"
        ),
        (
            #"{"canvas": {"width": 2048, "height": 2048}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/canvas"
        ),
        (#"{"layers": [{"emitterCells": [{"birthRate": 1000000, "lifetime": 1, "contents": null}]}]}"#, "/layers"),
        (#"{"layers": [{"emitterCells": [{"birthRate": 10000, "lifetime": 1000, "contents": null}]}]}"#, "/layers"),
        (
            #"{"layers": [{"birthRate": 100000, "emitterCells": [{"birthRate": 100, "lifetime": 1, "contents": null}]}]}"#,
            "/layers"
        ),
        (#"{"layers": []}"#, "/layers"), (#"{}"#, "/layers"), (#"[]"#, ""),
        (
            #"{"version": 2, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/version"
        ),
        (
            #"{"layers": [{"type": "crowd", "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/layers/0/type"
        ),
        (
            #"{"layers": [{"name": "a", "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}, {"name": "a", "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/layers/1/name"
        ),
        (
            #"{"assets": {"x": {}}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/assets/x"
        ),
        (
            #"{"assets": {"x": {"path": "M0 0 L1"}}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/assets/x/path"
        ),
        (
            #"{"assets": {"x": {"emoji": "x"}}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/assets/x/emoji"
        ),
        (
            #"{"assets": {"x": {"shape": "circle", "path": "M0 0 L1 1"}}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/assets/x"
        ),
        (
            #"{"seed": 1e300, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/seed"
        ),
        (#"{"seed": 1.5, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#, "/seed"),
        (
            #"{"layers": [{"emitterShape": "text", "emitterText": null, "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/layers/0/emitterText"
        ),
        (
            #"{"layers": [{"emitterShape": "text", "emitterText": {"fontSize": 9}, "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/layers/0/emitterText/text"
        ),
        (
            #"{"layers": [{"emitterShape": "path", "emitterPath": null, "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            "/layers/0/emitterPath"
        ),
    ])
    func `an excessive or unsupported spec is refused with its pointer`(_ text: String, _ place: String) throws {
        let found = faults(try JSONParser.parse(Array(text.utf8)))
        #expect(found[place] != nil, "\(found)")
    }

    /// A cannon: 10,000 per second for 0.01 s.
    @Test func `a short burst at a high rate is not counted as a long one`() {
        let animation: JSONValue = ["keyPath": "birthRate", "values": [1, 1], "duration": 0.01]
        let json = Specs.one(
            emitter: [.init("birthRate", 0), .init("animations", [animation])],
            cell: [.init("birthRate", 10_000), .init("lifetime", 3)]
        )
        #expect(faults(json).isEmpty)
    }

    @Test(arguments: ["velocity", "scale", "spin", "rotation"])
    func `the widest pair of ends survives the canonical document`(_ name: String) throws {
        let bound: JSONValue = name == "velocity" ? 100_000 : 1000
        let low: JSONValue = name == "velocity" ? -100_000 : -1000
        let json = Specs.one(emitter: [.init("rangeConvention", "half")], cell: [.init(name, [low, bound])])
        var limits = RenderLimits()
        limits.maximumWork = .max
        let spec = try EffectSpec(json: json, limits: limits)
        #expect(try EffectSpec(json: spec.json, limits: limits) == spec)
    }

    @Test(arguments: [("🎉", #"{"emoji": "🎉"}"#), ("coin.PNG", #"{"image": "coin.PNG"}"#), ("sqare", "square")])
    func `image data in place of an asset name gets a hint`(_ contents: String, _ hint: String) throws {
        let found = faults(Specs.one(cell: [.init("contents", .string(contents))]))
        #expect(found["/layers/0/emitterCells/0/contents"]?.allowed.hasSuffix("(did you mean \(hint)?)") == true)
    }

    @Test func `a layer without a name gets an unused name`() throws {
        let spec = try EffectSpec(
            text:
                #"{"layers": [{"name": "layer1", "emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}, {"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}, {"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#
        )
        #expect(spec.layers.map(\.name) == ["layer1", "layer1_", "layer2"])
    }

    @Test func `a birth rate that an animation raises counts toward the limits`() {
        let animation: JSONValue = ["keyPath": "birthRate", "values": [1, 100_000], "duration": 1]
        let found = faults(Specs.one(emitter: [.init("animations", [animation])], cell: [.init("birthRate", 100)]))
        #expect(found["/layers"]?.kind == .tooMuch)
    }

    @Test func `a hostile document gets a short error`() {
        let cell: JSONValue = ["birthRate": -1, "lifetime": -1, "nonsense": 1]
        let document: JSONValue = ["layers": [["emitterCells": .array(Array(repeating: cell, count: 64))]]]
        let error = #expect(throws: SpecError.self) { try EffectSpec(json: document) }
        #expect(error?.faults.count == 64)
    }

    @Test func `the nearest name is a plausible misspelling`() {
        #expect(Nearest.name(to: "velocty", among: ["velocity", "velocityRange", "spin"]) == "velocity")
        #expect(Nearest.name(to: "emmissionrange", among: ["emissionRange", "emissionLatitude"]) == "emissionRange")
        #expect(Nearest.name(to: "banana", among: ["velocity", "spin"]) == nil)
    }
}
