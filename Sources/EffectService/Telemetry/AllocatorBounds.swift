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
        let value: Int32
    }

    static let all = [
        // Two threads that draw don't wait for each other's lock.
        Bound(parameter: M_ARENA_MAX, variable: "MALLOC_ARENA_MAX", value: 2),
        // Buffers of this size are the system's as soon as they are freed.
        Bound(parameter: M_MMAP_THRESHOLD, variable: "MALLOC_MMAP_THRESHOLD_", value: 256 << 10),
        Bound(parameter: M_TRIM_THRESHOLD, variable: "MALLOC_TRIM_THRESHOLD_", value: 1 << 20),
    ]

    /// Sets the bounds that the environment does not set. Arenas that other threads have already are not taken from them, so it comes first
    /// in a program.
    public static func apply() {
        for bound in all where getenv(bound.variable) == nil { mallopt(bound.parameter, bound.value) }
    }
}
