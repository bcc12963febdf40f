import EffectModel
import EffectSimulation
import Testing
@testable import EffectCatalog

/// Parameters that could move nothing: a preset that offers one shows it.
struct IdleParameterTests {
    /// Values of parameters, each far from the presets' own.
    private static let values = [
        "angle": ["-120", "35"], "spread": ["70", "300"], "drag": ["6", "0.3"], "trail": ["0.4", "0.9"],
        "align": ["1", "0"], "flat": ["1", "0"], "es": ["circle", "line"], "em": ["outline", "surface", "points"],
        "ew": ["170", "33"], "eh": ["170", "33"], "x": ["0.1", "0.8"], "y": ["0.1", "0.8"],
    ]

    /// Everything that is drawn at some moments, as shares of the duration.
    private func drawings(of name: String, _ parameters: [String: String], at moments: [Double]) throws -> [DrawList] {
        let spec = try preset(name, parameters)
        let simulation = Simulation(spec)
        return moments.map { simulation.drawList(at: $0 * spec.timing.duration) }
    }

    @Test(arguments: Preset.inOrder.map(\.name))
    func `what a preset offers can be seen`(_ name: String) throws {
        let preset = try #require(Preset.all[name])
        let offered = Self.values.filter { QueryParameter.all[$0.key]?.isSeen(in: preset) == true }
        guard !offered.isEmpty else { return }
        func isSeen(_ parameter: String, _ value: String, at moments: [Double]) throws -> Bool {
            try drawings(of: name, [parameter: value], at: moments) != drawings(of: name, [:], at: moments)
        }
        for (parameter, values) in offered {
            // Mostly the first moment tells.
            let isSeen =
                try values.contains { try isSeen(parameter, $0, at: [0.45]) }
                || values.contains { try isSeen(parameter, $0, at: [0.1, 0.25, 0.8]) }
            #expect(isSeen, "\(name): \(parameter)")
        }
    }

    /// Requests of before keep their meaning: what cannot be seen is not offered, but taken.
    @Test func `what cannot be seen is taken all the same`() throws {
        for (name, parameter) in [
            ("aurora", "angle"), ("galaxy", "drag"), ("warp", "eh"), ("magic", "x"), ("ring", "flat"),
        ] {
            let known = try #require(QueryParameter.all[parameter])
            #expect(try !known.isSeen(in: #require(Preset.all[name])), "\(name): \(parameter)")
            let value = parameter == "flat" ? "1" : "0.5"
            let changed = try drawings(of: name, [parameter: value], at: [0.45])
            #expect(try changed == drawings(of: name, [:], at: [0.45]), "\(name): \(parameter)")
        }
        // Beside a speed, a direction is one.
        #expect(
            try drawings(of: "aurora", ["v": "40", "angle": "90"], at: [0.45])
                != drawings(of: "aurora", ["v": "40"], at: [0.45])
        )
    }
}
