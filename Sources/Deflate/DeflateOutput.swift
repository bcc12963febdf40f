/// Growable output buffer of a zlib stream, reused for the next one.
///
/// - Source: RFC 1950 §2.2.
public final class DeflateOutput {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = 1 << 16
    @usableFromInline var writer: BitWriter

    /// An empty stream.
    public init() {
        bytes = .allocate(capacity: capacity)
        writer = BitWriter(at: bytes)
    }

    deinit { bytes.deallocate() }

    /// Begins a new stream with a window of 32 KiB.
    public func begin() {
        bytes[0] = 0x78
        bytes[1] = 0x01
        writer = BitWriter(at: bytes + 2)
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

    /// Bytes of the stream, valid until the next one begins.
    public var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: writer.end - bytes) }

    /// Returns a zlib stream of `count` zeros.
    public static func stream(ofZeros count: Int) -> [UInt8] {
        let (store, output) = (SequenceStore(), DeflateOutput())
        var sum = Adler32()
        sum.addZeros(count)
        store.append(room: 4) { $0.zeros(count) }
        output.begin()
        output.write(store, with: DeflateBlock(), isLast: true)
        output.end(sum)
        return Array(output.written)
    }

    /// Grows the buffer to hold `count` more bytes.
    @usableFromInline func reserve(_ count: Int) {
        let used = writer.end - bytes
        guard used + count > capacity else { return }
        let larger = max(capacity * 2, used + count)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: bytes, count: used)
        writer.move(from: bytes, to: new)
        bytes.deallocate()
        (bytes, capacity) = (new, larger)
    }
}
