import EffectCoding
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Emission positions and headings of each shape and mode.
struct ShapeTests {
    private static let shapes = ["point", "line", "rectangle", "cuboid", "circle", "sphere"]
    private static let modes = ["points", "outline", "surface", "volume"]
    private let size = SIMD3(40.0, 20, 10)

    /// Returns many birthplaces around the origin.
    private func places(_ shape: String, _ mode: String, _ more: [JSONValue.Member] = []) throws -> [Birthplace] {
        let members: [JSONValue.Member] = [
            .init("emitterPosition", [0, 0]), .init("emitterShape", .string(shape)),
            .init("emitterMode", .string(mode)), .init("emitterSize", [.number(size.x), .number(size.y)]),
            .init("emitterDepth", .number(size.z)),
        ]
        let spec = try EffectSpec(json: Specs.one(emitter: Specs.merged(members, more)))
        guard case .emitter(let emitter) = spec.layers[0].content else { return [] }
        let stream = RandomStream(key: 5)
        return (0..<4000).map { index in
            let draws = stream.substream(UInt64(index))
            return emitter.birthplace(SIMD3(draws.unit(0), draws.unit(1), draws.unit(2)))
        }
    }

    private func heading(_ place: Birthplace) -> SIMD3<Double> {
        let level = cos(place.elevation)
        return SIMD3(cos(place.azimuth) * level, sin(place.azimuth) * level, sin(place.elevation))
    }

    private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

    /// Expects equal counts by a χ² test at a level of about 1 in 10,000.
    private func expectEven(_ counts: [Int]) {
        let mean = Double(counts.reduce(0, +)) / Double(counts.count)
        let chi = counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
        let freedom = Double(counts.count - 1)
        // Wilson–Hilferty approximation of the quantile at 3.7 standard deviations.
        let term = 1 - 2 / (9 * freedom) + 3.7 * (2 / (9 * freedom)).squareRoot()
        #expect(chi < freedom * term * term * term, "\(counts)")
    }

    /// Returns the counts of values in equal parts of a range.
    private func histogram(_ values: [Double], _ range: ClosedRange<Double>, _ parts: Int = 10) -> [Int] {
        var counts = Array(repeating: 0, count: parts)
        for value in values {
            let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound) * Double(parts)
            counts[min(parts - 1, max(0, Int(part)))] += 1
        }
        return counts
    }

    @Test(arguments: shapes, modes)
    func `every birth is within the shape`(_ shape: String, _ mode: String) throws {
        for place in try places(shape, mode) {
            let p = place.position
            switch shape {
            case "point": #expect(p == [0, 0, 0])
            case "line": #expect(abs(p.x) <= 20 && p.y == 0 && p.z == 0)
            case "rectangle": #expect(abs(p.x) <= 20 && abs(p.y) <= 10 && p.z == 0)
            case "cuboid": #expect(abs(p.x) <= 20 && abs(p.y) <= 10 && abs(p.z) <= 5)
            case "circle": #expect(length(p) <= 20.000_001 && p.z == 0)
            default: #expect(length(p) <= 20.000_001)
            }
        }
    }

    @Test func `points are corners with equal probability`() throws {
        for (shape, corners) in [("line", 2), ("rectangle", 4), ("cuboid", 8)] {
            let groups = Dictionary(grouping: try places(shape, "points").map { "\($0.position)" }) { $0 }
            #expect(groups.count == corners)
            expectEven(groups.values.map(\.count))
        }
    }

    @Test func `a rectangle's outline is uniform along its perimeter and emits outward`() throws {
        let places = try places("rectangle", "outline")
        let along = places.map { place in
            let p = place.position
            return p.y == -10 && place.azimuth < -1
                ? p.x + 20
                : p.x == 20 && place.azimuth == 0
                    ? 40 + p.y + 10
                    : p.y == 10 && place.azimuth > 1 && place.azimuth < 2 ? 60 + 20 - p.x : 100 + 10 - p.y
        }
        expectEven(histogram(along, 0...120, 12))
        for place in places { #expect((heading(place) * place.position).sum() >= 10 - 1e-9) }
    }

    @Test(arguments: ["rectangle", "cuboid"])
    func `the interior is uniform in every direction`(_ shape: String) throws {
        for mode in shape == "rectangle" ? ["surface", "volume"] : ["volume"] {
            let places = try places(shape, mode)
            expectEven(histogram(places.map(\.position.x), -20...20))
            expectEven(histogram(places.map(\.position.y), -10...10))
            if shape == "cuboid" { expectEven(histogram(places.map(\.position.z), -5...5)) }
            #expect(places.allSatisfy { $0.azimuth == 0 && $0.elevation == 0 })
        }
    }

    @Test func `a cuboid's faces are chosen by area and emit along their normals`() throws {
        let places = try places("cuboid", "surface")
        var counts: [SIMD3<Double>: Int] = [:]
        for place in places {
            let direction = heading(place)
            let axis = (0..<3).first { abs(direction[$0]) > 0.999 } ?? 0
            let side = direction[axis].rounded() * size[axis] / 2
            #expect(abs(place.position[axis] - side) < 1e-9)
            var face = SIMD3(0.0, 0, 0)
            face[axis] = direction[axis].rounded()
            counts[face, default: 0] += 1
        }
        #expect(counts.count == 6)
        let areas = SIMD3(size.y * size.z, size.x * size.z, size.x * size.y)
        for (face, count) in counts {
            let axis = (0..<3).first { face[$0] != 0 } ?? 0
            let expected = 4000 * areas[axis] / (2 * areas.sum())
            #expect(abs(Double(count) - expected) < 4 * expected.squareRoot())
        }
        // Uniform over a face: the two large faces, along both sides.
        let large = places.filter { abs(heading($0).z) > 0.999 }
        expectEven(histogram(large.map(\.position.x), -20...20))
        expectEven(histogram(large.map(\.position.y), -10...10))
    }

    @Test func `a cuboid's edges are chosen by length`() throws {
        var counts = SIMD3(0.0, 0, 0)
        for place in try places("cuboid", "outline") {
            let free = (0..<3).filter { abs(abs(place.position[$0]) - size[$0] / 2) > 1e-9 }
            #expect(free.count <= 1)
            counts[free.first ?? 0] += 1
            // Headings bisect the two faces that meet at the edge.
            let direction = heading(place)
            #expect(
                (0..<3).allSatisfy {
                    free.contains($0) ? abs(direction[$0]) < 1e-9 : abs(abs(direction[$0]) - 0.5.squareRoot()) < 1e-9
                }
            )
        }
        for axis in 0..<3 {
            let expected = 4000 * size[axis] / size.sum()
            #expect(abs(counts[axis] - expected) < 4 * expected.squareRoot())
        }
    }

    @Test(arguments: modes)
    func `a circle's rim and disc are uniform and emit outward`(_ mode: String) throws {
        let places = try places("circle", mode)
        expectEven(histogram(places.map { atan2($0.position.y, $0.position.x) }, -Double.pi...Double.pi))
        if mode == "points" || mode == "outline" {
            #expect(places.allSatisfy { abs(length($0.position) - 20) < 1e-9 })
        } else {
            expectEven(histogram(places.map { length($0.position) * length($0.position) }, 0...400))
        }
        for place in places { #expect(length(heading(place) * length(place.position) - place.position) < 1e-9) }
    }

    @Test(arguments: modes)
    func `a sphere's surface and volume are uniform and emit outward in space`(_ mode: String) throws {
        let places = try places("sphere", mode)
        let directions = places.map { $0.position / length($0.position) }
        // A coordinate of a uniform point on a sphere is uniform.
        for axis in 0..<3 { expectEven(histogram(directions.map { $0[axis] }, -1...1)) }
        if mode == "volume" {
            expectEven(histogram(places.map { pow(length($0.position) / 20, 3) }, 0...1))
        } else {
            #expect(places.allSatisfy { abs(length($0.position) - 20) < 1e-9 })
        }
        for (place, direction) in zip(places, directions) { #expect(length(heading(place) - direction) < 1e-6) }
    }

    @Test func `the radius is half of the width, or the width if requested`() throws {
        let wide = try places("circle", "outline", [.init("circleRadius", "width")])
        #expect(wide.allSatisfy { abs(length($0.position) - 40) < 1e-9 })
    }

    @Test func `the natural direction can be set`() throws {
        let down = try places("rectangle", "volume", [.init("naturalDirection", "90deg")])
        #expect(down.allSatisfy { abs($0.azimuth - .pi / 2) < 1e-12 })
        let out = try places("rectangle", "volume", [.init("naturalDirection", "outward")])
        for place in out { #expect(length(heading(place) * length(place.position) - place.position) < 1e-9) }
    }

    @Test func `a circle's particles all move away from its center`() throws {
        let json = Specs.one(
            emitter: [
                .init("emitterShape", "circle"), .init("emitterMode", "outline"), .init("emitterSize", [25, 0]),
            ],
            cell: [.init("velocity", 40), .init("birthRate", 500)]
        )
        let simulation = Simulation(try EffectSpec(json: json))
        let items = simulation.drawList(at: 0.5).groups.flatMap(\.items)
        #expect(items.count > 100)
        for item in items {
            let offset = item.position - [50, 50]
            #expect(abs((offset * offset).sum().squareRoot() - (12.5 + 40 * item.age)) < 0.01)
        }
    }
}
