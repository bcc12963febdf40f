/// Entities of XML without declarations: the five predefined names, and numbers.
///
/// - Source: Extensible Markup Language (XML) 1.0, fifth edition, §4.1 and §4.6.
enum XMLEntity {
    /// Returns the character of the entity `name`, written without `&` and `;`; `nil` for unknown entities.
    static func character(of name: String) -> Character? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let code =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            return code.flatMap(Unicode.Scalar.init).map { Character($0) }
        }
    }
}
