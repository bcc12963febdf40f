internal import EffectModel

/// StarsOverlay's timer: every 0.1 s another radius for the circle that stars leave from, and a birth rate that grows with
/// its root. Without it the middle would be crowded, and the rim bare.
///
/// The draws become keyframes of the document, so what comes of them can be read, changed, and sent back.
///
/// - Source: StarWars.iOS, StarsOverlay.
enum Starfield {
    private static let interval = 0.1
    private static let maximumKeys = 4000

    /// The document with keyframes in each emitter layer called `stars`; what can't be read is left to the spec's own faults.
    static func finish(_ document: JSONValue) -> JSONValue {
        guard case .object(var members) = document, case .array(var layers) = document["layers"] else {
            return document
        }
        guard layers.contains(where: { $0["name"] == "stars" }) else { return document }
        let width = number(document["canvas"]?["width"]) ?? 375
        let height = number(document["canvas"]?["height"]) ?? 500
        let duration = (number(document["timing"]?["duration"]) ?? 4) * (number(document["timing"]?["speed"]) ?? 1)
        let warm = number(document["timing"]?["prewarm"]) ?? 0
        let random = RandomStream(key: RandomStream.hash(seed(of: document))).substream(named: "stars")
        for index in layers.indices where layers[index]["name"] == "stars" {
            guard case .object(var layer) = layers[index] else { continue }
            // Warm-up is part of the clock: before it starts, no keyframe acts.
            let offset = (number(layers[index]["timeOffset"]) ?? 0) + warm
            let count = min(maximumKeys, Int(min(1e6, max(1, (offset + duration) / interval)).rounded(.up)))
            let radii = (0..<count).map { random.unit(UInt64($0)) * max(width, height) }
            let rates = radii.map { JSONValue.number(10 + $0.squareRoot()) }
            layer.removeAll { ["timeOffset", "animations", "prewarm"].contains($0.name) }
            layer.append(.init("timeOffset", .number(offset)))
            layer.append(.init("prewarm", 0))
            layer.append(
                .init(
                    "animations",
                    [
                        keyframes("emitterSize", radii.map { [.number($0), .number($0)] }),
                        keyframes("emitterCells.star.birthRate", rates),
                    ]
                )
            )
            layers[index] = .object(layer)
        }
        for index in members.indices where members[index].name == "layers" { members[index].value = .array(layers) }
        return .object(members)
    }

    private static func keyframes(_ keyPath: String, _ values: [JSONValue]) -> JSONValue {
        [
            "keyPath": .string(keyPath), "calculationMode": "discrete", "values": .array(values),
            "duration": .number(Double(values.count) * interval), "fillMode": "forwards",
        ]
    }

    private static func number(_ value: JSONValue?) -> Double? {
        guard case .number(let number) = value, number >= 0, number < 1e6 else { return nil }
        return number
    }

    private static func seed(of document: JSONValue) -> String {
        switch document["seed"] {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map { String($0) } ?? ""
        default: "1"
        }
    }
}
