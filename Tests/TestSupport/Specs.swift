import EffectCoding
public import EffectCost
public import EffectModel
public import StrictJSON

/// Base documents for tests.
public enum Specs {
    /// A cell without any effect.
    public static let idleCell: JSONValue = ["birthRate": 0, "lifetime": 0, "contents": .null]

    /// Returns a document of one emitter with one cell, modified by `emitter` and `cell`.
    public static func one(
        emitter: [JSONValue.Member] = [],
        cell: [JSONValue.Member] = [],
        canvas: JSONValue = ["width": 100, "height": 100],
        timing: JSONValue = ["duration": 2, "fps": 30],
        seed: JSONValue = 1
    ) -> JSONValue {
        let cellDefaults: [JSONValue.Member] = [
            .init("name", "c"), .init("contents", "square"), .init("birthRate", 20), .init("lifetime", 1),
        ]
        let emitterDefaults: [JSONValue.Member] = [
            .init("type", "emitter"), .init("name", "e"), .init("emitterPosition", [50, 50]),
        ]
        let layer = merged(emitterDefaults, emitter) + [.init("emitterCells", [.object(merged(cellDefaults, cell))])]
        return ["canvas": canvas, "timing": timing, "seed": seed, "layers": [.object(layer)]]
    }

    /// Returns `defaults` with the members of `changes` replaced or added.
    public static func merged(_ defaults: [JSONValue.Member], _ changes: [JSONValue.Member]) -> [JSONValue.Member] {
        defaults.filter { old in !changes.contains { $0.name == old.name } } + changes
    }
}

extension EffectSpec {
    /// Creates a spec from JSON text.
    public init(text: String, limits: RenderLimits = RenderLimits()) throws {
        try self.init(json: JSONParser.parse(Array(text.utf8)), limits: limits)
    }
}
