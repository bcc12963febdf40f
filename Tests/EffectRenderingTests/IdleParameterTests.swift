import EffectModel
import EffectSimulation
import SoftwareRaster
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

    /// Pixels of a moment, premultiplied.
    private func moment(of name: String, _ parameters: [String: String]) throws -> [UInt32] {
        let spec = try preset(name, parameters)
        let simulation = Simulation(spec)
        return drawn(simulation.drawList(at: 0.45 * spec.timing.duration), of: simulation).pixels.map { $0 }
    }

    /// Largest difference of a channel that parameters make at that moment.
    private func step(of name: String, _ parameters: [String: String]) throws -> Int {
        let (one, other) = try (moment(of: name, [:]), moment(of: name, parameters))
        var worst = 0
        for place in one.indices where one[place] != other[place] {
            for shift: UInt32 in [0, 8, 16, 24] {
                worst = max(worst, abs(Int(one[place] >> shift & 0xFF) - Int(other[place] >> shift & 0xFF)))
            }
        }
        return worst
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

    @Test func `a turn is idle where pieces are round, until others are asked for`() throws {
        let idle = Preset.inOrder.filter { QueryParameter.all["spin"]?.isIdle(in: $0) == true }.map(\.name)
        #expect(idle.count > 10 && Set(["hanabi", "fireflies", "loading"]).isSubset(of: idle))
        #expect(Set(["confetti", "hearts", "coins", "campfire"]).isDisjoint(with: idle))
        for name in idle {
            // A gradient is looked up between its places.
            #expect(try step(of: name, ["spin": "170"]) <= 12, "\(name)")
        }
        for preset in Preset.inOrder where QueryParameter.all["align"]?.isIdle(in: preset) == true {
            #expect(try step(of: preset.name, ["align": "true"]) <= 12, "\(preset.name)")
        }
        #expect(
            try drawings(of: "fireflies", ["shapes": "star", "spin": "170"], at: [0.45])
                != drawings(of: "fireflies", ["shapes": "star"], at: [0.45])
        )
        // The stars of this sky stand still, and what moves is a dot.
        let shooting = try #require(Preset.all["shooting-stars"])
        #expect(try #require(QueryParameter.all["align"]).isIdle(in: shooting))
        #expect(try !#require(QueryParameter.all["spin"]).isIdle(in: shooting))
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
