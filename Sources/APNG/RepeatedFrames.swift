internal import CZlib

/// Says frames again that are the same as those before them, in a few bytes each.
///
/// The first of them stays, and those that follow say its first pixel again. Before something else follows that does not cover it, a
/// transparent picture as large as it is, put over it, clears all away; an indexed one is said again, as Pillow 9 puts what is
/// transparent in those over others as if it were not. How many frames a file has, and how long each stays, is as it would be
/// without; but each is known one late. Only frames are taken together that are cleared away before the next.
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`dispose_op`, `blend_op`).
public final class RepeatedFrames {
    private let isIndexed: Bool
    private var held: EncodedFrame?
    /// Whether what is held is shown already.
    private var isShown = false
    /// The first frame's.
    private var canvas = (width: 0, height: 0)
    /// From the first time that something is cleared away.
    private var deflater: FrameDeflater?

    /// Bytes of a frame that is said again, or a few less, where nothing is to be cleared away.
    public static let repeatedSize = 70

    /// For one file.
    ///
    /// - Parameter isIndexed: Whether it has a palette.
    public init(isIndexed: Bool = false) { self.isIndexed = isIndexed }

    /// Takes the next frame.
    ///
    /// - Parameter frame: As a ``FrameEncoder`` made it. The first one is as large as the canvas.
    /// - Returns: What is certain now: the frame before it, or nothing if there is none.
    /// - Throws: ``APNGError``.
    public func take(_ frame: [UInt8]) throws(APNGError) -> [UInt8] {
        let next = EncodedFrame(frame)
        let last = held
        held = next
        guard let last else {
            canvas = next.size
            return []
        }
        // A pixel is hardly said in less.
        let isRepeated = last.isAlone && last.size != (1, 1) && last.looks(like: next)
        defer { isShown = isRepeated }
        if isShown { return try again(last, isCovered: isRepeated || next.isAlone && next.covers(last)) }
        return isRepeated ? try last.staying().bytes() : last.whole
    }

    /// The last frame.
    ///
    /// - Throws: ``APNGError``.
    public func end() throws(APNGError) -> [UInt8] {
        guard let last = held else { return [] }
        defer { (held, deflater) = (nil, nil) }
        // The canvas is cleared before it all begins again.
        return isShown ? try again(last, isCovered: true) : last.whole
    }

    /// - Parameter isCovered: Whether nothing of it is to be cleared away.
    private func again(_ frame: EncodedFrame, isCovered: Bool) throws(APNGError) -> [UInt8] {
        if isCovered { return try (frame.firstPixel(isIndexed ? 1 : 4) ?? frame.staying()).bytes() }
        // Ffmpeg 5 forgets what is below a transparent picture if that is as large as the canvas.
        if isIndexed || frame.size == canvas { return frame.whole }
        let deflater = deflater ?? FrameDeflater(.fast)
        self.deflater = deflater
        let empty = try frame.empty(deflater)
        // What is small may be said again.
        return try empty.image.count < frame.image.count ? empty.bytes() : frame.whole
    }
}

/// A frame in its parts.
private struct EncodedFrame {
    /// Data of `fcTL`.
    private var control: ArraySlice<UInt8>
    /// `IDAT`, or `fdAT`.
    private(set) var image: ArraySlice<UInt8>
    /// What it was taken from.
    private(set) var whole: [UInt8]

    /// Where things are in `fcTL`.
    private enum Place {
        static let width = 4
        static let height = 8
        static let x = 12
        /// Width, height and where they are.
        static let box = 4..<20
        static let dispose = 24
        static let blend = 25
        static let end = 26
    }

    private static let nothing: UInt8 = 0
    private static let background: UInt8 = 1
    private static let source: UInt8 = 0
    private static let over: UInt8 = 1

    init(_ bytes: [UInt8]) {
        let end = 8 + Place.end + 4
        precondition(bytes.count > end + 12, "not a frame that FrameEncoder has made")
        (whole, control, image) = (bytes, ArraySlice(bytes[8..<8 + Place.end]), bytes[end...])
    }

    /// Whether it leaves nothing, and nothing shows through it.
    var isAlone: Bool { self[Place.dispose] == Self.background && self[Place.blend] == Self.source }

    var size: (width: Int, height: Int) { (number(Place.width), number(Place.height)) }

    /// Whether nothing but their numbers and how long they stay is different.
    func looks(like other: EncodedFrame) -> Bool {
        isAlone == other.isAlone && Place.box.allSatisfy { self[$0] == other[$0] } && packed == other.packed
    }

    /// Whether it replaces all of another.
    func covers(_ other: EncodedFrame) -> Bool {
        (0..<2).allSatisfy { axis in
            let (start, end) = (number(Place.x + 4 * axis), number(Place.x + 4 * axis) + number(Place.width + 4 * axis))
            let low = other.number(Place.x + 4 * axis)
            return start <= low && low + other.number(Place.width + 4 * axis) <= end
        }
    }

    /// The stream of its pixels.
    private var packed: ArraySlice<UInt8> {
        let isNumbered = image.dropFirst(4).first == UInt8(ascii: "f")
        return image.dropFirst(isNumbered ? 12 : 8).dropLast(4)
    }

    /// The same, which stays.
    func staying() -> EncodedFrame {
        var frame = self
        frame[Place.dispose] = Self.nothing
        return frame
    }

    /// In its place, its first pixel, which stays: nothing changes. `nil` if it can't be read.
    func firstPixel(_ size: Int) throws(APNGError) -> EncodedFrame? {
        var frame = staying()
        for place in [Place.width, Place.height] { frame.set(place, 1) }
        // No filter changes a picture's first pixel: nothing is above it, nor on its left.
        guard var row = inflated(size + 1) else { return nil }
        row[0] = 0
        var sum = Adler32()
        for byte in row { sum.add(byte) }
        frame.image = try image { data in
            // One block, stored.
            data += [0x78, 0x01, 0x01, UInt8(row.count), 0, ~UInt8(row.count), 0xFF] + row
            data.append(bigEndian: sum.value)
        }
        return frame
    }

    /// In its place, a transparent picture that changes nothing.
    func empty(_ deflater: FrameDeflater) throws(APNGError) -> EncodedFrame {
        var frame = self
        frame[Place.blend] = Self.over
        frame.image = try deflater.withStream(ofTransparent: size.width, size.height) { packed in
            Result { () throws(APNGError) in try image { $0.append(contentsOf: packed) } }
        }
        .get()
        return frame
    }

    private func image(_ write: (inout [UInt8]) -> Void) throws(APNGError) -> ArraySlice<UInt8> {
        try Chunk("fdAT") { data in
            data.append(bigEndian: UInt32(truncatingIfNeeded: number(0) + 1))
            write(&data)
        }
        .bytes[...]
    }

    /// The first bytes of its pixels' rows.
    private func inflated(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let isDone = packed.withUnsafeBufferPointer { input in
            bytes.withUnsafeMutableBufferPointer { output in
                var stream = z_stream()
                guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                    return false
                }
                defer { inflateEnd(&stream) }
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: count)
                _ = inflate(&stream, Z_SYNC_FLUSH)
                return stream.avail_out == 0
            }
        }
        return isDone ? bytes : nil
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
