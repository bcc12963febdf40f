/// How the URLs of effects are signed: the parameter `sig` of the query is `<key id>.<signature>`, and that is the
/// HMAC-SHA256 of the URL's canonical form, in unpadded base64url.
///
/// The canonical form is `path?query`, or `path` where the query is empty, as AWS Signature Version 4 has it:
///
/// - The path's segments are percent-decoded and encoded again, with `/` between them.
/// - The names and values of the query are decoded (`+` is a space) and encoded again, without `sig`; sorted by encoded name
///   and then by encoded value; and joined with `=` and `&`. A name without `=` has an empty value. Empty pairs are left out.
/// - Encoded is every byte but the unreserved ones of RFC 3986 (`A`–`Z`, `a`–`z`, `0`–`9`, `-._~`), with upper-case digits.
///
/// The path is the one that the service sees: what a proxy takes away before it is not signed. The host is not signed either.
/// A signed URL has one spelling: its canonical form, and `sig` behind it (or, behind a cache that sorts, in its place). The signature of another one is as good, but it leads there: whoever
/// has one URL would have as many entries of a proxy's cache as there are ways to write it.
///
/// The parameter `exp`, seconds since 1970 from which on the URL is no longer good, is signed like all others.
public enum URLSignature {
    /// Why a URL can't be signed.
    public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// It begins neither with `/` nor with `http://` or `https://` and a host.
        case notURL
        /// It holds percent signs that encode nothing, or bytes that are not UTF-8.
        case notUTF8
        /// `expires` is negative.
        case wrongExpiry(Int64)

        /// For people.
        public var description: String {
            switch self {
            case .notURL: "found no URL; allowed: https://host/path?query, or /path?query"
            case .notUTF8: "found what is not percent-encoded UTF-8; allowed: % and two hexadecimal digits"
            case .wrongExpiry(let found): "found \(found) as its end; allowed: seconds since 1970"
            }
        }
    }

    static let parameter = "sig"
    static let expiryParameter = "exp"

    /// Whether a parameter says who has signed, or until when, and nothing else.
    static func isOwn(_ name: String) -> Bool { name == parameter || name == expiryParameter }

    /// Signs a URL, and spells it canonically. What stands in it as `sig`, and as `exp` if there is a new one, is replaced.
    ///
    /// - Parameters:
    ///   - url: Absolute, or a path with a query.
    ///   - expires: Seconds since 1970 from which on it is no longer good. `nil` leaves that to the URL's own `exp`, if any.
    /// - Throws: ``Failure``.
    public static func sign(_ url: String, with key: SigningKey, expires: Int64? = nil) throws(Failure) -> String {
        if let expires, expires < 0 { throw .wrongExpiry(expires) }
        guard let written = WrittenURL(url) else { throw .notURL }
        guard var target = RequestTarget(written.target) else { throw .notUTF8 }
        target.take { $0 == parameter || ($0 == expiryParameter && expires != nil) }
        guard let signed = signed(target.text, with: key, expires: expires) else { throw .notUTF8 }
        return written.origin + signed + written.fragment
    }

    /// The canonical form of a path with a query; `nil` for what is not percent-encoded UTF-8.
    public static func canonical(_ target: String) -> String? { RequestTarget(target).map(canonical) }

    static func canonical(_ target: RequestTarget) -> String {
        let path = target.segments.map { "/" + encoded($0) }.joined()
        let pairs = target.query.filter { $0.name != parameter }
            .map { (name: encoded($0.name), value: encoded($0.value)) }
            // All of it is ASCII, so that this is the order of bytes.
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        if pairs.isEmpty { return path }
        return path + "?" + pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// A target without a signature, spelled canonically, with one.
    static func signed(_ target: String, with key: SigningKey, expires: Int64?) -> String? {
        guard var target = RequestTarget(target) else { return nil }
        if let expires { target.add(expiryParameter, String(expires)) }
        let canonical = canonical(target)
        return canonical
            + suffix("\(key.id).\(String(decoding: key.signature(of: canonical), as: UTF8.self))", to: canonical)
    }

    /// The one spelling of a signed target.
    static func spelling(of target: RequestTarget) -> String {
        let canonical = canonical(target)
        return canonical
            + target.query.filter { $0.name == parameter }.map { suffix(encoded($0.value), to: canonical) }.joined()
    }

    /// Whether a signed target is spelled canonically, with `sig` behind all others or in its place among them: caches in front may sort
    /// what they ask for, and would be led in circles.
    static func isSpelledWell(_ target: RequestTarget) -> Bool {
        let spelling = spelling(of: target)
        if target.text == spelling { return true }
        guard let start = spelling.firstIndex(of: "?") else { return false }
        let pairs = spelling[spelling.index(after: start)...].split(separator: "&").sorted()
        return target.text == spelling[...start] + pairs.joined(separator: "&")
    }

    private static func suffix(_ signature: String, to canonical: String) -> String {
        "\(canonical.contains("?") ? "&" : "?")\(parameter)=\(signature)"
    }

    private static func encoded(_ text: String) -> String {
        PercentCoding.encoded(text) { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
            default: false
            }
        }
    }
}
