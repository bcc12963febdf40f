import AssetFiles
import Compression
import EffectCatalog
import EffectCost
import EffectModel
import EffectSimulation
@testable import EffectVectors
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Lotties as players read them.
struct LottieTests {
    static func document(_ preset: String, isSticker: Bool = false) throws -> LottieDocument {
        let simulation = try VectorSceneTests.simulation(preset, seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 100_000, curves: .cubics, tolerance: 0.1) { false }
        let options = LottieDocument.Options(elements: 100_000, bytes: 1 << 26, isSticker: isSticker)
        return try LottieDocument(scene, of: simulation.spec, sprites: simulation.sprites, options) { _, _ in
            "data:image/png;base64,"
        }
    }

    static func parsed(_ document: LottieDocument) throws -> JSONValue {
        var limits = JSONParser.Limits()
        limits.nodes = 10_000_000
        return try JSONParser.parse(Array(document.text.utf8), limits: limits)
    }

    /// Calls `body` with each object of a value.
    static func visit(_ value: JSONValue, _ body: (JSONValue) throws -> Void) rethrows {
        switch value {
        case .object(let members):
            try body(value)
            for member in members { try visit(member.value, body) }
        case .array(let elements): for element in elements { try visit(element, body) }
        default: break
        }
    }

    /// A property's values at a frame, as a player computes them.
    static func values(_ property: JSONValue?, at frame: Double) -> [Double] {
        guard let property else { return [] }
        if property["s"] == .bool(true) {
            return values(property["x"], at: frame) + values(property["y"], at: frame)
        }
        guard property["a"]?.double == 1, let keys = property["k"]?.elements, let first = keys.first else {
            return property["k"]?.numbers ?? []
        }
        guard frame > first["t"]?.double ?? 0 else { return first["s"]?.numbers ?? [] }
        for (key, next) in zip(keys, keys.dropFirst()) {
            guard let from = key["t"]?.double, let to = next["t"]?.double, frame < to else { continue }
            let (low, high) = (key["s"]?.numbers ?? [], next["s"]?.numbers ?? [])
            if key["h"]?.double == 1 { return low }
            let share = ease(key, (frame - from) / (to - from))
            return zip(low, high).map { $0 + ($1 - $0) * share }
        }
        return keys[keys.count - 1]["s"]?.numbers ?? []
    }

    private static func ease(_ key: JSONValue, _ share: Double) -> Double {
        func bezier(_ axis: String, _ t: Double) -> Double {
            let (one, two) = (key["o"]?[axis]?.double ?? 0, key["i"]?[axis]?.double ?? 1)
            let s = 1 - t
            return 3 * one * s * s * t + 3 * two * s * t * t + t * t * t
        }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if bezier("x", middle) < share { low = middle } else { high = middle }
        }
        return bezier("y", low)
    }

    @Test(arguments: VectorSceneTests.presets)
    func `layers, keyframes and references are in order`(_ preset: String) throws {
        let root = try Self.parsed(try Self.document(preset))
        let ids = root["assets"]?.elements.compactMap { $0["id"]?.text } ?? []
        #expect(Set(ids).count == ids.count)
        #expect(root["layers"]?.elements.isEmpty == false)
        try Self.visit(root) { object in
            if let start = object["ip"]?.double, let end = object["op"]?.double {
                #expect(start < end && start == start.rounded() && end == end.rounded())
            }
            if let id = object["refId"]?.text { #expect(ids.contains(id)) }
            guard object["a"]?.double == 1, let keys = object["k"]?.elements else { return }
            let times = keys.compactMap { $0["t"]?.double }
            try #require(times.count == keys.count && times.count > 1)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
            for key in keys.dropLast() where key["h"] == nil {
                for handle in ["o", "i"] {
                    let x = try #require(key[handle]?["x"]?.double)
                    #expect(x >= 0 && x <= 1 && key[handle]?["y"] != nil)
                }
            }
        }
    }

    @Test(arguments: ["confetti", "cannon", "snowfall", "hearts"])
    func `pieces are where the draw lists have them`(_ preset: String) throws {
        let simulation = try VectorSceneTests.simulation(preset, seed: 1)
        let root = try Self.parsed(try Self.document(preset))
        var layers: [JSONValue] = []
        Self.visit(root) { object in if object["ip"] != nil, object["ks"] != nil { layers.append(object) } }
        let frames = try #require(root["op"]?.double)
        for share in [0.21, 0.5, 0.83] {
            let frame = (frames * share).rounded()
            let places = layers.filter { layer in
                (layer["ip"]?.double ?? 0) <= frame && frame < layer["op"]?.double ?? 0
            }.map { Self.values($0["ks"]?["p"], at: frame) }.filter { $0.count == 2 }
            var found = 0
            for group in simulation.drawList(at: simulation.spec.timing.period * frame / frames).leaves {
                for item in group.items where item.sprite >= 0 && item.color.w > 0.05 {
                    let distance = places.reduce(Double.infinity) { nearest, place in
                        let step = SIMD2(place[0], place[1]) - item.position
                        return min(nearest, (step * step).sum().squareRoot())
                    }
                    found += 1
                    #expect(distance < 1.5, "item \(item.id) at frame \(frame): \(distance) px")
                }
            }
            #expect(found > 5)
        }
    }

    /// Pieces at the end of a seamless round are where its beginning has them.
    @Test(arguments: ["snowfall", "balloons", "cc-snow"])
    func `loops close`(_ preset: String) throws {
        let root = try Self.parsed(try Self.document(preset))
        let frames = try #require(root["op"]?.double)
        let canvas = try #require(root["w"]?.double.flatMap { width in root["h"]?.double.map { SIMD2(width, $0) } })
        /// Positions of what is seen where layers begin or end, and where they are a frame before.
        func places(_ frame: Double, _ edge: String) -> [(now: SIMD2<Double>, before: SIMD2<Double>)] {
            var places: [(now: SIMD2<Double>, before: SIMD2<Double>)] = []
            Self.visit(root) { object in
                guard object[edge]?.double == frame, object["shapes"] != nil, let look = object["ks"] else { return }
                let (now, before) = (Self.values(look["p"], at: frame), Self.values(look["p"], at: frame - 1))
                guard now.count == 2, before.count == 2, Self.values(look["o"], at: frame).first ?? 100 > 2 else {
                    return
                }
                places.append((SIMD2(now[0], now[1]), SIMD2(before[0], before[1])))
            }
            return places
        }
        func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
            let way = one - other
            return (way * way).sum().squareRoot()
        }
        let starts = places(0, "ip")
        // What leaves the canvas may end there.
        let ends = places(frames, "op").filter { end in
            let rest = canvas - end.now
            return min(end.now.x, end.now.y, rest.x, rest.y) > 0
        }
        #expect(ends.count > 1)
        for end in ends {
            let nearest = starts.map { distance($0.now, end.now) }.min() ?? .infinity
            // Layers end on whole frames, and small pieces are fitted to 0.4 pixels.
            #expect(nearest < 0.9 + distance(end.now, end.before), "\(end): \(nearest) px")
        }
    }

    @Test func `every preset is a Lottie, or is refused by name`() throws {
        for preset in Preset.all.keys {
            do {
                _ = try Self.document(preset)
            } catch VectorError.unsupported(let contents, _) {
                #expect(!contents.phrase.isEmpty && !contents.formsThatCan.isEmpty)
            }
        }
    }

    @Test(arguments: ["confetti", "cannon", "snowfall", "stars", "coins", "level-up"])
    func `stickers keep to Telegram's rules`(_ preset: String) throws {
        let document = try Self.document(preset, isSticker: true)
        let root = try Self.parsed(document)
        #expect(root["tgs"]?.double == 1 && root["fr"]?.double == 60)
        #expect(root["w"]?.double == 512 && root["h"]?.double == 512)
        #expect(root["ip"]?.double == 0 && (root["op"]?.double ?? 999) <= 180)
        Self.visit(root) { object in
            for member in ["ef", "tt", "td", "masksProperties", "tm", "sk", "x"] where object["ks"] != nil {
                #expect(object[member] == nil)
            }
            #expect(object["bm"]?.double != 16)
            if object["ks"] != nil {
                #expect([0, 4].contains(object["ty"]?.double ?? 4) || object["ty"]?.text == "sh")
            }
        }
        #expect(try GzipStream.packed(Array(document.text.utf8)).count <= StickerRules.bytes)
    }

    @Test func `a long seamless round is played faster, and another one cut`() throws {
        #expect(try Self.document("snowfall", isSticker: true).losses == ["speed: 4 s are played in 3"])
        #expect(try Self.document("confetti", isSticker: true).losses == ["all after 3 s"])
    }

    @Test(arguments: [("reveal", VectorError.Unsupported.image), ("push", .image)])
    func `stickers refuse images`(_ preset: String, _ contents: VectorError.Unsupported) {
        #expect { _ = try Self.document(preset, isSticker: true) } throws: { error in
            if case VectorError.unsupported(contents, _) = error { true } else { false }
        }
    }

    @Test func `a document is given up when asked to stop, and counts the bytes of its images`() throws {
        let simulation = try VectorSceneTests.simulation("reveal", seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 100_000, curves: .cubics, tolerance: 0.1) { false }
        func document(bytes: Int, isStopped: Bool, image: String?) throws {
            let options = LottieDocument.Options(elements: 100_000, bytes: bytes)
            _ = try LottieDocument(
                scene,
                of: simulation.spec,
                sprites: simulation.sprites,
                options,
                unless: { isStopped },
                image: { _, _ in image }
            )
        }
        try document(bytes: 1 << 26, isStopped: false, image: "data:")
        for (isStopped, image) in [(true, "data:"), (false, nil)] as [(Bool, String?)] {
            #expect { try document(bytes: 1 << 26, isStopped: isStopped, image: image) } throws: { error in
                if case VectorError.stopped = error { true } else { false }
            }
        }
        let large = String(repeating: "A", count: 1 << 16)
        #expect { try document(bytes: 1 << 16, isStopped: false, image: large) } throws: { error in
            if case VectorError.tooLarge = error { true } else { false }
        }
    }

    @Test func `a dotLottie is a ZIP of a manifest and the animation`() throws {
        let document = try Self.document("confetti")
        let bytes = try DotLottie.bytes(of: document, loop: .forever)
        #expect(bytes == (try DotLottie.bytes(of: document, loop: .forever)))
        #expect(try Self.file("animations/effect.json", in: bytes) == Data(document.text.utf8))
    }

    @Test(arguments: [
        (Timing.Loop.forever, #""loop":true}"#), (.seamless, #""loop":true}"#), (.times(1), #""loop":false}"#),
        (.times(3), #""loop":true,"loop_count":3}"#),
    ])
    func `a dotLottie's manifest says how often it plays`(_ loop: Timing.Loop, _ members: String) throws {
        let bytes = try DotLottie.bytes(of: try Self.document("hearts"), loop: loop)
        let manifest = String(decoding: try Self.file("manifest.json", in: bytes), as: UTF8.self)
        #expect(manifest.contains(#"[{"id":"effect","autoplay":true,"# + members), "\(manifest)")
    }

    /// A file of a dotLottie, as another program unpacks it.
    private static func file(_ name: String, in bytes: [UInt8]) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).lottie")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                assert archive.namelist() == ["manifest.json", "animations/effect.json"]
                sys.stdout.buffer.write(archive.read(sys.argv[2]))
            """
        let result = try ForeignProgram.run(["python3", "-c", script, file.path, name])
        #expect(result.status == 0)
        return Data(result.output)
    }

    @Test func `cubics through samples of a cubic are that cubic`() {
        let places = (0...40).map { Double($0) / 40 }
        let values = places.map { 3 + 2 * $0 - 9 * $0 * $0 + 7 * $0 * $0 * $0 }
        let cubics = CubicFit.cubics(through: values, at: places) { _ in 1e-6 }
        #expect(cubics.count == 1)
        let part = cubics[0].cut(from: 0.25, to: 0.75)
        #expect(abs(part.value(at: 0.5) - cubics[0].value(at: 0.5)) < 1e-9)
        #expect(part.start == 0.25 && part.end == 0.75)
    }
}

extension JSONValue {
    var double: Double? { if case .number(let value) = self { value } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var text: String? { if case .string(let value) = self { value } else { nil } }
    var numbers: [Double] { double.map { [$0] } ?? elements.compactMap(\.double) }
}
