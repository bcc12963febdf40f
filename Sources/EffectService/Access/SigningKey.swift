internal import SystemSupport
internal import CSodium

/// A secret for signing URLs, with an id that appears in the URLs. A service may have several keys, so that a new one
/// can replace an old one while URLs of both are in use.
///
/// The secret never appears in print, dumps or debugger summaries.
public struct SigningKey: Sendable {
    /// Allowed number of bytes in a secret.
    public static let allowedBytes = 16...1024

    /// Id of 1 to 32 letters, digits and hyphens.
    public let id: String
    private let secret: [UInt8]

    /// A key with the given id and secret.
    ///
    /// - Parameters:
    ///   - id: 1 to 32 of `A`–`Z`, `a`–`z`, `0`–`9` and `-`.
    ///   - secret: ``allowedBytes`` bytes, which should be random.
    /// - Throws: ``KeyError``.
    public init(id: String, secret: [UInt8]) throws(KeyError) {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isPlain, (1...32).contains(id.utf8.count) else { throw KeyError(.wrongID) }
        guard Self.allowedBytes.contains(secret.count) else { throw KeyError(.wrongLength(bytes: secret.count)) }
        (self.id, self.secret) = (id, secret)
    }

    /// Parses a key as written in a key file: `id:hex`, with optional white space around it.
    ///
    /// - Throws: ``KeyError``, which never contains the text.
    public init(text: String) throws(KeyError) {
        let parts = KeyList.trimmed(text).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw KeyError(.noColon) }
        guard let secret = Self.bytes(hexadecimal: parts[1]) else { throw KeyError(.notHexadecimal) }
        try self.init(id: String(parts[0]), secret: secret)
    }

    /// Parses a key file: `id:hex`, one per line or several separated by commas; `#` starts a comment.
    ///
    /// - Throws: ``KeyError`` with the line, also for a file without keys and for a repeated id.
    public static func keys(text: String) throws(KeyError) -> [SigningKey] {
        try KeyList.keys(text, name: \.id) { text throws(KeyError) in try SigningKey(text: text) }
    }

    /// A new key with 32 random bytes from the system's generator.
    ///
    /// - Parameter id: Id of the key; `nil` for a random one.
    /// - Throws: ``KeyError`` for an invalid id.
    public static func random(id: String? = nil) throws(KeyError) -> SigningKey {
        var generator = SystemRandomNumberGenerator()
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        return try SigningKey(id: id ?? "key-" + hexadecimal(bytes(4)), secret: bytes(32))
    }

    /// The text `id:hex` including the secret, for writing key files.
    public var exposedText: String { "\(id):\(Self.hexadecimal(secret))" }

    /// HMAC-SHA256 of a text, in unpadded base64url: 43 characters.
    ///
    /// - Source: RFC 2104, RFC 4648 §5.
    func signature(of text: String) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, secret, secret.count)
        let bytes = Array(text.utf8)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_bytes()))
        crypto_auth_hmacsha256_final(&state, &code)
        // The last byte is the terminating zero of a C string.
        var encoded = [CChar](repeating: 0, count: (code.count * 4 + 2) / 3 + 1)
        sodium_bin2base64(&encoded, encoded.count, code, code.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return encoded.dropLast().map { UInt8(bitPattern: $0) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.utf8.map(\.hexDigitValue)
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        let known = digits.compactMap { $0 }
        return stride(from: 0, to: known.count, by: 2).map { known[$0] << 4 | known[$0 + 1] }
    }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The id, without the secret.
    public var description: String { "SigningKey(\(id), secret not shown)" }
    /// The id, without the secret.
    public var debugDescription: String { description }
    /// The id, without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
