import Dispatch
import EffectModel
import EffectService
import Glibc
import Synchronization
import Threads

/// A batch on its way: one thread reads lines, several render them, each a picture at a time, others bring the files to the disk, and
/// who started it watches.
///
/// A picture's frames stay with one thread, unlike the service's: of many pictures each is as good as another, and threads that
/// share nothing never wait for each other. Nor do they wait for the disk, which takes many files at once as fast as one.
final class BatchRun: Sendable {
    /// What it is asked to do.
    struct Plan {
        /// Pictures that are made at once.
        var threads = 1
        /// Whether what is there is made again.
        var makesAgain = false
        var maximumLineBytes = EffectSpec.maximumFileBytes
        var limits = RenderLimits()
        var library: any AssetLibrary = NoAssets()
    }

    /// How far it is.
    struct Figures: Equatable {
        /// Lines that were read, of all shards.
        var lines = 0
        /// Those of them that are this shard's.
        var own = 0
        var rendered = 0
        /// That were there already.
        var present = 0
        var failed = 0
        /// Of the files that were rendered.
        var bytes = 0
        /// Bytes of the input, so far and in all; the latter where that is known.
        var position = 0
        var size: Int?
        /// Since the first picture was begun.
        var seconds = 0.0

        var done: Int { rendered + present + failed }
    }

    /// Why it ends before its last line.
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
    /// Files that are written, and have no name yet.
    private let written = WorkQueue<BatchFolder.Part>(maximumCount: finisherCount, maximumBytes: .max)
    private let finishers = DispatchGroup()

    /// Files that are brought to the disk at once.
    private static let finisherCount = 8

    /// - Parameter report: Called for every line that gives no file, with its number; from several threads.
    init(
        _ plan: Plan,
        into folder: BatchFolder,
        report: @escaping @Sendable (BatchProblem, Int) throws(Failure) -> Void
    ) {
        (self.plan, self.folder, self.report) = (plan, folder, report)
        // Enough that nobody waits for the reader, and no more bytes than one line may have.
        queue = WorkQueue(maximumCount: 2 * plan.threads, maximumBytes: plan.maximumLineBytes)
    }

    /// Starts to read and to render.
    func start(_ input: consuming BatchInput) {
        state.withLock { $0.figures.size = input.size }
        for number in 0..<plan.threads {
            thread("batch-\(number)", of: workers) { [self] in work() }
        }
        for number in 0..<Self.finisherCount {
            thread("finish-\(number)", of: finishers) { [self] in finish() }
        }
        workers.notify(queue: .global()) { [written] in written.close(dropping: false) }
        // Nobody waits for this one's end: it may be waiting for input that never comes.
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
        // Without it, nothing would ever end.
        precondition(isStarted, "the system has no room for a thread")
    }

    var figures: Figures {
        state.withLock { state in
            var figures = state.figures
            figures.seconds = state.start.map { (ContinuousClock.now - $0).seconds } ?? 0
            return figures
        }
    }

    /// Waits until all is done, or for so many seconds.
    ///
    /// - Returns: Whether all is done.
    /// - Throws: ``Stop``, if that is why.
    func wait(_ seconds: Double) throws(Stop) -> Bool {
        guard finishers.wait(timeout: .now() + seconds) == .success else { return false }
        if let stop = state.withLock({ $0.stop }) { throw stop }
        return true
    }

    /// Takes no more lines, and finishes what is being rendered. The first reason is what counts.
    func stop(_ reason: Stop) {
        state.withLock { $0.stop = $0.stop ?? reason }
        queue.close(dropping: true)
    }

    /// Nor is that finished.
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
        // The calling thread draws, and nobody else.
        let pool = RenderPool(threads: 0, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: plan.limits)
        while let item = queue.take() {
            do throws(Failure) {
                switch item.line {
                case .success(let line): try make(line, item.number, renderer)
                case .failure(let problem): try fail(problem, item.number)
                }
            } catch {
                // Where one file can't be written, the others can't: there is no use in rendering them.
                stop(.failure(error))
            }
        }
    }

    private func make(_ line: BatchLine, _ number: Int, _ renderer: EffectRenderer) throws(Failure) {
        switch try folder.place(line.fileName) {
        case .file where !plan.makesAgain: return note { $0.present += 1 }
        case .free, .file: break
        case .other:
            let found = "\"\(line.fileName)\", which is something else than a picture there"
            let fault = SpecFault(.conflict, at: "/name", found: found, allowed: "another name")
            return try fail(BatchProblem(fault, name: line.name), number)
        }
        state.withLock { $0.start = $0.start ?? .now }
        let watch = RenderWatch { [self] in isCancelled.load(ordering: .relaxed) }
        var file: BatchFolder.Part?
        do {
            try renderer.render(line, library: plan.library, maximumSpecBytes: plan.maximumLineBytes, watch: watch) {
                let part = try file ?? folder.part(for: line.fileName)
                file = part
                try part.write($0)
            }
            // Never closed before all pictures are made.
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
