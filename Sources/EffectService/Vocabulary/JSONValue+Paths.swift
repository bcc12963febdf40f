internal import EffectModel

extension JSONValue {
    /// The characters of a string.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// What a number is.
    var double: Double? { if case .number(let number) = self { number } else { nil } }

    /// A place in an array, which has one name only: digits, with neither a sign nor zeros before them.
    private static func index(_ name: String) -> Int? {
        Int(name).flatMap { String($0) == name ? $0 : nil }
    }

    /// What stands at a path of member names and array places.
    func value(at path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return self }
        if case .array(let elements) = self {
            guard let index = Self.index(name), elements.indices.contains(index) else { return nil }
            return elements[index].value(at: path.dropFirst())
        }
        return self[name]?.value(at: path.dropFirst())
    }

    /// Puts `value` at a path of member names and array places, making objects where there are none.
    ///
    /// - Returns: Whether there is such a place.
    mutating func set(_ value: JSONValue, at path: ArraySlice<String>) -> Bool {
        guard let name = path.first else {
            self = value
            return true
        }
        if case .array(var elements) = self {
            guard let index = Self.index(name), elements.indices.contains(index),
                elements[index].set(value, at: path.dropFirst())
            else { return false }
            self = .array(elements)
            return true
        }
        var members: [Member] = []
        if case .object(let existing) = self { members = existing }
        if let index = members.firstIndex(where: { $0.name == name }) {
            guard members[index].value.set(value, at: path.dropFirst()) else { return false }
        } else {
            var inner = JSONValue.object([])
            guard inner.set(value, at: path.dropFirst()) else { return false }
            members.append(Member(name, inner))
        }
        self = .object(members)
        return true
    }

    /// Takes a member of an object away; nothing happens if there is none.
    mutating func remove(at path: ArraySlice<String>) {
        guard let name = path.last, var parent = value(at: path.dropLast()), case .object(let members) = parent else {
            return
        }
        parent = .object(members.filter { $0.name != name })
        _ = set(parent, at: path.dropLast())
    }
}
