/// Signing of effect URLs: the query parameter `sig` is `<key id>.<signature>`, where the signature is the HMAC-SHA256
/// of the URL's canonical form in unpadded base64url.
///
/// The canonical form is `path?query`, or `path` if the query is empty, as in AWS Signature Version 4:
///
/// - Path segments are percent-decoded and encoded again, with `/` between them.
/// - Names and values of the query are decoded (`+` is a space) and encoded again, without `sig`; sorted by encoded
///   name, then by encoded value; and joined with `=` and `&`. A name without `=` has an empty value. Empty pairs are
///   dropped.
/// - Every byte except the unreserved ones of RFC 3986 (`A`–`Z`, `a`–`z`, `0`–`9`, `-._~`) is encoded, with upper-case
///   digits.
///
/// The path is the one that the service sees: a prefix removed by a proxy is not signed, and neither is the host. A
/// signed URL has one spelling: its canonical form followed by `sig` (or, behind a cache that sorts the query, with
/// `sig` in sorted position). Other spellings are accepted but redirected to the canonical one, so that a single URL
/// cannot fill a proxy's cache with variants.
///
/// The parameter `exp`, the expiry in seconds since 1970, is signed like any other.
public enum URLSignature {
    /// The reason a URL cannot be signed.
    public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// The URL begins neither with `/` nor with `http://` or `https://` and a host.
        case notURL
        /// The URL contains invalid percent-encoding, or bytes that are not UTF-8.
        case notUTF8
        /// The expiry is negative.
        case wrongExpiry(Int64)

        /// Human-readable message.
        public var description: String {
            switch self {
            case .notURL: "found no URL; allowed: https://host/path?query or /path?query"
            case .notUTF8:
                "found invalid percent-encoding or text that is not UTF-8; allowed: UTF-8 with % and two hexadecimal digits"
            case .wrongExpiry(let found): "found the expiry \(found); allowed: seconds since 1970"
            }
        }
    }

    static let parameter = "sig"
    static let expiryParameter = "exp"

    /// Whether a parameter belongs to the signature: the signature itself or its expiry.
    static func isOwn(_ name: String) -> Bool { name == parameter || name == expiryParameter }

    /// Signs a URL in canonical spelling. An existing `sig` is replaced, as is `exp` if `expires` is given.
    ///
    /// - Parameters:
    ///   - url: Absolute URL, or a path with a query.
    ///   - expires: Expiry in seconds since 1970; `nil` to keep the URL's own `exp`, if any.
    /// - Throws: ``Failure``.
    public static func sign(_ url: String, with key: SigningKey, expires: Int64? = nil) throws(Failure) -> String {
        if let expires, expires < 0 { throw .wrongExpiry(expires) }
        guard let written = WrittenURL(url) else { throw .notURL }
        guard var target = RequestTarget(written.target) else { throw .notUTF8 }
        target.take { $0 == parameter || ($0 == expiryParameter && expires != nil) }
        guard let signed = signed(target.text, with: key, expires: expires) else { throw .notUTF8 }
        return written.origin + signed + written.fragment
    }

    /// The canonical form of a path with a query; `nil` for invalid percent-encoded UTF-8.
    public static func canonical(_ target: String) -> String? { RequestTarget(target).map(canonical) }

    static func canonical(_ target: RequestTarget) -> String {
        let path = target.segments.map { "/" + encoded($0) }.joined()
        let pairs = target.query.filter { $0.name != parameter }
            .map { (name: encoded($0.name), value: encoded($0.value)) }
            // All characters are ASCII, so string order is byte order.
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        if pairs.isEmpty { return path }
        return path + "?" + pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// Signs a target that has no signature, in canonical spelling.
    static func signed(_ target: String, with key: SigningKey, expires: Int64?) -> String? {
        guard var target = RequestTarget(target) else { return nil }
        if let expires { target.add(expiryParameter, String(expires)) }
        let canonical = canonical(target)
        return canonical
            + suffix("\(key.id).\(String(decoding: key.signature(of: canonical), as: UTF8.self))", to: canonical)
    }

    /// The canonical spelling of a signed target.
    static func spelling(of target: RequestTarget) -> String {
        let canonical = canonical(target)
        return canonical
            + target.query.filter { $0.name == parameter }.map { suffix(encoded($0.value), to: canonical) }.joined()
    }

    /// Whether a signed target is in canonical spelling, with `sig` last or in sorted position: a cache that sorts the
    /// query would otherwise be redirected forever.
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
