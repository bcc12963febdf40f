import Glibc

/// A lock, and a place to wait for what others do under it.
///
/// `@unchecked Sendable`: that is what the two are for, and where they are in memory never changes.
public final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// An open one.
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

    /// Waits until no other thread has the lock, and takes it. A thread that has it already waits for ever.
    public func lock() { pthread_mutex_lock(mutex) }

    /// Gives the lock back.
    public func unlock() { pthread_mutex_unlock(mutex) }

    /// Lets go of the lock until ``broadcast()``, or for no reason at all: what is waited for has to be looked at again.
    public func wait() { pthread_cond_wait(condition, mutex) }

    /// Wakes all who wait.
    public func broadcast() { pthread_cond_broadcast(condition) }
}
