public import EffectModel
public import StrictJSON

/// Result of an import.
public struct ImportResult: Sendable, Equatable {
    /// Effect spec with only the members that the document requires.
    public let document: JSONValue
    /// The effect spec, parsed and validated.
    public let spec: EffectSpec
    /// Parts of the document that the spec lacks or approximates.
    public let notes: [ImportNote]

    /// Parts of the document that the spec lacks.
    public var ignored: [ImportNote] { notes.filter { $0.kind == .ignored } }

    /// Parts of the document that the spec approximates.
    public var approximated: [ImportNote] { notes.filter { $0.kind == .approximated } }

    /// The result as the JSON of a response.
    public var json: JSONValue {
        [
            "spec": document, "ignored": .array(ignored.map(\.json)),
            "approximated": .array(approximated.map(\.json)),
        ]
    }

    /// - Throws: ``ImportError/impossible(field:_:)`` for a spec that cannot be sent, because it has more values than a
    ///   JSON reader accepts.
    init(_ document: JSONValue, _ spec: EffectSpec, notes: [ImportNote]) throws(ImportError) {
        do throws(JSONError) {
            _ = try JSONParser.parse(JSONWriter.bytes(of: document))
        } catch {
            throw .impossible(field: "", "results in a spec that cannot be sent: \(error.reason)")
        }
        (self.document, self.spec, self.notes) = (document, spec, notes)
    }
}
