import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Distributions of random values over several seeds, by the Kolmogorov–Smirnov test.
struct DistributionTests {
    /// Items of 3,000 particles, all born at once in the center of a canvas that contains them all.
    private func items(
        _ cell: [JSONValue.Member],
        emitter: [JSONValue.Member] = [],
        seed: Int,
        at time: Double = 1
    ) throws -> [DrawList.Item] {
        let many: [JSONValue.Member] = [.init("burst", ["count": 3000]), .init("velocity", 0)]
        return try Lone(cell: Specs.merged(many, cell), emitter: emitter, seed: .number(Double(seed)))
            .simulation.drawList(at: time).groups[0].items
    }

    /// Expects `values` to be uniform within `range`, at a false alarm rate of about 1 in 10,000.
    private func expectUniform(
        _ values: [Double],
        _ range: ClosedRange<Double>,
        _ line: SourceLocation = #_sourceLocation
    ) {
        let count = Double(values.count)
        var distance = 0.0
        for (rank, value) in values.sorted().enumerated() {
            let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
            distance = max(distance, abs(share - Double(rank) / count), abs(share - Double(rank + 1) / count))
        }
        #expect(distance * count.squareRoot() < 2.23, "distance \(distance)", sourceLocation: line)
    }

    @Test(arguments: [1, 2, 3])
    func `a cone is uniform over its solid angle`(_ seed: Int) throws {
        // Toward the viewer: velocity in z is proportional to the cosine of the angle to the axis.
        let cell: [JSONValue.Member] = [
            .init("velocity", 100), .init("emissionLatitude", "90deg"), .init("emissionRange", "120deg"),
        ]
        let items = try items(cell, seed: seed)
        expectUniform(items.map(\.z), 50...100)
        expectUniform(items.map { atan2($0.position.y - 500, $0.position.x - 500) }, -Double.pi...Double.pi)
    }

    @Test(arguments: [1, 2, 3])
    func `a planar range is uniform over its angle`(_ seed: Int) throws {
        let cell: [JSONValue.Member] = [
            .init("velocity", 300), .init("emissionRange", "100deg"), .init("emissionSpace", "planar"),
        ]
        let half = 50.0 / 180 * Double.pi
        let angles = try items(cell, seed: seed).map { atan2($0.position.y - 500, $0.position.x - 500) }
        expectUniform(angles, -half...half)
    }

    @Test(arguments: [1, 2, 3])
    func `a disc is uniform over its area, and a sphere over its surface`(_ seed: Int) throws {
        let disc: [JSONValue.Member] = [.init("emitterShape", "circle"), .init("emitterSize", [400, 0])]
        let radii = try items([], emitter: disc, seed: seed).map { ($0.position - SIMD2(500, 500)).length }
        expectUniform(radii.map { $0 * $0 }, 0...40_000)
        let ball: [JSONValue.Member] = [
            .init("emitterShape", "sphere"), .init("emitterMode", "surface"), .init("emitterSize", [400, 0]),
        ]
        expectUniform(try items([], emitter: ball, seed: seed).map(\.z), -200...200)
    }

    @Test(arguments: [1, 2, 3])
    func `ranges are uniform`(_ seed: Int) throws {
        let cell: [JSONValue.Member] = [
            .init("velocity", [100, 300]), .init("scale", [1, 3]), .init("rotation", [-1, 1]),
            .init("alphaRange", 0.25),
            .init("color", "#ffffffbf"),
        ]
        let items = try items(cell, seed: seed)
        expectUniform(items.map { $0.position.x }, 600...800)
        expectUniform(items.map(\.scale.x), 1...3)
        expectUniform(items.map(\.rotation), -1...1)
        expectUniform(items.map(\.color.w), (191.0 / 255 - 0.25)...(191.0 / 255 + 0.25))
    }

    @Test func `different properties of one particle are uncorrelated`() throws {
        let cell: [JSONValue.Member] = [
            .init("velocity", [100, 300]), .init("scale", [1, 3]), .init("rotation", [-1, 1]), .init("spin", 0),
        ]
        let items = try items(cell, seed: 9)
        func correlation(_ a: KeyPath<DrawList.Item, Double>, _ b: KeyPath<DrawList.Item, Double>) -> Double {
            let (xs, ys) = (items.map { $0[keyPath: a] }, items.map { $0[keyPath: b] })
            let (mx, my) = (xs.reduce(0, +) / Double(xs.count), ys.reduce(0, +) / Double(ys.count))
            let pairs = zip(xs, ys).map { (($0 - mx) * ($1 - my), ($0 - mx) * ($0 - mx), ($1 - my) * ($1 - my)) }
            return pairs.reduce(0) { $0 + $1.0 }
                / (pairs.reduce(0) { $0 + $1.1 } * pairs.reduce(0) { $0 + $1.2 }).squareRoot()
        }
        // Four standard deviations for 3,000 pairs.
        #expect(abs(correlation(\.position.x, \.scale.x)) < 0.073)
        #expect(abs(correlation(\.position.x, \.rotation)) < 0.073)
        #expect(abs(correlation(\.scale.x, \.rotation)) < 0.073)
    }
}
