internal import EffectModel

/// Layers that emit, wherever in a spec they are: in groups, and on the sides of transitions, too.
extension JSONValue {
    /// Paths of the layers of this spec that emit, in the order of the document.
    var emitterPaths: [[String]] { emitterPaths(inLayersOf: self, at: []) }

    private func emitterPaths(inLayersOf owner: JSONValue, at path: [String]) -> [[String]] {
        owner.layersWithin.flatMap { place, layer -> [[String]] in
            layer.emits ? [path + place] : emitterPaths(inLayersOf: layer, at: path + place)
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

    /// This spec, or layer, with two layers in place of each in it that emits, the second above the first.
    ///
    /// - Parameter change: What a layer becomes, which is told whether it is the second.
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
            // One layer is all that a side has.
            let new: JSONValue = layers.count == 1 ? layers[0] : ["type": "group", "layers": .array(layers)]
            _ = doubled.set(new, at: [side.rawValue])
        }
        return doubled
    }
}

extension [String] {
    /// The path of the layer to which this one leads, or in which its cell is.
    var ofEmitter: [String] { Array(prefix { $0 != "emitterCells" }) }
}
