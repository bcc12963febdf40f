// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CZlib

/// A reader of animated PNGs that shares no code with the encoder. Every CRC, sequence number and box is checked.
public struct APNGReader {
    /// A frame as stored in the file.
    public struct Frame: Equatable {
        public var x = 0
        public var y = 0
        public var width = 0
        public var height = 0
        public var delayNumerator = 0
        public var delayDenominator = 0
        public var dispose = 0
        public var blend = 0
        /// Straight RGBA, `width × height × 4`.
        public var rgba: [UInt8] = []
    }

    /// An error in the file.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    public private(set) var width = 0
    public private(set) var height = 0
    public private(set) var plays = 0
    public private(set) var frames: [Frame] = []
    /// Straight RGBA of each entry, if the file has a palette.
    public private(set) var palette: [[UInt8]]?
    /// Bits per palette index or per channel.
    public private(set) var depth = 8

    /// Reads a whole file.
    ///
    /// - Parameter hasPoster: Whether a poster image precedes the first frame.
    public init(_ bytes: [UInt8], hasPoster: Bool = false) throws {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw Fault(description: "no PNG signature")
        }
        var position = 8
        var announced = -1
        var sequence = 0
        var packed: [UInt8] = []
        var open: Frame?
        var ended = false
        var sawIDAT = false
        var isIndexed = false

        func number(_ at: Int, _ count: Int = 4) -> Int { (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
        func take(_ at: Int) throws {
            guard number(at) == sequence else {
                throw Fault(description: "sequence number \(number(at)) where \(sequence) belongs")
            }
            sequence += 1
        }
        func close() throws {
            guard var frame = open else { return }
            let raw = try Self.inflated(packed)
            frame.rgba =
                if let palette {
                    try Self.looked(up: palette, in: raw, depth, frame.width, frame.height)
                } else {
                    try Self.unfiltered(raw, frame.width, frame.height)
                }
            frames.append(frame)
            open = nil
            packed = []
        }

        while position < bytes.count {
            guard !ended, position + 12 <= bytes.count else { throw Fault(description: "bytes after the end") }
            let length = number(position)
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            let data = position + 8
            guard data + length + 4 <= bytes.count else { throw Fault(description: "\(type) is cut short") }
            guard Self.crc(bytes[position + 4..<data + length]) == UInt32(number(data + length)) else {
                throw Fault(description: "CRC of \(type)")
            }
            switch type {
            case "IHDR":
                (width, height) = (number(data), number(data + 4))
                depth = Int(bytes[data + 8])
                isIndexed = bytes[data + 9] == 3
                guard position == 8, length == 13, isIndexed ? [1, 2, 4, 8].contains(depth) : bytes[data + 9] == 6,
                    isIndexed || depth == 8, Array(bytes[data + 10..<data + 13]) == [0, 0, 0]
                else { throw Fault(description: "IHDR is neither 8-bit RGBA nor indexed at the start") }
            case "PLTE":
                guard isIndexed, !sawIDAT, open == nil, palette == nil, length % 3 == 0,
                    (1...1 << depth).contains(length / 3)
                else { throw Fault(description: "PLTE of \(length) bytes") }
                palette = stride(from: data, to: data + length, by: 3).map { bytes[$0..<$0 + 3] + [255] }
            case "tRNS":
                guard let count = palette?.count, !sawIDAT, open == nil, (1...count).contains(length) else {
                    throw Fault(description: "tRNS of \(length) bytes")
                }
                for entry in 0..<length { palette?[entry][3] = bytes[data + entry] }
            case "acTL":
                guard !sawIDAT else { throw Fault(description: "acTL after IDAT") }
                (announced, plays) = (number(data), number(data + 4))
            case "fcTL":
                try close()
                try take(data)
                let frame = Frame(
                    x: number(data + 12),
                    y: number(data + 16),
                    width: number(data + 4),
                    height: number(data + 8),
                    delayNumerator: number(data + 20, 2),
                    delayDenominator: number(data + 22, 2),
                    dispose: Int(bytes[data + 24]),
                    blend: Int(bytes[data + 25])
                )
                guard length == 26, frame.width > 0, frame.height > 0, frame.x + frame.width <= width,
                    frame.y + frame.height <= height, frame.dispose < 3, frame.blend < 2
                else { throw Fault(description: "fcTL of frame \(frames.count)") }
                open = frame
            case "IDAT":
                if hasPoster, open == nil, frames.isEmpty {
                    sawIDAT = true
                    break
                }
                guard !hasPoster, let frame = open, frames.isEmpty, (frame.x, frame.y) == (0, 0),
                    (frame.width, frame.height) == (width, height)
                else { throw Fault(description: "IDAT without a whole first frame") }
                sawIDAT = true
                packed += bytes[data..<data + length]
            case "fdAT":
                guard open != nil, sawIDAT else { throw Fault(description: "fdAT without fcTL") }
                try take(data)
                packed += bytes[data + 4..<data + length]
            case "IEND":
                try close()
                ended = true
            default: throw Fault(description: "unexpected chunk \(type)")
            }
            position = data + length + 4
        }
        guard ended, announced == frames.count else {
            throw Fault(description: "\(frames.count) frames where acTL says \(announced)")
        }
    }

    /// Seconds from the appearance of the first frame to the end of the last.
    public var duration: Double {
        frames.reduce(0) {
            $0 + Double($1.delayNumerator) / Double($1.delayDenominator == 0 ? 100 : $1.delayDenominator)
        }
    }

    /// Returns what a viewer shows for each frame, with dispose and blend operations applied: ``Swift/Array/canonical``
    /// straight RGBA of the whole canvas.
    public func composed() -> [[UInt8]] {
        var canvas = [UInt8](repeating: 0, count: width * height * 4)
        return frames.map { frame in
            let before = canvas
            for row in 0..<frame.height {
                for column in 0..<frame.width {
                    let source = 4 * (row * frame.width + column)
                    let target = 4 * ((frame.y + row) * width + frame.x + column)
                    // The encoder uses "over" for opaque and transparent pixels only, so no blending arithmetic is
                    // needed.
                    if frame.blend == 1 {
                        let alpha = frame.rgba[source + 3]
                        precondition(alpha == 0 || alpha == 255)
                        if alpha == 0 { continue }
                    }
                    for channel in 0..<4 { canvas[target + channel] = frame.rgba[source + channel] }
                }
            }
            let shown = canvas.canonical
            switch frame.dispose {
            case 1:
                for row in frame.y..<frame.y + frame.height {
                    for byte in 4 * (row * width + frame.x)..<4 * (row * width + frame.x + frame.width) {
                        canvas[byte] = 0
                    }
                }
            case 2: canvas = before
            default: break
            }
            return shown
        }
    }

    private static func inflated(_ packed: [UInt8]) throws -> [UInt8] {
        var output: [UInt8] = []
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Fault(description: "inflateInit")
        }
        defer { inflateEnd(&stream) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let code = packed.withUnsafeBufferPointer { input in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = uInt(input.count)
            while true {
                let (code, count) = buffer.withUnsafeMutableBufferPointer { space in
                    stream.next_out = space.baseAddress
                    stream.avail_out = uInt(space.count)
                    let code = inflate(&stream, Z_NO_FLUSH)
                    return (code, space.count - Int(stream.avail_out))
                }
                output += buffer[..<count]
                if code != Z_OK { return code }
            }
        }
        guard code == Z_STREAM_END, stream.avail_in == 0 else { throw Fault(description: "zlib stream: \(code)") }
        return output
    }

    /// Returns the colors of palette indices, packed 8 / `depth` per byte with the first one in the high bits. Rows are
    /// unfiltered.
    private static func looked(up palette: [[UInt8]], in raw: [UInt8], _ depth: Int, _ width: Int, _ height: Int) throws
        -> [UInt8]
    {
        let stride = (width * depth + 7) / 8 + 1
        guard raw.count == stride * height else { throw Fault(description: "\(raw.count) bytes of entries") }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for y in 0..<height {
            guard raw[y * stride] == 0 else { throw Fault(description: "filter \(raw[y * stride])") }
            for x in 0..<width {
                let byte = Int(raw[y * stride + 1 + x * depth / 8])
                let entry = byte >> (8 - depth - x * depth % 8) & (1 << depth - 1)
                guard entry < palette.count else { throw Fault(description: "entry \(entry) of \(palette.count)") }
                pixels += palette[entry]
            }
        }
        return pixels
    }

    private static func unfiltered(_ raw: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
        let stride = 4 * width
        guard raw.count == (stride + 1) * height else { throw Fault(description: "\(raw.count) bytes of pixels") }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(stride * height)
        for y in 0..<height {
            let filter = raw[y * (stride + 1)]
            let line = raw[y * (stride + 1) + 1..<(y + 1) * (stride + 1)]
            if filter == 0 {
                pixels += line
                continue
            }
            for (x, byte) in line.enumerated() {
                let left = x >= 4 ? Int(pixels[y * stride + x - 4]) : 0
                let up = y > 0 ? Int(pixels[(y - 1) * stride + x]) : 0
                let corner = x >= 4 && y > 0 ? Int(pixels[(y - 1) * stride + x - 4]) : 0
                let guess: Int
                switch filter {
                case 1: guess = left
                case 2: guess = up
                case 3: guess = (left + up) / 2
                case 4:
                    let p = left + up - corner
                    let (a, b, c) = (abs(p - left), abs(p - up), abs(p - corner))
                    guess = a <= b && a <= c ? left : b <= c ? up : corner
                default: throw Fault(description: "filter \(filter)")
                }
                pixels.append(byte &+ UInt8(truncatingIfNeeded: guess))
            }
        }
        return pixels
    }

    /// CRC-32 computed byte by byte as in PNG's Annex D.
    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8
        }
        return ~crc
    }

    private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
