/// An SKTexture as its archive has it: mostly a picture's name in the game's bundle.
struct EmitterTexture: Sendable {
    /// In a bundle, a catalogue or an atlas; with or without an ending.
    private(set) var name: String?
    /// A picture in the file itself: PNG or JPEG.
    private(set) var picture: [UInt8]?
    /// Points; `nil` if the file does not say.
    private(set) var size: SIMD2<Double>?
    /// Whether its pixels are to be seen.
    private(set) var isNearest = false
    private(set) var report = ImportReport()

    private static let notHonoured: [(ArchiveKey, String)] = [
        (ArchiveKey("_isRotated"), "the picture is drawn as it is"),
        (ArchiveKey("_isFlipped"), "the picture is drawn as it is"),
        (ArchiveKey("_disableAlpha"), "the picture is drawn as it is"),
        (ArchiveKey("_originalAtlasName"), "the picture is looked for by its own name"),
    ]

    /// Which kind of source it had, and the part of an atlas, which comes in two forms.
    private static let bookkeeping = [
        "_isData", "_isPath", "_isCapture", "_cropScale", "_cropOffset", "_repeatTexture",
    ]
    .map { ArchiveKey($0) }

    init(_ archived: ArchivedValue) {
        var reader = ArchiveReader(archived, path: "particleTexture.")
        let image = reader.take(ArchiveKey("_imgName", "name"))?.text
        name = reader.take(ArchiveKey("_subTextureName"))?.text ?? image
        let pixels = reader.take(ArchiveKey("_pixelSize"), \.pair)
        size = [reader.take(ArchiveKey("_size"), \.pair), pixels].compactMap(\.self).first { $0.min() > 0 }
        isNearest = reader.take(ArchiveKey("_filteringMode"))?.number == 0
        if let part = reader.take(ArchiveKey("_textRect", "textureRect")), part.rectangle != SIMD4(0, 0, 1, 1) {
            reader.note(ArchiveKey("_textRect", "textureRect"), part, "the whole picture is drawn")
        }
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
