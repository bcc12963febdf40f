internal import CMalloc

/// Bounds on the freed memory that glibc's allocator retains.
///
/// Render threads fill and free large buffers. With an arena for each thread, and thresholds that grow with the largest
/// buffer ever freed, the allocator retains several times the live memory: hundreds of megabytes after a mix of large
/// and small images, at the tops of arenas, where `malloc_trim` does not reach.
///
/// - Source: mallopt(3).
public enum AllocatorBounds {
    /// A parameter of the allocator, and the environment variable that overrides it.
    struct Bound {
        let parameter: Int32
        let variable: String
        /// Name in `GLIBC_TUNABLES`, after `glibc.malloc.`.
        let tunable: String
        let value: Int32
    }

    static let all = [
        // Two drawing threads do not contend for one lock.
        Bound(parameter: M_ARENA_MAX, variable: "MALLOC_ARENA_MAX", tunable: "arena_max", value: 2),
        // Buffers of this size are returned to the system as soon as they are freed.
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

    /// Sets all bounds that the environment does not set. Must be called first in a program, since existing arenas of
    /// other threads stay.
    public static func apply() {
        let tunables = getenv("GLIBC_TUNABLES").map { String(cString: $0) } ?? ""
        for bound in chosen(isSet: { getenv($0) != nil }, tunables) { mallopt(bound.parameter, bound.value) }
    }

    /// Bounds that the environment does not set.
    static func chosen(isSet: (String) -> Bool, _ tunables: String) -> [Bound] {
        let names = tunables.split(separator: ":").compactMap { $0.split(separator: "=").first }
        return all.filter { !isSet($0.variable) && !names.contains("glibc.malloc.\($0.tunable)"[...]) }
    }
}
