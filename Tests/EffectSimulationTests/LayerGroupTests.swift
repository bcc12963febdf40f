import EffectCost
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectSimulation

/// Draw lists of layer groups.
@Suite struct `Layer groups` {
    private func simulation(_ layers: String, timing: String = #"{"duration": 4, "fps": 10}"#) throws -> Simulation {
        Simulation(
            try EffectSpec(
                text: #"{"canvas": {"width": 200, "height": 100}, "timing": \#(timing), "layers": [\#(layers)]}"#
            )
        )
    }

    private func items(_ simulation: Simulation, _ time: Double) -> [DrawList.Item] {
        simulation.drawList(at: time).leaves.flatMap(\.items)
    }

    /// Returns the canvas position of a sprite's point, as the draw list defines it.
    private func place(_ point: SIMD2<Double>, of item: DrawList.Item) -> SIMD2<Double> {
        let scaled = point * item.scale
        let sheared = SIMD2(scaled.x + item.skew * scaled.y, scaled.y)
        let (s, c) = (sin(item.rotation), cos(item.rotation))
        return item.position + SIMD2(c * sheared.x - s * sheared.y, s * sheared.x + c * sheared.y)
    }

    private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        ((a - b) * (a - b)).sum().squareRoot()
    }

    /// Deterministic pseudorandom numbers.
    private struct Numbers: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 32
        }
    }

    private struct Motion {
        let position: SIMD2<Double>, scale: SIMD2<Double>, rotation: Double

        init(_ random: inout some RandomNumberGenerator, around middle: SIMD2<Double>) {
            func number(_ range: ClosedRange<Double>) -> Double {
                (.random(in: range, using: &random) * 100).rounded() / 100
            }
            position = middle + SIMD2(number(-30...30), number(-20...20))
            scale = SIMD2(number(0.5...1.5), number(-1.5 ... -0.5))
            rotation = number(-3...3)
        }

        var json: String {
            #""position": [\#(position.x), \#(position.y)], "transform": {"scale": [\#(scale.x), \#(scale.y)], "rotation": \#(rotation)}"#
        }

        func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
            let scaled = point * scale
            return SIMD2(
                cos(rotation) * scaled.x - sin(rotation) * scaled.y,
                sin(rotation) * scaled.x + cos(rotation) * scaled.y
            )
        }
    }

    @Test func `nested groups transform their layers about the canvas center`() throws {
        var random = Numbers()
        let middle = SIMD2(100.0, 50)
        var seen = 0
        for _ in 0..<100 {
            let (outer, inner) = (Motion(&random, around: .zero), Motion(&random, around: .zero))
            let own = Motion(&random, around: middle)
            let simulation = try simulation(
                #"""
                {"type": "group", \#(outer.json), "layers": [{"type": "group", \#(inner.json), "layers": [
                  {"type": "sprite", "contents": "square", "size": [20, 10], \#(own.json)}]}]}
                """#
            )
            var center = own.position
            for group in [inner, outer] { center = middle + group.position + group.applied(to: center - middle) }
            guard let item = items(simulation, 0).first else {
                #expect(center.x < -5 || center.y < -5 || center.x > 205 || center.y > 105)
                continue
            }
            seen += 1
            for corner in [SIMD2(-6.0, -6), SIMD2(6, -6), SIMD2(6, 6)] {
                // The square has 12 units and is drawn at 20 × 10 points.
                var point = own.position + own.applied(to: corner * SIMD2(20, 10) / 12)
                for group in [inner, outer] { point = middle + group.position + group.applied(to: point - middle) }
                let found = place(corner, of: item)
                #expect(distance(found, point) < 0.01, "\(outer.json) \(inner.json) \(own.json)")
            }
        }
        #expect(seen > 60)
    }

    @Test func `a default group changes nothing`() throws {
        let burst = #"""
            {"name": "a", "emitterPosition": [100, 50], "emitterCells": [{"contents": "star", "birthRate": 40, "lifetime": 1,
             "velocity": 50, "emissionRange": 6, "trail": {"duration": 0.2}}]}
            """#
        let (plain, grouped) = (
            try simulation(burst), try simulation(#"{"type": "group", "layers": [\#(burst)]}"#)
        )
        for time in [0.3, 1.7, 3.9] {
            var groups = grouped.drawList(at: time).groups
            for index in groups.indices { groups[index].layer = 0 }
            #expect(groups == plain.drawList(at: time).groups)
            #expect(!groups[0].items.isEmpty)
        }
    }

    @Test func `a group has its own clock`() throws {
        let burst = #"""
            {"name": "a", "beginTime": 0.25, "emitterCells": [{"contents": "star", "birthRate": 40, "lifetime": 2, "velocity": 9}]}
            """#
        let plain = try simulation(burst, timing: #"{"duration": 9, "fps": 10}"#)
        let grouped = try simulation(#"{"type": "group", "beginTime": 0.5, "speed": 2, "layers": [\#(burst)]}"#)
        #expect(grouped.drawList(at: 0.4).groups.isEmpty)
        for time in [0.75, 1.5, 3.5] {
            let (one, other) = (items(grouped, time), items(plain, (time - 0.5) * 2))
            #expect(one.map(\.position) == other.map(\.position) && one.map(\.age) == other.map(\.age))
            #expect(!one.isEmpty)
        }
        // A repetition shows the same instants again.
        let again = try simulation(#"{"type": "group", "duration": 1.5, "repeatCount": 2, "layers": [\#(burst)]}"#)
        #expect(items(again, 1).map(\.position) == items(again, 2.5).map(\.position))
        #expect(items(again, 3.2).isEmpty)
    }

    @Test func `a group can move particles onto the canvas`() throws {
        let cell = #"[{"contents": "circle", "birthRate": 30, "lifetime": 3}]"#
        let simulation = try simulation(
            #"{"type": "group", "position": [300, 0], "layers": [{"emitterPosition": [-200, 50], "emitterCells": \#(cell)}]}"#
        )
        #expect(items(simulation, 2).count > 50)
        #expect(items(simulation, 2).allSatisfy { $0.position == SIMD2(100, 50) })
    }

    // MARK: Copies

    private static let dot = #"""
        {"type": "sprite", "contents": "circle", "size": [10, 10], "position": [100, 20], "color": "#808080",
         "animations": [{"keyPath": "position.x", "values": [100, 140], "duration": 4}]}
        """#

    @Test func `each copy is moved, delayed and tinted relative to the previous one`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "instanceCount": 5, "instanceDelay": 0.5, "instanceColor": "#80ff80",
             "instanceRedOffset": 0.1, "instanceAlphaOffset": -0.2,
             "instanceTransform": {"rotation": 0.5, "translation": [3, 4], "scale": 0.9}, "layers": [\#(Self.dot)]}
            """#
        )
        let middle = SIMD2(100.0, 50)
        let found = items(simulation, 2.25)
        #expect(found.count == 5)
        #expect(Set(found.map(\.id)).count == 5)
        for (number, item) in found.enumerated() {
            let time = 2.25 - 0.5 * Double(number)
            var place = SIMD2(100 + 10 * time, 20.0)
            for _ in 0..<number {
                let way = (place - middle) * 0.9
                place =
                    middle + SIMD2(3, 4)
                    + SIMD2(cos(0.5) * way.x - sin(0.5) * way.y, sin(0.5) * way.x + cos(0.5) * way.y)
            }
            #expect(distance(item.position, place) < 0.01)
            #expect(abs(item.scale.x - 10.0 / 12 * pow(0.9, Double(number))) < 1e-5)
            let gray = 128.0 / 255
            let factor = SIMD4(min(1, gray + 0.1 * Double(number)), 1, gray, 1 - 0.2 * Double(number))
            let change = item.color - SIMD4(gray, gray, gray, 1) * factor
            #expect((change * change).max() < 4e-8)
        }
        // Delayed copies appear at their time.
        #expect(items(simulation, 1.2).count == 3)
    }

    @Test func `nested copies have unique ids in every round of a loop`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "instanceCount": 3, "instanceDelay": 0.3, "layers": [
              {"type": "group", "instanceCount": 2, "instanceTransform": {"translation": [20, 0]}, "layers": [
                {"emitterPosition": [50, 50], "emitterCells": [{"contents": "star", "birthRate": 9, "lifetime": 5}]}]},
              {"type": "sprite", "contents": "star"}]},
            {"emitterPosition": [50, 50], "emitterCells": [{"contents": "star", "birthRate": 9, "lifetime": 5}]}
            """#,
            timing: #"{"duration": 2, "fps": 10, "loop": "seamless"}"#
        )
        for frame in 0..<20 {
            let ids = simulation.drawList(ofFrame: frame).leaves.flatMap(\.items).map(\.id)
            #expect(Set(ids).count == ids.count && ids.count > 100)
        }
    }

    @Test func `delayed copies close a loop`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "instanceCount": 6, "instanceDelay": 0.35, "instanceTransform": {"rotation": 1}, "layers": [
              {"type": "sprite", "contents": "circle", "position": [100, 20],
               "animations": [{"keyPath": "opacity", "values": [0.2, 1, 0.2], "duration": 2}]}]}
            """#,
            timing: #"{"duration": 2, "fps": 20, "loop": "seamless"}"#
        )
        let rounds = (0..<40).map { simulation.drawList(ofFrame: $0).groups.map(\.opacity) }
        #expect(rounds.allSatisfy { $0.count == 6 })
        let steps = zip(rounds, rounds.dropFirst() + rounds.prefix(1)).flatMap { zip($0, $1).map { abs($0 - $1) } }
        #expect(steps.max() ?? 1 < 0.05)
        #expect(Set(rounds[0]).count > 3)
    }

    @Test func `tiles cover the bounds at any scroll offset`() throws {
        func places(_ scroll: String, size: String = "") throws -> [SIMD2<Double>] {
            let simulation = try simulation(
                #"""
                {"type": "group", "tile": [30, 20], "scroll": \#(scroll)\#(size), "layers": [
                  {"type": "sprite", "contents": "square", "size": [30, 20], "position": [15, 10]}]}
                """#
            )
            return items(simulation, 0).map(\.position)
        }
        for scroll in [SIMD2(0.0, 0), SIMD2(7, 3), SIMD2(-11, 33), SIMD2(90, -400), SIMD2(29, 19)] {
            let found = try places("[\(scroll.x), \(scroll.y)]")
            for x in stride(from: 1.0, to: 200, by: 13) {
                for y in stride(from: 1.0, to: 100, by: 9) {
                    let covering = found.count { abs($0.x - x) <= 15 && abs($0.y - y) <= 10 }
                    #expect(covering >= 1 && covering <= 4, "\(scroll) \(x) \(y)")
                }
            }
            // Scrolling by a whole tile changes nothing.
            let moved = try places("[\(scroll.x + 30), \(scroll.y - 20)]")
            #expect(Set(found.map { "\($0)" }) == Set(moved.map { "\($0)" }))
        }
    }

    // MARK: Bounds that change

    @Test func `size, corner radius and border width are animated`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "size": [100, 40], "masksToBounds": true, "cornerRadius": 4, "borderWidth": 2, "borderColor": "red",
             "backgroundColor": "white", "opacity": 0.5, "animations": [
               {"type": "basic", "keyPath": "size", "from": [100, 40], "to": [20, 80], "duration": 4},
               {"type": "basic", "keyPath": "cornerRadius", "from": 0, "to": 8, "duration": 4},
               {"keyPath": "borderWidth", "values": [0, 4, 0], "duration": 4}],
             "layers": [{"type": "sprite", "contents": "square", "size": [200, 100]}]}
            """#
        )
        for (time, size, border) in [
            (0.0, SIMD2(100.0, 40), 0.0), (1, SIMD2(80, 50), 2), (2, SIMD2(60, 60), 4), (3, SIMD2(40, 70), 2),
        ] {
            let whole = try #require(simulation.drawList(at: time).groups.first)
            let background = try #require(whole.groups.first?.outlines.first?.bounds)
            #expect(background.high - background.low == size && background.high == size / 2, "\(time)")
            let item = try #require(whole.groups.first?.items.first)
            #expect(item.position == SIMD2(100, 50) && item.scale == SIMD2(1, 1) && item.rotation == 0)
            let mask = try #require(whole.groups[1].mask?.outline)
            #expect(mask == whole.groups[0].outlines[0])
            // The first line ends where the corner at the upper right begins.
            let radius = 2 * time
            guard case .line(let end) = mask.segments[1] else {
                Issue.record("\(mask.segments)")
                continue
            }
            #expect(abs(end.x - (size.x / 2 - radius)) < 1e-9 && end.y == -size.y / 2, "\(time) \(end)")
            guard border > 0 else {
                #expect(whole.groups.count == 2)
                continue
            }
            let frame = try #require(whole.groups[2].outlines.first)
            #expect(frame.fillRule == .evenodd && frame.segments.count > mask.segments.count)
            let inner = try #require(
                frame.segments.lastIndex { (segment: Outline.Segment) -> Bool in
                    if case .move = segment { true } else { false }
                }
            )
            let hole = try #require(Outline(Array(frame.segments[inner...])).bounds)
            #expect((hole.high - (size / 2 - border)).length < 1e-6, "\(time) \(hole)")
        }
    }

    @Test func `an animation of one side keeps the other, and moves with the group`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "size": [100, 40], "backgroundColor": "white", "position": [10, 20], "transform": {"scale": 0.5},
             "animations": [{"keyPath": "size.width", "values": [20, 60], "duration": 4}],
             "layers": [{"type": "sprite", "contents": "square", "size": [2, 2]}]}
            """#
        )
        let group = try #require(simulation.drawList(at: 2).leaves.first)
        #expect(group.outlines[0].bounds?.high == SIMD2(20, 20))
        #expect(group.items[0].position == SIMD2(110, 70) && group.items[0].scale == SIMD2(0.5, 0.5))
    }

    @Test func `tiles cover bounds that grow, and keep their places`() throws {
        func places(_ time: Double) throws -> [SIMD2<Double>] {
            let simulation = try simulation(
                #"""
                {"type": "group", "size": [30, 20], "tile": [30, 20], "animations": [
                  {"type": "basic", "keyPath": "size", "to": [200, 100], "duration": 4}], "layers": [
                  {"type": "sprite", "contents": "square", "size": [30, 20], "position": [100, 50]}]}
                """#
            )
            return items(simulation, time).map(\.position)
        }
        let found = try places(3.9)
        #expect(try found == places(0))
        for x in stride(from: 1.0, to: 200, by: 13) {
            for y in stride(from: 1.0, to: 100, by: 9) {
                #expect(found.contains { abs($0.x - x) <= 15 && abs($0.y - y) <= 10 }, "\(x) \(y)")
            }
        }
    }

    @Test func `the price of changing bounds is above that of constant ones`() throws {
        func work(_ animations: String) throws -> Double {
            RenderCost(
                of: try simulation(
                    #"""
                    {"type": "group", "size": [50, 40], "backgroundColor": "white", "animations": [\#(animations)],
                     "layers": [{"type": "sprite", "contents": "square", "size": [2, 2]}]}
                    """#
                ).spec
            ).work
        }
        let constant = try work("")
        let large = try work(#"{"keyPath": "size", "values": [[50, 40], [190, 90]]}"#)
        #expect(try work(#"{"keyPath": "cornerRadius", "values": [0, 9]}"#) > constant)
        #expect(large > 1.5 * constant)
    }

    @Test func `scroll moves the contents to the left and up, and nothing else`() throws {
        func groups(_ scroll: String) throws -> [DrawList.Group] {
            let simulation = try simulation(
                #"""
                {"type": "group", "size": [60, 40], "masksToBounds": true, "backgroundColor": "white", "scroll": \#(scroll),
                 "opacity": 0.5, "layers": [{"type": "sprite", "contents": "square", "size": [2, 2], "position": [70, 30]}]}
                """#
            )
            return try #require(simulation.drawList(at: 0).groups.first).groups
        }
        let (still, moved) = (try groups("[0, 0]"), try groups("[5, 3]"))
        #expect(still[0] == moved[0] && still[1].mask == moved[1].mask)
        // Unscrolled, the upper left corner of the bounds shows (canvas - size) / 2.
        #expect(still[1].groups[0].items[0].position == SIMD2(70, 30))
        #expect(moved[1].groups[0].items[0].position == SIMD2(65, 27))
        #expect(try groups(#"["10%", "10%"]"#)[1].groups[0].items[0].position == SIMD2(50, 20))
    }

    // MARK: Compositing

    @Test func `a mask and bounds of one group both clip`() throws {
        let simulation = try simulation(
            #"""
            {"type": "group", "masksToBounds": true, "size": [50, 40], "cornerRadius": 8, "opacity": 0.5, "shadowOpacity": 0.4,
             "backgroundColor": "white", "borderWidth": 2, "transform": {"rotation": 0.3},
             "mask": {"contents": "circle", "scale": 4}, "layers": [{"type": "sprite", "contents": "star"}]}
            """#
        )
        let whole = try #require(simulation.drawList(at: 0).groups.first)
        #expect(whole.opacity == 0.5 && whole.mask == nil && whole.shadow?.color == SIMD4(0, 0, 0, 0.4))
        let masked = try #require(whole.groups.first)
        #expect(masked.mask.map { simulation.sprites[$0.sprite].name } == "circle" && masked.mask?.scale == SIMD2(4, 4))
        #expect(masked.groups.count == 3)
        #expect(masked.groups[1].mask.map { simulation.sprites[$0.sprite].name } == "bounds")
        #expect(masked.groups[1].mask?.rotation == 0.3)
        #expect(masked.groups.map { $0.items.count } == [1, 0, 1] && masked.groups[1].groups.count == 1)
    }

    @Test func `a survey includes the copies`() throws {
        let cell = #"[{"contents": "circle", "birthRate": 30, "lifetime": 3, "velocity": 30, "emissionRange": 6}]"#
        func found(_ members: String) throws -> (RenderCost, Survey) {
            let simulation = try simulation(
                #"{"type": "group", \#(members) "layers": [{"emitterPosition": [100, 50], "emitterCells": \#(cell)}]}"#
            )
            let cost = RenderCost(of: simulation.spec)
            return (cost, try #require(Survey(of: simulation.spec, cost)))
        }
        let (one, ten) = (try found(""), try found(#""instanceCount": 10, "#))
        #expect(ten.0.births == one.0.births && ten.0.liveParticles == 10 * one.0.liveParticles)
        #expect(abs(ten.1.total[.items] / one.1.total[.items] - 10) < 0.5)
        let slow = try found(#""speed": 8, "#)
        #expect(slow.0.births > 5 * one.0.births)
    }
}
