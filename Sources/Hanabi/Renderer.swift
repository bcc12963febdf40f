internal import AssetFiles
public import EffectCost
internal import EffectRendering
internal import Synchronization
internal import WorkScheduling

/// Threads, limits, images and fonts that renders share.
///
/// ``shared`` is enough for most programs. A server that renders for strangers makes its own, with its own limits, and
/// passes it to each call.
public final class Renderer: Sendable {
    let environment: RenderEnvironment
    /// Drawing state of streams that wait for their next part.
    let idleWorkers = FrameWorkerCache()
    /// Upper bounds of a render's cost. An effect that exceeds one is refused before anything is drawn.
    public let limits: RenderLimits

    /// Number of threads that render.
    public var threadCount: Int { environment.renderer.pool.threadCount }

    private static let current = Mutex<Renderer?>(nil)

    /// The renderer of all calls that name none. Made at its first use, with a thread for each processor; assign
    /// another one to change its threads or limits.
    public static var shared: Renderer {
        get {
            current.withLock { renderer in
                let used = renderer ?? Renderer()
                renderer = used
                return used
            }
        }
        set {
            // The old one may end here, outside the lock.
            let old = current.withLock { renderer in
                defer { renderer = newValue }
                return renderer
            }
            withExtendedLifetime(old) {}
        }
    }

    /// Creates a renderer without a directory of images.
    ///
    /// - Parameters:
    ///   - threads: Number of threads, 1...256; by default one for each processor. A synchronous render also uses the
    ///     calling thread.
    ///   - limits: Upper bounds of a render's cost; by default those of the service.
    ///   - maximumWaiting: Number of asynchronous renders that may wait for a thread; more throw
    ///     ``EffectError/busy``.
    ///   - fontDirectories: Directories with fonts, searched at any depth; by default the system's.
    public convenience init(
        threads: Int? = nil,
        limits: RenderLimits = RenderLimits(),
        maximumWaiting: Int = 10_000,
        fontDirectories: [String]? = nil
    ) {
        let library = LocalAssets(fontDirectories: fontDirectories ?? LocalAssets.systemFonts)
        self.init(threads, limits: limits, maximumWaiting: maximumWaiting, library: library)
    }

    /// Creates a renderer with a directory of images.
    ///
    /// - Parameters:
    ///   - pictures: Path of a directory of PNG and JPEG files, which specs may name. Read once, here.
    ///   - threads: Number of threads, 1...256; by default one for each processor.
    ///   - limits: Upper bounds of a render's cost; by default those of the service.
    ///   - maximumWaiting: Number of asynchronous renders that may wait for a thread; more throw
    ///     ``EffectError/busy``.
    ///   - fontDirectories: Directories with fonts, searched at any depth; by default the system's.
    /// - Throws: ``EffectError/unusablePictures(_:)``.
    public convenience init(
        pictures: String,
        threads: Int? = nil,
        limits: RenderLimits = RenderLimits(),
        maximumWaiting: Int = 10_000,
        fontDirectories: [String]? = nil
    ) throws(EffectError) {
        let directory: PictureDirectory
        do throws(PictureDirectory.Failure) {
            directory = try PictureDirectory(path: pictures)
        } catch {
            throw .unusablePictures("\(error)")
        }
        let fonts = fontDirectories ?? LocalAssets.systemFonts
        self.init(
            threads,
            limits: limits,
            maximumWaiting: maximumWaiting,
            library: LocalAssets(pictures: directory, fontDirectories: fonts)
        )
    }

    private init(_ threads: Int?, limits: RenderLimits, maximumWaiting: Int, library: LocalAssets) {
        let count = min(max(threads ?? Processors.count, 1), 256)
        let pool = WorkerPool(threads: count, maximumWaiting: maximumWaiting)
        self.limits = limits
        environment = RenderEnvironment(
            renderer: EffectRenderer(pool: pool, limits: limits, videos: .onPath),
            limits: limits,
            library: library
        )
    }

    // Threads end when all queued renders have ended.
    deinit { environment.renderer.pool.stop() }
}

/// Values that a render needs of a ``Renderer``.
///
/// Jobs hold this value and never the renderer: a job may be released by a thread of the pool, which must not end the
/// pool.
struct RenderEnvironment: Sendable {
    let renderer: EffectRenderer
    let limits: RenderLimits
    let library: LocalAssets

    /// Runs `body` on a thread of the pool, and waits for its result. A cancelled task cancels the context.
    ///
    /// - Throws: ``EffectError``, or `CancellationError` for a cancelled task.
    func run<Value: Sendable>(_ body: @escaping @Sendable (RenderContext) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let ticket = WorkerPool.Ticket(.other)
        let flag = CancellationFlag()
        let pool = renderer.pool
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
                let job = Job(
                    ticket,
                    drop: { continuation.resume(throwing: EffectError.translated($0)) },
                    run: { _ in
                        let context = RenderContext(isCancelled: { flag.isSet })
                        let result = Result {
                            try EffectError.translating {
                                try context.check()
                                return try body(context)
                            }
                        }
                        continuation.resume(with: result)
                        if case .success = result { return .whole }
                        return .brokenOff
                    }
                )
                do throws(WorkerPool.Busy) {
                    try pool.submit(job)
                } catch {
                    continuation.resume(throwing: EffectError.busy)
                }
            }
        } onCancel: {
            flag.set()
            pool.cancel(ticket)
        }
    }
}

/// A flag that is set once, from any thread.
private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
