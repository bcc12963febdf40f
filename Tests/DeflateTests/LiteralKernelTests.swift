import CKernels
import Memory
import TestSupport
import Testing

@testable import Deflate

/// Compares the kernel that writes literals with one literal at a time, for every instruction set that this processor
/// supports.
struct LiteralKernelTests {
    /// Bytes with runs of zeros of all lengths, and Huffman codes for them.
    private func literals(_ seed: UInt64) -> ([UInt8], DeflateBlock) {
        var dice = Dice(seed)
        var bytes: [UInt8] = []
        let spread = [1, 4, 40, 255][dice.whole(0...3)]
        for _ in 0..<dice.whole(1...12) {
            bytes += (0..<dice.whole(0...150)).map { _ in UInt8(truncatingIfNeeded: dice.whole(-spread...spread)) }
            bytes += Array(repeating: 0, count: dice.whole(0...3) == 0 ? dice.whole(0...700) : dice.whole(0...20))
        }
        let store = SequenceStore()
        store.begin(stride: 4001)
        // Frequent bytes get short codes and make the others long.
        store.append(room: 70_000) { sink in
            for byte in bytes { sink.literal(byte) }
            for _ in 0..<dice.whole(0...60_000) { sink.literal(bytes.first ?? 0) }
            sink.zeros(40)
        }
        store.close()
        let block = DeflateBlock()
        block.count(store)
        block.makeCodes(forAllLike: store)
        return (bytes, block)
    }

    @Test(arguments: Kernels.all, UInt64(0)..<40)
    func `batched literals and zeros match one-by-one encoding`(_ kernels: Kernels, _ seed: UInt64) {
        let (bytes, block) = literals(seed)
        /// Encodes all bytes; `words` writes groups of eight.
        func written(_ words: (inout DeflateBlock.CodeSink, MemoryView<UInt8>, Int) -> Int) -> [UInt8] {
            let room = DeflateBlock.maximumSize(of: bytes.count, gap: 0)
            let memory = OwnedMemory<UInt8>(repeating: 0, count: room)
            // The writer already holds some bits.
            var writer = BitWriter(at: memory.view)
            writer.put(0b101, bits: seed % 8)
            var sink = block.sink(writer, DeflateKernels(kernels.loops))
            bytes.withMemory { start in
                var at = 0
                while at &+ 8 <= bytes.count {
                    at += words(&sink, start.suffix(from: at), bytes.count - at)
                    let first = at
                    while at &+ 8 <= bytes.count, start.load(UInt64.self, at: at) == 0 {
                        at += 8
                    }
                    sink.zeros(at - first)
                }
                for index in at..<bytes.count { sink.literal(bytes[index]) }
            }
            writer = sink.writer
            writer.finish()
            return Array(memory.array[..<(writer.count(from: memory.view))])
        }
        let plain = written { sink, bytes, count in
            var at = 0
            while at + 8 <= count, bytes.load(UInt64.self, at: at) != 0 {
                for index in at..<at + 8 { sink.literal(bytes[index]) }
                at += 8
            }
            return at
        }
        let fast = written { $0.words($1, count: $2) }
        #expect(fast == plain)
    }
}
