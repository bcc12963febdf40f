internal import Deflate

/// Growable memory that bits of an image are written to.
final class ImageOutput {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = 1 << 14
    var writer: BitWriter

    init() {
        bytes = .allocate(capacity: capacity)
        writer = BitWriter(at: bytes)
    }

    deinit { bytes.deallocate() }

    func begin() { writer = BitWriter(at: bytes) }

    /// Makes room for `count` more bytes.
    func reserve(_ count: Int) {
        let used = writer.end - bytes
        guard used + count + 16 > capacity else { return }
        capacity = max(2 * capacity, used + count + 16)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        new.update(from: bytes, count: used)
        writer.move(from: bytes, to: new)
        bytes.deallocate()
        bytes = new
    }

    /// Writes the low bits of a small value, with room for it.
    func put(_ value: Int, bits: Int) {
        reserve(8)
        writer.put(UInt64(value), bits: UInt64(bits))
        writer.flush()
    }

    /// Fills the last byte with zeros, and returns everything written.
    func finish() -> UnsafeBufferPointer<UInt8> {
        reserve(8)
        writer.finish()
        return UnsafeBufferPointer(start: bytes, count: writer.end - bytes)
    }
}
