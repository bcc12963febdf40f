import EffectModel
import EffectSimulation
import EffectImport
import StrictJSON
import Testing

/// Import of Core Animation's markup (CAML).
struct CAMLImportTests {
    static let snow = """
        <?xml version="1.0" encoding="UTF-8"?>
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer id="1" name="root" bounds="0 0 390 300" position="195 150" geometryFlipped="1">
            <sublayers>
              <CALayer bounds="0 0 100 100" position="100 60">
                <sublayers>
                  <CAEmitterLayer name="snow" emitterPosition="50 0" emitterSize="100 0" emitterShape="line"
                      emitterMode="outline" renderMode="additive" birthRate="2" beginTime="1e-100" preservesDepth="0">
                    <emitterCells>
                      <CAEmitterCell name="flake" birthRate="30" lifetime="6" lifetimeRange="2" velocity="60"
                          velocityRange="20" emissionLongitude="3.14159265" emissionRange="0.5" scale="0.2"
                          contentsScale="2">
                        <color value="1 0.5 0" opacity="0.5"/>
                        <yAcceleration type="real" value="10"/>
                        <contents type="CGImage" src="assets/flake.png"/>
                        <emitterCells><CAEmitterCell birthRate="1" lifetime="1"/></emitterCells>
                      </CAEmitterCell>
                    </emitterCells>
                  </CAEmitterLayer>
                </sublayers>
              </CALayer>
            </sublayers>
          </CALayer>
        </caml>
        """

    @Test func `an emitter within layers keeps its names and position`() throws {
        let made = try Imported(.caml, Self.snow)
        #expect(made.ignored == ["caml.CALayer.sublayers[0].sublayers[0].emitterCells[0].contents"])
        #expect(made["canvas"] == ["width": 390, "height": 300] && made["rangeConvention"] == "half")
        #expect(made["timing.loop"] == "seamless")
        let layer = "layers.0."
        // The parent layer is at (50, 10), and its sublayer has no size of its own.
        #expect(made[layer + "name"] == "snow" && made[layer + "emitterPosition"] == [100, 10])
        #expect(made[layer + "geometryFlipped"] == nil && made[layer + "renderMode"] == "additive")
        #expect(made[layer + "emitterShape"] == "line" && made[layer + "emitterSize"] == [100, 0])
        #expect(made[layer + "birthRate"] == 2 && made[layer + "beginTime"] == nil)
        let cell = layer + "emitterCells.0."
        #expect(
            made[cell + "birthRate"] == 30 && made[cell + "lifetimeRange"] == 2 && made[cell + "velocityRange"] == 20
        )
        #expect(made[cell + "yAcceleration"] == 10 && made[cell + "contentsScale"] == 2)
        #expect(made[cell + "color"] == [1, 0.5, 0, 0.5])
        #expect(made[cell + "emitterCells.0.contents"] == JSONValue.null)
        // Particles move down from the line.
        let places = made.items(at: 1).map(\.position)
        #expect(places.count > 200 && places.allSatisfy { $0.y >= 9 && $0.x > 0 } && places.contains { $0.y > 250 })
    }

    @Test func `a declared encoding is heeded`() throws {
        func bytes(_ encoding: String) -> [UInt8] {
            let text = Self.snow.replacing("UTF-8", with: encoding).replacing(
                "name=\"snow\"",
                with: "name=\"neige d\u{B0}\""
            )
            return text.unicodeScalars.map { UInt8($0.value) }
        }
        #expect(try Imported(.caml, bytes: bytes("ISO-8859-1"))["layers.0.name"] == "neige d\u{B0}")
        let refused = #expect(throws: ImportError.self) { try Imported(.caml, bytes: bytes("windows-1252")) }
        let text = try #require(refused).description
        #expect(text.contains(#"found the encoding "windows-1252"; allowed: UTF-8, US-ASCII, ISO-8859-1"#), "\(text)")
    }

    @Test func `y points up unless geometry is flipped`() throws {
        let made = try Imported(.caml, Self.snow.replacing(" geometryFlipped=\"1\"", with: ""))
        #expect(made["layers.0.geometryFlipped"] == true && made["layers.0.emitterPosition"] == [100, 10])
        // Particles start ten points above the bottom and move up.
        #expect(made.items(at: 1).allSatisfy { $0.position.y <= 291 })
    }

    @Test func `numeric animations are imported, and others reported`() throws {
        let animations = """
            <animations>
              <animation type="CABasicAnimation" keyPath="birthRate" fromValue="1" toValue="0" duration="3" fillMode="forwards"/>
              <animation type="CAKeyframeAnimation" keyPath="emitterCells.flake.velocity" duration="5" calculationMode="linear">
                <values><real value="1"/><real value="50"/></values><keyTimes><real value="0"/><real value="1"/></keyTimes>
              </animation>
              <animation type="CABasicAnimation" keyPath="zebra" fromValue="1" toValue="0"/>
              <animation type="CATransition" keyPath="birthRate"/>
              <animation type="CASpringAnimation" keyPath="opacity" toValue="0" stiffness="200" damping="5"/>
            </animations>
            """
        let made = try Imported(
            .caml,
            Self.snow.replacing(
                "<emitterCells>\n              <CAEmitterCell name",
                with: animations + "<emitterCells><CAEmitterCell name"
            )
            .replacing(
                "<emitterCells>\n                      <CAEmitterCell name",
                with: animations + "<emitterCells><CAEmitterCell name"
            )
        )
        #expect(made["layers.0.animations.0.keyPath"] == "birthRate" && made["layers.0.animations.0.to"] == 0)
        #expect(made["layers.0.animations.1.values"] == [1, 50] && made["layers.0.animations.3"] == nil)
        #expect(made["layers.0.animations.2.type"] == "spring" && made["layers.0.animations.2.stiffness"] == 200)
        // A missing duration means the settling time.
        #expect(made["layers.0.animations.2.damping"] == 5 && made["layers.0.animations.2.duration"] == nil)
        #expect(made["timing.loop"] == "forever" && made["timing.duration"] == 5)
        #expect(
            made.ignored.contains("animations[2] of layer 0") && made.ignored.contains { $0.hasSuffix("animations[3]") }
        )
    }

    @Test func `unsupported members are reported by path`() throws {
        let made = try Imported(
            .caml,
            """
            <caml><CALayer bounds="0 0 100 100" backgroundColor="1 1 1"><sublayers><CATextLayer string="a"/>
            <CAEmitterLayer shadowRadius="3" emitterShape="donut" birthRate="many" masksToBounds="1"><emitterCells>
            <CAEmitterCell birthRate="5" lifetime="1" wind="7" color="red" contents="a.png"/><Thing/></emitterCells>
            <filters><CAFilter/></filters></CAEmitterLayer></sublayers></CALayer></caml>
            """
        )
        let emitter = "caml.CALayer.sublayers[1]."
        #expect(
            Set(made.ignored) == [
                "caml.CALayer.backgroundColor", "caml.CALayer.sublayers[0].string", emitter + "shadowRadius",
                emitter + "emitterShape", emitter + "birthRate", emitter + "masksToBounds", emitter + "emitterCells[1]",
                emitter + "filters", emitter + "emitterCells[0].wind", emitter + "emitterCells[0].color",
                emitter + "emitterCells[0].contents",
            ]
        )
    }
}
