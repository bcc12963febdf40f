/// Names for layers that have none.
///
/// They are put into the document before anything of a layer is read, because draws hang on its name, and other layers may
/// refer to it.
enum LayerNames {
    /// `layers` with a name in each element that has none or an empty one; what is no layer stays as it is.
    static func filled(in layers: JSONValue) -> JSONValue {
        guard case .array(var elements) = layers else { return layers }
        var taken: Set<String> = []
        for case .string(let name)? in elements.map({ $0["name"] }) { taken.insert(name) }
        for index in elements.indices {
            guard case .object(var members) = elements[index] else { continue }
            let place = members.firstIndex { $0.name == "name" }
            if let place, members[place].value != "" { continue }
            var name = "layer\(index)"
            while !taken.insert(name).inserted { name += "_" }
            place.map { _ = members.remove(at: $0) }
            elements[index] = .object([.init("name", .string(name))] + members)
        }
        return .array(elements)
    }
}
