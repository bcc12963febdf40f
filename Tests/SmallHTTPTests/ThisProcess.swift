import Foundation

/// Resource usage of the test process.
enum ThisProcess {
    static var threadCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    static var descriptorCount: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }
}
