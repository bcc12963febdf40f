internal import CResources

/// Files of `Sources/CResources`, embedded in the binary.
public enum PackagedFile {
    /// Paths of all files, relative to the folder: `Presets/confetti.json`, `openapi.yaml`.
    public static let paths: [String] = all.keys.sorted()

    /// Paths of a folder's files, in order.
    public static func paths(in folder: String) -> [String] {
        paths.filter { $0.hasPrefix(folder + "/") }
    }

    /// Copy of a file's content. The path must be one of `paths`.
    public static func bytes(_ path: String) -> [UInt8] {
        guard let bytes = all[path] else {
            preconditionFailure("\(path) is not packaged: a fault of the package, caught by the package's tests")
        }
        return Array(bytes)
    }

    // Constants: never written, never freed.
    private nonisolated(unsafe) static let all: [String: UnsafeBufferPointer<UInt8>] = {
        var count = 0
        let resources = UnsafeBufferPointer(start: hanabi_resources(&count), count: count)
        return Dictionary(
            uniqueKeysWithValues: resources.map { resource in
                (String(cString: resource.path), UnsafeBufferPointer(start: resource.bytes, count: resource.size))
            }
        )
    }()
}
