import Foundation

/// A property list as a tree, for writing.
public indirect enum Plist: Sendable {
    case null, flag(Bool), whole(Int), real(Double), float(Float), text(String), data([UInt8]), uid(Int), date
    case array([Plist])
    case dictionary([(String, Plist)])

    /// Encodes a binary list in the simplest way: no shared values, and fixed sizes of offsets and references.
    public func binary(offsetSize: Int = 4, referenceSize: Int = 2) -> [UInt8] {
        var writer = BinaryWriter(referenceSize: referenceSize)
        let root = writer.add(self)
        return writer.file(root: root, offsetSize: offsetSize)
    }

    /// Encodes an XML list.
    public func xml() -> [UInt8] {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        return Array((head + element + "\n</plist>\n").utf8)
    }

    private var element: String {
        func escaped(_ text: String) -> String {
            text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        }
        switch self {
        // XML lists have no null.
        case .null: return "<string>$null</string>"
        case .flag(let flag): return flag ? "<true/>" : "<false/>"
        case .whole(let number): return "<integer>\(number)</integer>"
        case .real(let number): return "<real>\(number)</real>"
        case .float(let number): return "<real>\(Double(number))</real>"
        case .text(let text): return "<string>\(escaped(text))</string>"
        case .data(let bytes):
            return "<data>\n\(Data(bytes).base64EncodedString(options: .lineLength64Characters))\n</data>"
        case .uid(let number): return "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
        case .date: return "<date>2014-01-01T00:00:00Z</date>"
        case .array(let elements):
            return elements.isEmpty
                ? "<array/>" : "<array>" + elements.map(\.element).joined(separator: "\n") + "</array>"
        case .dictionary(let members):
            return "<dict>" + members.map { "<key>\(escaped($0))</key>\($1.element)" }.joined(separator: "\n")
                + "</dict>"
        }
    }
}

private struct BinaryWriter {
    let referenceSize: Int
    /// Encoded bytes of each value.
    var values: [[UInt8]] = []

    init(referenceSize: Int) { self.referenceSize = referenceSize }

    func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { $0 >= 8 ? 0 : UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0xF, 0x12] + bytes(UInt64(count), 4)
    }

    mutating func add(_ value: Plist) -> Int {
        let place = values.count
        values.append([])
        switch value {
        case .null: values[place] = [0x00]
        case .flag(let flag): values[place] = [flag ? 0x09 : 0x08]
        case .whole(let number): values[place] = [0x13] + bytes(UInt64(bitPattern: Int64(number)), 8)
        case .real(let number): values[place] = [0x23] + bytes(number.bitPattern, 8)
        case .float(let number): values[place] = [0x22] + bytes(UInt64(number.bitPattern), 4)
        case .date: values[place] = [0x33] + bytes(0, 8)
        case .data(let data): values[place] = head(4, data.count) + data
        case .text(let text):
            let units = Array(text.utf16)
            let isASCII = units.allSatisfy { $0 < 0x80 }
            values[place] = head(isASCII ? 5 : 6, units.count) + units.flatMap { bytes(UInt64($0), isASCII ? 1 : 2) }
        case .uid(let number): values[place] = [0x81] + bytes(UInt64(number), 2)
        case .array(let elements):
            let places = elements.map { add($0) }
            values[place] = head(0xA, places.count) + places.flatMap { bytes(UInt64($0), referenceSize) }
        case .dictionary(let members):
            let keys = members.map { add(.text($0.0)) }
            let places = keys + members.map { add($0.1) }
            values[place] = head(0xD, members.count) + places.flatMap { bytes(UInt64($0), referenceSize) }
        }
        return place
    }

    func file(root: Int, offsetSize: Int) -> [UInt8] {
        Self.file(values: values, root: root, offsetSize: offsetSize, referenceSize: referenceSize)
    }

    static func file(values: [[UInt8]], root: Int, offsetSize: Int, referenceSize: Int) -> [UInt8] {
        let writer = BinaryWriter(referenceSize: referenceSize)
        var file = Array("bplist00".utf8)
        var offsets: [Int] = []
        for value in values {
            offsets.append(file.count)
            file += value
        }
        let table = file.count
        file += offsets.flatMap { writer.bytes(UInt64($0), offsetSize) }
        file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        return file + [values.count, root, table].flatMap { writer.bytes(UInt64($0), 8) }
    }
}

/// Returns a binary list of the given encoded values, which may be malformed.
public func binaryFile(_ values: [[UInt8]], root: Int = 0, offsetSize: Int = 2) -> [UInt8] {
    BinaryWriter.file(values: values, root: root, offsetSize: offsetSize, referenceSize: 1)
}
