internal import CZlib
internal import Deflate
internal import Memory

/// A frame made by ``FrameEncoder``, split into its parts.
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`fcTL`), §11.3.6.3 (`fdAT`).
struct EncodedFrame {
    /// Data of the `fcTL` chunk.
    private var control: ArraySlice<UInt8>
    /// The `IDAT` or `fdAT` chunk.
    private(set) var image: ArraySlice<UInt8>
    /// Original bytes of the frame.
    private(set) var whole: [UInt8]

    /// Byte offsets in `fcTL`.
    private enum Place {
        static let sequence = 0
        static let width = 4
        static let height = 8
        static let x = 12
        /// Width, height and position.
        static let box = 4..<20
        static let dispose = 24
        static let blend = 25
        static let end = 26
    }

    private typealias Dispose = FrameEncoder.Part.Dispose
    /// Values of `blend_op`.
    private enum Blend: UInt8 { case source, over }

    init(_ bytes: [UInt8]) {
        let end = 8 + Place.end + 4
        precondition(bytes.count > end + 12, "the frame was not made by FrameEncoder")
        (whole, control, image) = (bytes, ArraySlice(bytes[8..<8 + Place.end]), bytes[end...])
    }

    /// Whether the frame replaces the canvas below it and is cleared afterwards.
    var isAlone: Bool {
        self[Place.dispose] == Dispose.background.rawValue && self[Place.blend] == Blend.source.rawValue
    }

    var size: (width: Int, height: Int) { (number(Place.width), number(Place.height)) }

    /// Whether two frames differ only in sequence numbers and delay.
    func probes(like other: EncodedFrame) -> Bool {
        isAlone == other.isAlone && Place.box.allSatisfy { self[$0] == other[$0] } && packed == other.packed
    }

    /// Whether the frame's box contains another's.
    func covers(_ other: EncodedFrame) -> Bool {
        (0..<2).allSatisfy { axis in
            let (start, end) = (number(Place.x + 4 * axis), number(Place.x + 4 * axis) + number(Place.width + 4 * axis))
            let low = other.number(Place.x + 4 * axis)
            return start <= low && low + other.number(Place.width + 4 * axis) <= end
        }
    }

    /// The zlib stream of the pixels.
    private var packed: ArraySlice<UInt8> {
        let isNumbered = image.dropFirst(4).first == UInt8(ascii: "f")
        return image.dropFirst(isNumbered ? 12 : 8).dropLast(4)
    }

    /// Returns the frame with `dispose_op` none.
    func staying() -> EncodedFrame {
        var frame = self
        frame[Place.dispose] = Dispose.none.rawValue
        return frame
    }

    /// Returns a frame of the first pixel alone, with `dispose_op` none: it leaves the canvas as it is. `nil` if the
    /// pixel can't be read.
    func firstPixel(_ size: Int) throws(APNGError) -> EncodedFrame? {
        var frame = staying()
        for place in [Place.width, Place.height] { frame.set(place, 1) }
        // Filters leave an image's first pixel unchanged: it has no neighbor above or on the left.
        guard var row = inflated(size + 1) else { return nil }
        row[0] = 0
        var sum = Adler32()
        for byte in row { sum.add(byte) }
        frame.image = try image { data in
            // One stored block.
            data += [0x78, 0x01, 0x01, UInt8(row.count), 0, ~UInt8(row.count), 0xFF] + row
            data.append(bigEndian: sum.value)
        }
        return frame
    }

    /// Returns a transparent frame of the same size that changes nothing when shown.
    func empty() throws(APNGError) -> EncodedFrame {
        var frame = self
        frame[Place.blend] = Blend.over.rawValue
        let packed = DeflateOutput.stream(ofZeros: (size.width * 4 + 1) * size.height)
        frame.image = try image { $0 += packed }
        return frame
    }

    private func image(_ write: (inout [UInt8]) -> Void) throws(APNGError) -> ArraySlice<UInt8> {
        try Chunk("fdAT") { data in
            data.append(bigEndian: UInt32(truncatingIfNeeded: number(Place.sequence) + 1))
            write(&data)
        }
        .bytes[...]
    }

    /// Returns the first `count` decompressed bytes; `nil` if the stream can't be read.
    private func inflated(_ count: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        let input = OwnedMemory(packed)
        let output = OwnedMemory<UInt8>(repeating: 0, count: count)
        stream.next_in = input.view.address
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.view.address
        stream.avail_out = UInt32(clamping: count)
        _ = inflate(&stream, Z_SYNC_FLUSH)
        return stream.avail_out == 0 ? output.array : nil
    }

    private mutating func set(_ place: Int, _ number: Int) {
        for byte in 0..<4 { self[place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
    }

    func bytes() throws(APNGError) -> [UInt8] {
        try Chunk("fcTL") { $0.append(contentsOf: control) }.bytes + image
    }

    private subscript(place: Int) -> UInt8 {
        get { control[control.startIndex + place] }
        set { control[control.startIndex + place] = newValue }
    }

    private func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(self[place + $1]) } }
}
