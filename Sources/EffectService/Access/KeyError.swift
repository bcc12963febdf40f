/// Why a text is no key. It never says what the text was: a secret in the wrong place is a secret all the same.
public struct KeyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Sendable, Equatable {
        /// There is no key in it.
        case empty
        /// No `:` between the id and the secret.
        case noColon
        /// The id is not 1 to 32 letters, digits and hyphens.
        case wrongID
        /// The secret is not pairs of hexadecimal digits.
        case notHexadecimal
        /// A secret of so many bytes.
        case wrongLength(bytes: Int)
        /// A token of so many characters.
        case wrongTokenLength(characters: Int)
        /// The token has a character that no header field could bring.
        case wrongToken
        /// An earlier key has the same id, or is the same token.
        case repeated
    }

    /// What is wrong.
    public let reason: Reason
    /// Where, counted from 1; `nil` where there are no lines.
    public let line: Int?

    /// `reason`, in a line of a file.
    public init(_ reason: Reason, line: Int? = nil) { (self.reason, self.line) = (reason, line) }

    /// For people, and without the text that it is about.
    public var description: String { (line.map { "line \($0): " } ?? "") + text }

    private var text: String {
        switch reason {
        case .empty: return "there is no key; allowed: one a line, and # before comments"
        case .noColon: return "found no colon; allowed: id:hex"
        case .wrongID: return "found another id; allowed: 1 to 32 letters, digits and hyphens before the colon"
        case .notHexadecimal: return "found another secret; allowed: pairs of hexadecimal digits behind the colon"
        case .wrongLength(let bytes):
            let allowed = SigningKey.allowedBytes
            return "found a secret of \(bytes) bytes; allowed: \(allowed.lowerBound)...\(allowed.upperBound)"
        case .wrongTokenLength(let count):
            let allowed = BearerKey.allowedCharacters
            return "found a token of \(count) characters; allowed: \(allowed.lowerBound)...\(allowed.upperBound)"
        case .wrongToken:
            return "found another character; allowed in a token: letters, digits, - . _ ~ + / and = at its end"
        case .repeated: return "found an id or a token for the second time; allowed: once"
        }
    }
}

/// Keys as files and environment variables have them.
enum KeyList {
    /// One a line, or with commas between them; `#` begins a comment.
    ///
    /// - Returns: Each with its line, counted from 1.
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

    /// Without white space around it.
    static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Reads each, and wants at least one, and none twice.
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
