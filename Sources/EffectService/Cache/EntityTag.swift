internal import EffectModel
import FoundationEssentials

/// Which bytes an answer has, known before they are made: the same spec, in the same form, from the same version, with the
/// same files and fonts.
///
/// - Source: RFC 9110 §8.8.3, a strong validator.
struct EntityTag: Sendable, Hashable {
    /// With its quotes, as in `ETag`.
    let text: String

    /// - Parameter form: Everything beside the spec that decides on the bytes.
    init(_ spec: EffectSpec, assets: [UInt8], form: String) {
        var digest = Digest()
        digest.add(hanabiVersion)
        digest.add(form)
        digest.add(assets)
        digest.add(JSONWriter.bytes(of: spec.json))
        self.init(digest)
    }

    /// Of a document that is there.
    init(of document: [UInt8]) {
        var digest = Digest()
        digest.add(document)
        self.init(digest)
    }

    private init(_ digest: Digest) {
        let name = Data(digest.bytes.prefix(16)).base64EncodedString()
        text = "\"" + name.replacing("+", with: "-").replacing("/", with: "_").prefix(22) + "\""
    }

    /// Whether an `If-None-Match` names it: compared weakly, as that field does.
    ///
    /// - Source: RFC 9110 §13.1.2.
    func matches(_ field: String?) -> Bool {
        guard let field else { return false }
        // As clients send back what they were given; taking it apart costs a fifth of such an answer.
        if field == text || field == "*" { return true }
        // No tag of ours has a comma in it, so that parts of another's are no danger.
        return field.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
            return strong.prefix(text.count) == text
                && strong.dropFirst(text.count).allSatisfy { $0 == " " || $0 == "\t" }
        }
    }
}
