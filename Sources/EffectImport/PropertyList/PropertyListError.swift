/// Errors of reading a property list or an archive in one.
public enum PropertyListError: Error, Sendable, Equatable, CustomStringConvertible {
    /// File with more bytes or values than allowed.
    case tooLarge(found: String, allowed: String)
    /// File that is neither a binary nor an XML property list.
    case notAPropertyList
    /// XML property list in an encoding that is not read, with the encoding's name.
    case wrongEncoding(String)
    /// Property list that is truncated or invalid.
    case damaged(String)
    /// Property list that is not an archive of NSKeyedArchiver.
    case notAnArchive(String)

    /// Message for display.
    public var description: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }

    /// Reason as part of a sentence.
    var reason: String {
        switch self {
        case .tooLarge(let found, let allowed): "the file has \(found); allowed: at most \(allowed)"
        case .notAPropertyList: "the file is neither a binary nor an XML property list"
        case .wrongEncoding(let found): "the property list is in \(found); allowed: \(XMLTokenizer.encodings)"
        case .damaged(let reason): "the property list is damaged: \(reason)"
        case .notAnArchive(let reason): "the property list is not a keyed archive: \(reason)"
        }
    }
}
