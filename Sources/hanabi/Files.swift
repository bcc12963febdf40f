import ArgumentParser
import Foundation

enum InputFile {
    /// The file's bytes; `-` is standard input.
    static func read(_ path: String, maximum: Int) throws -> [UInt8] {
        let handle: FileHandle
        if path == "-" {
            handle = .standardInput
        } else {
            guard let opened = FileHandle(forReadingAtPath: path) else {
                throw ValidationError("Can't read \(path): \(String(cString: strerror(errno)))")
            }
            handle = opened
        }
        let data = try handle.read(upToCount: maximum + 1) ?? Data()
        guard data.count <= maximum else { throw ValidationError("\(path) has more than \(maximum) bytes") }
        return Array(data)
    }
}

/// A file that appears whole or not at all: written beside its place, and moved there when it is finished.
final class OutputFile {
    private let path: String
    private let temporary: String
    private let handle: FileHandle
    private let isStandardOutput: Bool

    init(_ path: String) throws {
        self.path = path
        isStandardOutput = path == "-"
        if isStandardOutput {
            temporary = ""
            handle = .standardOutput
            return
        }
        temporary = path + ".\(getpid()).part"
        let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw ValidationError("Can't write \(path): \(String(cString: strerror(errno)))")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: bytes) }

    func finish() throws {
        if isStandardOutput { return }
        try handle.close()
        guard rename(temporary, path) == 0 else {
            let reason = String(cString: strerror(errno))
            discard()
            throw ValidationError("Can't write \(path): \(reason)")
        }
    }

    func discard() {
        if !isStandardOutput { unlink(temporary) }
    }
}
