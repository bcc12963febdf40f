import EffectModel
import EffectService
import Glibc
import StrictJSON
import Synchronization

/// Writes error reports for lines without a file: one line of JSON each, in order of discovery.
final class FaultLog: Sendable {
    private let path: String?
    private let descriptor: Int32
    private let status: StatusLine
    private let writing = Mutex(())

    /// - Parameters:
    ///   - path: File to replace with the reports; `nil` for standard error.
    ///   - folder: Output folder, whose images the report must not replace.
    ///   - lines: Input file, which the report must not replace either.
    init(_ path: String?, _ status: StatusLine, beside folder: BatchFolder, lines: FileIdentity?) throws(Failure) {
        (self.path, self.status) = (path, status)
        guard let path, path != "-" else {
            descriptor = path == nil ? STDERR_FILENO : STDOUT_FILENO
            return
        }
        if folder.mayHave(path) {
            throw Failure(
                "--errors is \(path), a possible name of an image; allowed: another extension or another folder"
            )
        }
        // A dangling link could create a file of any name.
        let follows = access(path, F_OK) == 0 ? 0 : O_NOFOLLOW
        let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC | follows, 0o666)
        guard descriptor >= 0 else { throw Failure("Can't write \(path)", errno: errno) }
        self.descriptor = descriptor
        // The file is truncated only once it is known to be neither the input nor an image. Terminals and pipes need no
        // truncation.
        guard let identity = FileIdentity(descriptor) else { return }
        var failure: Failure?
        if identity == lines {
            failure = Failure("--errors is \(path), which is the input; allowed: another file")
        } else if identity.names > 1 {
            failure = Failure(
                "--errors is \(path), which has hard links that may be images; allowed: another file"
            )
        } else if ftruncate(descriptor, 0) != 0 {
            failure = Failure("Can't write \(path)", errno: errno)
        }
        if let failure { throw failure }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// - Throws: ``Failure`` if the file cannot be written. Errors on standard error are ignored, since it may be
    ///   closed.
    func report(_ problem: BatchProblem, line: Int) throws(Failure) {
        let bytes = JSONWriter.bytes(of: problem.json(line: line))
        guard let path else { return status.print(String(decoding: bytes, as: UTF8.self)) }
        let isWritten = writing.withLock { _ in writeAll(bytes + [UInt8(ascii: "\n")], to: descriptor) }
        if !isWritten { throw Failure("Can't write \(path)", errno: errno) }
    }
}
