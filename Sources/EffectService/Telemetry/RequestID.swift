internal import HTTPTypes
import Synchronization

/// Id of a request in its response, the log and problem documents: the caller's own `X-Request-Id`, or a generated one.
enum RequestID {
    /// Maximum number of characters in a caller's id.
    static let maximumLength = 64

    private static let seed = UInt64.random(in: .min ... .max)
    private static let count = Atomic<UInt64>(0)

    /// The value of `X-Request-Id` if it consists of letters, digits, `.`, `_`, `:` and `-`; otherwise a new id.
    static func of(_ fields: HTTPFields) -> String {
        guard let given = fields[.requestID], (1...maximumLength).contains(given.utf8.count),
            given.utf8.allSatisfy(isFine)
        else { return next() }
        return given
    }

    /// A new id of 16 hexadecimal digits, unique within a process. Not secret, but unlikely to collide with another
    /// process's.
    static func next() -> String {
        // A counter mixed by a bijection, SplitMix64's (Steele, Lea, Flood 2014), which saves a call of the system's
        // generator.
        var mixed = seed &+ count.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return String(unsafeUninitializedCapacity: 16) { buffer in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: mixed >> UInt64(60 - 4 * place)) & 15
                buffer[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            return 16
        }
    }

    private static func isFine(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

/// The trace that a request belongs to.
///
/// - Source: W3C Trace Context, §3.2.2.
enum TraceContext {
    /// The trace id, 32 hexadecimal digits; `nil` if `traceparent` is missing or malformed.
    static func traceID(_ fields: HTTPFields) -> String? {
        guard let value = fields[.traceparent] else { return nil }
        let bytes = Array(value.utf8)
        // Versions above 00 may append fields after the flags.
        guard bytes.count >= 55, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            [0..<2, 3..<35, 36..<52, 53..<55].allSatisfy({ bytes[$0].allSatisfy(isHex) }),
            bytes[0..<2] != [0x66, 0x66],
            bytes.count == 55 || (bytes[0..<2] != [0x30, 0x30] && bytes[55] == UInt8(ascii: "-")),
            bytes[3..<35].contains(where: { $0 != 0x30 }), bytes[36..<52].contains(where: { $0 != 0x30 })
        else { return nil }
        return String(decoding: bytes[3..<35], as: UTF8.self)
    }

    private static func isHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
