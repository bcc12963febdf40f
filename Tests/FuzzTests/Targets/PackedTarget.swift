@testable import EffectCatalog
import EffectModel
import EffectRendering
import StrictJSON

@testable import EffectService

/// Specs in a URL path. The first byte selects the meaning of the others: the encoded text or its content.
enum PackedTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let limit = Service.handler.maximumBodyBytes
        switch first % 5 {
        case 0: try read(SpecInURL(text: String(decoding: rest, as: UTF8.self), isCompressed: false))
        case 1: try read(SpecInURL(text: String(decoding: rest, as: UTF8.self), isCompressed: true))
        case 2:
            let packed = SpecInURL(text: Base64.url(rest), isCompressed: false)
            try promise(rest.isEmpty || (try? packed.bytes(atMost: limit)) == rest, "base64url gives other bytes")
            try read(packed)
        case 3: try read(SpecInURL(text: Base64.url(rest), isCompressed: true))
        default:
            let packed = SpecInURL(text: Base64.url(Zlib.stored(rest)), isCompressed: true)
            try promise((try? packed.bytes(atMost: limit)) == rest, "zlib's format gives other bytes")
            try promise(
                rest.isEmpty || (try? packed.bytes(atMost: rest.count - 1)) == nil,
                "more bytes than the limit allows"
            )
            try read(packed)
        }
    }

    private static func read(_ packed: SpecInURL) throws(BrokenPromise) {
        let limit = Service.handler.maximumBodyBytes
        if let bytes = try? packed.bytes(atMost: limit) {
            try promise(bytes.count <= limit, "\(bytes.count) bytes")
        }
        let json: JSONValue
        do throws(SpecInURL.Failure) { json = try packed.document(atMost: limit) } catch {
            return try SpecTarget.check(Problem(error))
        }
        try SpecTarget.run(json, as: .snapshot(.still, .png))
    }
}

/// Encoders of RFC 4648.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Encodes §5's URL-safe alphabet, without padding.
    static func url(_ bytes: [UInt8]) -> String { text(bytes, digits + Array("-_".utf8), isPadded: false) }

    /// Encodes §4's alphabet, with padding.
    static func plain(_ bytes: [UInt8]) -> String { text(bytes, digits + Array("+/".utf8), isPadded: true) }

    private static func text(_ bytes: [UInt8], _ digits: [UInt8], isPadded: Bool) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
            if isPadded { text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// An encoder of RFC 1950.
enum Zlib {
    /// Encodes in stored blocks (RFC 1951 §3.2.4), so that a fuzzer's mutations stay readable.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            packed += [rest.isEmpty ? 1 : 0]
            for word in [length, ~length] { packed += [UInt8(word & 0xFF), UInt8(word >> 8)] }
            packed += block
        } while !rest.isEmpty
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return packed + [UInt8(b >> 8), UInt8(b & 0xFF), UInt8(a >> 8), UInt8(a & 0xFF)]
    }
}
