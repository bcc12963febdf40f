/// The reason a text is not a valid key. Never contains the text itself, since a misplaced secret is still a secret.
public struct KeyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    public enum Reason: Sendable, Equatable {
        /// The text contains no key.
        case empty
        /// The `:` between id and secret is missing.
        case noColon
        /// The id is not 1 to 32 letters, digits and hyphens.
        case wrongID
        /// The secret is not pairs of hexadecimal digits.
        case notHexadecimal
        /// The secret has a length out of range.
        case wrongLength(bytes: Int)
        /// The token has a length out of range.
        case wrongTokenLength(characters: Int)
        /// The token has a character that is not allowed in a bearer token.
        case wrongToken
        /// An earlier key has the same id, or is the same token.
        case repeated
    }

    /// The kind of error.
    public let reason: Reason
    /// Line number from 1; `nil` outside of files.
    public let line: Int?

    /// An error with the given reason, in a line of a file.
    public init(_ reason: Reason, line: Int? = nil) { (self.reason, self.line) = (reason, line) }

    /// Human-readable message, without the text at fault.
    public var description: String { (line.map { "line \($0): " } ?? "") + text }

    private var text: String {
        switch reason {
        case .empty: return "found no key; allowed: one key per line, and comments after #"
        case .noColon: return "found no colon; allowed: id:hex"
        case .wrongID: return "found an invalid id; allowed: 1 to 32 letters, digits and hyphens before the colon"
        case .notHexadecimal: return "found an invalid secret; allowed: pairs of hexadecimal digits after the colon"
        case .wrongLength(let bytes):
            let allowed = SigningKey.allowedBytes
            return "found a secret of \(bytes) bytes; allowed: \(allowed.lowerBound)...\(allowed.upperBound)"
        case .wrongTokenLength(let count):
            let allowed = BearerKey.allowedCharacters
            return "found a token of \(count) characters; allowed: \(allowed.lowerBound)...\(allowed.upperBound)"
        case .wrongToken:
            return "found an invalid character in a token; allowed: letters, digits, - . _ ~ + / and = at the end"
        case .repeated: return "found a repeated id or token; allowed: each one once"
        }
    }
}

/// Parsing of keys in files and environment variables.
enum KeyList {
    /// Splits a text into entries: one per line, or several separated by commas; `#` starts a comment.
    ///
    /// - Returns: Each entry with its line number, from 1.
    static func entries(_ text: String) -> [(line: Int, text: String)] {
        var entries: [(line: Int, text: String)] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            for part in line.prefix(while: { $0 != "#" }).split(separator: ",") {
                let trimmed = trimmed(part)
                if !trimmed.isEmpty { entries.append((index + 1, trimmed)) }
            }
        }
        return entries
    }

    /// Removes white space at both ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Parses all entries. Requires at least one, and no duplicates.
    static func keys<Key, Name: Hashable>(
        _ text: String,
        name: (Key) -> Name,
        _ read: (String) throws(KeyError) -> Key
    ) throws(KeyError) -> [Key] {
        var keys: [Key] = []
        var seen: Set<Name> = []
        for (line, text) in entries(text) {
            let key: Key
            do { key = try read(text) } catch { throw KeyError(error.reason, line: line) }
            guard seen.insert(name(key)).inserted else { throw KeyError(.repeated, line: line) }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw KeyError(.empty) }
        return keys
    }
}
