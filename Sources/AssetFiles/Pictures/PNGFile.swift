internal import CPNG
internal import Compression
internal import EffectModel

/// A PNG file, decoded by libpng.
///
/// libpng sees only critical chunks and `tRNS`. Color profiles, gamma and texts would be ignored anyway, and code that
/// never runs has no bugs.
struct PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let width: Int
    let height: Int
    /// File without the chunks that libpng need not see.
    private let essence: [UInt8]
    /// Contents of the chunks with pixels, as places in ``essence``.
    private let parts: [Range<Int>]

    /// Reads the header, and locates the chunks.
    ///
    /// - Source: PNG Specification, Third Edition, §5.3 (chunks) and §11.2.1 (IHDR).
    init(_ bytes: [UInt8]) throws(AssetFault) {
        func word(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 33, bytes.starts(with: Self.signature), word(at: 8) == 13,
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { throw Self.damaged("the header is truncated") }
        width = word(at: 16)
        height = word(at: 20)
        var essence = Self.signature
        var parts: [Range<Int>] = []
        var index = 8
        while true {
            guard bytes.count - index >= 12 else { throw Self.damaged("the file is truncated") }
            let length = word(at: index)
            guard length <= bytes.count - index - 12 else { throw Self.damaged("the file is truncated") }
            let type = bytes[index + 4..<index + 8]
            // A lowercase first letter marks an ancillary chunk.
            if type[type.startIndex] & 0x20 == 0 || type.elementsEqual("tRNS".utf8) {
                if type.elementsEqual("IDAT".utf8) { parts.append(essence.count + 8..<essence.count + 8 + length) }
                essence += bytes[index..<index + 12 + length]
            }
            index += 12 + length
            if type.elementsEqual("IEND".utf8) { break }
        }
        self.essence = essence
        self.parts = parts
    }

    /// Bytes of all scan lines with their filters' bytes, before compression.
    ///
    /// - Source: PNG Specification, Third Edition, §7.2 (scan lines) and §8.1 (Adam7).
    private var scanLineBytes: Int {
        let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][essence[25]] ?? 4
        let bits = Int(essence[24]) * samples
        func bytes(_ width: Int, _ height: Int) -> Int { width > 0 ? height * (1 + (width * bits + 7) / 8) : 0 }
        guard essence[28] != 0 else { return bytes(width, height) }
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return passes.reduce(0) { sum, pass in
            let (x, y, across, down) = pass
            return sum + bytes((width - x + across - 1) / across, (height - y + down - 1) / down)
        }
    }

    /// Refuses pixels that go on after the last scan line: libpng inflates them to their end, and a thousandfold of the
    /// file's bytes may be hidden there.
    private func checkLength() throws(AssetFault) {
        // libpng refuses other depths at once.
        guard [1, 2, 4, 8, 16].contains(essence[24]) else { return }
        let packed = parts.reduce(0) { $0 + $1.count }
        guard packed > Self.harmless + scanLineBytes / Self.mostGrowth else { return }
        do {
            let data = parts.reduce(into: [UInt8]()) { $0 += essence[$1] }
            try Inflation.check(data, .zlib, atMost: scanLineBytes)
        } catch .tooLong {
            throw Self.damaged("its pixels go on after the last row")
        } catch {
            // libpng says what is wrong.
        }
    }

    /// Compressed bytes that can't become so many that it takes long.
    private static let harmless = 16_384
    /// The most bytes that a byte of DEFLATE becomes.
    private static let mostGrowth = 1032

    func decoded(maximumPixels: Int) throws(AssetFault) -> Picture {
        Picture(width: width, height: height, pixels: try pixels(maximumPixels: maximumPixels))
    }

    /// Premultiplied pixels, red in the lowest byte.
    func pixels(maximumPixels: Int) throws(AssetFault) -> [UInt32] {
        try PictureFile.check(width: width, height: height, maximumPixels: maximumPixels)
        try checkLength()
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let pixels: [UInt32]? = essence.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { return nil }
            guard Int(image.width) == width, Int(image.height) == height else { return nil }
            image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
            // Without the flag, 16-bit samples would be taken for linear light.
            image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            var isRead = false
            let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
                buffer.update(repeating: 0)
                isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
                count = width * height
            }
            // Warnings mean damage too: the chunks that they are usually about have been left out.
            return isRead && image.warning_or_error == 0 ? pixels : nil
        }
        guard let pixels else { throw Self.damaged(Self.message(of: image)) }
        return PixelMath.premultiplied(pixels)
    }

    private static func message(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func damaged(_ reason: String) -> AssetFault {
        .unusable(found: "a damaged PNG (\(reason))", allowed: "a complete PNG image")
    }
}
