internal import PackagedFiles

extension Preset {
    /// The preset documents, by preset name.
    static let files: [String: [UInt8]] = Dictionary(
        uniqueKeysWithValues: PackagedFile.paths(in: "Presets").map { path in
            (String(path.dropFirst("Presets/".count).dropLast(".json".count)), PackagedFile.bytes(path))
        }
    )
}
