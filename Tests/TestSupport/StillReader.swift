// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A reader of still PNGs that contain exactly `IHDR`, `IDAT`, `IEND` in 8-bit RGBA, or a palette in addition. libpng
/// decodes the pixels.
public struct StillReader {
    /// An error in the file.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    public let width: Int
    public let height: Int
    public let isIndexed: Bool
    /// Straight RGBA, `width × height × 4`, ``Swift/Array/canonical``.
    public let rgba: [UInt8]

    /// Reads a whole file.
    public init(_ bytes: [UInt8]) throws {
        var names: [String] = []
        var position = 8
        while position + 8 <= bytes.count {
            names.append(String(decoding: bytes[position + 4..<position + 8], as: UTF8.self))
            position += 12 + bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        isIndexed = names.contains("PLTE")
        let palettes = isIndexed ? [["PLTE"], ["PLTE", "tRNS"]] : [[]]
        guard palettes.contains(where: { names == ["IHDR"] + $0 + ["IDAT", "IEND"] }), position == bytes.count else {
            throw Fault(description: "chunks \(names)")
        }
        guard isIndexed ? bytes[25] == 3 : Array(bytes[24..<26]) == [8, 6], Array(bytes[26..<29]) == [0, 0, 0] else {
            throw Fault(description: "IHDR is neither 8-bit RGBA nor indexed")
        }
        guard let picture = LibPNG.decode(bytes) else { throw Fault(description: "libpng can't read it") }
        (width, height, rgba) = (picture.width, picture.height, picture.rgba.canonical)
    }

    /// Returns image `number` of a strip of `count`.
    public func part(_ number: Int, of count: Int) -> [UInt8] {
        let stride = 4 * width / count
        return (0..<height).flatMap { row in
            let start = 4 * row * width + number * stride
            return rgba[start..<start + stride]
        }
    }
}
