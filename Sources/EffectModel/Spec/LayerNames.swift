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
        for element in elements {
            if case .string(let name)? = element["name"] { taken.insert(name) }
            if let inner = element["layers"] { gather(from: inner, depth: depth + 1, into: &taken) }
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
            guard case .object(var members) = elements[index] else { continue }
            let place = members.firstIndex { $0.name == "name" }
            if place == nil || place.map({ members[$0].value == "" }) == true {
                var name = "\(stem)\(index)"
                while !taken.insert(name).inserted { name += "_" }
                place.map { _ = members.remove(at: $0) }
                members.insert(.init("name", .string(name)), at: 0)
            }
            if let inner = members.firstIndex(where: { $0.name == "layers" }) {
                members[inner].value = filled(
                    in: members[inner].value,
                    after: "\(stem)\(index).",
                    depth: depth + 1,
                    &taken
                )
            }
            elements[index] = .object(members)
        }
        return .array(elements)
    }
}
