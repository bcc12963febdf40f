import EffectModel
package import StrictJSON

extension JSONValue {
    /// The characters of a string; `nil` for other types.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of a number; `nil` for other types.
    var double: Double? { if case .number(let number) = self { number } else { nil } }

    /// Parses an array index in its canonical form: digits without a sign or leading zeros.
    private static func index(_ name: String) -> Int? {
        Int(name).flatMap { String($0) == name ? $0 : nil }
    }

    /// The value at a path of member names and array indices; `nil` if there is none.
    package func value(at path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return self }
        if case .array(let elements) = self {
            guard let index = Self.index(name), elements.indices.contains(index) else { return nil }
            return elements[index].value(at: path.dropFirst())
        }
        return self[name]?.value(at: path.dropFirst())
    }

    /// Sets `value` at a path of member names and array indices, creating objects where necessary.
    ///
    /// - Returns: Whether the path can exist.
    package mutating func set(_ value: JSONValue, at path: ArraySlice<String>) -> Bool {
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

    /// Removes a member of an object, if present.
    package mutating func remove(at path: ArraySlice<String>) {
        guard let name = path.last, var parent = value(at: path.dropLast()), case .object(let members) = parent else {
            return
        }
        parent = .object(members.filter { $0.name != name })
        _ = set(parent, at: path.dropLast())
    }
}
