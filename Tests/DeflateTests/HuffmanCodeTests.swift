import Testing

@testable import Deflate

/// Checks the lengths of Huffman codes for random, missing and single symbols.
struct HuffmanCodeTests {
    @Test(arguments: 0..<64)
    func `code lengths stay within the limit and fill the code space`(_ seed: Int) {
        var state = UInt64(seed) &+ 1
        var frequencies = (0..<286).map { _ -> UInt32 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let exponent = state >> 59
            return seed % 4 == 0 && state % 3 == 0 ? 0 : UInt32(1) << UInt32(exponent % 28)
        }
        if seed == 1 { frequencies = [UInt32](repeating: 0, count: 286) }
        if seed == 2 { frequencies = (0..<286).map { $0 == 7 ? 5 : 0 } }
        for limit in [9, 12, 15] {
            var lengths = [UInt8](repeating: 0, count: 286)
            var target = lengths.mutableSpan
            HuffmanCode.lengths(of: frequencies.span, limit: limit, into: &target)
            #expect(lengths.allSatisfy { $0 <= limit })
            let used = frequencies.indices.filter { frequencies[$0] > 0 }
            #expect(used.allSatisfy { lengths[$0] > 0 })
            let filled = lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (limit - Int($1)) : 0) }
            #expect(filled == 1 << limit)
        }
    }
}
