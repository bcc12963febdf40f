internal import CChildProcess
import Glibc

/// A running program in a process group of its own, fed and read by the thread that uses it.
///
/// No thread waits for it: each call writes or reads what is possible, and looks now and then whether it should stop. The
/// group is killed and the process reaped by ``end()``, at the latest when the value is released.
final class ChildProcess {
    /// Limits of the process, set before it is given any input.
    struct Limits: Sendable {
        /// Seconds of processor time.
        var processorSeconds: Int
        /// Bytes of address space.
        var memoryBytes: Int
        /// Bytes of a file that it writes.
        var fileBytes: Int
    }

    /// Destination of its standard output.
    enum Output {
        case discarded
        /// Kept, up to this number of bytes; more is an error.
        case kept(maximumBytes: Int)
    }

    /// A pipe that the program writes to.
    private struct Source {
        let file: Int32
        var bytes: [UInt8] = []
        let maximumBytes: Int
        /// Whether the last bytes are kept instead of the first.
        let keepsLast: Bool
        var isOpen = true
        var isFull = false
    }

    /// Known end of a process.
    private enum Ending {
        /// Reaped, with this status.
        case reaped(status: Int32)
        /// Can't be waited for, so it is unknown how it ended, and its number may be that of another.
        case lost(code: Int32)
    }

    /// Number of the process, and of its group.
    let process: pid_t
    private var input: Int32
    private var sources: [Source]
    private var ending: Ending?

    /// Bytes of messages that are kept.
    private static let messageBytes = 2000
    /// Milliseconds after which a wait looks whether it should stop.
    private static let patience: Int32 = 10
    /// Reads of what is left in the pipes after the end; their buffers are smaller. A process that has left the group may
    /// write without end.
    private static let roundsAfterEnd = 64

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: Absolute path.
    ///   - arguments: Arguments, without its name.
    ///   - hasInput: Whether ``write(_:unless:)`` gives it an input; otherwise the input is empty.
    ///   - file: File that the program has as number 3; -1 for none.
    /// - Throws: ``VideoError/notStarted(code:)``.
    init(
        _ path: String,
        _ arguments: [String],
        hasInput: Bool,
        output: Output,
        file: Int32 = -1,
        limits: Limits
    ) throws(VideoError) {
        var ends = Pipes()
        defer { ends.closeAll() }
        var own: Int32 = -1
        var sources: [Source] = []
        if hasInput { own = try ends.connect() }
        if case .kept(let maximumBytes) = output {
            sources.append(Source(file: try ends.connect(), maximumBytes: maximumBytes, keepsLast: false))
        }
        let errors = try ends.connect()
        sources.append(Source(file: errors, maximumBytes: Self.messageBytes, keepsLast: true))
        let theirs = ends.theirs
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = child_spawn(
            path,
            words,
            hasInput ? theirs[0] : -1,
            sources.count > 1 ? theirs[theirs.count - 2] : -1,
            theirs[theirs.count - 1],
            file,
            &process
        )
        guard code == 0 else { throw .notStarted(code: code) }
        ends.keepOurs()
        (self.process, input, self.sources) = (process, own, sources)
        let bounds = child_limits(
            processor_seconds: UInt64(max(1, limits.processorSeconds)),
            memory_bytes: UInt64(max(0, limits.memoryBytes)),
            file_bytes: UInt64(max(0, limits.fileBytes))
        )
        let limited = child_limit(process, bounds)
        // A process that has ended already needs no limits.
        guard limited == 0 || limited == ESRCH else {
            end()
            throw .notStarted(code: limited)
        }
    }

    deinit { end() }

    /// Bytes of its standard output; `nil` if there were too many.
    var output: [UInt8]? { sources.first.flatMap { $0.isFull ? nil : $0.bytes } }

    /// Last of its messages, on one line, as printable ASCII.
    var messages: String {
        let bytes = sources.last?.bytes ?? []
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        return lines.map { line in
            String(decoding: line.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
        }.joined(separator: "; ")
    }

    /// Writes bytes to its input, and reads what it says meanwhile.
    ///
    /// - Parameter isStopped: Whether to give up; then the program is killed.
    /// - Throws: ``VideoError``.
    func write(_ bytes: RawSpan, unless isStopped: () -> Bool) throws(VideoError) {
        try checkRuns()
        var sent = 0
        while sent < bytes.byteCount {
            if isStopped() {
                end()
                throw .stopped
            }
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let rest = bytes.extracting(sent...)
            let count = rest.withUnsafeBytes { send(input, $0.baseAddress, $0.count, flags) }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EAGAIN {
                exchange(waitingForRoom: true)
            } else if count < 0, errno == EINTR {
                continue
            } else {
                // The reader has gone: its end tells why.
                try finish(unless: isStopped)
                throw failure("took no more frames")
            }
        }
    }

    /// Ends its input, and waits until it has ended with success.
    ///
    /// - Parameter isStopped: Whether to give up; then the program is killed.
    /// - Throws: ``VideoError``.
    func finish(unless isStopped: () -> Bool) throws(VideoError) {
        try checkRuns()
        closeInput()
        while !hasEnded() {
            if isStopped() {
                end()
                throw .stopped
            }
            exchange(waitingForRoom: false)
        }
        // Nothing of its group outlives it.
        if ending == nil { kill(-process, SIGKILL) }
        var rounds = 0
        while rounds < Self.roundsAfterEnd, exchange(waitingForRoom: false, patience: 0) { rounds += 1 }
        end()
        switch ending {
        case .reaped(status: 0)?: return
        case .reaped(let status)?:
            let signal = status & 0x7F
            throw failure(signal == 0 ? "ended with \(status >> 8 & 0xFF)" : "was ended by signal \(signal)")
        case .lost(let code)?: throw failure("ended in an unknown way (error \(code))")
        case nil: throw failure("has not ended")
        }
    }

    /// Kills the group, and reaps the process.
    func end() {
        closeInput()
        for place in sources.indices where sources[place].isOpen { close(at: place) }
        guard ending == nil else { return }
        // Not reaped yet, so nobody else has the number.
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno == EINTR { continue }
            ending = .lost(code: errno)
            return
        }
        ending = .reaped(status: status)
    }

    /// - Throws: ``VideoError/failed(ending:messages:)`` if the process has been reaped: its number may be that of another.
    private func checkRuns() throws(VideoError) {
        if ending != nil { throw failure("has ended before") }
    }

    private func failure(_ ending: String) -> VideoError { .failed(ending: ending, messages: messages) }

    /// Returns whether the process has ended. It is left to be reaped, unless it can't be waited for.
    private func hasEnded() -> Bool {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
            guard errno == EINTR else {
                ending = .lost(code: errno)
                return true
            }
        }
        return information.si_signo != 0
    }

    private func closeInput() {
        if input >= 0 { Glibc.close(input) }
        input = -1
    }

    private func close(at place: Int) {
        Glibc.close(sources[place].file)
        sources[place].isOpen = false
    }

    /// Reads what has been said, after a wait of a few milliseconds at most.
    ///
    /// - Parameters:
    ///   - waitingForRoom: Whether the wait also ends when the input has room.
    ///   - patience: Longest wait in milliseconds.
    /// - Returns: Whether there was something.
    @discardableResult
    private func exchange(waitingForRoom: Bool, patience: Int32 = patience) -> Bool {
        let open = sources.indices.filter { sources[$0].isOpen }
        var files = open.map { pollfd(fd: sources[$0].file, events: Int16(POLLIN), revents: 0) }
        if waitingForRoom, input >= 0 { files.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        // Nothing is open shortly before the end.
        guard poll(&files, nfds_t(files.count), files.isEmpty ? min(1, patience) : patience) > 0 else { return false }
        for (place, file) in zip(open, files) where file.revents != 0 { read(at: place) }
        return true
    }

    private func read(at place: Int) {
        let size = 16 << 10
        let file = sources[place].file
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var found = Glibc.read(file, buffer.baseAddress, size)
            while found < 0, errno == EINTR { found = Glibc.read(file, buffer.baseAddress, size) }
            count = max(0, found)
        }
        guard !bytes.isEmpty else { return close(at: place) }
        if sources[place].keepsLast {
            sources[place].bytes = Array((sources[place].bytes + bytes).suffix(sources[place].maximumBytes))
        } else if sources[place].bytes.count + bytes.count <= sources[place].maximumBytes {
            sources[place].bytes += bytes
        } else {
            // A writer that gets no answer ends by itself, or is killed.
            sources[place].isFull = true
            close(at: place)
        }
    }
}

/// Connections to a program: our ends and its ends.
private struct Pipes {
    private var ours: [Int32] = []
    /// Ends of the program, in the order of ``connect()``.
    private(set) var theirs: [Int32] = []

    /// Creates a connection.
    ///
    /// - Returns: Our end.
    mutating func connect() throws(VideoError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        let code = child_connection(&ends)
        guard code == 0 else { throw .notStarted(code: code) }
        ours.append(ends[0])
        theirs.append(ends[1])
        return ends[0]
    }

    /// Leaves our ends to others.
    mutating func keepOurs() { ours = [] }

    /// Closes the program's ends, which it has copies of, and ours unless they were left to others.
    mutating func closeAll() {
        for file in ours + theirs { close(file) }
        (ours, theirs) = ([], [])
    }
}
