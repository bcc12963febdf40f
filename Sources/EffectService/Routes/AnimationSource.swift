internal import HTTPTypes
internal import SmallHTTP
import Synchronization

/// An animation as a response body: its frames are made on the render pool when the connection has room for them. A
/// slow reader holds the simulation (some 200 bytes for each particle born) and the bytes that wait, but no thread.
final class AnimationSource: BodySource {
    private let animation: Animation
    private let pool: RenderPool
    private let place: Places.Place
    private let log: RequestLog
    private let maximumBytes: Int
    private let timeout: Duration
    private let isCancelled = Atomic(false)
    private let state = Mutex(State())

    private struct State {
        /// What is made and not delivered yet.
        var ready: [UInt8] = []
        var frames = 0
        var bytes = 0
        var parts = 0
    }

    /// A part ends with the frame with which it has so many bytes, the first one with the first frame: it goes out at once,
    /// and those later are worth the start of what makes them.
    private static let largestPart = 256 << 10
    private static let smallestPart = 16 << 10

    /// Makes the first frame.
    ///
    /// - Parameter timeout: How long the making of a few frames may take.
    /// - Throws: ``RenderError``.
    init(
        _ animation: Animation,
        pool: RenderPool,
        place: Places.Place,
        log: RequestLog,
        maximumBytes: Int,
        timeout: Duration,
        _ watch: RenderWatch
    ) throws {
        (self.animation, self.pool, self.place, self.log) = (animation, pool, place, log)
        (self.maximumBytes, self.timeout) = (maximumBytes, timeout)
        var first = animation.coding.start
        try animation.make(0..<1, watch) { first += $0 }
        state.withLock { state in
            state.ready = first
            state.frames = 1
            state.bytes = first.count
        }
    }

    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
        let ready = state.withLock { state in
            defer { state.ready = [] }
            return state.ready
        }
        guard ready.isEmpty else { return deliver(.bytes(ready)) }
        do {
            try pool.submit(continues: true) { [self] in deliver(part()) }
        } catch {
            fail(error)
            deliver(.failed)
        }
    }

    private func part() -> BodyChunk {
        let (first, before, number) = state.withLock { ($0.frames, $0.bytes, $0.parts) }
        // The end has been delivered with the last frame.
        guard first < animation.frameCount else {
            log.write(.ok, bytes: before)
            return .end
        }
        let limit = min(Self.largestPart, Self.smallestPart << min(number, 8))
        var (bytes, next) = ([UInt8](), first)
        let tools = Animation.Tools()
        do {
            while next < animation.frameCount, bytes.count < limit {
                // As many as are made at a time; a few more, so that no thread waits for another.
                let end = min(animation.frameCount, next + max(1, 2 * pool.threadCount))
                let watch = RenderWatch(deadline: ContinuousClock.now + timeout) { [self] in
                    isCancelled.load(ordering: .relaxed)
                }
                try animation.make(next..<end, watch, with: tools) { bytes += $0 }
                next = end
                guard before + bytes.count <= maximumBytes else {
                    throw RenderError.outputTooLarge(limit: maximumBytes)
                }
            }
            if next == animation.frameCount { bytes += try animation.coding.end() }
        } catch {
            fail(error)
            return .failed
        }
        state.withLock { state in
            state.frames = next
            state.bytes = before + bytes.count
            state.parts = number + 1
        }
        return .bytes(bytes)
    }

    private func fail(_ error: any Error) {
        // Who cancelled has said so.
        if case RenderError.cancelled = error { return }
        log.writeBroken(error)
    }

    /// What is under way ends within a frame.
    func cancel() {
        if !isCancelled.exchange(true, ordering: .relaxed) { log.writeCancelled() }
    }
}
