import EffectModel
import StrictJSON

/// Parameter for a picture that repeats without a seam.
extension QueryParameter {
    static let tile = QueryParameter(
        "tile",
        "tile",
        "The image repeats side by side without a seam. Pieces are born all over it, and fade in and out. A preset's gradient becomes one color.",
        .canvas,
        .flag,
        needs: .field,
        // After `from`, which moves emitters: only those that it leaves are spread.
        phase: 5
    ) { value, name, document throws(ParameterFault) in
        let isTile = try flag(value, name)
        try document.write(.bool(isTile), at: ["canvas", "tile"], for: name)
        guard isTile else { return }
        document.flattenGround()
        document.spreadEmitters()
    } current: { view in
        view.spec.canvas.tile ? "1" : "0"
    }
}

extension Preset {
    /// Whether all layers are emitters that keep their density, and nothing else is drawn than their particles.
    var isField: Bool {
        guard case .array(let layers) = document["layers"], document.value(at: ["canvas", "bloom"]) == nil else {
            return false
        }
        return emitters.count == layers.count
            && layers.allSatisfy { layer in
                layer["density"]?.text == "area" && layer["mask"] == nil && layer["bloom"] == nil
                    && layer["blur"] == nil
            }
    }
}

extension PresetEditor {
    /// Share of a piece's life in which it appears, and in which it vanishes.
    private static let fade = 0.12

    /// Replaces a preset's gradient, which can't repeat without a seam, by one of its middle colors.
    mutating func flattenGround() {
        let ground = ["canvas", "background"]
        guard writer(of: ground) == nil, let text = self[ground]?.text, let colon = text.firstIndex(of: ":") else {
            return
        }
        let colors = text[text.index(after: colon)...].split(separator: ",").map { $0.prefix { $0 != "@" } }.filter {
            $0.count == 6 && $0.allSatisfy(\.isHexDigit)
        }
        guard !colors.isEmpty else { return }
        setUnchecked(.string("#" + colors[(colors.count - 1) / 2]), at: ground)
    }

    /// Has the pieces of lines born all over the canvas, and gone after they have crossed it once.
    ///
    /// Lines that parameters have shaped stay.
    mutating func spreadEmitters() {
        let own = ["emitterShape", "emitterSize", "emitterPosition", "emitterMode"]
        for emitter in emitters where own.allSatisfy({ writer(of: emitter + [$0]) == nil }) {
            guard self[emitter + ["emitterShape"]] == "line" else { continue }
            let members: [(String, JSONValue)] = [
                ("emitterShape", "rectangle"), ("emitterMode", "surface"), ("emitterPosition", ["50%", "50%"]),
                ("emitterSize", ["100%", "100%"]),
            ]
            for (member, value) in members { setUnchecked(value, at: emitter + [member]) }
            if self[emitter + ["prewarm"]] == nil, writer(of: ["timing", "prewarm"]) == nil {
                setUnchecked("steady", at: emitter + ["prewarm"])
            }
            // Direction that a line gives.
            if self[emitter + ["naturalDirection"]] == nil {
                setUnchecked("-90deg", at: emitter + ["naturalDirection"])
            }
            appendFade(to: emitter)
            shortenLives(of: emitter)
        }
    }

    private mutating func appendFade(to emitter: [String]) {
        var behaviors: [JSONValue] = []
        if case .array(let present) = self[emitter + ["emitterBehaviors"]] { behaviors = present }
        let fade: JSONValue = [
            "type": "valueOverLife", "keyPath": "color.alpha", "values": [0, 1, 1, 0],
            "locations": [0, .number(Self.fade), .number(1 - Self.fade), 1], "operation": "multiply",
        ]
        setUnchecked(.array(behaviors + [fade]), at: emitter + ["emitterBehaviors"])
    }

    /// Ends lives where pieces would have crossed the scene, as they do without a tile, so that as many are seen.
    private mutating func shortenLives(of emitter: [String]) {
        guard case .array(let cells) = self[emitter + ["emitterCells"]], case .array(let size) = ownSize,
            let height = size.last?.double, height > 0
        else { return }
        for index in cells.indices {
            let path = emitter + ["emitterCells", String(index), "lifetime"]
            guard writer(of: path) == nil, let life = cells[index]["lifetime"]?.double,
                let velocity = cells[index]["velocity"]?.middle, velocity * life > height,
                // Pieces that are slowed down are long on their way.
                !isSlowed(emitter)
            else { continue }
            setUnchecked(.number(height / velocity), at: path)
        }
    }

    private func isSlowed(_ emitter: [String]) -> Bool {
        guard case .array(let behaviors) = self[emitter + ["emitterBehaviors"]] else { return false }
        return behaviors.contains { $0["type"] == "drag" }
    }
}

extension JSONValue {
    /// A number, or the middle of [lowest, highest].
    fileprivate var middle: Double? {
        guard case .array(let ends) = self else { return double }
        guard ends.count == 2, let low = ends[0].double, let high = ends[1].double else { return nil }
        return (low + high) / 2
    }
}
