import Glibc

/// What this process drives.
enum ChosenTarget {
    /// By the environment and not by an argument, since libFuzzer starts itself again with its own arguments.
    static let target = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }
}
