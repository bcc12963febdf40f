internal import CResources
internal import Memory

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
        guard let file = all[path] else {
            preconditionFailure("\(path) is not packaged: a fault of the package, caught by the package's tests")
        }
        var bytes: [UInt8] = []
        bytes.append(file.bytes, count: file.count)
        return bytes
    }

    // Constants: never written, never freed.
    private nonisolated(unsafe) static let all: [String: (bytes: MemoryView<UInt8>, count: Int)] = {
        var count = 0
        guard let start = hanabi_resources(&count) else { return [:] }
        let resources = MemoryView(at: start, count: count)
        return Dictionary(
            uniqueKeysWithValues: (0..<count).map { index in
                let resource = resources[index]
                let bytes = MemoryView<UInt8>(at: resource.bytes, count: resource.size)
                return (String(cString: resource.path), (bytes, resource.size))
            }
        )
    }()
}
