#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Processors of this machine.
enum Processors {
    /// Number of processors that this process may use, at least 1.
    static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
