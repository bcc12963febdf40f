public import EffectModel

/// Why a file can't be imported.
public enum SpriteKitImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// More bytes or values than are read.
    case tooLarge(found: String, allowed: String)
    /// Neither a binary nor an XML property list.
    case notAPropertyList
    /// An XML property list, but not in UTF-8: what it is in.
    case wrongEncoding(String)
    /// A property list that breaks off, or says what can't be.
    case damaged(String)
    /// A property list, but not what NSKeyedArchiver writes.
    case notAnArchive(String)
    /// An archive of something else: what its root is.
    case notAnEmitter(found: String)
    /// The document that came of it goes over the limits, or has a fault that the importer did not foresee.
    case refused(SpecError)

    /// For people.
    public var description: String {
        if case .refused(let error) = self {
            return "The effect can't be rendered as it is:\n" + error.faults.map { "  \($0)" }.joined(separator: "\n")
        }
        return reason.prefix(1).uppercased() + reason.dropFirst() + "."
    }

    /// The part of a sentence.
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
