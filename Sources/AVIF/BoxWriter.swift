/// A writer of nested boxes.
///
/// - Source: ISO/IEC 14496-12, ISO base media file format, §4.2.
struct BoxWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a box: its size, its type of four letters, and what `body` writes.
    mutating func box(_ type: StaticString, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        four(0)
        text(type)
        body(&self)
        let size = bytes.count - start
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
    }

    /// Writes a box with a version and flags.
    mutating func fullBox(_ type: StaticString, version: Int = 0, flags: Int = 0, _ body: (inout BoxWriter) -> Void) {
        box(type) {
            $0.four(version << 24 | flags)
            body(&$0)
        }
    }

    mutating func text(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

    /// Writes text and a zero byte.
    mutating func terminated(_ text: StaticString) {
        self.text(text)
        one(0)
    }

    mutating func one(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }

    mutating func two(_ value: Int) {
        one(value >> 8)
        one(value)
    }

    mutating func four(_ value: Int) {
        two(value >> 16)
        two(value)
    }

    mutating func eight(_ value: UInt64) {
        four(Int(truncatingIfNeeded: value >> 32))
        four(Int(truncatingIfNeeded: value & 0xFFFF_FFFF))
    }

    mutating func zeros(_ count: Int) { bytes += repeatElement(0, count: count) }

    mutating func raw(_ more: [UInt8]) { bytes += more }

    /// Replaces four bytes written before.
    mutating func patch(at place: Int, with value: Int) {
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }
}
