internal import FoundationEssentials

/// Reader of XML property lists: their few elements, in UTF-8, without custom entities.
///
/// A dictionary with the single member `CF$UID` is a UID, as plutil and NSKeyedArchiver write it.
///
/// - Source: PropertyList-1.0.dtd; XML 1.0 §2.4 and §4.6 for text.
struct XMLPropertyList {
    /// Maximum nesting of containers. An archive needs five levels.
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position: Int
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
        let start = bytes[beginning(of: bytes)...].drop { isSpace($0) }
        return ["<?xml", "<!DOCTYPE", "<plist", "<!--"].contains { start.starts(with: $0.utf8) }
    }

    /// Whether `bytes` begin like XML in UTF-16: with its byte order mark, or with `<` in two bytes.
    static func matchesUTF16(_ bytes: [UInt8]) -> Bool {
        [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0]].contains { bytes.starts(with: $0) }
    }

    private static func beginning(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    static func parse(_ bytes: [UInt8]) throws(SpriteKitImportError) -> PropertyList {
        var parser = XMLPropertyList(bytes)
        // Each iteration reads one tag with its content; open containers are on an explicit stack.
        do throws(SpriteKitImportError) {
            while try parser.readNext() {}
        } catch {
            guard case .damaged(let reason) = error else { throw error }
            throw .damaged("\(reason), in line \(parser.line)")
        }
        guard let root = parser.root else { throw .damaged("nothing is in it") }
        return PropertyList(unchecked: parser.values, root: root)
    }

    /// Line of the current tag or text, from 1.
    private var line: Int { bytes[..<min(position, bytes.count)].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = Self.beginning(of: bytes)
    }

    // MARK: Tags

    /// Reads a tag, and for an element with text, its text and end tag. Returns `false` at the end of the list.
    private mutating func readNext() throws(SpriteKitImportError) -> Bool {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        guard position < bytes.count else { throw .damaged("it ends within itself") }
        guard bytes[position] == UInt8(ascii: "<") else { throw .damaged("text between the elements") }
        if skip("<?") { return try skipPast("?>") }
        if skip("<!--") { return try skipPast("-->") }
        if skip("<!DOCTYPE") {
            let start = position
            _ = try skipPast(">")
            // Custom entities would be declared there.
            guard !bytes[start..<position].contains(UInt8(ascii: "[")) else { throw .damaged("a document type in it") }
            return true
        }
        position += 1
        let isEnd = skip("/")
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
            guard !isEnd else { throw .damaged("</\(name.string)> without its beginning") }
            let text = isEmpty ? "" : try text(of: name.string)
            try add(try value(name.string, text), isKey: name == "key")
        default: throw .damaged("the unknown element \(name.string.excerpt)")
        }
        return true
    }

    /// Reads the name up to `>`, or the beginning of a long one, and whether `/` precedes `>`. Only `plist` has
    /// attributes, which are ignored.
    private mutating func tag() throws(SpriteKitImportError) -> (name: PlainText, isEmpty: Bool) {
        let start = position
        _ = try skipPast(">")
        var inside = bytes[start..<(position - 1)]
        let isEmpty = inside.last == UInt8(ascii: "/")
        if isEmpty { inside.removeLast() }
        let name = inside.prefix(64).prefix { !Self.isSpace($0) }
        return (PlainText(String(decoding: name, as: UTF8.self)), isEmpty)
    }

    /// Reads the text up to the end of the element `name`.
    private mutating func text(of name: String) throws(SpriteKitImportError) -> String {
        var text: [UInt8] = []
        while true {
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
            text += try Self.decoded(bytes[start..<position])
            guard skip("<![CDATA[") else { break }
            // XML 1.0 §2.7: everything up to its end is text.
            let beginning = position
            _ = try skipPast("]]>")
            text += bytes[beginning..<(position - 3)]
        }
        guard skip("</\(name)") else { throw .damaged("no end of \(name)") }
        let (rest, _) = try tag()
        guard rest == "" else { throw .damaged("no end of \(name)") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    /// - Returns: `true`, for ``readNext()``.
    private mutating func skipPast(_ text: String) throws(SpriteKitImportError) -> Bool {
        while position < bytes.count {
            if skip(text) { return true }
            position += 1
        }
        throw .damaged("it ends within itself")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }

    // MARK: Values

    private mutating func close(isDictionary: Bool) throws(SpriteKitImportError) {
        guard let container = open.popLast(), container.isDictionary == isDictionary else {
            throw .damaged("an end without its beginning")
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

    private mutating func add(_ value: PropertyList.Value, isKey: Bool) throws(SpriteKitImportError) {
        let place = values.count
        guard place < PropertyList.maximumValues else {
            throw .tooLarge(found: "more values", allowed: "\(PropertyList.maximumValues)")
        }
        values.append(value)
        guard let last = open.indices.last else {
            guard root == nil, !isKey else { throw .damaged("more than one value") }
            root = place
            return
        }
        let isDue = open[last].isDictionary && open[last].keys.count == open[last].values.count
        guard isKey == isDue else { throw .damaged(isKey ? "a key where none belongs" : "a value without a key") }
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

    private func value(_ name: String, _ text: String) throws(SpriteKitImportError) -> PropertyList.Value {
        switch name {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "integer":
            let digits = Self.trimmed(text)
            if let number = Int(digits) { return .whole(number) }
            // Unsigned, from 2⁶³ on.
            guard let number = UInt64(digits) else { throw .damaged("\(text.excerpt) for an integer") }
            return .real(Double(number))
        case "real":
            guard let number = Double(Self.trimmed(text)) else {
                throw .damaged("\(text.excerpt) for a number")
            }
            return .real(number)
        case "data":
            guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
                throw .damaged("data that are not base64")
            }
            return .data([UInt8](data))
        case "date": return .date
        default: return .text(PlainText(text))
        }
    }

    /// Returns text with its entities decoded.
    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(SpriteKitImportError) -> ArraySlice<UInt8> {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                text.append(byte)
                continue
            }
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
                throw .damaged("an entity without an end")
            }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            guard let character = XMLEntity.character(of: name) else {
                throw .damaged("the unknown entity \("&\(name);".excerpt)")
            }
            text += Array(String(character).utf8)
            rest = rest[(end + 1)...]
        }
        return text[...]
    }
}
