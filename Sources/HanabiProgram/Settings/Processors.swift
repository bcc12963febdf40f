import FoundationEssentials
import Glibc

/// The processors available to this process.
///
/// - Source: Linux, Documentation/admin-guide/cgroup-v2.rst (`cpu.max`), cgroup-v1/cpuacct (`cpu.cfs_quota_us`).
enum Processors {
    /// Number of processors, at least 1: those the scheduler allows, capped at the quota of the control group, rounded
    /// up.
    static let count: Int = {
        let system = allowed(in: "/") ?? ProcessInfo.processInfo.activeProcessorCount
        return quota(in: "/").map { max(1, min(system, Int(min($0, 4096).rounded(.up)))) } ?? system
    }()

    /// Number of processors in the affinity mask, which a container may restrict (`--cpuset-cpus`); `nil` if the system
    /// does not tell.
    ///
    /// - Parameter root: Folder of `proc`.
    static func allowed(in root: String) -> Int? {
        let status = text(root + "proc/self/status") ?? ""
        // A mask in groups of hexadecimal digits: `ff,ffffffff`.
        let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
        let count = line?.drop { $0 != ":" }.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        return count == 0 ? nil : count
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Processor quota in processors: the smallest of the process's control group and its parents; `nil` without a
    /// quota.
    ///
    /// - Parameter root: Folder of `proc` and `sys`.
    static func quota(in root: String) -> Double? {
        func text(_ path: String) -> String? { Self.text(root + path) }
        let groups = (text("proc/self/cgroup") ?? "").split(separator: "\n").map {
            $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        }
        var quotas: [Double] = []
        for group in groups where group.count == 3 {
            let controllers = group[1].split(separator: ",")
            let isUnified = group[0] == "0" && controllers.isEmpty
            guard isUnified || controllers.contains("cpu") else { continue }
            // In a container, the path may be that of the host, with the mount elsewhere; the root always exists.
            for folder in folders(String(group[2])) {
                let base = isUnified ? "sys/fs/cgroup\(folder)" : "sys/fs/cgroup/cpu\(folder)"
                let numbers =
                    isUnified
                    ? text("\(base)/cpu.max")?.split(whereSeparator: \.isWhitespace).map(String.init)
                    : [text("\(base)/cpu.cfs_quota_us"), text("\(base)/cpu.cfs_period_us")].compactMap {
                        $0?.filter { !$0.isWhitespace }
                    }
                guard let numbers, numbers.count == 2, let quota = Double(numbers[0]), let period = Double(numbers[1]),
                    quota > 0, period > 0
                else { continue }
                quotas.append(quota / period)
            }
        }
        return quotas.min()
    }

    /// A path and all its parents: `/a/b`, `/a` and the root.
    private static func folders(_ path: String) -> [String] {
        let parts = path.split(separator: "/").filter { $0 != ".." }
        return (0...parts.count).reversed().map { count in parts.prefix(count).map { "/\($0)" }.joined() }
    }
}
