import EffectModel
import StrictJSON

/// Assigns names to unnamed layers.
///
/// Names are added to the document before any layer is read, because random numbers depend on a layer's name and other
/// layers may refer to it.
enum LayerNames {
    /// Adds a name to each layer without one, or with an empty one; elements that are not objects remain unchanged.
    static func filled(in layers: JSONValue) -> JSONValue {
        var taken: Set<String> = []
        gather(from: layers, depth: 0, into: &taken)
        return filled(in: layers, after: "layer", depth: 0, &taken)
    }

    private static func gather(from layers: JSONValue, depth: Int, into taken: inout Set<String>) {
        guard depth <= LayerGroup.maximumDepth, case .array(let elements) = layers else { return }
        for element in elements { gather(fromLayer: element, depth: depth, into: &taken) }
    }

    private static func gather(fromLayer layer: JSONValue, depth: Int, into taken: inout Set<String>) {
        guard depth <= LayerGroup.maximumDepth else { return }
        if case .string(let name)? = layer["name"] { taken.insert(name) }
        if let inner = layer["layers"] { gather(from: inner, depth: depth + 1, into: &taken) }
        for side in TransitionSide.allCases {
            guard let inner = layer[side.rawValue], inner.isLayer else { continue }
            gather(fromLayer: inner, depth: depth + 1, into: &taken)
        }
    }

    /// - Parameter stem: Prefix of the names, followed by the index in the list.
    private static func filled(
        in layers: JSONValue,
        after stem: String,
        depth: Int,
        _ taken: inout Set<String>
    ) -> JSONValue {
        guard depth <= LayerGroup.maximumDepth, case .array(var elements) = layers else { return layers }
        for index in elements.indices {
            elements[index] = filled(inLayer: elements[index], named: "\(stem)\(index)", depth: depth, &taken)
        }
        return .array(elements)
    }

    /// - Parameter usual: Default name.
    private static func filled(
        inLayer layer: JSONValue,
        named usual: String,
        depth: Int,
        _ taken: inout Set<String>
    ) -> JSONValue {
        guard depth <= LayerGroup.maximumDepth, case .object(var members) = layer else { return layer }
        let place = members.firstIndex { $0.name == "name" }
        if place == nil || place.map({ members[$0].value == "" }) == true {
            var name = usual
            while !taken.insert(name).inserted { name += "_" }
            place.map { _ = members.remove(at: $0) }
            members.insert(.init("name", .string(name)), at: 0)
        }
        for index in members.indices {
            let inner = members[index]
            if inner.name == "layers" {
                members[index].value = filled(in: inner.value, after: "\(usual).", depth: depth + 1, &taken)
            } else if TransitionSide(rawValue: inner.name) != nil, inner.value.isLayer {
                let name = "\(usual).\(inner.name)"
                members[index].value = filled(inLayer: inner.value, named: name, depth: depth + 1, &taken)
            }
        }
        return .object(members)
    }
}
