import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Rendering of reveals and transitions: positions and pixels at given times.
struct TransitionTests {
    private func simulation(_ layers: String, _ members: String = "") throws -> Simulation {
        let text = #"""
            {"canvas": {"width": 160, "height": 120}, "timing": {"duration": 1, "fps": 10}\#(members), "layers": [\#(layers)]}
            """#
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        return Simulation(try EffectSpec(json: JSONParser.parse(Array(text.utf8)), library: library))
    }

    private func bitmap(_ simulation: Simulation, at time: Double) -> Bitmap {
        drawn(simulation.drawList(at: time), of: simulation)
    }

    private func transition(_ members: String) -> String {
        #"{"type": "transition", "from": "red", "to": "blue", "duration": 1, "timingFunction": "linear", \#(members)}"#
    }

    private func reveal(_ members: String) -> String {
        #"{"type": "reveal", "from": "red", "to": "blue", "duration": 1, \#(members)}"#
    }

    // MARK: Transitions

    /// Centers of the old and the new picture at a quarter of the transition.
    private static let moves: [(String, String, SIMD2<Double>, SIMD2<Double>)] = [
        ("push", "fromLeft", [120, 60], [-40, 60]), ("push", "fromRight", [40, 60], [200, 60]),
        ("push", "fromTop", [80, 90], [80, -30]), ("push", "fromBottom", [80, 30], [80, 150]),
        ("moveIn", "fromLeft", [80, 60], [-40, 60]), ("moveIn", "fromBottom", [80, 60], [80, 150]),
        ("reveal", "fromLeft", [120, 60], [80, 60]), ("reveal", "fromTop", [80, 90], [80, 60]),
    ]

    @Test(arguments: moves)
    func `pictures move according to the subtype`(
        _ style: String,
        _ subtype: String,
        _ old: SIMD2<Double>,
        _ new: SIMD2<Double>
    ) throws {
        let simulation = try simulation(transition(#""transition": "\#(style)", "subtype": "\#(subtype)""#))
        let items = try #require(simulation.drawList(at: 0.25).groups.first).items
        #expect(items.first { $0.cell == 1 }?.position == old)
        #expect(items.first { $0.cell == 0 }?.position == new)
        // The incoming picture of a move-in and the outgoing picture of a reveal are on top.
        if style != "push" { #expect(items.map(\.cell) == (style == "moveIn" ? [1, 0] : [0, 1])) }
        let last = simulation.drawList(at: 1).groups
        #expect(last.count == 1 && last[0].items.map(\.cell) == [0] && last[0].items[0].position == SIMD2(80, 60))
    }

    /// The second picture is where the motion begins, and not yet where it ends.
    @Test(arguments: ["wipe", "uncover", "push", "move-in"], ["right", "left", "down", "up"])
    func `a preset's transition moves in the direction of a URL`(_ name: String, _ direction: String) throws {
        let simulation = Simulation(try preset(name, ["dir": direction, "from": "ff0000", "to": "0000ff"]))
        let (canvas, pixels) = (simulation.spec.canvas, bitmap(simulation, at: 0.3).pixels)
        func isSecond(_ x: Double, _ y: Double) -> Bool {
            let column = Int(x * Double(canvas.pixelWidth - 1)), row = Int(y * Double(canvas.pixelHeight - 1))
            let pixel = pixels[row * canvas.pixelWidth + column]
            return pixel >> 16 & 255 > pixel & 255
        }
        let ends = ["right": (0.02, 0.5), "left": (0.98, 0.5), "down": (0.5, 0.02), "up": (0.5, 0.98)]
        let begun = ends.filter { isSecond($0.value.0, $0.value.1) }.keys
        let across = ["right", "left"].contains(direction) ? ["right", "left"] : ["down", "up"]
        #expect(Set(begun).intersection(across) == [direction], "\(begun)")
    }

    @Test func `progress starts and ends as specified, with the easing applied first`() throws {
        let members = #""transition": "moveIn", "startProgress": 0.2, "endProgress": 0.6"#
        let simulation = try simulation(transition(members))
        func place(_ time: Double) -> Double? { simulation.drawList(at: time).groups[0].items.last?.position.x }
        // Linear from −80 at progress 0 to 80 at progress 1.
        #expect(place(0) == -48 && place(0.5) == -16 && abs((place(0.999) ?? 0) - 16) < 0.1)
        // The new picture is complete at the end, as in Core Animation.
        #expect(place(1) == 80)
        let eased = try self.simulation(
            #"{"type": "transition", "from": "red", "to": "blue", "transition": "moveIn", "duration": 1}"#
        )
        let middle = try #require(eased.drawList(at: 0.5).groups[0].items.last).position.x
        // easeOut at 0.5 is 0.6846.
        #expect(abs(middle - (-80 + 160 * 0.6846)) < 0.02, "\(middle)")
    }

    @Test(arguments: [0.0, 0.13, 0.5, 0.77, 0.99])
    func `a cross-dissolve mixes both pictures by progress`(_ time: Double) throws {
        let opaque = bitmap(try simulation(transition(#""transition": "fade""#)), at: time).pixels
        let share = (time * 255).rounded()
        #expect(opaque.allSatisfy { $0 >> 24 == 255 })
        #expect(
            abs(Double(opaque[5000] & 255) - (255 - share)) <= 1 && abs(Double(opaque[5000] >> 16 & 255) - share) <= 1
        )
        // Includes alpha: two half-transparent pictures stay half transparent.
        let assets =
            #", "assets": {"a": {"shape": "square", "tint": [1, 0, 0, 0.5]}, "b": {"shape": "square", "tint": [0, 0, 1, 0.5]}}"#
        let faint = try simulation(
            #"{"type": "transition", "from": "a", "to": "b", "duration": 1, "timingFunction": "linear"}"#,
            assets
        )
        #expect(bitmap(faint, at: time).pixels.allSatisfy { abs(Int($0 >> 24) - 128) <= 1 })
    }

    /// A white background must not show between two pictures, wherever their border is.
    @Test(arguments: [0.003, 0.2503, 0.501, 0.9], ["fromLeft", "fromTop", "fromRight", "fromBottom"])
    func `a push shows no background between the pictures`(_ time: Double, _ subtype: String) throws {
        let members = #""transition": "push", "subtype": "\#(subtype)""#
        let pixels = bitmap(try simulation(transition(members)), at: time).pixels
        #expect(pixels.allSatisfy { $0 >> 24 == 255 && $0 >> 8 & 255 == 0 })
        let card = try simulation(
            #"""
            {"type": "transition", "from": {"image": "built-in/card-light"}, "to": {"image": "built-in/card-dark"}, "duration": 1,
             \#(members)}
            """#
        )
        #expect(bitmap(card, at: time).pixels.allSatisfy { $0 >> 24 >= 254 })
    }

    @Test func `a scaled layer clips moving pictures to its bounds`() throws {
        let small = #""transition": "push", "transform": {"scale": 0.5}, "position": [20, 10]"#
        let box = try #require(bitmap(try simulation(transition(small)), at: 0.4).shownBox)
        #expect(box.x == 60..<140 && box.y == 40..<100)
    }

    @Test func `a picture that covers the canvas is cropped to it with its aspect ratio`() throws {
        let simulation = try simulation(
            #"{"type": "transition", "from": {"image": "built-in/card-light"}, "to": "red", "transition": "push", "duration": 1}"#
        )
        let item = try #require(simulation.drawList(at: 0).groups[0].items.first { $0.cell == 1 })
        let sprite = simulation.sprites[item.sprite]
        #expect(abs(item.scale.x - item.scale.y) < 1e-5)
        let shown = sprite.size * item.scale
        #expect(abs(shown.x - 160) < 0.01 && abs(shown.y - 120) < 0.01)
        #expect(
            sprite.part.size.x == 1 && sprite.part.size.y < 1
                && abs(sprite.part.origin.y * 2 + sprite.part.size.y - 1) < 1e-9
        )
    }

    // MARK: Reveals

    /// Fraction of the canvas that is blue.
    private func share(_ simulation: Simulation, at time: Double) -> Double {
        let pixels = bitmap(simulation, at: time).pixels
        return Double(pixels.reduce(0) { $0 + Int($1 >> 16 & 255) }) / 255 / Double(pixels.count)
    }

    private static let areas: [(String, Double, Double)] = [
        (#""startRadius": 10, "endRadius": 50"#, 0.5, 2827.4), (#""shape": "square", "endRadius": 40"#, 0.5, 1600),
        (#""shape": {"shape": "rectangle", "size": [30, 10]}, "endRadius": 60"#, 0.5, 1200),
        (#""shape": {"shape": "triangle", "size": 10}, "endRadius": 50"#, 0.999999999, 5000),
        (#""shape": {"type": "blinds", "count": 7}"#, 0.3, 5760),
        (#""shape": {"type": "blinds", "count": 3, "angle": "90deg"}, "reverse": true"#, 0.3, 5760),
        (#""shape": {"type": "morph", "from": "M20 20H40V40H20Z", "to": "M20 20H100V60H20Z"}"#, 0.5, 1500),
        (#""shape": "square", "endRadius": 40, "turn": "1turn""#, 0.5, 1600),
        // A soft edge adds as much outside as it removes inside.
        (#""shape": {"type": "blinds", "count": 1}, "feather": 30"#, 0.5, 9600),
        (#""shape": "square", "endRadius": 70, "feather": 12"#, 0.5, 4900),
    ]

    @Test(arguments: areas)
    func `a shape has the area of its radius`(_ members: String, _ time: Double, _ area: Double) throws {
        let found = share(try simulation(reveal(members)), at: time) * 160 * 120
        #expect(abs(found - area) < area * 0.01 + 3, "\(members): \(found), not \(area)")
    }

    @Test(arguments: [
        #""shape": "star""#, #""shape": "heart", "center": [10, 100]"#, #""shape": "iris""#, #""shape": "blinds""#,
        #""shape": {"shape": "polygon", "corners": 3}, "turn": 2"#, #""feather": 40"#,
        #""shape": {"type": "blinds", "count": 1}, "feather": 50"#,
        #""shape": "heart", "reverse": true"#, #""shape": {"image": "built-in/button"}"#,
    ])
    func `a reveal is continuous at both ends and grows monotonically`(_ members: String) throws {
        let simulation = try simulation(reveal(members))
        let shares =
            stride(from: 0.0, to: 1, by: 0.05).map { share(simulation, at: $0) } + [share(simulation, at: 0.9999)]
        #expect(shares[0] < 0.001 && shares[shares.count - 1] > 0.998, "\(shares)")
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 + 1e-3 })
        #expect(share(simulation, at: 1) == 1)
    }

    @Test func `a soft edge has its width, is symmetric and smooth`() throws {
        let simulation = try simulation(reveal(#""shape": {"type": "blinds", "count": 1}, "feather": 24"#))
        // The edge moves from half the feather left of the canvas to half the feather right of it: its center is at 80,
        // soft from 68 to 92.
        let row = bitmap(simulation, at: 0.5).pixels[60 * 160..<61 * 160].map { Int($0 >> 16 & 255) }
        #expect(row[..<67].allSatisfy { $0 == 255 } && row[93...].allSatisfy { $0 == 0 })
        #expect(row[71] < 255 && row[88] > 0)
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 24 })
        for x in 0..<80 { #expect(abs(row[x] + row[159 - x] - 255) <= 1) }
        // Circles have the same softness in all directions.
        let circle = try self.simulation(reveal(#""feather": 24, "endRadius": 60"#))
        let pixels = bitmap(circle, at: 0.5).pixels
        func blue(_ x: Int, _ y: Int) -> Int { Int(pixels[y * 160 + x] >> 16 & 255) }
        for distance in [20, 26, 30, 34, 40] {
            let diagonal = Int((Double(distance) / 2.0.squareRoot()).rounded())
            let exact = Double(diagonal) * 2.0.squareRoot()
            let (near, far) = (blue(80 + Int(exact), 60), blue(80 + Int(exact) + 1, 60))
            #expect(blue(80 + diagonal, 60 + diagonal) <= near + 6 && blue(80 + diagonal, 60 + diagonal) >= far - 6)
        }
    }

    @Test(arguments: [0.2, 0.5, 0.99], [#""feather": 30"#, #""feather": 30, "shape": "star", "reverse": true"#])
    func `a soft edge of a translucent reveal shows no background`(_ opacity: Double, _ members: String) throws {
        let pixels = bitmap(try simulation(reveal(#"\#(members), "opacity": \#(opacity)"#)), at: 0.4).pixels
        let alpha = (opacity * 255).rounded()
        #expect(pixels.allSatisfy { abs(Double($0 >> 24) - alpha) <= 1 })
        // Premultiplied red and blue add up to alpha.
        #expect(pixels.allSatisfy { abs(Double($0 & 255) + Double($0 >> 16 & 255) - alpha) <= 2 })
        let soft = pixels.count { $0 & 255 > 9 && $0 >> 16 & 255 > 9 }
        #expect(soft > 1000, "\(soft)")
    }

    // MARK: Paths of masks

    private static let square = #", "assets": {"p": {"path": "M0 0H10V10H0Z", "viewBox": [0, 0, 10, 10], "size": 40}}"#

    @Test func `the path of a mask is animated and keeps its own shape before and after`() throws {
        let layer = #"""
            {"type": "sprite", "contents": "blue", "size": "cover", "mask": {"contents": "p"}, "animations": [
              {"type": "basic", "keyPath": "mask.path", "to": "M0 0H20V10H0Z", "beginTime": 0.2, "duration": 0.4}]}
            """#
        let simulation = try simulation(layer, Self.square)
        // A square of 40 points in the center, whose right edge moves out to twice the width.
        for (time, right) in [(0.1, 100), (0.2, 100), (0.4, 120), (0.7, 100)] as [(Double, Int)] {
            let box = try #require(bitmap(simulation, at: time).shownBox)
            #expect(box.x == 60..<right && box.y == 40..<80, "\(time): \(box)")
        }
    }

    @Test func `keyframes, groups and easings apply to paths`() throws {
        let values = #"["M0 0H10V10H0Z", "M0 0H20V10H0Z", "M0 0H20V20H0Z"]"#
        func boxes(_ members: String, _ times: [Double]) throws -> [[Int]] {
            let layer = #"""
                {"type": "sprite", "contents": "blue", "size": "cover", "mask": {"contents": "p"}, "animations": [
                  {"keyPath": "mask.path", "values": \#(values), "duration": 1\#(members)},
                  {"type": "basic", "keyPath": "opacity", "to": 1}]}
                """#
            let simulation = try simulation(layer, Self.square)
            return times.map { time in
                guard let box = bitmap(simulation, at: time).shownBox else { return [] }
                return [box.x.upperBound, box.y.upperBound]
            }
        }
        #expect(try boxes("", [0, 0.25, 0.5, 0.75]) == [[100, 80], [120, 80], [140, 80], [140, 100]])
        #expect(
            try boxes(#", "calculationMode": "discrete""#, [0.1, 0.4, 0.9]) == [[100, 80], [140, 80], [140, 120]]
        )
        // An overshooting easing holds the last path.
        #expect(try boxes(#", "timingFunction": [0.3, 3, 0.6, 3]"#, [0.5]) == [[140, 120]])
    }

    // MARK: Dumps, presets, prices

    @Test func `a dump has the outline and softness of its masks`() throws {
        let simulation = try simulation(reveal(#""shape": {"type": "blinds", "count": 2}, "feather": 6"#))
        let dump = FrameDump(simulation)
        let text = (0..<dump.pieceCount).map { String(decoding: dump.piece($0), as: UTF8.self) }.joined()
        let json = try JSONParser.parse(Array(text.utf8))
        guard case .array(let frames)? = json["frames"], case .array(let layers)? = frames[5]["layers"] else {
            Issue.record("no frames")
            return
        }
        let mask = try #require(layers.last?["mask"])
        #expect(
            mask["feather"] == 6 && mask["fillRule"] == "nonzero" && mask["inverted"] == true && mask["sprite"] == 2
        )
        guard case .string(let path)? = mask["path"] else {
            Issue.record("no path")
            return
        }
        // Two slats of 40 points, half of 80, extended by three points to the left and to the right.
        let box = try #require(try SVGPath(path).outline.bounds)
        #expect(abs(box.low.x + 83) < 1e-3 && abs(box.high.x - 43) < 1e-3)
        // Masks without new features are written as before.
        let plain = FrameDump(try self.simulation(reveal(#""center": [1, 2]"#)))
        let frame = String(decoding: plain.piece(4), as: UTF8.self)
        #expect(frame.contains(#""inverted":true}"#) && !frame.contains("path") && !frame.contains("feather"))
    }

    @Test(arguments: [
        "blinds", "fade", "iris", "move-in", "push", "reveal", "shatter", "star-reveal", "uncover", "wipe",
    ])
    func `custom pictures replace a preset's`(_ name: String) throws {
        func spec(_ from: String, _ to: String) throws -> EffectSpec {
            let query = [("from", from), ("to", to), ("w", "40"), ("h", "30")]
            return try PresetRequest.spec(
                preset: name,
                query.map { PresetRequest.Parameter($0.0, $0.1) },
                limits: RenderLimits(),
                library: LocalAssets(fontDirectories: TestFonts.directories)
            )
        }
        let colors = Simulation(try spec("ff0000", "navy"))
        #expect(bitmap(colors, at: 0).pixels.allSatisfy { $0 == 0xFF00_00FF })
        if name != "shatter" { #expect(bitmap(colors, at: 20).pixels.allSatisfy { $0 == 0xFF80_0000 }) }
        let pictures = try spec("built-in/duck", "built-in/cat")
        #expect(pictures.assets["light"]?.content != pictures.assets["dark"]?.content)
        let data = "data:image/png;base64," + Self.pixel
        // Plus signs arrive as spaces from an unescaped query.
        #expect(try spec(data.replacing("+", with: " "), data).assets["light"] == spec(data, data).assets["dark"])
        let failure = #expect(throws: PresetRequest.Failure.self) { try spec("nowhere.png", "red") }
        guard case .faults(let faults)? = failure else { return }
        #expect(faults.map(\.parameter) == ["from"])
    }

    /// A single pixel whose base64 contains plus signs.
    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    @Test func `the from of an emitting preset is an edge, not a picture`() throws {
        func faults(_ preset: String, _ name: String, _ value: String) -> [ParameterFault] {
            do {
                _ = try PresetRequest.spec(preset: preset, [.init(name, value)], limits: RenderLimits())
                return []
            } catch PresetRequest.Failure.faults(let faults) {
                return faults
            } catch {
                return []
            }
        }
        #expect(faults("cannon", "from", "left").isEmpty)
        #expect(faults("cannon", "from", "red").first?.fault.kind == .wrongType)
        #expect(faults("cannon", "to", "red").first?.fault.kind == .conflict)
    }

    @Test(arguments: [
        #""shape": "star", "feather": 20"#, #""shape": {"type": "blinds", "count": 256}"#, #""shape": "iris""#,
        #""shape": {"type": "morph", "from": "M0 0H9V9Z", "to": "M80 0A60 60 0 1 1 79 0Z"}"#, #""feather": 200"#,
    ])
    func `the price of a shape is positive and within its bound`(_ members: String) throws {
        let spec = try simulation(reveal(members)).spec
        let price = RenderPrice(of: try spec.prepared(for: .apng, limits: RenderLimits()))
        #expect(price.work > 0 && price.work <= price.cost.work, "\(price.work) of \(price.cost.work)")
    }
}
