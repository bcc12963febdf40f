internal import Memory

/// Growable output buffer of a zlib stream, reused for the next one.
///
/// - Source: RFC 1950 §2.2.
public final class DeflateOutput {
    private var memory = OwnedMemory<UInt8>(repeating: 0, count: 1 << 16)
    @usableFromInline var writer: BitWriter

    /// An empty stream.
    public init() {
        writer = BitWriter(at: memory.view)
    }

    /// Begins a new stream with a window of 32 KiB.
    public func begin() {
        memory[0] = 0x78
        memory[1] = 0x01
        writer = BitWriter(at: memory.view.suffix(from: 2))
    }

    /// Writes the store's sequences as a block with its own codes, and empties the store.
    public func write(_ store: SequenceStore, with block: DeflateBlock, isLast: Bool) {
        store.close()
        block.count(store)
        block.makeCodes(for: store)
        reserve(DeflateBlock.maximumHeader + block.bits / 8 + 32)
        block.writeHeader(to: &writer, isLast: isLast)
        block.write(store, to: &writer)
        store.clear()
    }

    /// Begins the stream's only block, with the codes that `block` already has.
    public func begin(_ block: DeflateBlock) {
        reserve(DeflateBlock.maximumHeader + 32)
        block.writeHeader(to: &writer, isLast: true)
    }

    /// Runs `body` with a sink that has room for `count` bytes and `gap` zeros, however they are coded.
    @inlinable @inline(__always)
    public func append(
        room count: Int,
        gap: Int,
        with block: DeflateBlock,
        _ body: (inout DeflateBlock.CodeSink) -> Void
    ) {
        reserve(DeflateBlock.maximumSize(of: count, gap: gap))
        var sink = block.sink(writer)
        body(&sink)
        writer = sink.writer
    }

    /// Ends a block.
    public func end(_ block: DeflateBlock) {
        reserve(32)
        block.writeEnd(to: &writer)
    }

    /// Ends the stream with its checksum.
    public func end(_ sum: Adler32) {
        reserve(32)
        writer.finish()
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            writer.put(UInt64(sum.value >> shift & 0xFF), bits: 8)
            writer.flush()
        }
    }

    /// Number of bytes of the stream so far.
    public var count: Int { writer.count(from: memory.view) }

    /// Appends the bytes of the stream to others.
    public func append(to bytes: inout [UInt8]) { bytes.append(memory.view.readOnly, count: count) }

    /// Bytes of the stream.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Returns a zlib stream of `count` zeros.
    public static func stream(ofZeros count: Int) -> [UInt8] {
        let (store, output) = (SequenceStore(), DeflateOutput())
        var sum = Adler32()
        sum.addZeros(count)
        store.append(room: 4) { $0.zeros(count) }
        output.begin()
        output.write(store, with: DeflateBlock(), isLast: true)
        output.end(sum)
        return output.bytes
    }

    /// Grows the buffer to hold `count` more bytes.
    @usableFromInline func reserve(_ count: Int) {
        let used = self.count
        guard used + count > memory.count else { return }
        memory.grow(to: max(memory.count * 2, used + count), keeping: used, filling: 0)
        writer.move(to: memory.view, count: used)
    }
}
