internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import Synchronization
internal import WorkScheduling

/// An animation streamed while it is made, to everyone who requests it in the meantime. Frames are made on the render
/// pool when a connection has room for them, one part ahead: the fastest reader sets the pace, and a slow one holds up
/// neither a thread nor the other readers.
///
/// Finished parts are kept until the animation is complete, for requests that join and for the cache. An animation too
/// large for the cache keeps parts only as long as a reader needs them, and cannot be joined.
final class AnimationBroadcast: Sendable {
    private let session: RenderSession
    private let pool: WorkerPool
    private let workers: FrameWorkerCache
    private let slot: StreamSlots.Slot
    private let charge: StreamedWork
    private let render: RenderRecord
    private let limits: Limits
    /// Called once: with all bytes when the animation is complete, or with `nil` when it can no longer be joined.
    private let onClose: @Sendable (AnimationBroadcast, [UInt8]?) -> Void
    /// Called once the animation is complete, with the number of its bytes.
    private let onWhole: @Sendable (Int) -> Void
    private let isCancelled = Atomic(false)
    /// Drawing state reused from part to part, unless others need the room in the cache of frame workers.
    private let drawing = FrameWorkers()
    private let state: Mutex<State>

    /// Upper bounds of an animation.
    struct Limits: Sendable {
        /// Size in bytes up to which the animation can be joined and cached.
        let maximumKeptBytes: Int
        /// Time limit for each frame.
        let timeout: Duration
    }

    private enum Ending { case whole, failed(any Error) }

    /// Frames as they were encoded; joining them would copy all bytes.
    private struct Part {
        var pieces: [[UInt8]] = []
        var count = 0

        /// Size in bytes below which a piece is cheaper to copy than to send by itself.
        private static let smallest = 4096

        mutating func append(_ piece: [UInt8]) {
            guard !piece.isEmpty else { return }
            if let last = pieces.indices.last, pieces[last].count < Self.smallest, piece.count < Self.smallest {
                pieces[last] += piece
            } else {
                pieces.append(piece)
            }
            count += piece.count
        }
    }

    private struct State {
        /// Parts that are finished and still needed by a reader.
        var parts: [Part]
        /// Number of parts dropped before the first of `parts`.
        var dropped = 0
        var frames: Int
        var bytes: Int
        var isMaking = false
        var isJoinable = true
        var ending: Ending?
        var readers: [Int: Reader.Cursor] = [:]
        var readersInAll = 0
    }

    /// Largest size in bytes at which a part ends, after the frame that reaches it. The first part consists of the
    /// first frame, which is sent at once; later parts grow to be worth the overhead of a job.
    private static let largestPart = 256 << 10
    /// Time after which a part ends, so that a waiting client does not take the connection for dead.
    private static let longestPart = Duration.seconds(1)
    private static let smallestPart = 16 << 10

    /// Makes the first frame, and further ones until the muxer emits the first.
    ///
    /// - Throws: ``RenderError``.
    init(
        _ session: RenderSession,
        pool: WorkerPool,
        workers: FrameWorkerCache,
        slot: StreamSlots.Slot,
        charge: StreamedWork,
        limits: Limits,
        watch: RenderContext,
        render: RenderRecord,
        onClose: @escaping @Sendable (AnimationBroadcast, [UInt8]?) -> Void,
        onWhole: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        (self.session, self.pool, self.slot, self.charge) = (session, pool, slot, charge)
        self.workers = workers
        (self.limits, self.onClose, self.onWhole) = (limits, onClose, onWhole)
        self.render = render
        var first = Part()
        let header = session.animation.format.header.count
        // The last frame ends the file, which is left to a later part.
        while session.frames < session.animation.frameCount - 1, first.count <= header {
            try session.advance(upTo: session.frames + 1, watch, with: drawing) {
                first.append($0)
                return false
            }
        }
        state = Mutex(State(parts: [first], frames: session.frames, bytes: first.count))
        putAway()
    }

    /// Puts the drawing state on the shelf until the next part is requested.
    private func putAway() {
        workers.keep(drawing, bytes: session.animation.canvasBytes * max(1, drawing.count))
    }

    /// A reader from the beginning of the animation; `nil` if the beginning has been dropped.
    func reader(for record: RequestRecord) -> Reader? {
        state.withLock { state in
            guard state.isJoinable, !isCancelled.load(ordering: .relaxed) else { return nil }
            state.readersInAll += 1
            state.readers[state.readersInAll] = Reader.Cursor(record: record)
            return Reader(self, state.readersInAll)
        }
    }

    /// A connection's position in the animation.
    final class Reader: BodySource {
        fileprivate struct Cursor {
            let record: RequestRecord
            /// Number of the next part.
            var part = 0
            var waiting: (@Sendable (BodyChunk) -> Void)?
        }

        private let animation: AnimationBroadcast
        private let number: Int

        fileprivate init(_ animation: AnimationBroadcast, _ number: Int) {
            (self.animation, self.number) = (animation, number)
        }

        func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
            animation.next(number, deliver)
        }

        /// Stops reading. Without other readers, the part being made ends within a frame.
        func cancel() { animation.leave(number) }
    }

    /// The next step of a reader.
    private enum Turn {
        case part(Part, makesNext: Bool)
        case end
        case failed(any Error, RequestRecord?)
        case wait(makes: Bool)
    }

    private func next(_ number: Int, _ deliver: @escaping @Sendable (BodyChunk) -> Void) {
        let turn = state.withLock { state -> Turn in
            guard var cursor = state.readers[number] else { return .failed(RenderError.outOfTime, nil) }
            let index = cursor.part - state.dropped
            let last = state.parts.count - 1
            if index <= last {
                cursor.part += 1
                state.readers[number] = cursor
                let part = state.parts[index]
                Self.drop(&state)
                // One part ahead of the fastest reader, so that threads do not wait for a part to be sent.
                let makesNext = index == last && !state.isMaking && state.ending == nil
                if makesNext { state.isMaking = true }
                return .part(part, makesNext: makesNext)
            }
            switch state.ending {
            case .whole:
                state.readers[number] = nil
                return .end
            case .failed(let error):
                state.readers[number] = nil
                return .failed(error, cursor.record)
            case nil:
                cursor.waiting = deliver
                state.readers[number] = cursor
                defer { state.isMaking = true }
                return .wait(makes: !state.isMaking)
            }
        }
        switch turn {
        case .part(let part, let makesNext):
            if makesNext { begin() }
            deliver(.pieces(part.pieces))
        case .end: deliver(.end)
        case .failed(let error, let record):
            record?.note { $0.error = "\(error)" }
            deliver(.failed)
        case .wait(let makes):
            if makes { begin() }
        }
    }

    /// Queues a job for the next part.
    private func begin() {
        let left = state.withLock { 1 - Double($0.frames) / Double(session.animation.frameCount) }
        let job = charge.job(left: left) { [self] error in
            finish(.failed(error))
        } run: { [self] in
            make().map { Double($0) / Double(session.animation.frameCount) }
        }
        do { try pool.submit(job) } catch { finish(.failed(error)) }
    }

    /// Drops parts that every reader has consumed, once the animation can no longer be joined.
    private static func drop(_ state: inout State) {
        guard !state.isJoinable else { return }
        let first = state.readers.values.map(\.part).min() ?? Int.max
        while state.dropped < first, !state.parts.isEmpty {
            state.parts.removeFirst()
            state.dropped += 1
        }
    }

    /// Makes the next part.
    ///
    /// - Returns: Number of frames in the part; `nil` if the render failed.
    private func make() -> Int? {
        let number = state.withLock { $0.dropped + $0.parts.count - 1 }
        let limit = min(Self.largestPart, Self.smallestPart << min(number, 8))
        var part = Part()
        let start = ContinuousClock.now
        let patience = StallTimer(limits.timeout)
        let watch = RenderContext(times: render.times) { [self] in
            isCancelled.load(ordering: .relaxed)
        } isLate: {
            patience.isOver
        }
        workers.take(drawing)
        do {
            let count = try session.advance(watch, with: drawing) { bytes in
                part.append(bytes)
                patience.renew()
                return part.count >= limit || ContinuousClock.now - start > Self.longestPart
            }
            let isWhole = session.isComplete
            // Before the part is published: a reader may start the next part immediately.
            if isWhole { drawing.clear() } else { putAway() }
            add(part, frames: session.frames, isWhole: isWhole)
            if isWhole { finish(.whole) }
            wake()
            return count
        } catch {
            drawing.clear()
            finish(.failed(error))
            return nil
        }
    }

    private func add(_ part: Part, frames: Int, isWhole: Bool) {
        let isTooLarge = state.withLock { state in
            state.parts.append(part)
            state.bytes += part.count
            state.frames = frames
            state.isMaking = false
            // At once, since a reader that has everything would request more.
            if isWhole { state.ending = .whole }
            Self.dropSlowReaders(&state, limits.maximumKeptBytes)
            guard state.isJoinable, state.bytes > limits.maximumKeptBytes else { return false }
            state.isJoinable = false
            return true
        }
        if isTooLarge { onClose(self, nil) }
    }

    /// Bytes that any reader may lag behind the fastest one, however little is kept: on a busy machine, the turns of
    /// many simultaneous readers come one after another.
    private static let leastBehind = 4 << 20

    /// Disconnects readers so slow that parts would pile up for them.
    private static func dropSlowReaders(_ state: inout State, _ maximum: Int) {
        guard !state.isJoinable, state.readers.count > 1 else { return }
        var kept = state.parts.reduce(0) { $0 + $1.count }
        let fastest = state.readers.values.map(\.part).max() ?? 0
        while kept > max(2 * maximum, leastBehind) + 2 * largestPart, state.dropped < fastest,
            let first = state.parts.first
        {
            for (number, cursor) in state.readers where cursor.part == state.dropped {
                cursor.record.note { $0.error = "the reader was too slow" }
                state.readers[number] = nil
            }
            kept -= first.count
            state.parts.removeFirst()
            state.dropped += 1
        }
    }

    private func finish(_ ending: Ending) {
        switch ending {
        case .whole:
            render.end(.ok)
            onWhole(state.withLock(\.bytes))
        case .failed(let error): render.end(RenderOutcome(error))
        }
        let whole = state.withLock { state -> (isOpen: Bool, bytes: [UInt8]?) in
            state.ending = ending
            state.isMaking = false
            guard state.isJoinable else { return (false, nil) }
            guard case .whole = ending else {
                state.isJoinable = false
                return (true, nil)
            }
            // Joinable until stored in the cache: a request in between would otherwise render the animation again.
            var bytes: [UInt8] = []
            bytes.reserveCapacity(state.bytes)
            for piece in state.parts.lazy.flatMap(\.pieces) { bytes += piece }
            return (true, bytes)
        }
        if whole.isOpen { onClose(self, whole.bytes) }
        state.withLock { $0.isJoinable = false }
        if case .failed = ending { wake() }
    }

    /// Resumes the readers that wait for a part.
    private func wake() {
        let waiting = state.withLock { state in
            var waiting: [(Int, @Sendable (BodyChunk) -> Void)] = []
            for (number, cursor) in state.readers {
                guard let deliver = cursor.waiting else { continue }
                state.readers[number]?.waiting = nil
                waiting.append((number, deliver))
            }
            return waiting
        }
        for (number, deliver) in waiting { next(number, deliver) }
    }

    private func leave(_ number: Int) {
        let isLast = state.withLock { state in
            state.readers[number] = nil
            Self.drop(&state)
            guard state.readers.isEmpty, state.ending == nil else { return false }
            let isOpen = state.isJoinable
            state.isJoinable = false
            isCancelled.store(true, ordering: .relaxed)
            return isOpen
        }
        if isCancelled.load(ordering: .relaxed) { pool.cancel(charge.ticket) }
        if isLast { onClose(self, nil) }
    }
}
