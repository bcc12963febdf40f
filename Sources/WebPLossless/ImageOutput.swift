internal import Deflate
internal import Memory

/// Growable memory that bits of an image are written to.
final class ImageOutput {
    private var memory = OwnedMemory<UInt8>(unwritten: 1 << 14)
    var writer: BitWriter

    init() { writer = BitWriter(at: memory.view) }

    func begin() { writer = BitWriter(at: memory.view) }

    /// Makes room for `count` more bytes.
    func reserve(_ count: Int) {
        let used = writer.count(from: memory.view)
        guard used + count + 16 > memory.count else { return }
        let larger = OwnedMemory<UInt8>(unwritten: max(2 * memory.count, used + count + 16))
        larger.view.copy(memory.view.readOnly, count: used)
        memory = larger
        writer.move(to: memory.view, count: used)
    }

    /// Writes the low bits of a small value, with room for it.
    func put(_ value: Int, bits: Int) {
        reserve(8)
        writer.put(UInt64(value), bits: UInt64(bits))
        writer.flush()
    }

    /// Fills the last byte with zeros.
    ///
    /// - Returns: Number of bytes.
    func finish() -> Int {
        reserve(8)
        writer.finish()
        return writer.count(from: memory.view)
    }

    /// Returns the first `count` bytes.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(memory.view.readOnly, count: count)
        return bytes
    }
}
