/// A frame of an animated WebP: the chunk that holds its image, position and duration.
///
/// - Source: RFC 9649 §2.7.1.1 (`ANMF`).
public struct WebPFrame: Sendable, Equatable {
    /// Bytes of the `ANMF` chunk.
    public private(set) var bytes: [UInt8]

    /// Position and timing of a frame.
    public struct Place: Sendable {
        /// Left edge in pixels; even.
        public var x: Int
        /// Top edge in pixels; even.
        public var y: Int
        /// Width in pixels, 1...16,383 for a lossy image, 1...16,384 for a lossless one.
        public var width: Int
        /// Height in pixels.
        public var height: Int
        /// Duration, 0...16,777,215.
        public var milliseconds: Int
        /// Whether the frame's box becomes transparent afterwards.
        public var isCleared: Bool
        /// Whether the frame is drawn over what is there, instead of replacing it.
        public var isBlended: Bool

        /// A place of the given values.
        public init(
            x: Int,
            y: Int,
            width: Int,
            height: Int,
            milliseconds: Int,
            isCleared: Bool,
            isBlended: Bool = false
        ) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
            (self.milliseconds, self.isCleared, self.isBlended) = (milliseconds, isCleared, isBlended)
        }
    }

    /// Offsets in the chunk, and bits of the flags.
    private enum Layout {
        static let x = 8
        static let y = 11
        static let duration = 20
        static let flags = 23
        static let image = 24
        static let isCleared: UInt8 = 1
        static let isNotBlended: UInt8 = 2
    }

    /// - Parameter losslessImage: A VP8L image of the place's size.
    public init(losslessImage: [UInt8], at place: Place) {
        self.init(chunks: RIFF.chunk("VP8L", losslessImage)[...], at: place)
    }

    /// - Parameter chunks: Chunks of the image: `ALPH` and `VP8 `, or `VP8L`.
    init(chunks: ArraySlice<UInt8>, at place: Place) {
        var data: [UInt8] = []
        data.reserveCapacity(chunks.count + 32)
        data.append(three: place.x / 2)
        data.append(three: place.y / 2)
        data.append(three: place.width - 1)
        data.append(three: place.height - 1)
        data.append(three: max(0, min(place.milliseconds, 0xFF_FFFF)))
        data.append((place.isBlended ? 0 : Layout.isNotBlended) | (place.isCleared ? Layout.isCleared : 0))
        data += chunks
        bytes = RIFF.chunk("ANMF", data)
    }

    /// A frame of bytes that another has given.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Chunks of the image, if it covers a canvas; else `nil`.
    func image(ofWidth width: Int, height: Int) -> ArraySlice<UInt8>? {
        let place = place
        guard (place.x, place.y, place.width, place.height) == (0, 0, width, height) else { return nil }
        // The chunk's size says where its data ends: each chunk of the image is padded already.
        let size = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
        return bytes[Layout.image..<8 + size]
    }

    /// Position, size and timing.
    var place: Place {
        func three(_ at: Int) -> Int { (0..<3).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        return Place(
            x: 2 * three(Layout.x),
            y: 2 * three(Layout.y),
            width: three(Layout.y + 3) + 1,
            height: three(Layout.y + 6) + 1,
            milliseconds: three(Layout.duration),
            isCleared: bytes[Layout.flags] & Layout.isCleared != 0,
            isBlended: bytes[Layout.flags] & Layout.isNotBlended == 0
        )
    }

    /// Whether two frames differ at most in their durations.
    func looks(like other: WebPFrame) -> Bool {
        bytes.count == other.bytes.count && bytes[..<Layout.duration] == other.bytes[..<Layout.duration]
            && bytes[Layout.flags...] == other.bytes[Layout.flags...]
    }

    /// The frame, staying on the canvas.
    var staying: WebPFrame {
        var frame = self
        frame.bytes[Layout.flags] &= ~Layout.isCleared
        return frame
    }
}
