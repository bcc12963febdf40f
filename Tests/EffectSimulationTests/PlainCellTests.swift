import EffectCoding
import EffectModel
@testable import EffectSimulation
import StrictJSON
import TestSupport
import Testing

/// The fast path for plain cells, whose result must match the general path.
struct PlainCellTests {
    private static let cells: [[JSONValue.Member]] = [
        [], [.init("scale", [-1, 1]), .init("scaleSpeed", 0.4)],
        [.init("scale", [-1, 1]), .init("negativeScale", "hide")], [.init("particleType", "point")],
        [.init("mass", [0.2, 3]), .init("emitterBehaviors", [["type": "drag", "drag": 1.2]])],
        [.init("mass", [0.2, 3]), .init("emitterBehaviors", [["type": "wind", "velocity": [40, -9], "drag": 2]])],
        [.init("emitterBehaviors", [["type": "drag", "drag": 1e-8]])], [.init("drift", [8, -3])],
        [.init("alphaSpeed", -2), .init("alphaRange", 0.9), .init("color", "teal")],
        [.init("particleType", "plane"), .init("orientationRange", "180deg"), .init("scale", [-0.5, 1])],
        [
            .init("particleType", "plane"), .init("orientationRange", "180deg"), .init("back", "#12a8"),
            .init("color", "teal"),
        ],
        [.init("speed", 1.7), .init("contentsScale", 3)], [.init("speed", 1.7), .init("scaleRange", 0.5)],
    ]

    /// Animations of the last case.
    private static let animations: JSONValue = .array(
        ["xAcceleration", "scaleSpeed", "greenSpeed"].map { name in
            [
                "keyPath": .string("emitterCells.c.\(name)"), "values": [0.5, -0.3, 0.2], "calculationMode": "cubic",
                "duration": 0.8, "repeatCount": "infinite",
            ]
        }
    )

    @Test(arguments: cells.indices, UInt64(0)..<6)
    func `the fast path and the general path give identical items`(_ cell: Int, _ seed: UInt64) throws {
        let lively: [JSONValue.Member] = [
            .init("birthRate", 150), .init("velocity", [5, 90]), .init("emissionRange", "360deg"),
            .init("yAcceleration", 25), .init("spin", [-2, 3]), .init("lifetime", 2), .init("redSpeed", -0.3),
        ]
        func simulation(_ isLong: Bool) throws -> Simulation {
            // Forces the general path without changing a value.
            let nothing: JSONValue = [
                "type": "valueOverLife", "keyPath": "rotation", "values": [0, 0], "operation": "add",
            ]
            let json = Specs.one(
                emitter: [
                    .init("emitterBehaviors", isLong ? [nothing] : []), .init("animatedRates", "live"),
                    .init("animations", cell == Self.cells.count - 1 ? Self.animations : []),
                ],
                cell: Specs.merged(lively, Self.cells[cell]),
                canvas: ["width": 100, "height": 90, "scale": .number(seed % 2 == 0 ? 1 : 1.5)],
                seed: .number(Double(seed))
            )
            return Simulation(try EffectSpec(json: json))
        }
        let (short, long) = (try simulation(false), try simulation(true))
        for time in [0.3, 1.1, 1.9] {
            let items = short.drawList(at: time).groups.flatMap(\.items)
            #expect(items == long.drawList(at: time).groups.flatMap(\.items))
            #expect(items.count > 10)
        }
    }
}
