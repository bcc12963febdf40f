import EffectModel
import EffectService
import Glibc
import Synchronization

/// Where a batch says which lines gave no file: a line of JSON for each, in the order in which that is found out.
final class FaultLog: Sendable {
    private let path: String?
    private let descriptor: Int32
    private let status: StatusLine
    private let writing = Mutex(())

    /// - Parameters:
    ///   - path: What was in the file is replaced; `nil` is standard error.
    ///   - folder: Where pictures go. Reports are not to be one of them.
    ///   - lines: What is read, which reports are not to replace either.
    init(_ path: String?, _ status: StatusLine, beside folder: BatchFolder, lines: FileIdentity?) throws(Failure) {
        (self.path, self.status) = (path, status)
        guard let path, path != "-" else {
            descriptor = path == nil ? STDERR_FILENO : STDOUT_FILENO
            return
        }
        if folder.mayHave(path) {
            throw Failure(
                "--errors is \(path), as a picture may be called; allowed: another ending there, or another folder"
            )
        }
        // A link to nothing would make a file of any name.
        let follows = access(path, F_OK) == 0 ? 0 : O_NOFOLLOW
        let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC | follows, 0o666)
        guard descriptor >= 0 else { throw Failure("Can't write \(path)", errno: errno) }
        self.descriptor = descriptor
        // Nothing is emptied before it is known to be something else than what is read, and no picture. A terminal needs no emptying.
        guard let identity = FileIdentity(descriptor) else { return }
        var failure: Failure?
        if identity == lines {
            failure = Failure("--errors is \(path), which has the lines; allowed: another file")
        } else if identity.names > 1 {
            failure = Failure(
                "--errors is \(path), which has other names, too, that may be pictures'; allowed: another file"
            )
        } else if ftruncate(descriptor, 0) != 0 {
            failure = Failure("Can't write \(path)", errno: errno)
        }
        if let failure { throw failure }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// - Throws: Where the file can't be written. Standard error may have nobody who reads it.
    func report(_ problem: BatchProblem, line: Int) throws(Failure) {
        let bytes = JSONWriter.bytes(of: problem.json(line: line))
        guard let path else { return status.say(String(decoding: bytes, as: UTF8.self)) }
        let isWritten = writing.withLock { _ in writeAll(bytes + [UInt8(ascii: "\n")], to: descriptor) }
        if !isWritten { throw Failure("Can't write \(path)", errno: errno) }
    }
}
