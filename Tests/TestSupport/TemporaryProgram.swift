import Glibc

/// A program under a name that nothing else has, so that its processes can be told from all others. Removed with the value.
package final class TemporaryProgram: Sendable {
    package let folder: String
    /// Name of the file, which processes keep when they are zombies.
    package let name: String
    /// Absolute path.
    package var path: String { "\(folder)/\(name)" }

    /// A shell script.
    package convenience init(script: String) throws { try self.init(contents: Array(("#!/bin/sh\n" + script).utf8)) }

    /// A copy of a program.
    package convenience init(copyOf path: String) throws {
        guard let file = fopen(path, "r") else { throw Failure() }
        defer { fclose(file) }
        var contents: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&part, 1, part.count, file), count > 0 { contents += part.prefix(count) }
        try self.init(contents: contents)
    }

    private init(contents: [UInt8]) throws {
        var template = Array("/tmp/hanabi-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template).map({ String(cString: $0) }) else { throw Failure() }
        folder = made
        name = "v" + String(UInt64.random(in: 0...(.max >> 8)), radix: 36)
        guard let file = fopen("\(folder)/\(name)", "we") else { throw Failure() }
        fwrite(contents, 1, contents.count, file)
        fclose(file)
        chmod("\(folder)/\(name)", 0o755)
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
