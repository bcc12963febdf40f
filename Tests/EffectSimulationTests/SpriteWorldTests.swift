import EffectModel
import Foundation
import TestSupport
import Testing

@testable import EffectSimulation

/// Sprite layers and tiles as rigid bodies.
@Suite struct `Rigid bodies in layers` {
    private func items(_ simulation: Simulation, _ time: Double) -> [DrawList.Item] {
        simulation.drawList(at: time).groups.flatMap(\.items)
    }

    private static let balls = #"""
        {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 6, "fps": 30}, "layers": [
          {"type": "sprite", "name": "box", "contents": "square", "size": [40, 40], "position": [100, 30],
           "transform": {"rotation": 0.3},
           "dynamics": {"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.4, "friction": 0.4}}},
          {"type": "sprite", "name": "ball", "contents": "circle", "size": [40, 40], "position": [100, 90], "dynamics": "box",
           "dynamicItem": {"collisionBoundsType": "ellipse", "elasticity": 0.7, "friction": 0.2}},
          {"type": "sprite", "name": "shelf", "contents": "square", "size": [80, 10], "position": [90, 160],
           "dynamics": "box", "dynamicItem": {"isAnchored": true}}]}
        """#

    @Test func `sprites in one world collide, and anchored ones stay in place`() throws {
        let simulation = Simulation(try EffectSpec(text: Self.balls))
        let start = items(simulation, 0)
        #expect(start.map(\.position) == [SIMD2(100, 30), SIMD2(100, 90), SIMD2(90, 160)])
        #expect(abs(start[0].rotation - 0.3) < 1e-5)
        let (late, end) = (items(simulation, 5.5), items(simulation, 5.99))
        #expect(late.map(\.position) == end.map(\.position) && late.map(\.rotation) == end.map(\.rotation))
        #expect(end[2].position == SIMD2(90, 160))
        // The ball is on the floor or on the shelf, and the box on any of them.
        let ball = end[1].position.y + 20
        #expect(abs(ball - 200) < 0.5 || abs(ball - 155) < 0.5)
        #expect(end[0].position.y > 120)
    }

    @Test func `any frame can be requested alone, at any frame rate and from any thread`() throws {
        let text = Self.balls
        let slow = Simulation(try EffectSpec(text: text))
        let fast = Simulation(try EffectSpec(text: text.replacingOccurrences(of: #""fps": 30"#, with: #""fps": 60"#)))
        for frame in [100, 3, 57, 0] {
            #expect(slow.drawList(ofFrame: frame).groups == fast.drawList(ofFrame: 2 * frame).groups)
        }
    }

    /// Regression: what keeps heaps from creeping also held an item that had just begun to slide.
    @Test(arguments: [(0.5, 0.4), (1, 0.9), (0.364, 0.25), (0.268, 0.15), (0.5, 0)])
    func `an item slides down a slope that is steeper than its friction`(_ slope: Double, _ friction: Double) throws {
        let angle = atan(slope)
        let (along, across) = (SIMD2(cos(angle), sin(angle)), SIMD2(sin(angle), -cos(angle)))
        let start = SIMD2(0, 100) + along * 100 + across * 10
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 1, "fps": 30}, "layers": [
                  {"type": "sprite", "contents": {"shape": "square", "size": 20}, "position": [\#(start.x), \#(start.y)],
                   "transform": {"rotation": \#(angle)},
                   "dynamics": {"gravity": [0, 1], "item": {"friction": \#(friction)},
                     "collision": {"boundaries": [{"from": [0, 100], "to": [400, \#(100 + 400 * slope)]}]}}}]}
                """#
        )
        let simulation = Simulation(spec)
        let moved = items(simulation, 0.5)[0].position - items(simulation, 0)[0].position
        // Half a second at the acceleration that friction leaves.
        let wanted = 500 * (sin(angle) - friction * cos(angle)) * 0.25
        #expect(abs((moved * along).sum() - wanted) < 0.1 * wanted + 0.5, "\(moved)")
    }

    /// Regression: boxes below a much heavier item were pressed flat, and squeezed out.
    @Test(arguments: [1.0, 30, 100, 1000])
    func `a heavy box rests on light ones`(_ density: Double) throws {
        func box(_ name: String, _ x: Double, _ y: Double, _ size: [Double], _ more: String) -> String {
            #"""
            {"type": "sprite", "name": "\#(name)", "contents": "square", "size": \#(size), "position": [\#(x), \#(y)], \#(more)}
            """#
        }
        let world = #"""
            "dynamics": {"gravity": [0, 1], "collision": {"boundaries": ["canvas"]}, "item": {"elasticity": 0.2, "friction": 0.3}}
            """#
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 300, "height": 200}, "timing": {"duration": 10, "fps": 30}, "layers": [
                  \#(box("a", 110, 180, [40, 40], world)), \#(box("b", 150, 180, [40, 40], #""dynamics": "a""#)),
                  \#(box("c", 190, 180, [40, 40], #""dynamics": "a""#)),
                  \#(box("top", 150, 135, [120, 40], #""dynamics": "a", "dynamicItem": {"density": \#(density)}"#))]}
                """#
        )
        let simulation = Simulation(spec)
        for frame in 0..<300 {
            let found = simulation.drawList(ofFrame: frame).groups.flatMap(\.items)
            for (number, item) in found.prefix(3).enumerated() {
                #expect(abs(item.position.x - Double(110 + 40 * number)) < 2, "\(frame) \(number) \(item.position)")
                #expect(abs(item.position.y - 180) < 0.5, "\(frame) \(number) \(item.position)")
            }
            // The light ones reach up to 160, and the heavy one 20 points below its center.
            #expect(found[3].position.y + 20 < 161, "\(frame) \(found[3].position)")
        }
        let end = simulation.drawList(at: 9.9).groups.flatMap(\.items)
        #expect(abs(end[3].position.y - 140) < 0.5 && abs(end[3].rotation) < 0.01, "\(end[3])")
    }

    @Test func `an item stays on a slope that is flatter than its friction`() throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 5, "fps": 30}, "layers": [
                  {"type": "sprite", "contents": {"shape": "square", "size": 20}, "position": [104.472, 141.056],
                   "transform": {"rotation": 0.463648},
                   "dynamics": {"gravity": [0, 1], "item": {"friction": 0.6},
                     "collision": {"boundaries": [{"from": [0, 100], "to": [400, 300]}]}}}]}
                """#
        )
        let simulation = Simulation(spec)
        let way = items(simulation, 4.9)[0].position - items(simulation, 0)[0].position
        #expect(max(abs(way.x), abs(way.y)) < 1)
    }

    private static let tiles = #"""
        {"canvas": {"width": 200, "height": 160}, "timing": {"duration": 4, "fps": 10}, "layers": [
          {"type": "shatter", "source": "red", "tile": 20, "duration": 9,
           "dynamics": {"gravity": [0, 1], "pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}],
                        "collision": {"boundaries": [{"from": [-400, 160], "to": [600, 160]}]},
                        "item": {"friction": 0.3, "angularVelocity": [-3, 3]}}}]}
        """#

    @Test func `many threads compute the same heap`() async throws {
        let spec = try EffectSpec(text: Self.tiles)
        let wanted = Simulation(spec).drawList(at: 3.9).groups
        let all = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { Simulation(spec).drawList(at: 3.9).groups == wanted } }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(all == Array(repeating: true, count: 8))
    }

    @Test func `tiles stack on a floor of any width`() throws {
        let simulation = Simulation(try EffectSpec(text: Self.tiles))
        let tiles = items(simulation, 3.9)
        #expect(tiles.count > 30)
        for tile in tiles {
            let depth = 10 * (abs(sin(tile.rotation)) + abs(cos(tile.rotation)))
            #expect(tile.position.y + depth < 160.5)
        }
        // Some tiles are above the floor.
        #expect(tiles.contains { $0.position.y < 140 })
    }

    @Test func `tiles snap back into the picture`() throws {
        let simulation = Simulation(
            try EffectSpec(
                text: #"""
                    {"canvas": {"width": 200, "height": 160}, "timing": {"duration": 4, "fps": 10}, "layers": [
                      {"type": "shatter", "source": "red", "tile": 40, "duration": 9,
                       "dynamics": {"pushes": [{"pushDirection": [[-1, 1], [-1, 1]]}], "snap": {"damping": 1, "beginTime": 1},
                                    "item": {"angularVelocity": [-6, 6], "resistance": 1}}}]}
                    """#
            )
        )
        func farthest(_ time: Double) -> Double {
            var most = 0.0
            for (index, tile) in items(simulation, time).enumerated() {
                let place = SIMD2(Double(index / 4) * 40 + 20, Double(index % 4) * 40 + 20)
                let way = tile.position - place
                most = max(most, (way * way).sum().squareRoot() + abs(tile.rotation) * 20)
            }
            return most
        }
        #expect(farthest(1e-6) < 0.01 && farthest(0.5) > 20 && farthest(3.9) < 0.2)
    }

    @Test(arguments: [0, 0.001, 0.01, 0.03, 0.05])
    func `a bounding path that shrinks to nothing is a disc`(_ scale: Double) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 0.4, "fps": 5}, "layers": [{"emitterPosition": [50, 50],
                 "emitterCells": [{"contents": "circle", "lifetime": 1, "scale": \#(scale), "burst": {"count": 3}}], "dynamics":
                 {"collision": {}, "item": {"collisionBoundsType": "path", "collisionBoundingPath": "M-5 -5L5 -5L0 5Z"}}}]}
                """#
        )
        let found = items(Simulation(spec), 0.2)
        #expect(found.allSatisfy { abs($0.position.x - 50) < 30 && abs($0.position.y - 50) < 60 })
    }
}
