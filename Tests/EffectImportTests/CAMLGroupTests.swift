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

    private func isNear(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
        abs(a.x - b.x) < 0.02 && abs(a.y - b.y) < 0.02
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
              <animation type="CABasicAnimation" keyPath="zPosition" toValue="5"/>
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

    /// Animations of a layer's bounds from 80 × 40 to 160 × 80 in two seconds, as Core Animation writes them.
    private static let growth = [
        #"<animation type="CABasicAnimation" keyPath="bounds.size" fromValue="80 40" toValue="{160, 80}" duration="2"/>"#,
        #"<animation type="CABasicAnimation" keyPath="bounds.size" byValue="80 40" duration="2"/>"#,
        #"<animation type="CABasicAnimation" keyPath="bounds" toValue="0 0 160 80" duration="2"/>"#,
        """
        <animation type="CABasicAnimation" keyPath="bounds.size.width" toValue="160" duration="2"/>
        <animation type="CAKeyframeAnimation" keyPath="bounds.size.height" duration="2"><values><real value="40"/><real value="80"/></values></animation>
        """,
    ]

    @Test(
        arguments: growth,
        [
            ("", SIMD2(0.5, 0.5)), (#"anchorPoint="0 0""#, [0, 0]), (#"anchorPoint="1 0.25""#, [1, 0.25]),
            (#"anchorPoint="0 1" transform="rotate(90deg)""#, [0, 1]), (#"transform="rotate(90deg)""#, [0.5, 0.5]),
        ] as [(String, SIMD2<Double>)]
    )
    func `bounds grow about the anchor, and what is in them stays at their origin`(
        _ growth: String,
        _ layer: (members: String, anchor: SIMD2<Double>)
    ) throws {
        for isFlipped in [true, false] {
            let made = try made(
                layer.members + #" backgroundColor="1 0 0""#,
                "<animations>\(growth)</animations>",
                isFlipped: isFlipped
            )
            #expect(made.approximated.isEmpty && made.ignored.count == 1, "\(made.ignored)")
            for time in [0.0, 0.5, 1, 1.5] {
                let size = SIMD2(80.0, 40) * (1 + time / 2)
                func place(_ inside: SIMD2<Double>) -> SIMD2<Double> {
                    let way = inside - layer.anchor * size
                    let turned = layer.members.contains("rotate") ? SIMD2(-way.y, way.x) : way
                    let place = SIMD2(60, 30) + turned
                    return SIMD2(place.x, isFlipped ? place.y : 100 - place.y)
                }
                if time > 0 {
                    let dots = try self.place(made, at: time)
                    #expect(isNear(dots, place([10, 30])), "\(dots), not \(place([10, 30])) at \(time)")
                }
                let ground = try #require(Simulation(made.result.spec).drawList(at: time).leaves.flatMap(\.items).first)
                #expect(isNear(ground.position, place(size / 2)))
            }
        }
    }

    @Test func `sizes, corners and borders are animated, a border also from zero`() throws {
        let made = try made(
            #"borderColor="0 0 1""#,
            """
            <animations>
              <animation type="CABasicAnimation" keyPath="borderWidth" toValue="-4" duration="1"/>
              <animation type="CASpringAnimation" keyPath="cornerRadius" fromValue="0" toValue="12" stiffness="50"/>
              <animation type="CAKeyframeAnimation" keyPath="bounds.size" duration="1"><values>
                <CGSize value="0 0"/><CGSize value="60 20"/></values></animation>
              <animation type="CABasicAnimation" keyPath="bounds.origin" toValue="5 6" duration="1"/>
            </animations>
            """
        )
        let group = "layers.0."
        #expect(made[group + "size"] == [80, 40] && made[group + "borderColor"] == "#0000ff")
        #expect(made[group + "borderWidth"] == 0 && made[group + "animations.0.to"] == 0)
        #expect(made[group + "animations.1.type"] == "spring" && made[group + "animations.1.to"] == 12)
        #expect(made[group + "animations.2.keyPath"] == "size")
        #expect(made[group + "animations.2.values"] == [[0.01, 0.01], [60, 20]])
        #expect(made[group + "animations.3.keyPath"] == "scroll" && made[group + "animations.3.additive"] == true)
        #expect(made[group + "animations.3.values"] == [[-40, -20], [-10, -10]])
        #expect(made[group + "animations.4.keyPath"] == "scroll" && made[group + "animations.4.to"] == [5, 6])
        #expect(made.ignored.count == 1)
    }

    @Test(
        arguments: [
            #"keyPath="bounds" toValue="1 2""#, #"keyPath="bounds" toValue="1 2 3""#,
            #"keyPath="bounds.size" toValue="5""#,
            #"keyPath="bounds.size" toValue="0 0 5 5""#, #"keyPath="bounds.origin.z" toValue="5""#,
            #"keyPath="cornerRadius" toValue="1 2""#, #"keyPath="bounds.size.width" toValue="nan""#,
        ]
    )
    func `an animation of bounds by something else is left out`(_ animation: String) throws {
        let made = try made(
            #"backgroundColor="1 0 0""#,
            #"<animations><animation type="CABasicAnimation" \#(animation)/></animations>"#
        )
        #expect(made.ignored.contains { $0.contains("animations[0]") }, "\(made.ignored)")
        #expect(try place(made) == SIMD2(30, 40))
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
