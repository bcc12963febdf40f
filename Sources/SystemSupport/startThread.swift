#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Starts a detached thread that runs `body`.
///
/// - Parameters:
///   - name: Name shown by `ps` and debuggers; the system keeps 15 bytes.
///   - stackBytes: Stack size in bytes.
/// - Returns: Whether the thread was created; the system may lack resources.
@discardableResult
public func startThread(_ name: String, stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    #if os(Linux)
        var thread = pthread_t()
    #else
        var thread: pthread_t?
    #endif
    let code = pthread_create(&thread, &attributes, run, start.toOpaque())
    if code != 0 { start.release() }
    return code == 0
}

/// Arguments of a new thread.
private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        (self.name, self.body) = (name, body)
    }
}

private func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
    #if os(Linux)
        // Glibc's module hides `pthread_setname_np`, which does the same.
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            let name = Array(start.name.utf8.prefix(15))
            _ = write(file, name, name.count)
            close(file)
        }
    #else
        pthread_setname_np(start.name)
    #endif
    start.body()
    return nil
}
