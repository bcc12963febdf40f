import EffectCoding
internal import EffectModel
import StrictJSON

/// Search for layers of a kind anywhere in a spec, including groups and sides of transitions.
extension JSONValue {
    /// Paths of the emitter layers of this spec, in document order.
    var emitterPaths: [[String]] { Self.paths(inLayersOf: self, at: [], where: \.emits) }

    /// Paths of the likes of this spec, in document order.
    var likePaths: [[String]] { Self.paths(inLayersOf: self, at: []) { $0["type"]?.text == "like" } }

    /// Paths of the reveals of this spec whose shape is slats, in document order.
    var blindsPaths: [[String]] {
        Self.paths(inLayersOf: self, at: []) { $0["type"]?.text == "reveal" && $0["shape"]?["type"]?.text == "blinds" }
    }

    /// Paths of the cells of emitter layers, without the cells of cells.
    func cellPaths(of emitters: [[String]]) -> [[String]] {
        emitters.flatMap { emitter -> [[String]] in
            guard case .array(let cells) = value(at: (emitter + ["emitterCells"])[...]) else { return [] }
            return cells.indices.map { emitter + ["emitterCells", String($0)] }
        }
    }

    private static func paths(inLayersOf owner: JSONValue, at path: [String], where isWanted: (JSONValue) -> Bool)
        -> [[String]]
    {
        owner.layersWithin.flatMap { place, layer -> [[String]] in
            isWanted(layer) ? [path + place] : paths(inLayersOf: layer, at: path + place, where: isWanted)
        }
    }

    /// Layers of a spec or of a layer, with their paths.
    private var layersWithin: [(place: [String], layer: JSONValue)] {
        var found: [(place: [String], layer: JSONValue)] = []
        if case .array(let layers)? = self["layers"] {
            found += layers.enumerated().map { (["layers", String($0)], $1) }
        }
        for side in TransitionSide.allCases {
            if let layer = self[side.rawValue], layer.isLayer { found.append(([side.rawValue], layer)) }
        }
        return found
    }

    private var emits: Bool { ["emitter", nil].contains(self["type"]?.text) }

    /// Returns the spec or layer with each emitter layer duplicated, the copy above the original.
    ///
    /// - Parameter change: Changes a layer; told whether the layer is the copy.
    func doublingEmitters(_ change: (JSONValue, _ isCopy: Bool) -> JSONValue) -> JSONValue {
        var doubled = self
        func both(_ layer: JSONValue) -> [JSONValue] {
            layer.emits ? [change(layer, false), change(layer, true)] : [layer.doublingEmitters(change)]
        }
        if case .array(let layers)? = self["layers"] {
            _ = doubled.set(.array(layers.flatMap(both)), at: ["layers"])
        }
        for side in TransitionSide.allCases {
            guard let layer = self[side.rawValue], layer.isLayer else { continue }
            let layers = both(layer)
            // A side has a single layer, so both go into a group.
            let new: JSONValue = layers.count == 1 ? layers[0] : ["type": "group", "layers": .array(layers)]
            _ = doubled.set(new, at: [side.rawValue])
        }
        return doubled
    }
}

extension [String] {
    /// Path of the emitter layer that this path leads to or into.
    var ofEmitter: [String] { Array(prefix { $0 != "emitterCells" }) }
}
