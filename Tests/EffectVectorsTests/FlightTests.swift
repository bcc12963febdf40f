import EffectModel
import EffectSimulation
@testable import EffectVectors
import Foundation
import TestSupport
import Testing

/// Trails whose bands follow from the flight of their particle.
struct FlightTests {
    /// Trails of a scene, in order.
    static func trails(of children: [VectorNode.Child]) -> [EffectVectors.Trail] {
        children.flatMap { child -> [EffectVectors.Trail] in
            switch child {
            case .piece: []
            case .trail(let trail): [trail]
            case .node(let node): trails(of: node.children)
            }
        }
    }

    /// Point of a path at a distance from its start.
    private static func place(on points: [SIMD2<Double>], at distance: Double) -> SIMD2<Double> {
        var left = distance
        for (from, to) in zip(points, points.dropFirst()) {
            let length = (to - from).length
            if left <= length { return from + (to - from) * (left / max(length, 1e-9)) }
            left -= length
        }
        return points[points.count - 1]
    }

    @Test(arguments: ["peony", "chrysanthemum", "ts-fireworks"], 1...2)
    func `trails run from head to tail as the ribbons of the draw lists do`(_ preset: String, _ seed: Int) throws {
        let simulation = try VectorSceneTests.simulation(preset, seed: seed)
        let scene = try VectorScene(simulation, maximumPieces: 100_000) { false }
        let flights = Self.trails(of: scene.children).filter { $0.flight != nil }
        try #require(!flights.isEmpty)
        let period = simulation.spec.timing.period
        var random = SplitMix64(state: UInt64(seed))
        for _ in 0..<10 {
            let share = Double.random(in: 0.02..<0.98, using: &random)
            let ribbons = simulation.drawList(at: share * period).leaves.flatMap(\.ribbons)
            let slack = 1 / (VectorScene.samplesPerSecond * period)
            for trail in flights where share > trail.window.start + slack && share < trail.window.end - 2 * slack {
                let flight = try #require(trail.flight)
                let age = share - flight.birth
                let ends = [min(age, flight.life), min(flight.life, max(0, age - flight.duration))].map { age in
                    Self.place(on: trail.points, at: flight.distance.value(at: age / flight.life))
                }
                let nearest = ribbons.map { ribbon in
                    max((ribbon.points[0] - ends[0]).length, (ribbon.points[ribbon.points.count - 1] - ends[1]).length)
                }.min()
                #expect(try #require(nearest) < 2.5, "\(preset) at \(share)")
            }
        }
    }

    @Test func `bands of trails of a kind share their classes, and their numbers are the group's`() throws {
        let simulation = try VectorSceneTests.simulation("peony", seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 100_000) { false }
        let limits = SVGDocument.Limits(elements: 100_000, bytes: 1 << 26)
        let text = try SVGDocument(scene, of: simulation.spec, sprites: simulation.sprites, limits) { _ in nil }.text
        let flights = Self.trails(of: scene.children).filter { $0.flight != nil }
        let bands = flights.reduce(0) { $0 + ($1.flight?.bands ?? 0) }
        #expect(text.components(separatedBy: "<path class=").count - 1 == bands)
        #expect(text.components(separatedBy: "stroke-dasharray:max").count - 1 < bands / 3)
        #expect(!text.contains("NaN") && !text.contains("--y:;"))
    }
}
