public import EffectCoding

/// Errors of an import.
public enum ImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Bytes that are not of the format, with the position where it is known: not JSON, not XML, an archive of another
    /// object, or without any field of the format.
    case notTheFormat(ImportFormat, String)
    /// Bytes that are not the property list that the format requires.
    case notAPropertyList(ImportFormat, PropertyListError)
    /// Document of the format that cannot be shown or sent: field and reason.
    case impossible(field: String, String)
    /// Resulting spec that exceeds the limits or refers to something missing.
    case refused(SpecError)

    /// Message for display.
    public var description: String {
        switch self {
        case .notTheFormat(let format, let reason): "This is not a document of \(format.title): \(reason)."
        case .notAPropertyList(let format, let error):
            "This is not a document of \(format.title): \(error.reason)."
        case .impossible(let field, let reason): "\(field.isEmpty ? "The document" : field) \(reason)."
        case .refused(let error):
            "The effect can't be rendered:\n" + error.faults.map { "  \($0)" }.joined(separator: "\n")
        }
    }

    /// Message for display where the format is assumed rather than given: it does not name the format.
    package var descriptionWithoutFormat: String {
        switch self {
        case .notTheFormat(_, let reason): reason.prefix(1).uppercased() + reason.dropFirst() + "."
        case .notAPropertyList(_, let error): error.description
        case .impossible, .refused: description
        }
    }
}
