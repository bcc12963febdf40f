import FoundationEssentials
import Glibc

/// Resource usage of this process as reported by the system.
///
/// - Source: proc(5).
struct ProcessFigures: Sendable, Equatable {
    /// Resident memory in bytes.
    var residentBytes: Int
    /// User and system time of all threads, in seconds.
    var processorSeconds: Double
    var openDescriptors: Int
    var maximumDescriptors: Int
    /// Start of the process, in seconds since 1970.
    var startTime: Double

    /// Reads the figures; `nil` on systems without `/proc`.
    init?() {
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        guard let stat = Self.text("/proc/self/stat"), ticks > 0,
            // The second field is the program's name in parentheses, which may contain any character.
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[end...].split(separator: " ").dropFirst().map { Double($0) ?? 0 }
        guard fields.count > 21, let boot = Self.bootTime else { return nil }
        processorSeconds = (fields[11] + fields[12]) / ticks
        startTime = boot + fields[19] / ticks
        residentBytes = Int(exactly: (fields[21] * Double(sysconf(Int32(_SC_PAGESIZE)))).rounded()) ?? 0
        openDescriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        maximumDescriptors = Int(clamping: limit.rlim_cur)
    }

    private static let bootTime: Double? = {
        let line = text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst(6)) }
    }()

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
