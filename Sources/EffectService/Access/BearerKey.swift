internal import CSodium

/// A token that whoever POSTs may have to show. Only its hash is kept.
///
/// - Source: RFC 6750 §2.1.
public struct BearerKey: Sendable {
    /// Characters that a token may have.
    public static let allowedCharacters = 16...1024

    private let hash: [UInt8]

    /// A key as key files have it: the token, with white space around it.
    ///
    /// - Parameter text: ``allowedCharacters`` of `A`–`Z`, `a`–`z`, `0`–`9` and `-._~+/`, and then perhaps some `=`.
    /// - Throws: ``KeyError``, which never says what the text was.
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

    /// The keys of a key file: one token a line, or with commas between them; `#` begins a comment.
    ///
    /// - Throws: ``KeyError`` with the line, also where there is none, or one twice.
    public static func keys(text: String) throws(KeyError) -> [BearerKey] {
        try KeyList.keys(text, name: \.hash) { text throws(KeyError) in try BearerKey(text: text) }
    }

    /// Whether one of `keys` is this token. It takes as long whichever it is, and whatever the token has in common with it:
    /// hashes are compared, all of them, to their ends.
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
    /// That it is one.
    public var description: String { "BearerKey(not shown)" }
    /// That it is one.
    public var debugDescription: String { description }
    /// That it is one.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
