/// An SKTexture as its archive has it: mostly a picture's name in the game's bundle.
struct EmitterTexture: Sendable {
    /// In a bundle, a catalogue or an atlas; with or without an ending. At most 256 bytes.
    private(set) var name: String?
    /// A picture in the file itself: PNG or JPEG.
    private(set) var picture: [UInt8]?
    /// Points; `nil` if the file does not say.
    private(set) var size: SIMD2<Double>?
    /// The part of the picture that is drawn: x, y, width and height in shares of it, y up; `nil` is the whole.
    private(set) var part: SIMD4<Double>?
    /// Whether its pixels are to be seen.
    private(set) var isNearest = false
    private(set) var report = ImportReport()

    private static let notHonoured: [(ArchiveKey, String)] = [
        (ArchiveKey("_isRotated"), "the picture is drawn as it is"),
        (ArchiveKey("_isFlipped"), "the picture is drawn as it is"),
        (ArchiveKey("_disableAlpha"), "the picture is drawn as it is"),
        (ArchiveKey("_originalAtlasName"), "the picture is looked for by its own name"),
    ]

    /// Which kind of source it had.
    private static let bookkeeping = ["_isData", "_isPath", "_isCapture", "_repeatTexture"].map { ArchiveKey($0) }

    init(_ archived: ArchivedValue) {
        var reader = ArchiveReader(archived, path: "particleTexture.")
        let image = Self.name(ArchiveKey("_imgName", "name"), &reader)
        name = Self.name(ArchiveKey("_subTextureName"), &reader) ?? image
        let pixels = reader.take(ArchiveKey("_pixelSize"), \.pair)
        size = [reader.take(ArchiveKey("_size"), \.pair), pixels].compactMap(\.self).first { $0.min() > 0 }
        isNearest = reader.take(ArchiveKey("_filteringMode"), \.number) == 0
        readPart(&reader)
        // No file at hand has a picture inside, so its key is not known: any member will do whose bytes are one.
        for member in archived.members(atMost: 64) {
            guard let bytes = Self.picture(in: member.value, depth: 2) else { continue }
            picture = bytes
            reader.ignore([ArchiveKey(member.name)])
            break
        }
        reader.refuse(Self.notHonoured)
        reader.ignore(Self.bookkeeping)
        reader.refuseTheRest()
        report = reader.report
    }

    private static func name(_ key: ArchiveKey, _ reader: inout ArchiveReader) -> String? {
        guard let value = reader.take(key) else { return nil }
        guard let text = value.text else {
            reader.note(key, value, "is no name, and is taken as if it were not there")
            return nil
        }
        guard text.utf8.count <= 256 else {
            reader.note(key, value, "is longer than a picture's name, and is taken as if it were not there")
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
                reader.note(key, value, "is no part of the picture, and the whole of it is drawn")
            }
        }
        // What they do is nowhere documented; in all files at hand they do nothing.
        for (name, neutral) in [("_cropScale", SIMD2(1.0, 1.0)), ("_cropOffset", SIMD2(0.0, 0.0))] {
            let key = ArchiveKey(name)
            guard let value = reader.take(key), value.pair != neutral else { continue }
            reader.note(key, value, "is nowhere documented; the picture is not cropped")
        }
    }

    /// Bytes that begin as a PNG or JPEG, in `value` or in the members of it, so many levels down.
    private static func picture(in value: ArchivedValue, depth: Int) -> [UInt8]? {
        if let bytes = value.data { return mediaType(of: bytes) == nil ? nil : bytes }
        guard depth > 0 else { return nil }
        return value.members(atMost: 8).lazy.compactMap { picture(in: $0.value, depth: depth - 1) }.first
    }

    /// By the first bytes; `nil` for what is neither.
    static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? "image/jpeg" : nil
    }
}

extension SIMD4<Double> {
    /// Whether it is a rectangle that a spec takes for a part of a picture.
    fileprivate var isWithinUnitSquare: Bool {
        lowHalf.min() >= 0 && highHalf.min() >= 0.001 && (lowHalf + highHalf).max() <= 1 + 1e-9
    }
}
