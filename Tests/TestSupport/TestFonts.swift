import Foundation

/// The fonts used by tests, independent of other installed fonts. `make test-deps` installs them.
public enum TestFonts {
    /// Files of Debian's packages fonts-dejavu-core, fonts-dosis, fonts-lobster, fonts-lohit-deva, fonts-noto-color-emoji
    /// and fonts-wqy-microhei.
    public static let files = [
        "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSerif.ttf",
        "DejaVuSerif-Bold.ttf", "Dosis-ExtraBold.otf", "Lohit-Devanagari.ttf", "lobster.otf", "NotoColorEmoji.ttf",
        "wqy-microhei.ttc",
    ]

    /// A directory with links to these files only, made once per process.
    public static let directories = [directory(of: files, in: "/usr/share/fonts")]

    /// Creates a directory with links to those of the files that are below `place`. Its name is derived from the links'
    /// targets, so that later runs can reuse fontconfig's cache.
    static func directory(of files: [String], in place: String) -> String {
        let wanted = Set(files)
        let manager = FileManager.default
        let found = (manager.enumerator(atPath: place)?.compactMap { $0 as? String } ?? [])
            .filter { wanted.contains(URL(fileURLWithPath: $0).lastPathComponent) }
            .sorted()
        let name = found.reduce(UInt64(14_695_981_039_346_656_037)) { hash, path in
            path.utf8.reduce(hash) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        }
        let directory = NSTemporaryDirectory() + "hanabi-test-fonts-\(getuid())-\(String(name, radix: 16))"
        if manager.fileExists(atPath: directory) { return directory }
        // Atomic, because other processes may use the same directory.
        let draft = directory + "-\(UUID().uuidString)"
        try? manager.createDirectory(atPath: draft, withIntermediateDirectories: true)
        for path in found {
            let link = draft + "/" + URL(fileURLWithPath: path).lastPathComponent
            try? manager.createSymbolicLink(atPath: link, withDestinationPath: place + "/" + path)
        }
        if rename(draft, directory) != 0 { try? manager.removeItem(atPath: draft) }
        return directory
    }
}
