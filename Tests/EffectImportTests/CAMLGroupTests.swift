import EffectImport
import EffectModel
import EffectSimulation
import StrictJSON
import Testing

/// Layers around emitters in Core Animation's markup, as groups.
struct CAMLGroupTests {
    /// A canvas of 200 × 100 with a layer of 80 × 40 in it, and an emitter in that.
    ///
    /// - Parameters:
    ///   - members: Of the layer.
    ///   - place: Of the emitter, in the layer.
    private func made(
        _ members: String,
        _ children: String = "",
        isFlipped: Bool = true,
        place: String = "10 30",
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> Imported {
        try Imported(
            .caml,
            """
            <caml><CALayer bounds="0 0 200 100" geometryFlipped="\(isFlipped ? 1 : 0)"><sublayers>
              <CALayer name="card" bounds="0 0 80 40" position="60 30" \(members)>\(children)<sublayers>
                <CAEmitterLayer name="dots" emitterPosition="\(place)"><emitterCells>
                  <CAEmitterCell birthRate="20" lifetime="2" contents="dot.png"/></emitterCells></CAEmitterLayer>
              </sublayers></CALayer></sublayers></CALayer></caml>
            """,
            change
        )
    }

    /// Positions of all particles of a layer, which don't move.
    private func place(_ made: Imported, at time: Double = 1) throws -> SIMD2<Double> {
        let spec = made.result.spec
        let items = Simulation(spec).drawList(at: time).leaves.filter { spec.layers[$0.layer].content.emitter != nil }
            .flatMap(\.items)
        let first = try #require(items.first).position
        #expect(items.allSatisfy { $0.position == first })
        return first
    }

    @Test func `a layer that only says where it stands is no group`() throws {
        let made = try made("")
        #expect(made["layers.0.type"] == nil && made["layers.0.emitterPosition"] == [30, 40])
        #expect(try place(made) == SIMD2(30, 40))
    }

    @Test func `bounds, corners, colors, borders, shadows and opacity are a group's`() throws {
        let made = try made(
            """
            masksToBounds="1" cornerRadius="6" backgroundColor="1 0 0" borderWidth="2" borderColor="0 0 1" opacity="0.5"
            shadowOpacity="0.4" shadowRadius="5" shadowOffset="1 4" zPosition="3"
            """
        )
        let group = "layers.0."
        #expect(made[group + "type"] == "group" && made[group + "name"] == "card" && made[group + "z"] == 3)
        #expect(made[group + "size"] == [80, 40] && made[group + "masksToBounds"] == true)
        #expect(made[group + "cornerRadius"] == 6 && made[group + "backgroundColor"] == "#ff0000")
        #expect(made[group + "borderWidth"] == 2 && made[group + "borderColor"] == "#0000ff")
        #expect(made[group + "opacity"] == 0.5 && made[group + "shadowOpacity"] == 0.4)
        #expect(made[group + "shadowRadius"] == 5 && made[group + "shadowOffset"] == [1, 4])
        #expect(made[group + "position"] == [-40, -20] && made[group + "layers.0.name"] == "dots")
        #expect(made.ignored == ["caml.CALayer.sublayers[0].sublayers[0].emitterCells[0].contents"])
        #expect(try place(made) == SIMD2(30, 40))
        let list = Simulation(made.result.spec).drawList(at: 1)
        // The background lies where the layer did.
        let ground = try #require(list.leaves.flatMap(\.items).first)
        #expect(ground.position == SIMD2(60, 30))
    }

    private static let motions: [(String, SIMD2<Double>)] = [
        // From the middle of the layer, (60, 30), the emitter is 30 to the left and 10 down.
        (#"transform="scale(2, 0.5)""#, [0, 35]), (#"transform="rotate(90deg)""#, [50, 0]),
        (#"transform="rotate(90deg) scale(2, 1, 1)""#, [50, -30]), (#"transform="translate(5, 7, 0)""#, [35, 47]),
        (#"transform="rotate(1.5707963267948966)""#, [50, 0]), (#"transform="rotate(-90deg, 0, 0, -1)""#, [50, 0]),
        (#"transform="0 1 -1 0 3 4""#, [53, 4]), (#"transform="-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1""#, [90, 40]),
        // About the anchor, which is then where the layer's position is.
        (#"anchorPoint="0 0" transform="rotate(90deg)""#, [30, 40]), (#"anchorPoint="0 0" opacity="0.5""#, [70, 60]),
        (#"anchorPoint="1 1" transform="scale(0.5)""#, [25, 25]),
    ]

    @Test(arguments: motions, [true, false])
    func `what is in a layer is moved as its transform says, about its anchor`(
        _ motion: (String, SIMD2<Double>),
        _ isFlipped: Bool
    ) throws {
        let place = try self.place(try made(motion.0, isFlipped: isFlipped))
        // With y upward, all is as in a mirror.
        let wanted = SIMD2(motion.1.x, isFlipped ? motion.1.y : 100 - motion.1.y)
        #expect(abs(place.x - wanted.x) < 0.02 && abs(place.y - wanted.y) < 0.02, "\(place), not \(wanted)")
    }

    @Test func `a layer whose y points the other way mirrors what is in it about itself`() throws {
        // Up from the lower edge of the layer, which reaches from 10 to 50.
        let made = try made(#"geometryFlipped="1""#)
        #expect(try place(made) == SIMD2(30, 20))
        #expect(made.approximated.isEmpty)
    }

    @Test func `a canvas of another size changes nothing in the places of groups`() throws {
        let made = try made(#"opacity="0.5""#) { ($0.width, $0.height) = (300, 150) }
        #expect(try place(made) == SIMD2(30, 40))
    }

    @Test func `a layer has a clock of its own`() throws {
        let made = try made(#"beginTime="1" speed="2" timeOffset="0.5" duration="3" repeatCount="2""#)
        let group = "layers.0."
        #expect(made[group + "beginTime"] == 1 && made[group + "speed"] == 2 && made[group + "timeOffset"] == 0.5)
        #expect(made[group + "duration"] == 3 && made[group + "repeatCount"] == 2)
        #expect(made["timing.loop"] == "forever" && made.number("timing.duration") >= 7)
        let endless = try self.made(#"opacity="0.5" duration="inf" repeatCount="inf" autoreverses="0""#)
        #expect(endless[group + "duration"] == nil && endless["timing.loop"] == "seamless")
    }

    @Test func `animations of layers move groups`() throws {
        let made = try made(
            "",
            """
            <animations>
              <animation type="CABasicAnimation" keyPath="position" fromValue="60 30" toValue="100 50" duration="2"/>
              <animation type="CABasicAnimation" keyPath="transform.rotation.z" fromValue="0" toValue="1" duration="2"/>
              <animation type="CAKeyframeAnimation" keyPath="opacity" duration="2"><values><real value="1"/><real value="0"/></values></animation>
              <animation type="CABasicAnimation" keyPath="bounds.size.width" toValue="5"/>
            </animations>
            """,
            isFlipped: false
        )
        let list = "layers.0.animations."
        #expect(made[list + "0.from"] == [-40, 20] && made[list + "0.to"] == [0, 0])
        #expect(made[list + "1.keyPath"] == "transform.rotation" && made[list + "1.to"] == -1)
        #expect(made[list + "2.values"] == [1, 0] && made[list + "3"] == nil)
        #expect(made.ignored.contains { $0.hasSuffix("animations[3]") })
    }

    @Test func `animations that lead nowhere are left out within groups, too`() throws {
        let text = CAMLImportTests.snow.replacing(
            #"bounds="0 0 100 100" position="100 60""#,
            with: #"bounds="0 0 100 100" position="100 60" opacity="0.5""#
        ).replacing(
            "<emitterCells>\n              <CAEmitterCell name",
            with: "<animations><animation type=\"CABasicAnimation\" keyPath=\"zebra\" toValue=\"0\"/></animations>"
                + "<emitterCells><CAEmitterCell name"
        ).replacing(
            "<emitterCells>\n                      <CAEmitterCell name",
            with: "<animations><animation type=\"CABasicAnimation\" keyPath=\"zebra\" toValue=\"0\"/></animations>"
                + "<emitterCells><CAEmitterCell name"
        )
        let made = try Imported(.caml, text)
        #expect(made["layers.0.layers.0.animations"] == [])
        #expect(made.ignored.contains("animations[0] of layer 0.layers.0"))
    }

    @Test func `groups lie four deep, and an emitter may be one that is cut`() throws {
        func nest(_ depth: Int) -> String {
            depth == 0
                ? """
                <CAEmitterLayer name="dots" bounds="0 0 50 50" position="25 25" masksToBounds="1" emitterPosition="5 5"><emitterCells>
                <CAEmitterCell birthRate="20" lifetime="2" contents="dot.png"/></emitterCells></CAEmitterLayer>
                """
                : #"<CALayer bounds="0 0 50 50" position="25 25" opacity="0.9"><sublayers>\#(nest(depth - 1))</sublayers></CALayer>"#
        }
        func imported(_ depth: Int) throws -> Imported {
            try Imported(
                .caml,
                #"<caml><CALayer bounds="0 0 100 100" geometryFlipped="1"><sublayers>\#(nest(depth))</sublayers></CALayer></caml>"#
            )
        }
        let three = try imported(3)
        let inner = "layers.0.layers.0.layers.0.layers.0."
        #expect(three[inner + "masksToBounds"] == true && three[inner + "layers.0.name"] == "dots")
        #expect(try place(three) == SIMD2(5, 5))
        let five = try imported(5)
        #expect(
            five.ignored.contains { $0.hasSuffix("opacity") } && five.ignored.contains { $0.hasSuffix("masksToBounds") }
        )
        #expect(try place(five) == SIMD2(5, 5))
    }

    @Test(arguments: ["rotate(30deg, 1, 0, 0)", "skew(3)", "1 2 3", "scale(", "rotate()", ""])
    func `a transform that is not understood is reported`(_ text: String) throws {
        let made = try made(#"transform="\#(text)""#)
        #expect(made.ignored.contains("caml.CALayer.sublayers[0].transform") == !text.isEmpty)
        #expect(try place(made) == SIMD2(30, 40))
    }

    @Test func `what shears is scaled and turned, and reported`() throws {
        let made = try made(#"transform="1 0 0.5 1 0 0""#)
        #expect(made.approximated == ["caml.CALayer.sublayers[0].transform"])
    }
}
