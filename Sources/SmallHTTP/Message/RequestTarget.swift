import HTTPTypes

/// The request target in three of its four forms; the fourth belongs to CONNECT (RFC 9112 §3.2).
struct RequestTarget: Sendable, Equatable {
    /// Scheme of an absolute target, in lower case.
    let scheme: String?
    /// Authority of an absolute target; overrides `Host` (RFC 9112 §3.2.2).
    let authority: String?
    /// Path and query as sent, with bytes above ASCII percent-encoded, or `*`.
    let path: String

    init(_ bytes: ArraySlice<UInt8>, method: HTTPRequest.Method) throws(HTTPFailure) {
        if bytes.first == UInt8(ascii: "/") {
            self.init(scheme: nil, authority: nil, path: try Self.encoded(bytes))
        } else if bytes.elementsEqual("*".utf8) {
            guard method == .options else { throw .invalidTarget }
            self.init(scheme: nil, authority: nil, path: "*")
        } else {
            try self.init(absolute: bytes, method: method)
        }
    }

    private init(absolute bytes: ArraySlice<UInt8>, method: HTTPRequest.Method) throws(HTTPFailure) {
        let scheme: String
        let rest: ArraySlice<UInt8>
        if bytes.prefix(7).spells("http://") {
            (scheme, rest) = ("http", bytes.dropFirst(7))
        } else if bytes.prefix(8).spells("https://") {
            (scheme, rest) = ("https", bytes.dropFirst(8))
        } else {
            throw .invalidTarget
        }

        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let authority = rest[..<end]
        let pathAndQuery = rest[end...]
        guard HostSyntax.isValid(authority) else { throw .invalidHost }

        var path = try Self.encoded(pathAndQuery)
        if pathAndQuery.isEmpty {
            // RFC 9112 §3.2.4: an OPTIONS request without a path refers to the server as a whole.
            path = method == .options ? "*" : "/"
        } else if pathAndQuery.first == UInt8(ascii: "?") {
            path = "/" + path
        }
        self.init(scheme: scheme, authority: String(decoding: authority, as: UTF8.self), path: path)
    }

    private init(scheme: String?, authority: String?, path: String) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
    }

    /// Checks a path and query, and percent-encodes bytes above ASCII. RFC 3986 doesn't allow these, but curl and other
    /// clients send letters and emoji as they were typed.
    private static func encoded(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> String {
        var allowed = ByteSet.path
        var isPlain = true
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "%"):
                guard bytes.isPercentEncoding(at: index) else { throw .invalidTarget }
                index += 2
            case UInt8(ascii: "?"):
                allowed = .query
            case 0x80...:
                isPlain = false
            default:
                guard allowed.contains(byte) else { throw .invalidTarget }
            }
            index += 1
        }
        guard !isPlain else { return String(decoding: bytes, as: UTF8.self) }
        // In lower case, which a canonical spelling never has: a signed URL has one spelling.
        let digits = Array("0123456789abcdef".utf8)
        let encoded = bytes.flatMap { byte in
            byte < 0x80 ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
