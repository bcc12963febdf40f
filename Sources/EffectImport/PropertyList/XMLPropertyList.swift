internal import FoundationEssentials

/// Reader of XML property lists: their few elements, in UTF-8, without custom entities.
///
/// A dictionary with the single member `CF$UID` is a UID, as plutil and NSKeyedArchiver write it.
///
/// - Source: PropertyList-1.0.dtd; XML 1.0 §2.4 and §4.6 for text.
struct XMLPropertyList {
    /// Maximum nesting of containers. An archive needs five levels.
    static let maximumDepth = 64

    private var tokenizer: XMLTokenizer
    private var values: [PropertyList.Value] = []
    private var open: [Container] = []
    private var root: Int?

    /// A dictionary or array that is still open.
    private struct Container {
        let isDictionary: Bool
        var keys: [Int] = []
        var values: [Int] = []
    }

    /// Whether `bytes` begin like an XML property list, after a byte order mark and white space.
    static func matches(_ bytes: [UInt8]) -> Bool {
        let start = bytes[XMLTokenizer.start(of: bytes)...].drop { XMLTokenizer.isSpace($0) }
        return ["<?xml", "<!DOCTYPE", "<plist", "<!--"].contains { start.starts(with: $0.utf8) }
    }

    static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        var parser = XMLPropertyList(tokenizer: XMLTokenizer(bytes))
        // Each iteration reads one tag with its content; open containers are on an explicit stack.
        do throws(PropertyListError) {
            while try parser.readNext() {}
        } catch {
            guard case .damaged(let reason) = error else { throw error }
            let (line, _) = parser.tokenizer.place(of: parser.tokenizer.position)
            throw .damaged("\(reason), in line \(line)")
        }
        guard let root = parser.root else { throw .damaged("the file is empty") }
        return PropertyList(unchecked: parser.values, root: root)
    }

    private init(tokenizer: XMLTokenizer) { self.tokenizer = tokenizer }

    private static func error(_ fault: XMLTokenizer.Fault) -> PropertyListError {
        switch fault {
        case .endsBefore: .damaged("the file is truncated")
        case .entityWithoutEnd: .damaged("an unterminated entity")
        case .unknownEntity(let name, _): .damaged("an unknown entity \("&\(name);".excerpt)")
        }
    }

    // MARK: Tags

    /// Reads a tag, and for an element with text, its text and end tag. Returns `false` at the end of the list.
    private mutating func readNext() throws(PropertyListError) -> Bool {
        tokenizer.skipSpace()
        let start = tokenizer.position
        let construct = tokenizer.open()
        switch construct {
        case .end: throw .damaged("the file is truncated")
        case .text: throw .damaged("text between the elements")
        case .processingInstruction, .comment: _ = try content(of: construct, start)
        case .documentType:
            let range = try content(of: .documentType, start)
            // Custom entities would be declared there.
            guard !tokenizer.bytes[range].contains(UInt8(ascii: "[")) else {
                throw .damaged("a document type with declarations")
            }
        case .startTag: return try readTag(isEnd: false)
        case .endTag: return try readTag(isEnd: true)
        case .characterData:
            // Not an element of a property list, and reported as one.
            tokenizer.position = start + 1
            return try readTag(isEnd: false)
        }
        return true
    }

    private mutating func content(
        of construct: XMLTokenizer.Construct,
        _ start: Int
    ) throws(PropertyListError) -> Range<Int> {
        do throws(XMLTokenizer.Fault) {
            return try tokenizer.close(construct, from: start)
        } catch {
            throw Self.error(error)
        }
    }

    /// Reads an element from its name on. Returns `false` at the end of the list.
    private mutating func readTag(isEnd: Bool) throws(PropertyListError) -> Bool {
        let (name, isEmpty) = try tag()
        switch name.string {
        case "plist": return !isEnd
        case "dict", "array":
            if isEnd {
                try close(isDictionary: name == "dict")
            } else {
                guard open.count < Self.maximumDepth else { throw .damaged("more than \(Self.maximumDepth) levels") }
                open.append(Container(isDictionary: name == "dict"))
                if isEmpty { try close(isDictionary: name == "dict") }
            }
        case "key", "string", "integer", "real", "true", "false", "data", "date":
            guard !isEnd else { throw .damaged("</\(name.string)> without a start tag") }
            let text = isEmpty ? "" : try text(of: name.string)
            try add(try value(name.string, text), isKey: name == "key")
        default: throw .damaged("an unknown element \(name.string.excerpt)")
        }
        return true
    }

    /// Reads the name up to `>`, or the beginning of a long one, and whether `/` precedes `>`. Only `plist` has
    /// attributes, which are ignored.
    private mutating func tag() throws(PropertyListError) -> (name: PlainText, isEmpty: Bool) {
        let start = tokenizer.position
        do throws(XMLTokenizer.Fault) { try tokenizer.skipPast(">", from: start) } catch { throw Self.error(error) }
        var inside = tokenizer.bytes[start..<(tokenizer.position - 1)]
        let isEmpty = inside.last == UInt8(ascii: "/")
        if isEmpty { inside.removeLast() }
        let name = inside.prefix(64).prefix { !XMLTokenizer.isSpace($0) }
        return (PlainText(String(decoding: name, as: UTF8.self)), isEmpty)
    }

    /// Reads the text up to the end of the element `name`.
    private mutating func text(of name: String) throws(PropertyListError) -> String {
        var text: [UInt8] = []
        while true {
            let start = tokenizer.position
            switch tokenizer.open() {
            case .text:
                let range = try content(of: .text, start)
                do throws(XMLTokenizer.Fault) {
                    text += try tokenizer.decoded(range)
                } catch {
                    throw Self.error(error)
                }
            // §2.7: everything up to its end is text.
            case .characterData: text += tokenizer.bytes[try content(of: .characterData, start)]
            case .endTag:
                guard tokenizer.skip(name), try tag().name == "" else { throw .damaged("\(name) without an end tag") }
                return String(decoding: text, as: UTF8.self)
            default: throw .damaged("\(name) without an end tag")
            }
        }
    }

    // MARK: Values

    private mutating func close(isDictionary: Bool) throws(PropertyListError) {
        guard let container = open.popLast(), container.isDictionary == isDictionary else {
            throw .damaged("an end tag without a start tag")
        }
        guard isDictionary else { return try add(.array(container.values), isKey: false) }
        guard container.keys.count == container.values.count else { throw .damaged("a key without a value") }
        if container.keys.count == 1, values[container.keys[0]] == .text("CF$UID"),
            case .whole(let number) = values[container.values[0]], number >= 0
        {
            try add(.uid(number), isKey: false)
        } else {
            try add(.dictionary(keys: container.keys, values: container.values), isKey: false)
        }
    }

    private mutating func add(_ value: PropertyList.Value, isKey: Bool) throws(PropertyListError) {
        let place = values.count
        guard place < PropertyList.maximumValues else {
            throw .tooLarge(found: "too many values", allowed: "\(PropertyList.maximumValues)")
        }
        values.append(value)
        guard let last = open.indices.last else {
            guard root == nil, !isKey else { throw .damaged("more than one value") }
            root = place
            return
        }
        let isDue = open[last].isDictionary && open[last].keys.count == open[last].values.count
        guard isKey == isDue else { throw .damaged(isKey ? "a misplaced key" : "a value without a key") }
        if isKey { open[last].keys.append(place) } else { open[last].values.append(place) }
    }

    /// Returns text without white space at its ends.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    private func value(_ name: String, _ text: String) throws(PropertyListError) -> PropertyList.Value {
        switch name {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "integer":
            let digits = Self.trimmed(text)
            if let number = Int(digits) { return .whole(number) }
            // Unsigned, from 2⁶³ on.
            guard let number = UInt64(digits) else { throw .damaged("\(text.excerpt) in place of an integer") }
            return .real(Double(number))
        case "real":
            guard let number = Double(Self.trimmed(text)) else {
                throw .damaged("\(text.excerpt) in place of a number")
            }
            return .real(number)
        case "data":
            guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
                throw .damaged("data with invalid base64")
            }
            return .data([UInt8](data))
        case "date": return .date
        default: return .text(PlainText(text))
        }
    }
}
