internal import CSodium

/// A bearer token for POSTs. Only its hash is stored.
///
/// - Source: RFC 6750 §2.1.
public struct BearerKey: Sendable {
    /// Allowed number of characters in a token.
    public static let allowedCharacters = 16...1024

    private let hash: [UInt8]

    /// Parses a token as written in a key file, with optional white space around it.
    ///
    /// - Parameter text: ``allowedCharacters`` of `A`–`Z`, `a`–`z`, `0`–`9` and `-._~+/`, optionally followed by `=`
    ///   padding.
    /// - Throws: ``KeyError``, which never contains the text.
    public init(text: String) throws(KeyError) {
        let bytes = Array(KeyList.trimmed(text).utf8)
        guard Self.allowedCharacters.contains(bytes.count) else {
            throw KeyError(.wrongTokenLength(characters: bytes.count))
        }
        let end = bytes.lastIndex { $0 != UInt8(ascii: "=") } ?? 0
        let isPlain = bytes[...end].allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._~+/".utf8.contains(byte)
            }
        }
        guard isPlain else { throw KeyError(.wrongToken) }
        hash = Self.hash(of: bytes)
    }

    /// Parses a key file: one token per line, or several separated by commas; `#` starts a comment.
    ///
    /// - Throws: ``KeyError`` with the line, also for a file without tokens and for a repeated token.
    public static func keys(text: String) throws(KeyError) -> [BearerKey] {
        try KeyList.keys(text, name: \.hash) { text throws(KeyError) in try BearerKey(text: text) }
    }

    /// Whether the token is one of `keys`. Takes constant time: all hashes are compared, to their ends.
    static func isAny(of keys: [BearerKey], _ token: String) -> Bool {
        let hash = hash(of: Array(token.utf8))
        return keys.reduce(false) { found, key in
            let isSame = sodium_memcmp(key.hash, hash, hash.count) == 0
            return isSame || found
        }
    }

    private static func hash(of bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }
}

extension BearerKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text that never contains the token.
    public var description: String { "BearerKey(not shown)" }
    /// A constant text that never contains the token.
    public var debugDescription: String { description }
    /// An empty mirror, so that dumps never contain the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
