/// Strict reader of XML elements, with limits on depth and on the number of elements and attributes.
///
/// - Source: Extensible Markup Language (XML) 1.0, fifth edition.
struct XMLReader {
    static let maximumDepth = 64
    static let maximumNodes = 20_000

    private var tokenizer: XMLTokenizer
    private var nodes = 0
    private var open: [XMLTree] = []
    private var root: XMLTree?

    /// - Complexity: O(`bytes.count`).
    static func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLTree {
        var reader = XMLReader(tokenizer: XMLTokenizer(bytes))
        do throws(XMLTokenizer.ForeignEncoding) {
            reader.tokenizer = XMLTokenizer(try XMLTokenizer.inUTF8(bytes))
        } catch {
            throw reader.fault("found the encoding \(error.name); allowed: \(XMLTokenizer.encodings)")
        }
        let bytes = reader.tokenizer.bytes
        guard String(validating: bytes, as: UTF8.self) != nil else { throw reader.fault("bytes that are not UTF-8") }
        // Each iteration reads one tag or one run of text; open elements are on an explicit stack.
        while try reader.readNext() {}
        guard reader.open.isEmpty else { throw reader.fault("the text ends within <\(reader.open[0].name)>") }
        guard let root = reader.root else { throw reader.fault("expected an element") }
        return root
    }

    private init(tokenizer: XMLTokenizer) { self.tokenizer = tokenizer }

    private func fault(_ reason: String, at position: Int? = nil) -> XMLError {
        let (line, column) = tokenizer.place(of: position ?? tokenizer.position)
        return XMLError(reason: reason, line: line, column: column)
    }

    private func fault(_ fault: XMLTokenizer.Fault) -> XMLError {
        switch fault {
        case .endsBefore(let end, let start): self.fault("the text ends before '\(end)'", at: start)
        case .entityWithoutEnd(let place): self.fault("'&' without a ';'", at: place)
        case .unknownEntity(_, let place): self.fault("an unknown entity", at: place)
        }
    }

    /// - Returns: `false` at the end of the document.
    private mutating func readNext() throws(XMLError) -> Bool {
        let start = tokenizer.position
        let construct = tokenizer.open()
        switch construct {
        case .end: return false
        case .startTag: try readStart(start)
        case .endTag: try readEnd(start)
        case .processingInstruction, .comment: _ = try content(of: construct, start)
        case .text:
            let range = try content(of: .text, start)
            let isBlank = tokenizer.bytes[range].allSatisfy(XMLTokenizer.isSpace)
            try add(decoded(range), isBlank: isBlank, start)
        case .characterData:
            let range = try content(of: .characterData, start)
            try add(String(decoding: tokenizer.bytes[range], as: UTF8.self), isBlank: false, start)
        case .documentType:
            let range = try content(of: .documentType, start)
            guard !tokenizer.bytes[range].contains(UInt8(ascii: "[")), root == nil, open.isEmpty else {
                throw fault("a document type with declarations; allowed: none", at: start)
            }
        }
        return true
    }

    private mutating func content(of construct: XMLTokenizer.Construct, _ start: Int) throws(XMLError) -> Range<Int> {
        do throws(XMLTokenizer.Fault) {
            return try tokenizer.close(construct, from: start)
        } catch {
            throw fault(error)
        }
    }

    private mutating func readEnd(_ start: Int) throws(XMLError) {
        let name = try name()
        tokenizer.skipSpace()
        guard tokenizer.skip(">") else { throw fault("expected '>'") }
        guard let element = open.popLast(), element.name == name else {
            throw fault("</\(name)> without a matching start tag", at: start)
        }
        try close(element)
    }

    private mutating func readStart(_ start: Int) throws(XMLError) {
        guard open.count < Self.maximumDepth else {
            throw fault("nested more than \(Self.maximumDepth) levels deep", at: start)
        }
        var element = XMLTree(name: try name())
        try count()
        while true {
            let before = tokenizer.position
            tokenizer.skipSpace()
            if tokenizer.skip("/>") { return try close(element) }
            if tokenizer.skip(">") { return open.append(element) }
            guard tokenizer.position > before else { throw fault("expected a space, '>' or '/>'") }
            try count()
            let place = tokenizer.position
            let name = try self.name(keepsPrefix: true)
            let value = try attributeValue(place)
            guard element[name] == nil else { throw fault("duplicate attribute \(name.asKey)", at: place) }
            element.attributes.append((name, value))
            // Each attribute is compared with all earlier ones.
            guard element.attributes.count <= 256 else { throw fault("more than 256 attributes", at: place) }
        }
    }

    /// Reads `="value"`.
    ///
    /// - Parameter place: Beginning of the attribute.
    private mutating func attributeValue(_ place: Int) throws(XMLError) -> String {
        tokenizer.skipSpace()
        guard tokenizer.skip("=") else { throw fault("expected '='") }
        tokenizer.skipSpace()
        let bytes = tokenizer.bytes
        let start = tokenizer.position + 1
        guard start <= bytes.count, bytes[start - 1] == UInt8(ascii: "\"") || bytes[start - 1] == UInt8(ascii: "'")
        else {
            throw fault("expected a value in quotes")
        }
        let quote = bytes[start - 1]
        let end = bytes[start...].firstIndex { $0 == quote || $0 == UInt8(ascii: "<") }
        guard let end, bytes[end] == quote else { throw fault("an unterminated value", at: place) }
        tokenizer.position = end
        let value = try decoded(start..<end)
        tokenizer.position = end + 1
        return value
    }

    private mutating func close(_ element: XMLTree) throws(XMLError) {
        if open.isEmpty {
            guard root == nil else { throw fault("a second outermost element") }
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    private mutating func add(_ text: String, isBlank: Bool, _ start: Int) throws(XMLError) {
        if isBlank { return }
        guard !open.isEmpty else { throw fault("text outside the outermost element", at: start) }
        open[open.count - 1].text += text
    }

    private mutating func count() throws(XMLError) {
        nodes += 1
        if nodes > Self.maximumNodes { throw fault("more than \(Self.maximumNodes) elements and attributes") }
    }

    private mutating func name(keepsPrefix: Bool = false) throws(XMLError) -> String {
        let start = tokenizer.position
        let bytes = tokenizer.bytes
        while tokenizer.position < bytes.count, tokenizer.position - start <= 128 {
            switch bytes[tokenizer.position] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
                UInt8(ascii: "_"), UInt8(ascii: ":"):
                tokenizer.position += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                guard tokenizer.position > start else { throw fault("expected a name") }
                tokenizer.position += 1
            default:
                guard tokenizer.position > start else { throw fault("expected a name") }
                let text = String(decoding: bytes[start..<tokenizer.position], as: UTF8.self)
                guard !keepsPrefix, let colon = text.lastIndex(of: ":") else { return text }
                return String(text[text.index(after: colon)...])
            }
        }
        let reason =
            tokenizer.position < bytes.count ? "a name of more than 128 bytes" : "the text ends within a tag"
        throw fault(reason, at: start)
    }

    private func decoded(_ range: Range<Int>) throws(XMLError) -> String {
        do throws(XMLTokenizer.Fault) {
            return String(decoding: try tokenizer.decoded(range), as: UTF8.self)
        } catch {
            throw fault(error)
        }
    }
}
