import EffectCoding
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport

/// A simulation of a single particle, born at time 0 in the center of a large canvas.
struct Lone {
    let simulation: Simulation

    /// - Parameters:
    ///   - behaviors: JSON text of the layer's behaviors.
    ///   - cell: Members added to a cell with a lifetime of 4 s and a velocity of 60 to the right.
    init(
        _ behaviors: String = "[]",
        cell: [JSONValue.Member] = [],
        emitter: [JSONValue.Member] = [],
        canvas: JSONValue = ["width": 1000, "height": 1000],
        timing: JSONValue = ["duration": 5, "fps": 30],
        seed: JSONValue = 1
    ) throws {
        let layer: [JSONValue.Member] = [
            .init("emitterPosition", [500, 500]),
            .init("emitterBehaviors", try JSONParser.parse(Array(behaviors.utf8))),
        ]
        let particle: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 1]), .init("lifetime", 4), .init("velocity", 60),
        ]
        let json = Specs.one(
            emitter: Specs.merged(layer, emitter),
            cell: Specs.merged(particle, cell),
            canvas: canvas,
            timing: timing,
            seed: seed
        )
        simulation = Simulation(try EffectSpec(json: json))
    }

    func item(at time: Double) -> DrawList.Item? { simulation.drawList(at: time).groups.first?.items.first }

    /// Offset from the center in pixels; NaN if the particle is invisible.
    func offset(at time: Double) -> SIMD2<Double> {
        (item(at: time)?.position ?? SIMD2(.nan, .nan)) - SIMD2(500, 500)
    }
}

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }

    /// Whether each component is within `tolerance` of the other's.
    func isNear(_ other: SIMD2<Double>, _ tolerance: Double) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
    }
}
