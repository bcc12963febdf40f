public import EffectModel

/// Why a document can't be imported.
public enum ForeignImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Bytes that are not the format, with the place where that can be told: not JSON, not XML, no property list, or
    /// nothing in it that the format knows.
    case notTheFormat(ForeignFormat, String)
    /// The format, but nothing that could be seen or sent: what, and why.
    case impossible(field: String, String)
    /// What came of it goes over the limits, or names what is not there.
    case refused(SpecError)

    /// For people.
    public var description: String {
        switch self {
        case .notTheFormat(let format, let reason): "This is not a document of \(format.title): \(reason)."
        case .impossible(let field, let reason): "\(field.isEmpty ? "The document" : field) \(reason)."
        case .refused(let error):
            "The effect can't be rendered as it is:\n" + error.faults.map { "  \($0)" }.joined(separator: "\n")
        }
    }
}
