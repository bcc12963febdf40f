import Glibc

/// The target that this process drives.
enum ChosenTarget {
    /// Selected by environment variable, because libFuzzer restarts itself with arguments of its own.
    static let target = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }
}
