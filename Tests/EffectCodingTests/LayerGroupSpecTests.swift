import StrictJSON
import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectModel

/// Layer groups in spec documents.
@Suite struct `Groups in specs` {
    private func spec(_ layers: String) throws -> EffectSpec { try EffectSpec(text: #"{"layers": [\#(layers)]}"#) }

    private func faults(_ layers: String) -> [String: SpecFault.Kind] {
        do {
            _ = try spec(layers)
            return [:]
        } catch let error as SpecError {
            return Dictionary(error.faults.map { ($0.pointer, $0.kind) }) { first, _ in first }
        } catch { return ["": .wrongType] }
    }

    private static let star = #"{"type": "sprite", "contents": "star"}"#

    @Test func `the canonical document round-trips`() throws {
        let spec = try spec(
            #"""
            {"type": "group", "z": 2, "instanceCount": 3, "instanceTransform": {"rotation": 1}, "tile": [200, 300], "size": [90, 80],
             "backgroundColor": "red", "shadowOpacity": 0.5, "duration": 2, "repeatCount": 4,
             "animations": [{"keyPath": "scroll.x", "values": [0, 20]}, {"keyPath": "instanceColor", "values": ["red", "blue"]}],
             "layers": [\#(Self.star), {"type": "group", "layers": [{"name": "deep", "type": "sprite", "contents": "star"}]}]},
            \#(Self.star)
            """#
        )
        #expect(try EffectSpec(json: spec.json) == spec)
        #expect(spec.layers.map(\.name) == ["layer0", "layer0.0", "layer0.1", "deep", "layer1"])
        #expect(spec.layers.map(\.parent) == [nil, 0, 0, 2, nil])
        #expect(
            (0..<5).map { spec.pointer(toLayer: $0) } == [
                "/layers/0", "/layers/0/layers/0", "/layers/0/layers/1", "/layers/0/layers/1/layers/0", "/layers/1",
            ]
        )
    }

    @Test(arguments: [
        (#"{"type": "group"}"#, "/layers/0/layers", SpecFault.Kind.missing),
        (#"{"type": "group", "layers": []}"#, "/layers/0/layers", .outOfRange),
        (
            #"{"type": "group", "layers": [{"type": "sprite", "contents": "stra"}]}"#, "/layers/0/layers/0/contents",
            .unknownValue
        ),
        (#"{"type": "group", "layers": [\#(star)], "instanceCount": 1001}"#, "/layers/0/instanceCount", .outOfRange),
        (
            #"{"type": "group", "instanceCount": 40, "layers": [{"type": "group", "instanceCount": 40, "layers": [\#(star)]}]}"#,
            "/layers/0/layers/0/instanceCount", .tooMuch
        ),
        (#"{"type": "group", "tile": [2, 2], "layers": [\#(star)]}"#, "/layers/0/tile", .tooMuch),
        (
            #"{"type": "group", "layers": [\#(star)], "animations": [{"keyPath": "tile", "values": [1, 2]}]}"#,
            "/layers/0/animations/0/keyPath", .unknownValue
        ),
        (
            #"{"type": "sprite", "contents": "star", "animations": [{"keyPath": "scroll", "values": [[1, 2], [3, 4]]}]}"#,
            "/layers/0/animations/0/keyPath", .conflict
        ),
        (
            #"{"type": "group", "layers": [\#(star)], "animations": [{"keyPath": "size", "values": [[1, 2], [3, 4]]}]}"#,
            "/layers/0/animations/0/keyPath", .conflict
        ),
        (
            #"{"type": "sprite", "contents": "star", "animations": [{"keyPath": "cornerRadius", "values": [1, 2]}]}"#,
            "/layers/0/animations/0/keyPath", .conflict
        ),
        (
            #"{"type": "group", "name": "a", "layers": [{"name": "a", "type": "sprite", "contents": "star"}]}"#,
            "/layers/0/layers/0/name", .conflict
        ),
        (
            #"{"type": "group", "layers": [{"type": "firework", "around": "b"}]}, {"type": "sprite", "name": "b", "contents": "star"}"#,
            "/layers/0/layers/0/around", .unknownValue
        ),
    ])
    func `an invalid group is refused with its pointer`(_ layers: String, _ place: String, _ kind: SpecFault.Kind) {
        let found = faults(layers)
        #expect(found[place] == kind, "\(found)")
    }

    @Test func `groups nest at most four deep, and a spec has at most 64 layers in total`() throws {
        func nest(_ depth: Int) -> String {
            depth == 0 ? Self.star : #"{"type": "group", "layers": [\#(nest(depth - 1))]}"#
        }
        #expect(faults(nest(4)).isEmpty)
        #expect(
            faults(nest(5)) == ["/layers/0" + String(repeating: "/layers/0", count: 3) + "/layers/0/layers": .tooMuch]
        )
        let full = #"{"type": "group", "layers": [\#(Array(repeating: Self.star, count: 31).joined(separator: ", "))]}"#
        #expect(faults("\(full), \(full)").isEmpty)
        #expect(faults("\(full), \(full), \(Self.star)") == ["/layers": .tooMuch])
    }

    /// Regression: the process ended. Copies depend on the size, which animations without values were asked for.
    @Test(arguments: [
        #"{"keyPath": "size"}"#, #"{"keyPath": "size.width", "values": []}"#,
        #"{"keyPath": "size.width", "values": [-1]}"#,
        #"{"keyPath": "size", "values": [[9, 9], [8, 8]]}, {"keyPath": "opacity"}"#,
        #"{"keyPath": "size.width", "values": [1, 2], "calculationMode": "cubic", "tensionValues": [1]}"#,
    ])
    func `a refused animation of a group's size is an error`(_ animations: String) {
        let group = #"{"type": "group", "size": [1, 1], "layers": [\#(Self.star)], "animations": [\#(animations)]}"#
        let found = faults(group)
        #expect(!found.isEmpty && found.keys.allSatisfy { $0.hasPrefix("/layers/0/animations/") })
    }

    @Test func `an overflowing number of copies is refused`() {
        func tiles(_ depth: Int) -> String {
            depth == 0 ? Self.star : #"{"type": "group", "tile": [1, 1], "layers": [\#(tiles(depth - 1))]}"#
        }
        let found = faults(tiles(4))
        #expect(
            Set(found.keys) == Set((0..<4).map { "/layers/0" + String(repeating: "/layers/0", count: $0) + "/tile" })
        )
        #expect(found.values.allSatisfy { $0 == .tooMuch })
    }

    @Test func `a group that ends differently than it starts cannot close a loop`() {
        func fault(_ animation: String, _ more: String = "") -> SpecFault.Kind? {
            let text = #"""
                {"timing": {"duration": 2, "fps": 10, "loop": "seamless"}, "layers": [{"type": "group", "layers": [\#(Self.star)]\#(more),
                 "animations": [\#(animation)]}]}
                """#
            do {
                _ = try EffectSpec(text: text)
                return nil
            } catch { return (error as? SpecError)?.faults.first?.kind }
        }
        let scroll = #"{"type": "basic", "keyPath": "scroll", "from": [0, 0], "to": [50, 100], "duration": 2}"#
        #expect(fault(scroll) == .conflict)
        #expect(fault(scroll, #", "tile": [50, 50]"#) == nil)
        #expect(fault(#"{"keyPath": "position.x", "values": [0, 90, 0], "duration": 2}"#) == nil)
        #expect(fault(#"{"keyPath": "position.x", "values": [0, 90], "duration": 2}"#) == .conflict)
        for change in [
            #""keyPath": "size", "values": [[10, 10], [90, 90]"#, #""keyPath": "cornerRadius", "values": [0, 40"#,
            #""keyPath": "borderWidth", "values": [0, 40"#,
        ] {
            let size = #", "size": [100, 100]"#
            #expect(fault("{\(change)], \"duration\": 2}", size) == .conflict, "\(change)")
            #expect(fault("{\(change)], \"duration\": 1, \"autoreverses\": true}", size) == nil, "\(change)")
        }
    }

    // MARK: Gradients

    private func picture(_ gradient: String, size: String = "[40, 20]") throws -> Picture {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 40, "height": 20}, "assets": {"g": {"gradient": \#(gradient), "size": \#(size)}},
                 "layers": [{"type": "sprite", "contents": "g"}]}
                """#
        )
        guard case .picture(let picture, .gradient)? = spec.assets["g"]?.content else {
            throw SpecError([SpecFault(.missing, at: "/assets/g", found: "no gradient", allowed: "one")])
        }
        #expect(try EffectSpec(json: spec.json) == spec)
        return picture
    }

    private func channels(_ picture: Picture, _ x: Int, _ y: Int) -> [Int] {
        let pixel = picture.levels[0].pixels[y * picture.width + x]
        return (0..<4).map { Int(pixel >> UInt32(8 * $0) & 0xFF) }
    }

    @Test func `an axial gradient runs from its start to its end, premultiplied`() throws {
        let picture = try picture(##"{"colors": ["#ff0000", "#0000ff00"], "startPoint": [0, 0], "endPoint": [1, 0]}"##)
        #expect(picture.width == 40 && picture.height == 20)
        for x in 0..<40 {
            let share = (Double(x) + 0.5) / 40
            let red = Int((255 * (1 - share)).rounded())
            #expect(channels(picture, x, 7) == [red, 0, 0, red])
        }
    }

    @Test func `a radial gradient reaches its last color on an ellipse, and a conic gradient runs clockwise`() throws {
        let radial = try picture(
            #"{"type": "radial", "colors": ["white", "black"], "startPoint": [0.5, 0.5], "endPoint": [1, 1]}"#
        )
        for (x, y) in [(20, 10), (30, 10), (20, 15), (39, 19), (5, 3)] {
            let way = SIMD2((Double(x) + 0.5 - 20) / 20, (Double(y) + 0.5 - 10) / 10)
            let expected = Int((255 * max(0, 1 - (way * way).sum().squareRoot())).rounded())
            #expect(abs(channels(radial, x, y)[0] - expected) <= 1)
        }
        let conic = try picture(
            #"{"type": "conic", "colors": ["black", "white"], "startPoint": [0.5, 0.5], "endPoint": [1, 0.5]}"#
        )
        // Right, down, left, up: 0, 1/4, 1/2, 3/4.
        #expect(channels(conic, 39, 10)[0] < 8 && abs(channels(conic, 20, 19)[0] - 64) < 12)
        #expect(abs(channels(conic, 0, 10)[0] - 128) < 8 && abs(channels(conic, 20, 0)[0] - 191) < 12)
    }

    @Test(arguments: [
        (#"{"colors": ["red"]}"#, "/assets/g/gradient/colors"),
        (#"{"colors": ["red", "blue"], "locations": [0]}"#, "/assets/g/gradient/locations"),
        (#"{"colors": ["red", "blue"], "locations": [0.5, 0.2]}"#, "/assets/g/gradient/locations"),
        (#"{}"#, "/assets/g/gradient/colors"),
        (#"{"colors": ["red", "blue"], "angle": 3}"#, "/assets/g/gradient/angle"),
    ])
    func `an invalid gradient is refused with its pointer`(_ gradient: String, _ place: String) {
        #expect {
            _ = try picture(gradient)
        } throws: { error in
            (error as? SpecError)?.faults.first?.pointer == place
        }
    }
}
