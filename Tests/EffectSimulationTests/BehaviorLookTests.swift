import EffectCoding
import EffectCost
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Behaviors and properties that change the appearance of particles.
struct BehaviorLookTests {
    private func overLife(_ path: String, _ values: String, _ more: String = "") -> String {
        #"[{"type": "valueOverLife", "keyPath": "\#(path)", "values": \#(values)\#(more)}]"#
    }

    @Test func `a scale over life replaces, adds or multiplies`() throws {
        let cell: [JSONValue.Member] = [.init("scale", 3)]
        func scale(_ more: String, at time: Double) throws -> Double? {
            try Lone(overLife("scale", "[1, 2, 0]", more), cell: cell).item(at: time)?.scale.x
        }
        #expect(try scale("", at: 1) == 1.5)
        #expect(try scale("", at: 3) == 1)
        #expect(try scale(#", "additive": true"#, at: 1) == 4.5)
        #expect(try scale(#", "operation": "multiply""#, at: 1) == 4.5)
        #expect(try scale(#", "locations": [0, 0.25, 1]"#, at: 1) == 2)
        #expect(try scale(#", "locations": [0.25, 0.5, 0.75]"#, at: 0.5) == 1)
    }

    @Test func `spin and growth over life accumulate`() throws {
        // ∫ of 0…2 over 4 s, up to half of the lifetime: a quarter of the total of 4.
        #expect(try Lone(overLife("spin", "[0, 2]")).item(at: 2)?.rotation == 1)
        #expect(try Lone(overLife("scaleSpeed", "[0, 2]")).item(at: 2)?.scale.x == 2)
        #expect(try Lone(overLife("rotation", "[0, 2]")).item(at: 2)?.rotation == 1)
    }

    @Test func `colors over life are interpolated linearly, and channels can be animated alone`() throws {
        let gradient = #"[{"type": "colorOverLife", "colors": ["red", "0000ff00"]}]"#
        #expect(try Lone(gradient).item(at: 1)?.color == SIMD4(0.75, 0, 0.25, 0.75))
        let fade = overLife("color.alpha", "[0, 1, 0]", #", "operation": "multiply""#)
        #expect(try Lone(fade, cell: [.init("color", "#ff000080")]).item(at: 1)?.color == SIMD4(1, 0, 0, 0.251))
        #expect(try Lone(fade).item(at: 0) == nil)
    }

    @Test func `fast particles are stretched along their motion only`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 400), .init("stretchFactor", 0.01), .init("lifetime", 1)]
        #expect(try Lone(cell: cell).item(at: 1 / 8)?.scale == SIMD2(4, 1))
        let slow = try #require(try Lone(cell: cell + [.init("speed", 0.5)]).item(at: 1 / 8))
        let item = try #require(try Lone(cell: cell + [.init("emissionLongitude", "30deg")]).item(at: 1 / 8))
        #expect(slow.scale == SIMD2(4, 1))
        // Stretched fourfold along the motion and not across.
        func placed(_ point: SIMD2<Double>, _ item: DrawList.Item) -> SIMD2<Double> {
            let scaled = point * item.scale
            let sheared = SIMD2(scaled.x + item.skew * scaled.y, scaled.y)
            let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
            return SIMD2(cosine * sheared.x - sine * sheared.y, sine * sheared.x + cosine * sheared.y)
        }
        let way = SIMD2(cos(Double.pi / 6), sin(Double.pi / 6))
        #expect(placed(way, item).isNear(way * 4, 1e-5))
        #expect(placed(SIMD2(-way.y, way.x), item).isNear(SIMD2(-way.y, way.x), 1e-5))
        // Clamped between 1 and 100.
        #expect(
            try Lone(cell: Specs.merged(cell, [.init("stretchFactor", 0.001)])).item(at: 1 / 8)?.scale == SIMD2(1, 1)
        )
        #expect(try Lone(cell: Specs.merged(cell, [.init("stretchFactor", 7)])).item(at: 1 / 8)?.scale == SIMD2(100, 1))
    }

    @Test func `a rotated plane is stretched as projected, along its motion on the canvas`() throws {
        let cell: [JSONValue.Member] = [
            .init("velocity", 400), .init("stretchFactor", 0.01), .init("particleType", "plane"),
            .init("rotation", "60deg"), .init("orientationLongitude", "90deg"),
        ]
        // Rotated by 60° about the vertical axis: half as wide, then stretched to twice its width.
        #expect(try Lone(cell: cell).item(at: 1 / 8)?.scale == SIMD2(2, 1))
        let turned: [JSONValue.Member] = [.init("transform", ["rotation": "90deg"])]
        let item = try #require(try Lone(cell: cell, emitter: turned).item(at: 1 / 8))
        #expect(item.scale == SIMD2(2, 1) && item.rotation == (Double.pi / 2).rounded(to: 1e6))
    }

    @Test func `particles turn their lower edge toward their motion`() throws {
        let align = #"[{"type": "alignToMotion"}]"#
        #expect(try Lone(align).item(at: 1)?.rotation == (-Double.pi / 2).rounded(to: 1e6))
        let down: [JSONValue.Member] = [.init("emissionLongitude", "90deg")]
        #expect(try Lone(align, cell: down).item(at: 1)?.rotation == 0)
        let turned = #"[{"type": "alignToMotion", "rotation": 0.25}]"#
        #expect(try Lone(turned).item(at: 1)?.rotation == 0)
        let thrown: [JSONValue.Member] = [.init("emissionLongitude", "-90deg"), .init("yAcceleration", 60)]
        #expect(try Lone(align, cell: thrown).item(at: 0.5)?.rotation == (-Double.pi).rounded(to: 1e6))
        #expect(try Lone(align, cell: thrown).item(at: 1.5)?.rotation == 0)
    }

    @Test func `flicker varies each particle independently within its amount`() throws {
        let cell: [JSONValue.Member] = [.init("burst", ["count": 2])]
        let lone = try Lone(#"[{"type": "flicker", "amount": 0.4, "frequency": 8}]"#, cell: cell)
        var seen: [Set<Double>] = [[], []]
        for time in stride(from: 0, to: 4, by: 0.05) {
            let alphas = lone.simulation.drawList(at: time).groups[0].items.map(\.color.w)
            #expect(alphas.allSatisfy { $0 >= 0.6 && $0 <= 1 })
            for (index, alpha) in alphas.enumerated() { seen[index].insert(alpha) }
        }
        #expect(seen[0].count > 40 && seen[0] != seen[1])
    }

    // MARK: Planes

    @Test func `a plane rotates in space and shows its back`() throws {
        let cell: [JSONValue.Member] = [
            .init("particleType", "plane"), .init("spin", "60deg"), .init("back", "#0000ff"), .init("color", "#ff0000"),
        ]
        let lone = try Lone(cell: cell)  // about the x axis
        let tilted = try #require(lone.item(at: 1))
        #expect(abs(tilted.scale.x - 1) < 1e-5 && abs(tilted.scale.y - 0.5) < 1e-5)
        #expect(tilted.color == SIMD4(1, 0, 0, 1))
        let back = try #require(lone.item(at: 3))
        #expect(abs(back.scale.y + 1) < 1e-5 && back.color == SIMD4(0, 0, 1, 1))
        // Edge-on, the plane is invisible.
        #expect(lone.item(at: 1.5) == nil)
    }

    @Test func `a plane's axes are within their cone, and its shear matches the projected square`() throws {
        let cell: [JSONValue.Member] = [
            .init("particleType", "plane"), .init("orientationRange", "1turn"), .init("rotation", 1),
            .init("burst", ["count": 200]), .init("velocity", 0),
        ]
        let items = try Lone(cell: cell).simulation.drawList(at: 1).groups[0].items
        var areas: [Double] = []
        for item in items {
            // Unit vectors right and down, as the draw list defines them.
            let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
            func turned(_ v: SIMD2<Double>) -> SIMD2<Double> {
                SIMD2(cosine * v.x - sine * v.y, sine * v.x + cosine * v.y)
            }
            let right = turned(SIMD2(item.scale.x, 0))
            let down = turned(SIMD2(item.skew * item.scale.y, item.scale.y))
            // Columns of a projected rotation: at most unit length, with the remainder in depth.
            let depths = SIMD2(1 - (right * right).sum(), 1 - (down * down).sum())
            #expect(depths.x > -1e-4 && depths.y > -1e-4)
            let dot = (right * down).sum()
            #expect(abs(dot * dot - depths.x * depths.y) < 1e-3)
            areas.append(item.scale.x * item.scale.y)
        }
        // Rotated by 1 rad about any axis, the normal's z is between cos 1 and 1.
        #expect(areas.allSatisfy { $0 > cos(1) - 1e-3 && $0 < 1 + 1e-3 })
        #expect((areas.max() ?? 0) - (areas.min() ?? 0) > 0.4)
    }

    @Test func `a plane can point along its motion in space`() throws {
        let cell: [JSONValue.Member] = [
            .init("particleType", "plane"), .init("emissionLongitude", "90deg"), .init("emissionLatitude", "60deg"),
        ]
        let item = try #require(
            try Lone(#"[{"type": "alignToMotion", "preservesDepth": true}]"#, cell: cell).item(at: 1)
        )
        #expect(item.rotation == 0 && abs(item.scale.y - 0.5) < 1e-5 && item.scale.x == 1)
    }

    // MARK: Light

    @Test func `light fades with distance, stays in its cone, and depends on a plane's angle`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 0)]
        func color(_ light: String, _ more: [JSONValue.Member] = []) throws -> SIMD4<Double>? {
            try Lone(#"[{"type": "light", \#(light)}]"#, cell: cell + more).item(at: 1)?.color
        }
        #expect(try color(#""position": [600, 500], "color": "ff8000""#) == SIMD4(1, 0.502, 0, 1))
        let faded = #""position": [600, 500], "falloff": 2, "falloffDistance": 200"#
        #expect(try color(faded) == SIMD4(0.25, 0.25, 0.25, 1))
        #expect(try color(faded + #", "appliesAlpha": true"#) == SIMD4(0.25, 0.25, 0.25, 0.25))
        let spot = #""position": [400, 500], "spot": true, "coneAngle": "60deg", "directionLongitude": "#
        #expect(try color(spot + #""20deg""#) == SIMD4(1, 1, 1, 1))
        #expect(try color(spot + #""40deg""#) == SIMD4(0, 0, 0, 1))
        #expect(try color(spot + #""20deg", "coneEdgeSoftness": 1"#).map { $0.x > 0 && $0.x < 1 } == true)
        // The light comes from above at 60° to the normal.
        let above = #""position": [\#(500 + 3.0.squareRoot() * 100), 500], "zPosition": 100"#
        #expect(try color(above, [.init("particleType", "plane")]) == SIMD4(0.5, 0.5, 0.5, 1))
    }

    // MARK: Sheets and parts

    @Test func `a sheet shows its frames in sequence, at random, or only the first`() throws {
        func sprites(_ mode: JSONValue) throws -> [Int] {
            let cell: [JSONValue.Member] = [
                .init("contentsFrameCount", 6), .init("contentsFramesPerRow", 3), .init("contentsFrameMode", mode),
                .init("contentsFramesPerSecond", 4), .init("burst", ["count": 600]), .init("velocity", 0),
            ]
            let simulation = try Lone(cell: cell).simulation
            return [0.1, 0.3, 1.6].flatMap { simulation.drawList(at: $0).groups[0].items.map(\.sprite) }
        }
        #expect(Set(try sprites("single")) == [0])
        let turns = try sprites("sequential")
        #expect(turns[0] == 0 && turns[600] == 1 && turns[1200] == 0)
        // Seven frames on at 1.6 s: the last of six is held, or the sequence has reversed to the fifth.
        for (mode, last) in [("clamp", 5), ("autoReverse", 4)] {
            let shown = try sprites(.string(mode))
            #expect(shown[0] == 0 && shown[600] == 1 && shown[1200] == last, "\(mode)")
        }
        let drawn = try sprites("random")
        #expect(drawn[..<600] == drawn[600..<1200])
        for number in 0..<6 { #expect((60...140).contains(drawn[..<600].count { $0 == number })) }
        let parts = try Lone(cell: [
            .init("contentsFrameCount", 6), .init("contentsFramesPerRow", 3), .init("contentsFrameMode", "random"),
            .init("contentsRect", [0, 0.5, 1, 0.5]),
        ]).simulation.sprites.map(\.part)
        #expect(parts[4].origin.isNear(SIMD2(1.0 / 3, 0.75), 1e-9) && parts[4].size.isNear(SIMD2(1.0 / 3, 0.25), 1e-9))
    }

    @Test func `a sheet may start at any frame`() throws {
        func sprites(_ mode: JSONValue, _ first: JSONValue) throws -> [[Int]] {
            let cell: [JSONValue.Member] = [
                .init("contentsFrameCount", 6), .init("contentsFramesPerRow", 3), .init("contentsFrameMode", mode),
                .init("contentsFramesPerSecond", 4), .init("burst", ["count": 400]), .init("velocity", 0),
                .init("contentsFirstFrame", first),
            ]
            let simulation = try Lone(cell: cell).simulation
            return [0.1, 0.3, 1.6].map { simulation.drawList(at: $0).groups[0].items.map(\.sprite) }
        }
        // 0.4, 1.2 and 6.4 frames later.
        for (mode, expected) in [("sequential", [2, 3, 2]), ("clamp", [2, 3, 5]), ("autoReverse", [2, 3, 2])] {
            #expect(try sprites(.string(mode), 2).map { $0[0] } == expected, "\(mode)")
        }
        let drawn = try sprites("sequential", [0, 5.999])
        for number in 0..<6 { #expect((35...100).contains(drawn[0].count { $0 == number })) }
        let single = try Lone(cell: [
            .init("contentsFrameCount", 6), .init("contentsFramesPerRow", 3), .init("contentsFirstFrame", 4),
        ]).simulation.sprites
        #expect(single.count == 1 && single[0].part.origin.isNear(SIMD2(1.0 / 3, 0.5), 1e-9))
    }

    @Test func `particles may go through a sheet at rates of their own`() throws {
        func numbers(_ rate: JSONValue, at time: Double) throws -> [Int] {
            let cell: [JSONValue.Member] = [
                .init("contentsFrameCount", 100), .init("contentsFramesPerRow", 10),
                .init("contentsFrameMode", "clamp"),
                .init("contentsFramesPerSecond", rate), .init("burst", ["count": 400]), .init("velocity", 0),
            ]
            return try Lone(cell: cell).simulation.drawList(at: time).groups[0].items.map(\.sprite)
        }
        let drawn = try numbers([10, 30], at: 1)
        // Evenly from 10 to 30.
        for number in 10..<30 { #expect((5...40).contains(drawn.count { $0 == number })) }
        #expect(drawn.allSatisfy { (10...30).contains($0) })
        let (early, late) = (try numbers([10, 30], at: 0.5), try numbers([10, 30], at: 1))
        #expect(zip(early, late).allSatisfy { abs($1 - 2 * $0) <= 1 })
        #expect(Set(try numbers(10, at: 1)) == [10])
    }

    // MARK: Trails

    @Test func `a trail follows its particle's path and outlives it`() throws {
        let cell: [JSONValue.Member] = [
            .init("trail", ["duration": 0.5, "width": 4, "endWidth": 0.5, "endAlpha": 0.2]), .init("lifetime", 1),
            .init("yAcceleration", 100), .init("color", "#ff000080"),
        ]
        let lone = try Lone(cell: cell)
        func ribbon(_ time: Double) -> DrawList.Ribbon? {
            lone.simulation.drawList(at: time).groups.first?.ribbons.first
        }
        let young = try #require(ribbon(0.25))
        #expect(young.points.last?.isNear(SIMD2(500, 500), 0.01) == true)
        let whole = try #require(ribbon(0.75))
        #expect(whole.points.count == 32 && whole.width == SIMD2(4, 2) && whole.endAlpha == 0.2)
        for (number, point) in whole.points.enumerated() {
            let age = 0.75 - 0.5 * Double(number) / 31
            #expect(point.isNear(SIMD2(500 + 60 * age, 500 + 50 * age * age), 0.01))
        }
        #expect(lone.item(at: 0.75)?.ribbon == 0 && lone.item(at: 0.75)?.sprite == 0)
        // 0.25 s after the particle's death half of the trail is left, narrower and fainter.
        let left = try #require(ribbon(1.25))
        #expect(left.points.first?.isNear(SIMD2(560, 550), 0.01) == true)
        #expect(left.points.last?.isNear(SIMD2(545, 500 + 50 * 0.5625), 0.01) == true)
        #expect(
            left.width == SIMD2(3, 2) && abs(left.color.w - 0.502 * 0.6) < 1e-3 && abs(left.endAlpha - 0.2 / 0.6) < 1e-3
        )
        #expect(lone.item(at: 1.25)?.sprite == -1)
        #expect(lone.item(at: 1.51) == nil)
    }

    @Test(arguments: [("{\"duration\": 0.5, \"width\": 6}", 6.0), ("0.5", 2)])
    func `a particle without contents draws its trail only`(_ trail: String, _ width: Double) throws {
        let bare: [JSONValue.Member] = [
            .init("contents", .null), .init("trail", try JSONParser.parse(Array(trail.utf8))), .init("scale", 1.5),
            .init("contentsScale", 2), .init("color", "red"),
        ]
        let group = try #require(Lone(cell: bare).simulation.drawList(at: 1).groups.first)
        #expect(group.items.map(\.sprite) == [-1] && group.items.map(\.ribbon) == [0])
        let ribbon = try #require(group.ribbons.first)
        #expect(ribbon.width.x == width * 1.5 && ribbon.color == SIMD4(1, 0, 0, 1))
        #expect(ribbon.points.first == SIMD2(560, 500) && ribbon.points.last == SIMD2(530, 500))
        // Trails are priced, and a cell with a trail needs no contents.
        func work(_ look: String) throws -> Double {
            let cell = #"{"birthRate": 20, "lifetime": 1, "velocity": 60, \#(look)}"#
            return try RenderCost(of: EffectSpec(text: #"{"layers": [{"emitterCells": [\#(cell)]}]}"#)).work
        }
        #expect(try work("\"trail\": \(trail)") > 1.1 * work("\"contents\": null"))
        #expect(throws: SpecError.self) { try work("\"trail\": null") }
    }

    @Test func `an edge-on plane is invisible, but its trail is drawn`() throws {
        let cell: [JSONValue.Member] = [
            .init("particleType", "plane"), .init("orientationLatitude", 0), .init("rotation", "90deg"),
            .init("trail", ["duration": 0.5, "width": 4]),
        ]
        let list = try Lone(cell: cell).simulation.drawList(at: 1)
        #expect(list.groups[0].items.map(\.sprite) == [-1] && list.groups[0].ribbons.count == 1)
    }

    @Test func `a particle whose alpha rounds to zero is not drawn`() throws {
        #expect(try Lone(cell: [.init("alphaSpeed", -0.99999)]).item(at: 1) == nil)
        #expect(try Lone(cell: [.init("alphaSpeed", -0.999)]).item(at: 1) != nil)
    }

    @Test func `planes at equal depth are drawn oldest first`() throws {
        let emitter: [JSONValue.Member] = [.init("renderMode", "backToFront"), .init("emitterDepth", 0)]
        let cell: [JSONValue.Member] = [.init("burst", ["count": 5]), .init("birthRate", 3), .init("velocity", 0)]
        let items = try Lone(cell: cell, emitter: emitter).simulation.drawList(at: 1.5).groups[0].items
        #expect(items.count > 5 && items.map(\.age) == items.map(\.age).sorted(by: >))
    }

    @Test func `the alpha of a mask's tint fades the layer`() throws {
        let text = #"""
            {"assets": {"m": {"shape": "circle", "tint": "#ffffff80"}}, "layers": [{"mask": {"contents": "m"},
             "emitterCells": [{"contents": "square", "lifetime": 1, "birthRate": 9}]}]}
            """#
        let mask = Simulation(try EffectSpec(text: text)).drawList(at: 1).groups[0].mask
        #expect(mask.map { abs($0.alpha - 128.0 / 255) < 1e-4 } == true)
    }

    // MARK: Perspective

    @Test func `perspective scales about the canvas center and culls particles behind the viewer`() throws {
        let canvas: JSONValue = ["width": 1000, "height": 1000, "perspective": 500]
        let emitter: [JSONValue.Member] = [
            .init("preservesDepth", true), .init("emitterPosition", [600, 450]), .init("emitterZPosition", 250),
        ]
        let still: [JSONValue.Member] = [.init("velocity", 0)]
        let near = try #require(try Lone(cell: still, emitter: emitter, canvas: canvas).item(at: 1))
        #expect(near.position == SIMD2(700, 400) && near.scale.x == 2 && near.z == 250)
        let flat = emitter.filter { $0.name != "preservesDepth" }
        #expect(try Lone(cell: still, emitter: flat, canvas: canvas).item(at: 1)?.position == SIMD2(600, 450))
        let toward: [JSONValue.Member] = [.init("velocity", 100), .init("emissionLatitude", "90deg")]
        let flying = try Lone(cell: toward, emitter: emitter, canvas: canvas)
        #expect(flying.item(at: 1)?.scale.x == (500.0 / 150).rounded(to: 1e6))
        #expect(flying.item(at: 2.3) == nil && flying.item(at: 3) == nil)
    }
}
