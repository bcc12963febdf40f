internal import Memory

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A mutex with a condition variable.
///
/// `@unchecked Sendable`: both are thread-safe, and their addresses never change.
public final class Monitor: @unchecked Sendable {
    private let mutex = PinnedValue(pthread_mutex_t())
    private let condition = PinnedValue(pthread_cond_t())

    /// An unlocked monitor.
    public init() {
        pthread_mutex_init(mutex.address, nil)
        pthread_cond_init(condition.address, nil)
    }

    deinit {
        pthread_cond_destroy(condition.address)
        pthread_mutex_destroy(mutex.address)
    }

    /// Acquires the lock, waiting while another thread holds it. Deadlocks if the calling thread holds it already.
    public func lock() { pthread_mutex_lock(mutex.address) }

    /// Releases the lock.
    public func unlock() { pthread_mutex_unlock(mutex.address) }

    /// Releases the lock until ``broadcast()`` or a spurious wakeup, then acquires it again. The caller must check its
    /// condition again.
    public func wait() { pthread_cond_wait(condition.address, mutex.address) }

    /// Wakes all waiting threads.
    public func broadcast() { pthread_cond_broadcast(condition.address) }
}
