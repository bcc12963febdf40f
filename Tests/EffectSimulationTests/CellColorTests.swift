import EffectCoding
import EffectModel
@testable import EffectSimulation
import StrictJSON
import TestSupport
import Testing

/// Lists of colors, and what sub-cells inherit.
struct CellColorTests {
    private func items(_ cell: [JSONValue.Member], seed: Int = 1) throws -> [DrawList.Item] {
        let burst: [JSONValue.Member] = [.init("birthRate", 0), .init("burst", ["count": 4000]), .init("velocity", 0)]
        let spec = try EffectSpec(
            json: Specs.one(
                cell: Specs.merged(burst, cell),
                canvas: ["width": 100, "height": 100],
                timing: ["duration": 1, "fps": 10]
            )
        )
        return Simulation(spec).drawList(at: 0.05).leaves.flatMap(\.items)
    }

    @Test func `each particle gets one of the colors, by weight`() throws {
        let colors: JSONValue = ["red", ["color": "lime", "weight": 3], ["color": "blue", "weight": 0], [0, 1, 1]]
        let items = try items([.init("colors", colors)])
        #expect(items.count == 4000)
        func share(_ color: SIMD4<Double>) -> Double { Double(items.count { $0.color == color }) / 4000 }
        #expect(abs(share(SIMD4(1, 0, 0, 1)) - 0.2) < 0.03)
        #expect(abs(share(SIMD4(0, 1, 0, 1)) - 0.6) < 0.03)
        #expect(share(SIMD4(0, 0, 1, 1)) == 0)
        #expect(abs(share(SIMD4(0, 1, 1, 1)) - 0.2) < 0.03)
    }

    @Test func `a color multiplies the cell's, and leaves other draws as they are`() throws {
        let plain = try items([.init("scale", [1, 2])])
        let colored = try items([.init("scale", [1, 2]), .init("colors", ["ff8000"]), .init("color", "808080")])
        #expect(plain.map(\.scale) == colored.map(\.scale) && plain.map(\.id) == colored.map(\.id))
        #expect(colored.allSatisfy { abs($0.color.x - 0.502) < 0.001 && abs($0.color.y - 0.252) < 0.001 })
    }

    @Test(arguments: [
        (#"{}"#, SIMD4(0.5, 0, 0, 1.0), 1.5), (#"{"color": false}"#, SIMD4(0.5, 1, 1, 1), 1.5),
        (#"{"scale": false}"#, SIMD4(0.5, 0, 0, 1), 0.5),
        (#"{"color": false, "scale": false}"#, SIMD4(0.5, 1, 1, 1), 0.5),
    ])
    func `a sub-cell takes color and scale from its parent, or doesn't`(
        _ inherit: String,
        color: SIMD4<Double>,
        scale: Double
    ) throws {
        let child: JSONValue = [
            "contents": "circle", "birthRate": 0, "burst": ["count": 1], "lifetime": 5, "scale": 0.5,
            "color": [0.5, 1, 1], "inherit": try JSONParser.parse(Array(inherit.utf8)), "name": "child",
        ]
        let cell: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 1]), .init("lifetime", 5), .init("scale", 3),
            .init("color", "red"), .init("emitterCells", [child]),
        ]
        let spec = try EffectSpec(json: Specs.one(cell: cell))
        let items = Simulation(spec).drawList(at: 0.2).leaves.flatMap(\.items)
        let born = try #require(items.first { $0.cell == 1 })
        #expect(born.color == color && born.scale.x == scale)
    }

    @Test(arguments: [
        (#"["no-color"]"#, "/layers/0/emitterCells/0/colors/0"),
        (#"[{"weight": 1}]"#, "/layers/0/emitterCells/0/colors/0/color"),
        (#"[{"color": "red", "weight": -1}]"#, "/layers/0/emitterCells/0/colors/0/weight"),
        (#"[{"color": "red", "weight": 0}]"#, "/layers/0/emitterCells/0/colors"),
        (#""red""#, "/layers/0/emitterCells/0/colors"),
    ])
    func `lists of colors that make no sense are refused`(_ colors: String, _ pointer: String) throws {
        let value = try JSONParser.parse(Array(colors.utf8))
        let error = try #require(throws: SpecError.self) {
            _ = try EffectSpec(json: Specs.one(cell: [.init("colors", value)]))
        }
        #expect(error.faults.map(\.pointer) == [pointer])
    }
}
