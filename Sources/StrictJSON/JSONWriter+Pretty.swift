extension JSONWriter {
    /// Encodes a value for people: on one line where it fits, otherwise indented, with a line break at the end.
    ///
    /// - Complexity: O(size × depth).
    public static func prettyBytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(pretty: value, indent: 0, before: 0)
        writer.write(raw: "\n")
        return writer.bytes
    }

    /// Maximum width of a line in columns.
    private static let width = 120

    /// - Parameter before: Number of columns already used on the line.
    private mutating func write(pretty value: JSONValue, indent: Int, before: Int) {
        let members: [(name: String?, value: JSONValue)]
        let brackets: (String, String)
        switch value {
        case .array(let elements): (members, brackets) = (elements.map { (nil, $0) }, ("[", "]"))
        case .object(let all): (members, brackets) = (all.map { ($0.name, $0.value) }, ("{", "}"))
        default: return write(value)
        }
        // One column is reserved for the comma.
        if let line = Self.line(value, atMost: Self.width - before - 1) { return write(raw: line) }
        write(raw: brackets.0)
        let inner = indent + 2
        for (index, member) in members.enumerated() {
            write(raw: (index == 0 ? "\n" : ",\n") + String(repeating: " ", count: inner))
            var columns = inner
            if let name = member.name {
                let start = bytes.count
                write(string: name)
                write(raw: ": ")
                columns += bytes.count - start
            }
            write(pretty: member.value, indent: inner, before: columns)
        }
        write(raw: "\n" + String(repeating: " ", count: indent) + brackets.1)
    }

    /// The value on one line, with a space after commas and colons. `nil` if it is too long or has objects nested in
    /// objects, which are easier to read indented.
    private static func line(_ value: JSONValue, atMost columns: Int, level: Int = 0) -> String? {
        let text: String
        switch value {
        case .array(let elements):
            guard let parts = parts(elements, { line($0, atMost: columns, level: level) }) else { return nil }
            text = "[\(parts.joined(separator: ", "))]"
        case .object(let members):
            guard level == 0,
                let parts = parts(
                    members,
                    { member in
                        line(member.value, atMost: columns, level: level + 1).map {
                            String(decoding: bytes(of: .string(member.name)), as: UTF8.self) + ": " + $0
                        }
                    }
                )
            else { return nil }
            text = "{\(parts.joined(separator: ", "))}"
        default: text = String(decoding: bytes(of: value), as: UTF8.self)
        }
        return text.utf8.count <= columns ? text : nil
    }

    /// Maps all elements; `nil` if any result is `nil`.
    private static func parts<Element>(_ elements: [Element], _ part: (Element) -> String?) -> [String]? {
        var parts: [String] = []
        for element in elements {
            guard let made = part(element) else { return nil }
            parts.append(made)
        }
        return parts
    }
}
