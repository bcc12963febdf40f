internal import CMalloc

/// Bounds of what glibc's allocator keeps of freed memory.
///
/// Render threads fill and free large buffers. With an arena for each of them, and with thresholds that grow with the largest buffer that
/// was ever freed, the allocator keeps several times what is alive: hundreds of megabytes after a mix of large and small pictures, at the
/// tops of arenas, where `malloc_trim` does not reach.
///
/// - Source: mallopt(3).
public enum AllocatorBounds {
    /// A parameter of the allocator, and the variable of the environment with which an operator chooses it.
    struct Bound {
        let parameter: Int32
        let variable: String
        /// Its name in `GLIBC_TUNABLES`, behind `glibc.malloc.`.
        let tunable: String
        let value: Int32
    }

    static let all = [
        // Two threads that draw don't wait for each other's lock.
        Bound(parameter: M_ARENA_MAX, variable: "MALLOC_ARENA_MAX", tunable: "arena_max", value: 2),
        // Buffers of this size are the system's as soon as they are freed.
        Bound(
            parameter: M_MMAP_THRESHOLD,
            variable: "MALLOC_MMAP_THRESHOLD_",
            tunable: "mmap_threshold",
            value: 256 << 10
        ),
        Bound(
            parameter: M_TRIM_THRESHOLD,
            variable: "MALLOC_TRIM_THRESHOLD_",
            tunable: "trim_threshold",
            value: 1 << 20
        ),
    ]

    /// Sets the bounds that the environment does not set. Arenas that other threads have already are not taken from them, so it comes first
    /// in a program.
    public static func apply() {
        let tunables = getenv("GLIBC_TUNABLES").map { String(cString: $0) } ?? ""
        for bound in chosen(isSet: { getenv($0) != nil }, tunables) { mallopt(bound.parameter, bound.value) }
    }

    /// Bounds that an environment does not set.
    static func chosen(isSet: (String) -> Bool, _ tunables: String) -> [Bound] {
        let names = tunables.split(separator: ":").compactMap { $0.split(separator: "=").first }
        return all.filter { !isSet($0.variable) && !names.contains("glibc.malloc.\($0.tunable)"[...]) }
    }
}
