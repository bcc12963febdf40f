public import EffectModel

/// Errors of an import.
public enum SpriteKitImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// File with more bytes or values than allowed.
    case tooLarge(found: String, allowed: String)
    /// File that is neither a binary nor an XML property list.
    case notAPropertyList
    /// XML property list in an encoding other than UTF-8, with the encoding's name.
    case wrongEncoding(String)
    /// Property list that is truncated or invalid.
    case damaged(String)
    /// Property list that is not an archive of NSKeyedArchiver.
    case notAnArchive(String)
    /// Archive of another object, with a description of its root.
    case notAnEmitter(found: String)
    /// Resulting document that exceeds the limits, or has an error that the importer did not foresee.
    case refused(SpecError)

    /// Message for display.
    public var description: String {
        if case .refused(let error) = self {
            return "The effect can't be rendered as it is:\n" + error.faults.map { "  \($0)" }.joined(separator: "\n")
        }
        return reason.prefix(1).uppercased() + reason.dropFirst() + "."
    }

    /// Reason as part of a sentence.
    package var reason: String {
        switch self {
        case .tooLarge(let found, let allowed): "the file has \(found); at most \(allowed) are read"
        case .notAPropertyList: "the file is neither a binary nor an XML property list"
        case .wrongEncoding(let found): "the property list is in \(found); XML is read in UTF-8"
        case .damaged(let reason): "the property list is damaged: \(reason)"
        case .notAnArchive(let reason): "the property list is not a keyed archive: \(reason)"
        case .notAnEmitter(let found): "the archive's root is \(found); an emitter file's is an SKEmitterNode"
        case .refused: "the effect can't be rendered as it is"
        }
    }
}
