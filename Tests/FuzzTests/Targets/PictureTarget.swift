import EffectCost
import EffectModel

/// Pictures in `data:` URIs of specs.
enum PictureTarget {
    /// Decodes the bytes as they are and with corrected checksums, which mutated files would rarely pass.
    static func run(png bytes: [UInt8]) throws(BrokenPromise) {
        try decode(bytes, "image/png")
        let mended = PNGChunks.mended(bytes)
        if mended != bytes { try decode(mended, "image/png") }
    }

    static func run(jpeg bytes: [UInt8]) throws(BrokenPromise) { try decode(bytes, "image/jpeg") }

    private static func decode(_ bytes: [UInt8], _ type: String) throws(BrokenPromise) {
        let maximum = Service.limits.maximumPicturePixels
        let source = "data:\(type);base64,\(Base64.plain(bytes))"
        guard let picture = try? Service.library.picture(source, maximumPixels: maximum) else { return }
        try promise(
            picture.width > 0 && picture.height > 0 && picture.width * picture.height <= maximum,
            "a picture of \(picture.width) × \(picture.height) pixels"
        )
        try promise(
            picture.levels.last.map { $0.width == 1 && $0.height == 1 } ?? false,
            "a picture that does not get as small as one pixel"
        )
        for level in picture.levels {
            try promise(level.pixels.count == level.width * level.height, "a level of another size")
            try promise(level.pixels.allSatisfy(isPremultiplied), "a color that is brighter than its alpha")
        }
    }

    private static func isPremultiplied(_ pixel: UInt32) -> Bool {
        let alpha = pixel >> 24
        return pixel & 0xFF <= alpha && pixel >> 8 & 0xFF <= alpha && pixel >> 16 & 0xFF <= alpha
    }
}

/// PNG chunks (PNG Specification, Third Edition, §5).
enum PNGChunks {
    /// Returns the file with corrected checksums.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var mended = bytes
        var index = 8
        while index + 12 <= bytes.count {
            let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - index - 12 else { break }
            let end = index + 8 + length
            let sum = checksum(bytes[index + 4..<end])
            for place in 0..<4 { mended[end + place] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * place)) }
            index = end + 4
        }
        return mended
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
