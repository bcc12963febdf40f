internal import EffectModel
import StrictJSON

/// An image within a URL: `data:image/png;base64,…`.
///
/// - Source: RFC 2397; RFC 4648 §4 for base64, with padding and without separators; RFC 3986 §2 for all other
///   characters.
struct DataURI {
    let format: PictureFile.Format
    let bytes: [UInt8]

    /// Heads allowed before the comma, for error messages.
    private static let allowed =
        "data:image/png;base64,… or data:image/jpeg;base64,…, or percent-encoded without ;base64"

    /// Whether `text` starts with `data:`, in upper or lower case.
    static func matches(_ text: String) -> Bool { text.utf8.prefix(5).map(lowercase) == Array("data:".utf8) }

    private static func lowercase(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    /// Parses `text`, without inspecting the bytes of the image.
    init(_ text: String) throws(AssetFault) {
        let utf8 = Array(text.utf8)
        guard let comma = utf8.prefix(64).firstIndex(of: 0x2C), comma >= 5 else {
            throw .unusable(found: "a data: URI without a comma after its type", allowed: Self.allowed)
        }
        let head = utf8[5..<comma].map(Self.lowercase)
        let parts = head.split(separator: 0x3B, omittingEmptySubsequences: false)
        let isBase64 = parts.count == 2 && parts[1].elementsEqual("base64".utf8)
        guard let format = PictureFile.Format(rawValue: String(decoding: parts[0], as: UTF8.self)),
            parts.count == 1 || isBase64
        else {
            let found = JSONValue.string("data:" + String(decoding: head, as: UTF8.self) + ",").excerpt
            throw .unusable(found: found, allowed: Self.allowed)
        }
        guard let data = Self.percentDecoded(utf8[(comma + 1)...]) else {
            throw .unusable(
                found: "a data: URI with an invalid character",
                allowed: "the characters of RFC 3986, and %XX for others"
            )
        }
        guard let decoded = isBase64 ? Self.base64Decoded(data) : data else {
            throw .unusable(
                found: "a data: URI with invalid base64",
                allowed: "base64 of RFC 4648 §4: A–Z, a–z, 0–9, + and /, padded with =, without spaces"
            )
        }
        self.format = format
        bytes = decoded
    }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == 0x25 {
                guard index + 2 < text.endIndex, let high = hex(text[index + 1]), let low = hex(text[index + 2]) else {
                    return nil
                }
                bytes.append(high << 4 | low)
                index += 3
            } else {
                guard isURICharacter[Int(byte)] else { return nil }
                bytes.append(byte)
                index += 1
            }
        }
        return bytes
    }

    /// Lookup table of the characters that RFC 3986 allows in a path and a query.
    private static let isURICharacter: [Bool] = {
        var table = Array(repeating: false, count: 256)
        let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?"
        for byte in characters.utf8 { table[Int(byte)] = true }
        return table
    }()

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Decodes base64: whole groups of four, at most two `=` at the end, and no bits left over; returns `nil` for
    /// anything else.
    static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == 0x3D }.count
        let digits = text.dropLast(padding)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            let value = base64Values[Int(digit)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    private static let base64Values: [UInt8] = {
        var table = Array(repeating: UInt8(255), count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { table[Int(digit)] = UInt8(value) }
        return table
    }()
}
