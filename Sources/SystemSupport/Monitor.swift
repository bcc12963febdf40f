#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

internal import Memory

/// A mutex with a condition variable.
///
/// `@unchecked Sendable`: both are thread-safe, and their addresses never change.
public final class Monitor: @unchecked Sendable {
    private let mutex = OwnedMemory(repeating: pthread_mutex_t(), count: 1)
    private let condition = OwnedMemory(repeating: pthread_cond_t(), count: 1)

    /// An unlocked monitor.
    public init() {
        pthread_mutex_init(mutex.view.address, nil)
        pthread_cond_init(condition.view.address, nil)
    }

    deinit {
        pthread_cond_destroy(condition.view.address)
        pthread_mutex_destroy(mutex.view.address)
    }

    /// Acquires the lock, waiting while another thread holds it. Deadlocks if the calling thread holds it already.
    public func lock() { pthread_mutex_lock(mutex.view.address) }

    /// Releases the lock.
    public func unlock() { pthread_mutex_unlock(mutex.view.address) }

    /// Releases the lock until ``broadcast()`` or a spurious wakeup, then acquires it again. The caller must check its
    /// condition again.
    public func wait() { pthread_cond_wait(condition.view.address, mutex.view.address) }

    /// Wakes all waiting threads.
    public func broadcast() { pthread_cond_broadcast(condition.view.address) }
}
