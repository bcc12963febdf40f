import Dispatch
import Glibc

/// The output of a render.
///
/// A regular file appears whole or not at all: it is written under a temporary name next to its destination, and
/// renamed when finished. Anything else (standard output, a pipe, a device) is written directly, and never replaced.
final class OutputFile {
    private let path: String
    /// Temporary name; `nil` if the file is written directly.
    private let temporary: String?
    private let descriptor: Int32
    private var isOpen = true
    private var interruption: [any DispatchSourceSignal] = []

    init(_ given: String) throws(Failure) {
        if given == "-" {
            (path, temporary, descriptor) = ("standard output", nil, STDOUT_FILENO)
            return
        }
        // A symbolic link is kept, and its target is written.
        path =
            realpath(given, nil).map { pointer in
                defer { free(pointer) }
                return String(cString: pointer)
            } ?? given
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure("Can't write \(given)", errno: errno) }
            return
        }
        let part = path + ".\(getpid()).part"
        temporary = part
        descriptor = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw Failure("Can't write \(given) (its folder must exist and be writable)", errno: errno)
        }
        if exists { fchmod(descriptor, status.st_mode & 0o7777) }
        // An interruption leaves no temporary file behind, and then ends the program with the signal's default action.
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                unlink(part)
                signal(number, SIG_DFL)
                // Sent to the process instead of this thread: Dispatch's threads block signals.
                kill(getpid(), number)
            }
            source.resume()
            interruption.append(source)
        }
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        guard writeAll(bytes, to: descriptor) else { throw Failure("Can't write \(path)", errno: errno) }
    }

    func finish() throws(Failure) {
        guard let temporary else { return }
        isOpen = false
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw Failure("Can't write \(path)", errno: code)
        }
    }

    func discard() {
        guard let temporary else { return }
        if isOpen { close(descriptor) }
        isOpen = false
        unlink(temporary)
    }
}

/// Writes all bytes, in as many calls as necessary.
///
/// - Returns: Whether all bytes were written; if not, `errno` has the reason.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes {
            write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
    }
    return true
}
