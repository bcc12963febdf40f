import Dispatch
import EffectCoding
import EffectCost
import EffectModel
import EffectRendering
import EffectService
import Glibc
import Synchronization
import SystemSupport
import WorkScheduling

/// A running batch: one thread reads lines, several render one image each at a time, and others sync the files to disk.
/// The caller waits and shows progress.
///
/// A thread draws all frames of its image alone, unlike in the service: with many images, parallelism across images
/// suffices, and threads that share nothing never wait for each other. Syncing has threads of its own, since a disk
/// syncs many files at once as fast as one.
final class BatchRun: Sendable {
    /// Settings of a batch.
    struct Plan {
        /// Number of images rendered at once.
        var threads = 1
        /// Whether to render and replace existing files.
        var makesAgain = false
        var maximumLineBytes = EffectSpec.maximumFileBytes
        var limits = RenderLimits()
        var library: any AssetLibrary = NoAssets()
    }

    /// Progress of a batch.
    struct Figures: Equatable {
        /// Number of lines read, of all shards.
        var lines = 0
        /// Number of lines read that belong to this shard.
        var own = 0
        var rendered = 0
        /// Number of files that existed already.
        var present = 0
        var failed = 0
        /// Total size of the rendered files in bytes.
        var bytes = 0
        /// Bytes of the input read so far, and in total if known.
        var position = 0
        var size: Int?
        /// Seconds since the first image was begun.
        var seconds = 0.0

        var done: Int { rendered + present + failed }
    }

    /// The reason a batch ends before its last line.
    enum Stop: Error {
        case signal(Int32)
        case failure(Failure)
    }

    private struct State {
        var figures = Figures()
        var start: ContinuousClock.Instant?
        var stop: Stop?
    }

    private let plan: Plan
    private let folder: BatchFolder
    private let report: @Sendable (BatchProblem, Int) throws(Failure) -> Void
    private let queue: WorkQueue<BatchInput.Item>
    private let state = Mutex(State())
    private let isCancelled = Atomic(false)
    private let workers = DispatchGroup()
    /// Files that are complete but not renamed yet.
    private let written = WorkQueue<BatchFolder.Part>(maximumCount: finisherCount, maximumBytes: .max)
    private let finishers = DispatchGroup()

    /// Number of files synced to disk at once.
    private static let finisherCount = 8

    /// - Parameter report: Called from several threads for each line without a file, with its number.
    init(
        _ plan: Plan,
        into folder: BatchFolder,
        report: @escaping @Sendable (BatchProblem, Int) throws(Failure) -> Void
    ) {
        (self.plan, self.folder, self.report) = (plan, folder, report)
        // Enough that no worker waits for the reader, but no more bytes than one line may have.
        queue = WorkQueue(maximumCount: 2 * plan.threads, maximumBytes: plan.maximumLineBytes)
    }

    /// Starts all threads.
    func start(_ input: consuming BatchInput) {
        state.withLock { $0.figures.size = input.size }
        for number in 0..<plan.threads {
            thread("batch-\(number)", of: workers) { [self] in work() }
        }
        for number in 0..<Self.finisherCount {
            thread("finish-\(number)", of: finishers) { [self] in finish() }
        }
        workers.notify(queue: .global()) { [written] in written.close(dropping: false) }
        // The end of the reading thread is not awaited: it may block on input that never comes.
        let handed = Mutex<BatchInput?>(input)
        thread("read", of: DispatchGroup()) { [self] in
            if let input = handed.withLock({ $0.take() }) { read(input) }
        }
    }

    private func thread(_ name: String, of group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        let isStarted = startThread(name, stackBytes: 2 << 20) {
            body()
            group.leave()
        }
        // A missing thread would make the batch wait forever.
        precondition(isStarted, "the system failed to start a thread")
    }

    var figures: Figures {
        state.withLock { state in
            var figures = state.figures
            figures.seconds = state.start.map { (ContinuousClock.now - $0).seconds } ?? 0
            return figures
        }
    }

    /// Waits until the batch has ended, or for the given number of seconds.
    ///
    /// - Returns: Whether the batch has ended.
    /// - Throws: ``Stop`` if the batch ended early.
    func wait(_ seconds: Double) throws(Stop) -> Bool {
        guard finishers.wait(timeout: .now() + seconds) == .success else { return false }
        if let stop = state.withLock({ $0.stop }) { throw stop }
        return true
    }

    /// Takes no more lines, and finishes the images being rendered. The first reason is kept.
    func stop(_ reason: Stop) {
        state.withLock { $0.stop = $0.stop ?? reason }
        queue.close(dropping: true)
    }

    /// Cancels the images being rendered.
    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    private func note(_ edit: (inout Figures) -> Void) { state.withLock { edit(&$0.figures) } }

    private func fail(_ problem: BatchProblem, _ number: Int) throws(Failure) {
        try report(problem, number)
        note { $0.failed += 1 }
    }

    // MARK: Threads

    private func read(_ input: consuming BatchInput) {
        do throws(Failure) {
            while let item = try input.next() {
                let (lines, position) = (input.lines, input.position)
                note { figures in
                    (figures.lines, figures.position) = (lines, position)
                    figures.own += 1
                }
                guard queue.put(item, bytes: item.bytes) else { return }
            }
            let (lines, position) = (input.lines, input.position)
            note { ($0.lines, $0.position) = (lines, position) }
            queue.close(dropping: false)
        } catch {
            stop(.failure(error))
        }
    }

    private func work() {
        // A pool without threads: the calling thread does all drawing.
        let pool = WorkerPool(threads: 0, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: plan.limits, videos: .onPath)
        while let item = queue.take() {
            do throws(Failure) {
                switch item.line {
                case .success(let line): try make(line, number: item.number, renderer: renderer)
                case .failure(let problem): try fail(problem, item.number)
                }
            } catch {
                // If one file cannot be written, others cannot either, so rendering them would be useless.
                stop(.failure(error))
            }
        }
    }

    private func make(_ line: BatchLine, number: Int, renderer: EffectRenderer) throws(Failure) {
        switch try folder.place(line.fileName) {
        case .file where !plan.makesAgain: return note { $0.present += 1 }
        case .free, .file: break
        case .other:
            let found = "\"\(line.fileName)\", which exists and is not an image"
            let fault = SpecFault(.conflict, at: "/name", found: found, allowed: "another name")
            return try fail(BatchProblem(fault, name: line.name), number)
        }
        state.withLock { $0.start = $0.start ?? .now }
        let watch = RenderContext { [self] in isCancelled.load(ordering: .relaxed) }
        var file: BatchFolder.Part?
        do {
            try renderer.render(line, library: plan.library, maximumSpecBytes: plan.maximumLineBytes, watch: watch) {
                let part = try file ?? folder.part(for: line.fileName)
                file = part
                try part.write($0)
            }
            // The queue is open until all workers have ended, so this always succeeds.
            if let file { _ = written.put(file, bytes: 0) }
        } catch let failure as Failure {
            throw failure
        } catch RenderError.cancelled {
            return
        } catch {
            try fail(BatchProblem(error, name: line.name), number)
        }
    }

    private func finish() {
        while let file = written.take() {
            do throws(Failure) {
                try file.finish()
                note { figures in
                    figures.rendered += 1
                    figures.bytes += file.bytes
                }
            } catch {
                stop(.failure(error))
            }
        }
    }
}
