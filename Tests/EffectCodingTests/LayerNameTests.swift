import EffectCoding
import EffectModel
import StrictJSON
import TestSupport
import Testing

/// Default layer names: a layer without a name behaves exactly like one with the default name.
struct LayerNameTests {
    private func spec(_ layers: JSONValue...) throws -> EffectSpec {
        try EffectSpec(json: ["layers": .array(layers)], library: AnyLetters())
    }

    private func emoji(_ layer: Layer) -> [String] {
        guard case .like(let like) = layer.content else { return [] }
        return like.emoji
    }

    @Test func `two likes without names draw different emoji`() throws {
        let layers = try spec(["type": "like"], ["type": "like"]).layers
        #expect(emoji(layers[0]).count == 9 && emoji(layers[0]) != emoji(layers[1]))
    }

    @Test func `an explicit default name changes nothing`() throws {
        let spec = try spec(["type": "like"], ["type": "like", "name": ""])
        #expect(try self.spec(["type": "like", "name": "layer0"], ["type": "like", "name": "layer1"]) == spec)
        #expect(try EffectSpec(json: spec.json, library: AnyLetters()) == spec)
    }

    @Test func `a layer can be referred to by its default name from any place`() throws {
        let sprite: JSONValue = ["type": "sprite", "contents": "square", "position": [50, 60]]
        let spec = try spec(["type": "firework", "around": "layer1"], sprite)
        guard case .firework(let firework) = spec.layers[0].content else { return }
        #expect(firework.around == SIMD4(44, 54, 12, 12))
    }

    @Test func `explicit names take precedence over default names`() throws {
        let cell = Specs.idleCell
        let spec = try spec(
            ["emitterCells": [cell]],
            ["emitterCells": [cell]],
            ["emitterCells": [cell], "name": "layer0"]
        )
        #expect(spec.layers.map(\.name) == ["layer0_", "layer1", "layer0"])
    }

    @Test func `an invalid name is refused`() {
        let error = #expect(throws: SpecError.self) { try spec(["type": "sprite", "contents": "red", "name": 1], 2) }
        #expect(error?.faults.map(\.pointer) == ["/layers/0/name", "/layers/1"])
    }
}

/// An asset library that returns an empty outline for every text.
private struct AnyLetters: AssetLibrary {
    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        throw .unusable(found: "a picture", allowed: "none")
    }

    func glyphs(of style: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs { .outline(Outline([])) }
}
