import EffectCoding
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Emitters with path shapes.
struct PathEmitterTests {
    private func places(_ path: String, _ mode: String, count: Int = 4000) throws -> [Birthplace] {
        let members: [JSONValue.Member] = [
            .init("emitterPosition", [0, 0]), .init("emitterShape", "path"), .init("emitterPath", .string(path)),
            .init("emitterMode", .string(mode)),
        ]
        let spec = try EffectSpec(json: Specs.one(emitter: members))
        guard case .emitter(let emitter) = spec.layers[0].content, let outline = emitter.path?.outline else {
            return []
        }
        let drawn = PathGeometry(outline, emitter.emitterMode)
        let stream = RandomStream(key: 5)
        return (0..<count).map { index in
            let draws = stream.substream(UInt64(index))
            return emitter.birthplace(SIMD3(draws.unit(0), draws.unit(1), draws.unit(2)), drawn)
        }
    }

    private func heading(_ place: Birthplace) -> SIMD2<Double> { SIMD2(cos(place.azimuth), sin(place.azimuth)) }

    @Test func `points of a path are the ends of its segments`() throws {
        let places = try places("M0 0 L10 0 C10 5 5 10 0 10", "points")
        let corners = Set(places.map { SIMD2($0.position.x, $0.position.y) })
        #expect(corners == [SIMD2(0, 0), SIMD2(10, 0), SIMD2(0, 10)])
    }

    @Test func `an outline emits uniformly by length and outward in either winding direction`() throws {
        for path in ["M-10 -5 H10 V5 H-10 Z", "M-10 -5 V5 H10 V-5 Z"] {
            let places = try places(path, "outline")
            for place in places {
                let outward = SIMD2(place.position.x, place.position.y) + heading(place) * 0.1
                #expect(abs(outward.x) > 10 || abs(outward.y) > 5)
            }
            // The long sides have two thirds of the length.
            let long = places.count { abs(abs($0.position.y) - 5) < 1e-9 }
            #expect(abs(Double(long) / 4000 - 2.0 / 3) < 0.03)
        }
    }

    @Test func `an open line emits to its left, like the shape line`() throws {
        for place in try places("M-10 0 L10 0", "outline", count: 50) {
            #expect(heading(place).isNear(SIMD2(0, -1), 1e-9))
        }
    }

    @Test func `a ring emits from its hole's edge into the hole`() throws {
        let places = try places("M-10 -10 H10 V10 H-10 Z M-4 -4 V4 H4 V-4 Z", "outline")
        for place in places where max(abs(place.position.x), abs(place.position.y)) < 5 {
            let inward = SIMD2(place.position.x, place.position.y) + heading(place) * 0.1
            #expect(max(abs(inward.x), abs(inward.y)) < 4)
        }
    }

    @Test func `the interior is uniform by area and excludes holes`() throws {
        let places = try places("M-10 -10 H10 V10 H-10 Z M-4 -4 V4 H4 V-4 Z", "volume")
        var quarters = [0, 0, 0, 0]
        for place in places {
            let p = place.position
            #expect(abs(p.x) <= 10 && abs(p.y) <= 10.05 && max(abs(p.x), abs(p.y)) > 3.95)
            quarters[(p.x < 0 ? 0 : 1) + (p.y < 0 ? 0 : 2)] += 1
        }
        #expect(quarters.allSatisfy { abs($0 - 1000) < 120 })
        let above = places.count { $0.position.y < -4 }
        #expect(abs(Double(above) / 4000 - 120.0 / 336) < 0.03)
    }

    @Test func `a circle of curves emits from its rim`() throws {
        let circle = "M10 0 A10 10 0 0 1 -10 0 A10 10 0 0 1 10 0 Z"
        for place in try places(circle, "outline", count: 500) {
            let p = SIMD2(place.position.x, place.position.y)
            #expect(abs(p.length - 10) < 0.02)
            #expect((heading(place) * p).sum() > 9.9)
        }
    }

    @Test func `a path shape and emitterPath require each other`() {
        func faults(_ members: [JSONValue.Member]) -> [String] {
            do {
                _ = try EffectSpec(json: Specs.one(emitter: members))
                return []
            } catch { return error.faults.map(\.pointer) }
        }
        #expect(faults([.init("emitterShape", "path")]) == ["/layers/0/emitterPath"])
        #expect(faults([.init("emitterPath", "M0 0 L1 1")]) == ["/layers/0/emitterPath"])
        #expect(faults([.init("emitterShape", "text")]) == ["/layers/0/emitterText"])
    }
}
