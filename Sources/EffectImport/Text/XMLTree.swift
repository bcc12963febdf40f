/// An XML element with its content.
struct XMLTree: Sendable {
    /// Name without a namespace prefix.
    var name = ""
    var attributes: [(name: String, value: String)] = []
    var children: [XMLTree] = []
    /// Text between the tags, without that of child elements.
    var text = ""

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Reason and position of a syntax error.
struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    let reason: String
    /// Line and column, both from 1; the column counts bytes.
    let line: Int
    let column: Int

    var description: String { "line \(line), column \(column): \(reason)" }
}
