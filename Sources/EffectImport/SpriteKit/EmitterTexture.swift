/// An archived SKTexture: usually the name of an image in the game's bundle.
struct EmitterTexture: Sendable {
    /// Name in a bundle, a catalog or an atlas, with or without an extension; at most 256 bytes.
    private(set) var name: String?
    /// Image in the file itself: PNG or JPEG.
    private(set) var picture: [UInt8]?
    /// Size in points; `nil` if the file has none.
    private(set) var size: SIMD2<Double>?
    /// Part of the image that is drawn: x, y, width and height as fractions of it, y up; `nil` is the whole.
    private(set) var part: SIMD4<Double>?
    /// Whether magnified pixels have hard edges (nearest-neighbor filtering).
    private(set) var isNearest = false
    private(set) var report = EmitterReport()

    private static let notHonored: [(ArchiveKey, String)] = [
        (ArchiveKey("_isRotated"), "the image is drawn unchanged"),
        (ArchiveKey("_isFlipped"), "the image is drawn unchanged"),
        (ArchiveKey("_disableAlpha"), "the image is drawn unchanged"),
        (ArchiveKey("_originalAtlasName"), "the image is looked up by its own name"),
    ]

    /// Keys that tell the kind of source.
    private static let bookkeeping = ["_isData", "_isPath", "_isCapture", "_repeatTexture"].map { ArchiveKey($0) }

    init(_ archived: ArchivedValue) {
        var reader = ArchiveReader(archived, path: "particleTexture.")
        let image = Self.name(ArchiveKey("_imgName", "name"), &reader)
        name = Self.name(ArchiveKey("_subTextureName"), &reader) ?? image
        let pixels = reader.take(ArchiveKey("_pixelSize"), \.pair)
        size = [reader.take(ArchiveKey("_size"), \.pair), pixels].compactMap(\.self).first { $0.min() > 0 }
        isNearest = reader.take(ArchiveKey("_filteringMode"), \.number) == 0
        readPart(&reader)
        // None of the available files embeds an image, so the key is unknown: any member whose bytes are an image is
        // used.
        for member in archived.members(atMost: 64) {
            guard let bytes = Self.picture(in: member.value, depth: 2) else { continue }
            picture = bytes
            reader.ignore([ArchiveKey(member.name)])
            break
        }
        reader.refuse(Self.notHonored)
        reader.ignore(Self.bookkeeping)
        reader.refuseTheRest()
        report = reader.report
    }

    private static func name(_ key: ArchiveKey, _ reader: inout ArchiveReader) -> String? {
        guard let value = reader.take(key) else { return nil }
        guard let text = value.text else {
            reader.note(key, value, "the value is not a name and is ignored")
            return nil
        }
        guard text.utf8.count <= 256 else {
            reader.note(key, value, "the name is too long and is ignored")
            return nil
        }
        return text.isEmpty ? nil : text
    }

    private mutating func readPart(_ reader: inout ArchiveReader) {
        let key = ArchiveKey("_textRect", "textureRect")
        if let value = reader.take(key), value.rectangle != SIMD4(0, 0, 1, 1) {
            if let part = value.rectangle, part.isWithinUnitSquare {
                self.part = part
            } else {
                reader.note(key, value, "the rectangle is outside the image; the whole image is drawn")
            }
        }
        // The effect of these is undocumented; in all available files they are neutral.
        for (name, neutral) in [("_cropScale", SIMD2(1.0, 1.0)), ("_cropOffset", SIMD2(0.0, 0.0))] {
            let key = ArchiveKey(name)
            guard let value = reader.take(key), value.pair != neutral else { continue }
            reader.note(key, value, "the property is undocumented; the image is not cropped")
        }
    }

    /// Returns bytes that begin like a PNG or JPEG, in `value` or in its members, up to `depth` levels down.
    private static func picture(in value: ArchivedValue, depth: Int) -> [UInt8]? {
        if let bytes = value.data { return mediaType(of: bytes) == nil ? nil : bytes }
        guard depth > 0 else { return nil }
        return value.members(atMost: 8).lazy.compactMap { picture(in: $0.value, depth: depth - 1) }.first
    }

    /// Media type by the first bytes; `nil` if neither PNG nor JPEG.
    static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? "image/jpeg" : nil
    }
}

extension SIMD4<Double> {
    /// Whether a spec accepts the rectangle as a part of an image.
    fileprivate var isWithinUnitSquare: Bool {
        lowHalf.min() >= 0 && highHalf.min() >= 0.001 && (lowHalf + highHalf).max() <= 1 + 1e-9
    }
}
