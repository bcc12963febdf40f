internal import EffectModel
internal import PackagedFiles

/// Pictures that the package brings along, for presets and for trying things out. Their names have a slash, which no file
/// in a directory's list has.
enum Drawings {
    static let files: [String: [UInt8]] = Dictionary(
        uniqueKeysWithValues: PackagedFile.paths(in: "Drawings").map { path in
            ("built-in/\(path.dropFirst("Drawings/".count).dropLast(".png".count))", PackagedFile.bytes(path))
        }
    )

    /// The file of one; `nil` if there is none of that name.
    static func file(named name: String) throws(AssetFault) -> PictureFile? {
        guard let bytes = files[name] else { return nil }
        return try PictureFile(bytes)
    }
}
