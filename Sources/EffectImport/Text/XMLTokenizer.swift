/// Cursor over XML 1.0 in UTF-8 that tells tags, text, and everything between them apart.
///
/// Foundation's parser is not used: it resolves declarations in document types, adds libxml2 to the program, and does
/// not report its depth. Readers refuse a document with declarations, so the only entities are the predefined ones and
/// numbers, and nothing is ever fetched.
///
/// - Source: Extensible Markup Language (XML) 1.0, fifth edition.
struct XMLTokenizer {
    /// Kind of the construct at the cursor.
    enum Construct: Equatable {
        /// Characters before the next `<`.
        case text
        /// Element, from its name on.
        case startTag
        /// End of an element, from its name on.
        case endTag
        case processingInstruction
        case comment
        /// CDATA section, whose content is text.
        case characterData
        case documentType
        /// End of the document.
        case end

        /// Characters with which the construct begins and ends.
        fileprivate var delimiters: (start: String, end: String)? {
            switch self {
            case .processingInstruction: ("<?", "?>")
            case .comment: ("<!--", "-->")
            case .characterData: ("<![CDATA[", "]]>")
            case .documentType: ("<!DOCTYPE", ">")
            case .text, .startTag, .endTag, .end: nil
            }
        }

        fileprivate static let delimited: [Construct] = [
            .processingInstruction, .comment, .characterData, .documentType,
        ]
    }

    /// Errors of well-formedness, with positions in ``bytes``.
    enum Fault: Error {
        /// The document ends before the end of a construct.
        case endsBefore(String, start: Int)
        /// `&` without a `;` behind it.
        case entityWithoutEnd(Int)
        case unknownEntity(String, Int)
    }

    let bytes: [UInt8]
    /// Position of the cursor.
    var position: Int

    /// - Parameter bytes: Document, with or without a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = Self.start(of: bytes)
    }

    /// Position of the first character, after a byte order mark.
    static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// Name of an encoding with several bytes for each character, by the byte order mark or the `<` that `bytes` begin with; `nil` for
    /// others.
    static func wideEncoding(of bytes: [UInt8]) -> String? {
        func begins(_ starts: [[UInt8]]) -> Bool { starts.contains { bytes.starts(with: $0) } }
        // A document in UTF-32 may begin like one in UTF-16.
        if begins([[0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0, 0, 0, 0x3C], [0x3C, 0, 0, 0]]) { return "UTF-32" }
        return begins([[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0]]) ? "UTF-16" : nil
    }

    /// Encodings that are read, for messages.
    static let encodings = "UTF-8, US-ASCII, ISO-8859-1"

    /// Returns the document in UTF-8.
    ///
    /// - Throws: ``ForeignEncoding`` for a document in another encoding than ``encodings``.
    /// - Complexity: O(`bytes.count`).
    static func inUTF8(_ bytes: [UInt8]) throws(ForeignEncoding) -> [UInt8] {
        if let name = wideEncoding(of: bytes) { throw ForeignEncoding(name: name) }
        guard let name = declaredEncoding(of: bytes) else { return bytes }
        switch name.uppercased() {
        case "UTF-8", "UTF8", "US-ASCII", "ASCII": return bytes
        // A byte order mark says UTF-8.
        case "ISO-8859-1", "ISO_8859-1", "LATIN1", "L1":
            guard start(of: bytes) == 0 else {
                throw ForeignEncoding(name: "\(name.excerpt) after a byte order mark of UTF-8")
            }
            return latin1(bytes)
        default: throw ForeignEncoding(name: name.excerpt)
        }
    }

    /// An encoding that is not read.
    struct ForeignEncoding: Error, Equatable {
        /// Name as found.
        let name: String
    }

    /// Text of Latin-1, whose bytes are the first characters of Unicode, in UTF-8.
    private static func latin1(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count { $0 >= 0x80 })
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                text.append(0xC0 | byte >> 6)
                text.append(0x80 | byte & 0x3F)
            }
        }
        return text
    }

    /// Name of the encoding in the XML declaration (§2.8, §4.3.3); `nil` for none.
    private static func declaredEncoding(of bytes: [UInt8]) -> String? {
        var cursor = XMLTokenizer(bytes)
        cursor.skipSpace()
        guard cursor.skip("<?xml") else { return nil }
        while true {
            let before = cursor.position
            cursor.skipSpace()
            guard cursor.position > before else { return nil }
            let name = cursor.take { $0 != UInt8(ascii: "=") && !isSpace($0) && $0 != UInt8(ascii: "?") }
            cursor.skipSpace()
            guard cursor.skip("=") else { return nil }
            cursor.skipSpace()
            let quote: UInt8
            if cursor.skip("\"") {
                quote = UInt8(ascii: "\"")
            } else if cursor.skip("'") {
                quote = UInt8(ascii: "'")
            } else {
                return nil
            }
            let value = cursor.take { $0 != quote && $0 != UInt8(ascii: "<") }
            guard cursor.position < bytes.count, bytes[cursor.position] == quote else { return nil }
            cursor.position += 1
            if name.elementsEqual("encoding".utf8) { return String(decoding: value, as: UTF8.self) }
        }
    }

    /// Moves past all bytes that match, and returns them.
    private mutating func take(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, matches(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    /// Whether a byte is white space (§2.3).
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xD }

    /// Line and column of a position, both from 1; the column counts bytes.
    func place(of position: Int) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for byte in bytes[..<min(position, bytes.count)] {
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else { column += 1 }
        }
        return (line, column)
    }

    // MARK: Moving on

    /// Identifies the next construct, and moves behind the characters with which it begins.
    mutating func open() -> Construct {
        guard position < bytes.count else { return .end }
        guard bytes[position] == UInt8(ascii: "<") else { return .text }
        for construct in Construct.delimited {
            if let (start, _) = construct.delimiters, skip(start) { return construct }
        }
        position += 1
        return skip("/") ? .endTag : .startTag
    }

    /// Moves behind the end of a construct that ``open()`` returned, and returns its content.
    ///
    /// - Parameter start: Beginning of the construct.
    mutating func close(_ construct: Construct, from start: Int) throws(Fault) -> Range<Int> {
        let content = position
        guard let (_, end) = construct.delimiters else { return content..<skipText() }
        try skipPast(end, from: start)
        return content..<(position - end.utf8.count)
    }

    /// Moves to the next `<`, and returns its position.
    private mutating func skipText() -> Int {
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return position
    }

    /// Moves behind `text` if it is at the cursor.
    mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    /// Moves behind the next `text`.
    ///
    /// - Parameter start: Beginning of what ends there.
    mutating func skipPast(_ text: String, from start: Int) throws(Fault) {
        while position < bytes.count {
            if skip(text) { return }
            position += 1
        }
        throw .endsBefore(text, start: start)
    }

    // MARK: Text

    /// Returns text with its entities decoded.
    func decoded(_ range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        guard bytes[range].contains(UInt8(ascii: "&")) else { return bytes[range] }
        var text: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard bytes[place] == UInt8(ascii: "&") else {
                text.append(bytes[place])
                place += 1
                continue
            }
            // No entity is longer.
            let rest = bytes[(place + 1)..<range.upperBound].prefix(12)
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw .entityWithoutEnd(place) }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            guard let character = XMLEntity.character(of: name) else { throw .unknownEntity(name, place) }
            text += Array(String(character).utf8)
            place = end + 1
        }
        return text[...]
    }
}
