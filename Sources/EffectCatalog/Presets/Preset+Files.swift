internal import PackagedFiles

extension Preset {
    /// Copies of the preset documents, by preset name.
    package static var files: [String: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: PackagedFile.paths(in: "Presets").map { path in
                (String(path.dropFirst("Presets/".count).dropLast(".json".count)), PackagedFile.bytes(path))
            }
        )
    }
}
