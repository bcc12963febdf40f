import SpriteKitImport

/// An XML element with its content.
struct XMLTree: Sendable {
    /// Name without a namespace prefix.
    var name = ""
    var attributes: [(name: String, value: String)] = []
    var children: [XMLTree] = []
    /// Text between the tags, without that of child elements.
    var text = ""

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Reason and position of a syntax error.
struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    let reason: String
    /// Line and column, both from 1; the column counts bytes.
    let line: Int
    let column: Int

    var description: String { "line \(line), column \(column): \(reason)" }
}

/// Strict reader of XML 1.0 in UTF-8, with limits on depth and on the number of elements and attributes.
///
/// Foundation's parser is not used: it resolves declarations in document types, adds libxml2 to the program, and does
/// not report its depth. A document with declarations is refused, so the only entities are the five predefined ones,
/// and nothing is ever fetched.
///
/// - Source: Extensible Markup Language (XML) 1.0, fifth edition.
struct XMLReader {
    static let maximumDepth = 64
    static let maximumNodes = 20_000

    private let bytes: [UInt8]
    private var position: Int
    private var nodes = 0
    private var open: [XMLTree] = []
    private var root: XMLTree?

    /// - Complexity: O(`bytes.count`).
    static func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLTree {
        var reader = XMLReader(bytes)
        if [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0]].contains(where: { bytes.starts(with: $0) }) {
            throw reader.fault("UTF-16, of which nothing is read; UTF-8 is")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw reader.fault("bytes that are not UTF-8") }
        // Each iteration reads one tag or one run of text; open elements are on an explicit stack.
        while reader.position < bytes.count { try reader.readNext() }
        guard reader.open.isEmpty else { throw reader.fault("the text ends within <\(reader.open[0].name)>") }
        guard let root = reader.root else { throw reader.fault("an element expected") }
        return root
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private func fault(_ reason: String, at place: Int? = nil) -> XMLError {
        var (line, column) = (1, 1)
        for byte in bytes[..<min(place ?? position, bytes.count)] {
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else { column += 1 }
        }
        return XMLError(reason: reason, line: line, column: column)
    }

    private mutating func readNext() throws(XMLError) {
        let start = position
        guard bytes[position] == UInt8(ascii: "<") else {
            while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
            return try add(decoded(start..<position), isBlank: bytes[start..<position].allSatisfy(Self.isSpace), start)
        }
        if skip("<?") { return try skipPast("?>", start) }
        if skip("<!--") { return try skipPast("-->", start) }
        if skip("<![CDATA[") {
            let beginning = position
            try skipPast("]]>", start)
            let text = String(decoding: bytes[beginning..<(position - 3)], as: UTF8.self)
            return try add(text, isBlank: false, start)
        }
        if skip("<!DOCTYPE") {
            try skipPast(">", start)
            guard !bytes[start..<position].contains(UInt8(ascii: "[")), root == nil, open.isEmpty else {
                throw fault("a document type with declarations, which are not read", at: start)
            }
            return
        }
        if skip("</") {
            let name = try self.name()
            skipSpace()
            guard skip(">") else { throw fault("'>' expected") }
            guard let element = open.popLast(), element.name == name else {
                throw fault("</\(name)> ends what it did not begin", at: start)
            }
            return try close(element)
        }
        position += 1
        try readStart(start)
    }

    private mutating func readStart(_ start: Int) throws(XMLError) {
        guard open.count < Self.maximumDepth else {
            throw fault("nested more than \(Self.maximumDepth) levels deep", at: start)
        }
        var element = XMLTree(name: try name())
        try count()
        while true {
            let before = position
            skipSpace()
            if skip("/>") { return try close(element) }
            if skip(">") { return open.append(element) }
            guard position > before else { throw fault("a space, '>' or '/>' expected") }
            try count()
            let place = position
            let name = try self.name(keepsPrefix: true)
            skipSpace()
            guard skip("=") else { throw fault("'=' expected") }
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
            else { throw fault("a value in quotes expected") }
            let quote = bytes[position]
            let beginning = position + 1
            position = beginning
            while position < bytes.count, bytes[position] != quote, bytes[position] != UInt8(ascii: "<") {
                position += 1
            }
            guard position < bytes.count, bytes[position] == quote else {
                throw fault("a value without an end", at: place)
            }
            let value = try decoded(beginning..<position)
            position += 1
            guard element[name] == nil else { throw fault("attribute \(name.asKey) stands twice", at: place) }
            element.attributes.append((name, value))
            // Each attribute is compared with all earlier ones.
            guard element.attributes.count <= 256 else { throw fault("more than 256 attributes", at: place) }
        }
    }

    private mutating func close(_ element: XMLTree) throws(XMLError) {
        if open.isEmpty {
            guard root == nil else { throw fault("a second element beside the first") }
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    private mutating func add(_ text: String, isBlank: Bool, _ start: Int) throws(XMLError) {
        if isBlank { return }
        guard !open.isEmpty else { throw fault("text outside of the document's element", at: start) }
        open[open.count - 1].text += text
    }

    private mutating func count() throws(XMLError) {
        nodes += 1
        if nodes > Self.maximumNodes { throw fault("more than \(Self.maximumNodes) elements and attributes") }
    }

    private mutating func name(keepsPrefix: Bool = false) throws(XMLError) -> String {
        let start = position
        while position < bytes.count, position - start <= 128 {
            switch bytes[position] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
                UInt8(ascii: "_"), UInt8(ascii: ":"):
                position += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                guard position > start else { throw fault("a name expected") }
                position += 1
            default:
                guard position > start else { throw fault("a name expected") }
                let text = String(decoding: bytes[start..<position], as: UTF8.self)
                guard !keepsPrefix, let colon = text.lastIndex(of: ":") else { return text }
                return String(text[text.index(after: colon)...])
            }
        }
        throw fault(position < bytes.count ? "a name of more than 128 bytes" : "the text ends within a tag", at: start)
    }

    /// Returns text with its entities decoded.
    private func decoded(_ range: Range<Int>) throws(XMLError) -> String {
        var text: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard bytes[place] == UInt8(ascii: "&") else {
                text.append(bytes[place])
                place += 1
                continue
            }
            guard let end = bytes[place..<min(place + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")) else {
                throw fault("'&' without the ';' of an entity", at: place)
            }
            let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
            guard let character = XMLEntity.character(of: name) else { throw fault("an unknown entity", at: place) }
            text += Array(String(character).utf8)
            place = end + 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private mutating func skipPast(_ text: String, _ start: Int) throws(XMLError) {
        while position < bytes.count {
            if skip(text) { return }
            position += 1
        }
        throw fault("the text ends before '\(text)'", at: start)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xD }
}
