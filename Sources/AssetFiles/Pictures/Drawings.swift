internal import EffectModel
internal import PackagedFiles

/// Images bundled with the package, for presets and for trying things out. Their names have a slash, unlike any file in
/// a directory's list.
enum Drawings {
    static let files: [String: [UInt8]] = Dictionary(
        uniqueKeysWithValues: PackagedFile.paths(in: "Drawings").map { path in
            ("built-in/\(path.dropFirst("Drawings/".count).dropLast(".png".count))", PackagedFile.bytes(path))
        }
    )

    /// File of a bundled image; `nil` if there is none of that name.
    static func file(named name: String) throws(AssetFault) -> PictureFile? {
        guard let bytes = files[name] else { return nil }
        return try PictureFile(bytes)
    }
}
