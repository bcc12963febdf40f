internal import CSodium

/// An incremental SHA-256. Each part is preceded by its length, so that different splits never collide.
package struct Digest {
    private var state = crypto_hash_sha256_state()

    package init() { crypto_hash_sha256_init(&state) }

    package mutating func add(_ bytes: [UInt8]) {
        add(bytes.span.bytes)
    }

    package mutating func add(_ text: String) { add(Array(text.utf8)) }

    package mutating func add(_ numbers: [UInt32]) {
        add(numbers.span.bytes)
    }

    package mutating func add(_ number: Double) {
        add([number.bitPattern].span.bytes)
    }

    /// Adds each of the numbers.
    package mutating func add(_ numbers: [Double]) {
        // Each is preceded by its length.
        let length = UInt64(MemoryLayout<Double>.size).littleEndian
        var words: [UInt64] = []
        words.reserveCapacity(2 * numbers.count)
        for number in numbers {
            words.append(length)
            words.append(number.bitPattern)
        }
        update(words.span.bytes)
    }

    private mutating func add(_ bytes: RawSpan) {
        update([UInt64(bytes.byteCount).littleEndian].span.bytes)
        update(bytes)
    }

    private mutating func update(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { bytes in
            _ = crypto_hash_sha256_update(&state, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
        }
    }

    /// The 32-byte hash of everything added so far.
    package var bytes: [UInt8] {
        var state = state
        var bytes = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        crypto_hash_sha256_final(&state, &bytes)
        return bytes
    }
}
