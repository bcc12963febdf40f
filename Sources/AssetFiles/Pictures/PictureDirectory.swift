internal import EffectModel
import FoundationEssentials
import Glibc

/// The pictures of one directory, read once, when the program starts.
///
/// A name is looked up in this table and never becomes a path, so no name leads out of the directory.
public struct PictureDirectory: Sendable {
    /// Why a directory can't be used.
    public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        case notAPicture(path: String, reason: String)
        /// More files or bytes than are kept in memory.
        case tooMuch(path: String, allowed: String)

        /// For people.
        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "can't read \(path): \(reason)"
            case .notAPicture(let path, let reason): "\(path) is no picture that can be used: \(reason)"
            case .tooMuch(let path, let allowed): "\(path) holds too much; allowed: \(allowed)"
            }
        }
    }

    /// Files in one directory.
    public static let maximumCount = 1000
    /// Bytes of all files together; they stay in memory as they are.
    public static let maximumBytes = 128 << 20

    let files: [String: PictureFile]

    /// The names, sorted.
    public var names: [String] { files.keys.sorted() }

    /// Reads the regular files `*.png`, `*.jpg` and `*.jpeg` directly in `path`. Links count as what they lead to: the
    /// directory is its owner's. All else in it is passed over, and so are names that start with a dot.
    ///
    /// - Throws: ``Failure`` at the first file that can't be read, or whose signature is neither PNG's nor JPEG's.
    public init(path: String) throws(Failure) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw .unreadable(path: path, reason: "it must be a directory that this program may list")
        }
        var files: [String: PictureFile] = [:]
        var bytesLeft = Self.maximumBytes
        for name in names where Self.isPictureName(name) {
            let place = path + "/" + name
            guard let bytes = try Self.read(place, atMost: bytesLeft, in: path) else { continue }
            guard files.count < Self.maximumCount else {
                throw .tooMuch(path: path, allowed: "\(Self.maximumCount) pictures")
            }
            bytesLeft -= bytes.count
            do throws(AssetFault) {
                files[name] = try PictureFile(bytes)
            } catch {
                throw .notAPicture(path: place, reason: "it is neither PNG nor JPEG")
            }
        }
        self.files = files
    }

    private static func isPictureName(_ name: String) -> Bool {
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        return !name.hasPrefix(".") && ["png", "jpg", "jpeg"].contains(ending.lowercased())
    }

    /// The bytes of a regular file; `nil` for all else.
    private static func read(_ path: String, atMost limit: Int, in directory: String) throws(Failure) -> [UInt8]? {
        // Non-blocking, for a pipe with a picture's name.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw .tooMuch(path: directory, allowed: "\(maximumBytes >> 20) MiB")
            }
            bytes += buffer[..<count]
        }
    }
}
