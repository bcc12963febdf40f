import Glibc

enum InputFile {
    /// Reads a whole file; `-` is standard input.
    static func read(_ path: String, maximum: Int) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("Can't read \(path)", errno: errno) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure("Can't read \(path)", errno: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= maximum else { throw Failure("\(path) has more than \(maximum) bytes.") }
        }
    }
}
