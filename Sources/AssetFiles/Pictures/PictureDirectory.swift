internal import EffectModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Images of one directory, read once at program start.
///
/// A name is looked up in a table and never becomes a path, so no name can lead out of the directory.
public struct PictureDirectory: Sendable {
    /// Reason why a directory can't be used.
    public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        case notAPicture(path: String, reason: String)
        /// More files or bytes than may be kept in memory.
        case tooMuch(path: String, allowed: String)

        /// Description for humans.
        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "can't read \(path): \(reason)"
            case .notAPicture(let path, let reason): "\(path) is not a usable image: \(reason)"
            case .tooMuch(let path, let allowed): "\(path) exceeds a limit; allowed: \(allowed)"
            }
        }
    }

    /// Maximum number of files in a directory.
    public static let maximumCount = 1000
    /// Maximum number of bytes of all files together, which stay encoded in memory.
    public static let maximumBytes = 128 << 20

    let files: [String: PictureFile]

    /// File names, sorted.
    public var names: [String] { files.keys.sorted() }

    /// Reads the regular files `*.png`, `*.jpg` and `*.jpeg` directly in `path`. Symbolic links are followed, since the
    /// directory belongs to its owner. All other entries, and names that start with a dot, are skipped.
    ///
    /// - Throws: ``Failure`` at the first file that can't be read, or whose signature is neither PNG's nor JPEG's.
    public init(path: String) throws(Failure) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw .unreadable(path: path, reason: "the path is not a readable directory")
        }
        var files: [String: PictureFile] = [:]
        var bytesLeft = Self.maximumBytes
        for name in names where Self.isPictureName(name) {
            let place = path + "/" + name
            guard let bytes = try Self.read(place, atMost: bytesLeft, in: path) else { continue }
            guard files.count < Self.maximumCount else {
                throw .tooMuch(path: path, allowed: "at most \(Self.maximumCount) images")
            }
            bytesLeft -= bytes.count
            do throws(AssetFault) {
                files[name] = try PictureFile(bytes)
            } catch {
                throw .notAPicture(path: place, reason: "the file is neither PNG nor JPEG")
            }
        }
        self.files = files
    }

    /// Takes files that are in memory already, by name.
    ///
    /// - Throws: ``Failure`` for bytes whose signature is neither PNG's nor JPEG's.
    package init(files: [String: [UInt8]]) throws(Failure) {
        var read: [String: PictureFile] = [:]
        for (name, bytes) in files {
            do throws(AssetFault) {
                read[name] = try PictureFile(bytes)
            } catch {
                throw .notAPicture(path: name, reason: "it is neither PNG nor JPEG")
            }
        }
        self.files = read
    }

    private static func isPictureName(_ name: String) -> Bool {
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        return !name.hasPrefix(".") && ["png", "jpg", "jpeg"].contains(ending.lowercased())
    }

    /// Bytes of a regular file; `nil` for any other kind of file.
    private static func read(_ path: String, atMost limit: Int, in directory: String) throws(Failure) -> [UInt8]? {
        // Non-blocking, in case a pipe has the name of an image.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readBytes(descriptor, into: &buffer)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw .tooMuch(path: directory, allowed: "at most \(maximumBytes >> 20) MiB in all")
            }
            bytes += buffer[..<count]
        }
    }
}

/// The C function, whose name is taken inside the type.
private func readBytes(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    read(descriptor, &buffer, buffer.count)
}
