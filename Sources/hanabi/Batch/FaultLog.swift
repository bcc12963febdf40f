import EffectModel
import EffectService
import Foundation
import Synchronization

/// Where a batch says which lines gave no file: a line of JSON for each, in the order in which that is found out.
final class FaultLog: Sendable {
    private let path: String?
    private let descriptor: Int32
    private let status: StatusLine
    private let writing = Mutex(())

    /// - Parameter path: What was in the file is replaced; `nil` is standard error.
    init(_ path: String?, _ status: StatusLine) throws(Failure) {
        (self.path, self.status) = (path, status)
        guard let path else {
            descriptor = STDERR_FILENO
            return
        }
        descriptor = path == "-" ? STDOUT_FILENO : open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure("Can't write \(path)", errno: errno) }
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
