/// Reader of binary property lists, version 00.
///
/// Overlapping values are refused. In a regular list each value has its own bytes, so that all of them together are no
/// longer than the file; in a hostile list, every value could claim the whole file.
///
/// - Source: CFBinaryPList.c of swift-corelibs-foundation, the comment on the format at its top.
struct BinaryPropertyList {
    static let signature = Array("bplist00".utf8)

    /// Header and values, without the offset table.
    private let body: ArraySlice<UInt8>
    private let referenceSize: Int
    private let count: Int
    /// Number of bytes that values have used so far.
    private var taken = 0

    /// - Parameter bytes: Bytes that begin with ``signature``.
    static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        let trailerSize = 32
        let start = bytes.count - trailerSize
        guard start > signature.count else { throw .damaged("the file ends before its trailer") }
        let offsetSize = Int(bytes[start + 6])
        let referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw .damaged("offsets of \(offsetSize) and references of \(referenceSize) bytes")
        }
        func field(_ place: Int) -> Int? { whole(bytes[(start + place)..<(start + place + 8)]) }
        guard let count = field(8), let root = field(16), let table = field(24), table > signature.count, table < start,
            // A value takes at least one byte, and its entry in the table at least one more.
            (1...(table - signature.count)).contains(count), count <= (start - table) / offsetSize, root < count
        else { throw .damaged("the trailer does not match the file") }
        guard count <= PropertyList.maximumValues else {
            throw .tooLarge(found: "\(count) values", allowed: "\(PropertyList.maximumValues)")
        }
        var list = BinaryPropertyList(body: bytes[..<table], referenceSize: referenceSize, count: count)
        var values: [PropertyList.Value] = []
        values.reserveCapacity(count)
        for number in 0..<count {
            let entry = table + number * offsetSize
            guard let offset = whole(bytes[entry..<(entry + offsetSize)]), offset >= signature.count, offset < table
            else { throw .damaged("value \(number) is outside the file") }
            values.append(try list.value(at: offset))
        }
        return PropertyList(unchecked: values, root: root)
    }

    private init(body: ArraySlice<UInt8>, referenceSize: Int, count: Int) {
        (self.body, self.referenceSize, self.count) = (body, referenceSize, count)
    }

    /// Reads a value; elements of containers are indices in the table.
    private mutating func value(at offset: Int) throws(PropertyListError) -> PropertyList.Value {
        var cursor = offset
        let marker = try next(1, &cursor)[offset]
        let low = Int(marker & 0xF)
        switch marker >> 4 {
        case 0x0:
            switch low {
            case 0x8: return .flag(false)
            case 0x9: return .flag(true)
            case 0x0, 0xF: return .null
            default: break
            }
        case 0x1 where low <= 4:
            return Self.number(try next(1 << low, &cursor))
        case 0x2 where low == 2:
            let bits = Self.bits(try next(4, &cursor))
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 0x2 where low == 3:
            return .real(Double(bitPattern: Self.bits(try next(8, &cursor))))
        case 0x3 where low == 3:
            _ = try next(8, &cursor)
            return .date
        case 0x4: return .data(Array(try next(try length(low, &cursor), &cursor)))
        case 0x5: return .text(Self.utf8(try next(try length(low, &cursor), &cursor)))
        case 0x6: return .text(Self.utf16(try next(try length(low, &cursor, width: 2) * 2, &cursor)))
        case 0x8:
            guard let number = Self.whole(try next(low + 1, &cursor)) else {
                throw .damaged("a reference beyond the table of values")
            }
            return .uid(number)
        // 0xC is a set, which NSKeyedArchiver does not write; its elements are read like those of an array.
        case 0xA, 0xC:
            return .array(try references(try length(low, &cursor, width: referenceSize), &cursor))
        case 0xD:
            let count = try length(low, &cursor, width: 2 * referenceSize)
            return .dictionary(keys: try references(count, &cursor), values: try references(count, &cursor))
        default: break
        }
        throw .damaged("a value of unknown kind \(marker)")
    }

    /// Takes the next `count` bytes, which no other value may use.
    private mutating func next(_ count: Int, _ cursor: inout Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        guard count <= body.endIndex - cursor else { throw .damaged("a value extends past the end") }
        taken += count
        guard taken <= body.count - Self.signature.count else { throw .damaged("values overlap") }
        defer { cursor += count }
        return body[cursor..<(cursor + count)]
    }

    /// Reads the number of elements: the low half of the marker, or a separate number behind it.
    ///
    /// - Parameter width: Bytes per element. Numbers too large for the file are refused before they are multiplied.
    private mutating func length(_ low: Int, _ cursor: inout Int, width: Int = 1) throws(PropertyListError) -> Int {
        var length = low
        if low == 0xF {
            let place = cursor
            let marker = try next(1, &cursor)[place]
            guard marker >> 4 == 1, marker & 0xF <= 3 else { throw .damaged("a length is not a number") }
            // A number that does not fit `Int` exceeds the file, and is refused as such.
            guard case .whole(let number) = Self.number(try next(1 << Int(marker & 0xF), &cursor)) else {
                throw .damaged("a value extends past the end")
            }
            length = number
        }
        guard length >= 0, length <= (body.endIndex - cursor) / width else {
            throw .damaged("a value extends past the end")
        }
        return length
    }

    private mutating func references(_ count: Int, _ cursor: inout Int) throws(PropertyListError) -> [Int] {
        let bytes = try next(count * referenceSize, &cursor)
        var places: [Int] = []
        places.reserveCapacity(count)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: referenceSize) {
            guard let place = Self.whole(bytes[start..<(start + referenceSize)]), place < self.count else {
                throw .damaged("an element does not exist")
            }
            places.append(place)
        }
        return places
    }

    /// Parses a big-endian number; eight bytes and more are signed, fewer are not.
    ///
    /// Unsigned numbers from 2⁶³ on, such as a mask of all 64 bits, are written with sixteen bytes. They become real
    /// numbers.
    private static func number(_ bytes: ArraySlice<UInt8>) -> PropertyList.Value {
        let low = bits(bytes.suffix(8))
        guard bytes.count > 8 else { return .whole(Int(truncatingIfNeeded: low)) }
        let high = Int64(bitPattern: bits(bytes.dropLast(8)))
        let number = Int(truncatingIfNeeded: low)
        if high == (number < 0 ? -1 : 0) { return .whole(number) }
        return .real(Double(high) * 0x1p64 + Double(low))
    }

    /// Parses a big-endian unsigned number; `nil` from 2⁶³ on.
    private static func whole(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
        return Int(exactly: bits(bytes.suffix(8)))
    }

    private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func utf8(_ bytes: ArraySlice<UInt8>) -> PlainText {
        PlainText(String(decoding: bytes, as: UTF8.self))
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> PlainText {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2)
            .map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return PlainText(String(decoding: units, as: UTF16.self))
    }
}
