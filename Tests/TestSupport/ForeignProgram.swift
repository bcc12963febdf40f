import CChildProcess
import Foundation

/// A run of another program, to its end.
///
/// Foundation's `Process` hears of an end by a thread and a socket that all runs of a program share; this waits for the process
/// itself. Input and output are files in memory: neither waits for the other, and nothing else that is started meanwhile can
/// hold them open.
public enum ForeignProgram {
    /// A failure to start a program.
    public struct Failure: Error {
        /// Error number of the system.
        public let code: Int32
    }

    /// Runs a program until it exits, in the folder `/`. What it says of errors is discarded.
    ///
    /// - Parameters:
    ///   - arguments: Its name, a path or one in PATH, then its arguments.
    ///   - input: Bytes of its standard input.
    ///   - environment: Variables beside those of this process.
    /// - Returns: Its exit status, or 128 and the signal that ended it; and its standard output.
    public static func run(
        _ arguments: [String],
        input: [UInt8] = [],
        environment: [String: String] = [:]
    ) throws -> (status: Int32, output: [UInt8]) {
        let (source, output) = (child_memory_file(), child_memory_file())
        let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { for file in [source, output, errors] where file >= 0 { close(file) } }
        guard source >= 0, output >= 0, errors >= 0 else { throw Failure(code: errno) }
        try write(input, to: source)
        // The program starts without variables; `env` sets them, and finds the program.
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = ["/usr/bin/env"] + variables.map { "\($0)=\($1)" } + arguments
        var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        var process: pid_t = 0
        let code = child_spawn(words[0], &copies, source, output, errors, -1, &process)
        guard code == 0 else { throw Failure(code: code) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(code: errno) }
        }
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, contents(of: output))
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The place to read from stays at the beginning.
            let count = rest.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(rest.startIndex)) }
            guard count > 0 || errno == EINTR else { throw Failure(code: errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static func contents(of file: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = pread(file, &part, part.count, off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
        }
    }
}
