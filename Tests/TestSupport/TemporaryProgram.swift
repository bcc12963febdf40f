import Glibc

/// A program under a name that nothing else has, so that its processes can be told from all others. Removed with the value.
package final class TemporaryProgram: Sendable {
    package let folder: String
    /// Name of the file, which processes keep when they are zombies.
    package let name: String
    /// Absolute path.
    package var path: String { "\(folder)/\(name)" }

    /// A shell script.
    package convenience init(script: String) throws {
        try self.init(#"cat > "$1""#, input: Array(("#!/bin/sh\n" + script).utf8))
    }

    /// A copy of a program.
    package convenience init(copyOf path: String) throws { try self.init(#"cp "$2" "$1""#, path) }

    /// Has the file made by another process. If this one had it open for writing, programs that other tests start just then
    /// would hold it open for a moment, and the system refuses to start a file that somebody may write (`ETXTBSY`).
    ///
    /// - Parameters:
    ///   - command: Shell command that makes the file `$1` of its input or of the file `$2`.
    ///   - source: File `$2`.
    ///   - input: Input of the command.
    private init(_ command: String, _ source: String = "", input: [UInt8] = []) throws {
        var template = Array("/tmp/hanabi-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template).map({ String(cString: $0) }) else { throw Failure() }
        folder = made
        name = "v" + String(UInt64.random(in: 0...(.max >> 8)), radix: 36)
        let words = ["sh", "-c", command + #" && chmod 755 "$1""#, "sh", "\(made)/\(name)", source]
        guard try ForeignProgram.run(words, input: input).status == 0 else { throw Failure() }
    }

    deinit {
        unlink(path)
        unlink("\(folder)/told")
        rmdir(folder)
    }

    package struct Failure: Error {}

    /// Whether all its processes go. Killed ones whose parent has gone are reaped by the system, a moment later.
    package var hasEnded: Bool {
        for _ in 0..<1000 where !processes.isEmpty { usleep(10_000) }
        return processes.isEmpty
    }

    /// Text that the program has written into a file `told` beside it.
    package var told: String {
        guard let file = fopen("\(folder)/told", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Numbers of its processes, zombies included.
    package var processes: [Int32] {
        guard let all = opendir("/proc") else { return [] }
        defer { closedir(all) }
        var found: [Int32] = []
        while let entry = readdir(all) {
            let number = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(String(cString: $0)) }
            }
            guard let number, let file = fopen("/proc/\(number)/comm", "r") else { continue }
            defer { fclose(file) }
            var line = [UInt8](repeating: 0, count: 64)
            let count = fread(&line, 1, line.count, file)
            if line.prefix(count).elementsEqual((name + "\n").utf8) { found.append(number) }
        }
        return found
    }
}
