import Glibc

/// A human-readable error. The program exits with 1; wrong usage exits with 64 instead.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// An error of the last system call: "…: No such file or directory".
    init(_ description: String, errno code: Int32) {
        self.description = "\(description): \(String(cString: strerror(code)))"
    }
}
