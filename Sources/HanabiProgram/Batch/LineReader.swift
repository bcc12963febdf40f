import Glibc

/// Reads lines of a file, a pipe or any other finite stream. Holds one line in memory, up to a limit.
struct LineReader: ~Copyable {
    enum Line: Equatable {
        /// A line without its LF or CRLF.
        case text([UInt8])
        /// A line over the limit, whose bytes were skipped.
        case tooLong
    }

    private let path: String
    private let descriptor: Int32
    private let maximumBytes: Int
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var unread = 0..<0
    private var isFirst = true
    /// Number of bytes read so far.
    private(set) var position = 0
    /// Number of lines read so far.
    private(set) var count = 0
    /// Identity of the file; `nil` unless it is a regular file.
    let identity: FileIdentity?
    /// Size of the input in bytes, if known.
    var size: Int? { identity?.size }

    /// - Parameters:
    ///   - path: Path of the file; `-` for standard input.
    ///   - maximumBytes: Upper bound of a line in bytes.
    init(_ path: String, maximumBytes: Int) throws(Failure) {
        self.path = path
        self.maximumBytes = maximumBytes
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("Can't read \(path)", errno: errno) }
        identity = FileIdentity(descriptor)
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next line; `nil` after the last one, which may lack a line end.
    mutating func next() throws(Failure) -> Line? {
        var line: [UInt8] = []
        var (isAny, isTooLong) = (false, false)
        while true {
            if unread.isEmpty, try !fill() {
                guard isAny else { return nil }
                break
            }
            isAny = true
            let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
            let part = unread.lowerBound..<(end ?? unread.upperBound)
            // Allows for a byte order mark and a carriage return.
            if line.count + part.count > maximumBytes + Self.mark.count + 1 {
                isTooLong = true
                line = []
            }
            if !isTooLong { line += buffer[part] }
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            if end != nil { break }
        }
        count += 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if count == 1, line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        return isTooLong || line.count > maximumBytes ? .tooLong : .text(line)
    }

    /// UTF-8 byte order mark, which some editors write.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func fill() throws(Failure) -> Bool {
        while true {
            let found = read(descriptor, &buffer, buffer.count)
            if found < 0, errno == EINTR { continue }
            guard found >= 0 else { throw Failure("Can't read \(path)", errno: errno) }
            position += found
            unread = 0..<found
            return found > 0
        }
    }
}
