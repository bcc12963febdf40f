internal import EffectCatalog
import EffectCoding
internal import EffectModel
internal import EffectRendering
import FoundationEssentials
import StrictJSON

/// A strong entity tag, known before rendering: a hash of spec, form, version, files and fonts, which determine the
/// bytes.
///
/// - Source: RFC 9110 §8.8.3, a strong validator.
struct EntityTag: Sendable, Hashable {
    /// The tag with its quotes, as in `ETag`.
    let text: String

    /// - Parameter form: Everything besides the spec that determines the bytes.
    init(_ spec: EffectSpec, assets: [UInt8], form: String) {
        var digest = Digest()
        digest.add(hanabiVersion)
        digest.add(form)
        digest.add(assets)
        digest.add(JSONWriter.bytes(of: spec.json))
        self.init(digest)
    }

    /// The tag of an existing document.
    init(of document: [UInt8]) {
        var digest = Digest()
        digest.add(document)
        self.init(digest)
    }

    private init(_ digest: Digest) {
        let name = Data(digest.bytes.prefix(16)).base64EncodedString()
        text = "\"" + name.replacing("+", with: "-").replacing("/", with: "_").prefix(22) + "\""
    }

    /// Whether an `If-None-Match` field matches, by weak comparison.
    ///
    /// - Source: RFC 9110 §13.1.2.
    func matches(_ field: String?) -> Bool {
        guard let field else { return false }
        // Clients send back tags unchanged; parsing the field would take a fifth of the time of a 304.
        if field == text || field == "*" { return true }
        // Our tags contain no commas, so splitting another server's tag does no harm.
        return field.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
            return strong.prefix(text.count) == text
                && strong.dropFirst(text.count).allSatisfy { $0 == " " || $0 == "\t" }
        }
    }
}
