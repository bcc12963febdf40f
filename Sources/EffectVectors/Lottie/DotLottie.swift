package import EffectModel
private import Compression

/// A dotLottie: a ZIP with a manifest and one animation.
///
/// - Source: dotLottie 1.0, PKWARE's APPNOTE 6.3; `loop_count` by LottieFiles/dotlottie-rs (`ManifestAnimation`).
package enum DotLottie {
    /// Bytes of the file with a Lottie's text.
    ///
    /// - Throws: `GzipStream.Failure`.
    package static func bytes(of document: LottieDocument, loop: Timing.Loop) throws -> [UInt8] {
        try archive(of: Array(document.text.utf8), loop: loop)
    }

    /// Compression level of a text of so many bytes.
    package static func level(for count: Int) -> Int32 { GzipStream.level(for: count, finest: 9) }

    private static func archive(of animation: [UInt8], loop: Timing.Loop) throws -> [UInt8] {
        let repeats = playback(loop)
        let manifest =
            "{\"version\":\"1.0\",\"generator\":\"Hanabi\",\"author\":\"Hanabi\",\"animations\":[{\"id\":\"effect\",\"autoplay\":true,\(repeats)}]}\n"
        var archive = ZipArchive()
        try archive.add("manifest.json", Array(manifest.utf8))
        try archive.add("animations/effect.json", animation)
        return archive.finished()
    }

    /// Number of bytes of the file with a Lottie whose text has `packed` bytes after gzip.
    ///
    /// - Throws: `GzipStream.Failure`.
    package static func size(packed: Int, loop: Timing.Loop) throws -> Int {
        try archive(of: [], loop: loop).count + packed - GzipStream.packed([]).count
    }

    /// Members of the manifest that say how often the animation plays.
    ///
    /// `loop` stays a truth value: readers that are strict about types (lottie-ios, dotlottie-rs) refuse a whole file with
    /// a number there. Those that know no `loop_count` repeat forever.
    private static func playback(_ loop: Timing.Loop) -> String {
        switch loop {
        case .forever, .seamless: "\"loop\":true"
        case .times(1): "\"loop\":false"
        case .times(let count): "\"loop\":true,\"loop_count\":\(count)"
        }
    }
}

/// Writes a ZIP archive of compressed files, all of the format's first day: equal contents are equal bytes.
private struct ZipArchive {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    mutating func add(_ name: String, _ contents: [UInt8]) throws(GzipStream.Failure) {
        // A gzip stream is ten bytes, what a ZIP has too, then checksum and length.
        let packed = try GzipStream.packed(contents, level: DotLottie.level(for: contents.count))
        let (body, check) = (packed.dropFirst(10).dropLast(8), packed.suffix(8).prefix(4))
        // Version 2.0, no flags, deflated, midnight of 1 January 1980.
        let common =
            Self.short(20) + Self.short(0) + Self.short(8) + Self.short(0) + Self.short(0x21) + Array(check)
            + Self.long(body.count) + Self.long(contents.count) + Self.short(name.utf8.count) + Self.short(0)
        directory += [0x50, 0x4B, 1, 2] + Self.short(20) + common + Self.short(0) + Self.short(0) + Self.short(0)
        directory += Self.long(0) + Self.long(bytes.count) + Array(name.utf8)
        bytes += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + body
        count += 1
    }

    func finished() -> [UInt8] {
        let end = Self.short(0) + Self.short(0) + Self.short(count) + Self.short(count)
        return bytes + directory + [0x50, 0x4B, 5, 6] + end + Self.long(directory.count) + Self.long(bytes.count)
            + Self.short(0)
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    private static func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16 & 0xFFFF) }
}
