import CKernels
import Memory
import TestSupport
import Testing

@testable import Deflate

/// Compares checksums and their kernels with their definition, for every instruction set that this processor supports.
struct Adler32Tests {
    @Test func `the Adler-32 checksum matches its definition, over bytes and in closed form over zeros`() {
        var sum = Adler32()
        var (low, high) = (UInt32(1), UInt32(0))
        func reference(_ bytes: [UInt8]) {
            for byte in bytes {
                low = (low + UInt32(byte)) % 65_521
                high = (high + low) % 65_521
            }
        }
        for count in [0, 1, 7, 8, 9, 4095, 4096, 4097, 70_000] {
            let bytes = [UInt8](repeating: 255, count: count) + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73) }
            bytes.withMemory { sum.add($0, count: bytes.count) }
            sum.addZeros(count * 1000)
            reference(bytes)
            reference([UInt8](repeating: 0, count: count * 1000))
            #expect(sum.value == high << 16 | low)
        }
    }

    @Test(arguments: Kernels.all, UInt64(0)..<40)
    func `checksums match a byte-by-byte reference`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let width = dice.whole(1...300)
        // Three spans with gaps between them, and now and then the largest bytes.
        var pixels = [UInt32](repeating: 0, count: width + 16)
        let ends = (0..<6).map { _ in dice.whole(0...width) }.sorted()
        var spans: [hanabi_span] = []
        for index in stride(from: 0, to: 6, by: 2) where ends[index] < ends[index + 1] {
            spans.append(hanabi_span(low: Int32(ends[index]), high: Int32(ends[index + 1])))
            for x in ends[index]..<ends[index + 1] {
                pixels[x] = dice.whole(0...1) == 0 ? .max : UInt32(truncatingIfNeeded: dice.next())
            }
        }
        let bytes = Array(pixels.withUnsafeBytes(Array.init)[..<(width * 4)])
        var expected: (total: UInt64, weighted: UInt64) = (0, 0)
        for byte in bytes {
            expected.total += UInt64(byte)
            expected.weighted += expected.total
        }
        var (total, weighted): (UInt64, UInt64) = (0, 0)
        kernels.loops.pointee.adler32_sums(bytes, bytes.count, &total, &weighted)
        #expect(total == expected.total && weighted == expected.weighted)
        // Any block size gives the same sum.
        var (one, other) = (Adler32(), Adler32())
        bytes.withMemory { one.add($0, count: bytes.count) }
        bytes.withMemory { other.add($0, count: bytes.count, atOnce: dice.whole(1...100)) }
        #expect(one.value == other.value)
        // Any row length: sums are reduced more often in longer rows.
        for length in [width * 4, 40_000, 65_535 * 4, 1 << 20, 1 << 20 + 4, 1 << 32] {
            kernels.loops.pointee.adler32_row_sums(pixels, spans, spans.count, length, &total, &weighted)
            let behind = expected.total * UInt64(length - width * 4)
            #expect(total == expected.total && weighted == expected.weighted + behind, "\(length)")
        }
    }
}
