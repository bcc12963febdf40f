import EffectCoding
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectSimulation

/// Rigid bodies with custom bounding paths.
struct BoundingPathTests {
    private func item(_ path: String) -> String {
        #"{"gravity": [0, 1], "collision": {}, "item": {"collisionBoundingPath": "\#(path)", "friction": 0.4}}"#
    }

    @Test(arguments: [
        ("M-10 -10H10V10H-10Z", 10.0), ("M-50 30L50 30L0 -60Z", 30), ("M-40 20A40 40 0 0 1 40 20Z", 20),
        // Concave: the convex hull rests on the tips.
        ("M-40 -30L40 -30L40 40L0 0L-40 40Z", 40),
    ])
    func `a resting body touches the floor with its path`(_ path: String, _ foot: Double) throws {
        let bodies = try RigidBodies(item(path), [(500, 800, 100, 100)], seconds: 5)
        #expect(abs(bodies.place(at: 5).y - (1000 - foot)) < 0.6, "\(bodies.place(at: 5))")
        #expect(bodies.place(at: 4) == bodies.place(at: 5) && abs(bodies.angle(at: 5)) < 0.02)
    }

    @Test func `a body on its tip falls over, and two bodies stack`() throws {
        let bodies = try RigidBodies(
            item("M-40 -40H40L0 40Z"),
            [(500, 900, 80, 80), (505, 700, 80, 80)],
            seconds: 8
        )
        #expect(abs(bodies.angle(0, at: 8)) > 0.3 && bodies.place(0, at: 7.5) == bodies.place(0, at: 8))
        for index in 0..<2 {
            let pose = bodies.tracks.pose(of: index, at: 8)
            let corners = [SIMD2(-40.0, -40.0), SIMD2(40, -40), SIMD2(0, 40)].map { corner in
                pose.place.y + corner.x * sin(pose.angle) + corner.y * cos(pose.angle)
            }
            #expect(corners.allSatisfy { $0 < 1001 }, "\(corners)")
        }
    }

    @Test(arguments: [
        (#"{"collisionBoundsType": "path"}"#, "collisionBoundingPath"),
        (#"{"collisionBoundsType": "ellipse", "collisionBoundingPath": "M0 0H9V9Z"}"#, "collisionBoundingPath"),
        (#"{"collisionBoundingPath": "M0 0H9"}"#, "collisionBoundingPath"),
        (#"{"collisionBoundingPath": "M0 0L90 90L45 45.1Z"}"#, "collisionBoundingPath"),
        (#"{"collisionBoundingPath": "M0 0H99999V9Z"}"#, "collisionBoundingPath"),
    ])
    func `an invalid path is reported with its pointer`(_ item: String, _ place: String) throws {
        let error = #expect(throws: SpecError.self) {
            try EffectSpec(
                text: #"{"layers": [{"type": "shatter", "source": "red", "dynamics": {"item": \#(item)}}]}"#
            )
        }
        #expect(error?.faults.map(\.pointer) == ["/layers/0/dynamics/item/\(place)"])
    }

    @Test func `a path implies its collision type and round-trips`() throws {
        let spec = try EffectSpec(
            text: #"""
                {"layers": [{"type": "shatter", "source": "red", "tile": 40,
                  "dynamics": {"item": {"collisionBoundingPath": "M-9 -9H9V9Z"}}}]}
                """#
        )
        guard case .shatter(let shatter) = spec.layers[0].content else { return }
        #expect(shatter.dynamics?.item.collisionBoundsType == .path)
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    @Test(arguments: 3...40)
    func `a hull is reduced to its most significant corners`(_ count: Int) {
        let corners = (0..<count).map { index -> Outline.Segment in
            let angle = 2 * Double.pi * Double(index) / Double(count)
            let point = SIMD2(cos(angle), sin(angle)) * 50
            return index == 0 ? .move(point) : .line(point)
        }
        let hull = Outline(corners + [.close]).hull(atMost: 8)
        #expect(hull.count == min(8, count))
        let area = hull.indices.reduce(0.0) { sum, index in
            let (a, b) = (hull[index], hull[(index + 1) % hull.count])
            return sum + (a.x * b.y - a.y * b.x) / 2
        }
        let whole = Double(count) / 2 * 2500 * sin(2 * .pi / Double(count))
        #expect(area > 0.7 * whole && area <= whole * 1.000001)
    }
}
