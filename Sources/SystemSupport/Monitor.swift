#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A mutex with a condition variable.
///
/// `@unchecked Sendable`: both are thread-safe, and their addresses never change.
public final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// An unlocked monitor.
    public init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Acquires the lock, waiting while another thread holds it. Deadlocks if the calling thread holds it already.
    public func lock() { pthread_mutex_lock(mutex) }

    /// Releases the lock.
    public func unlock() { pthread_mutex_unlock(mutex) }

    /// Releases the lock until ``broadcast()`` or a spurious wakeup, then acquires it again. The caller must check its
    /// condition again.
    public func wait() { pthread_cond_wait(condition, mutex) }

    /// Wakes all waiting threads.
    public func broadcast() { pthread_cond_broadcast(condition) }
}
