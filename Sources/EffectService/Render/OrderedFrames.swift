import Dispatch

/// Frames that any thread of a pool may draw. Every method is called with the pool's lock held.
protocol SharedFrames: AnyObject {
    /// The caller charged for the frames.
    var caller: Caller { get }
    /// The turn that the frames are drawn in; `nil` on a thread that is not the pool's.
    var turn: UInt64? { get }
    /// Collects the processor time of the frames.
    var times: StageTimes? { get }

    /// Whether a frame can be claimed.
    var hasFrames: Bool { get }

    /// Claims a frame: run the returned function without the lock, then its result with the lock held. `nil` if no
    /// frame can be claimed.
    func claim() -> (() -> (() -> Void))?
}

/// The state of one call of ``RenderPool/inOrder(_:scratch:produce:reclaim:consume:)``.
final class OrderedFrames<Scratch: AnyObject, Value>: SharedFrames {
    let caller: Caller
    var turn: UInt64?
    let times: StageTimes?
    /// Total number of frames, which ``close()`` may lower.
    private(set) var count: Int
    private let window: Int
    private let makeScratch: () throws -> Scratch
    private let produce: (Scratch, Int) throws -> Value
    private let reclaim: (Scratch) -> Void
    private var idleScratch: [Scratch] = []
    private var finished: [Int: Result<Value, any Error>] = [:]
    private var claimed = 0
    private var taken = 0
    /// Wakes the owner when the next frame in order arrives, if ``mustWait()`` returned true.
    let arrival = DispatchSemaphore(value: 0)
    private var isAwaited = false

    init(
        count: Int,
        window: Int,
        caller: Caller,
        times: StageTimes? = nil,
        scratch: @escaping () throws -> Scratch,
        produce: @escaping (Scratch, Int) throws -> Value,
        reclaim: @escaping (Scratch) -> Void
    ) {
        self.count = count
        self.window = window
        self.caller = caller
        self.times = times
        self.makeScratch = scratch
        self.produce = produce
        self.reclaim = reclaim
    }

    deinit {
        for scratch in idleScratch { reclaim(scratch) }
    }

    var isDone: Bool { taken == count }

    /// Stops handing out frames.
    func abandon() { claimed = count }

    /// Stops handing out frames, and makes those already claimed the final count.
    func close() { count = claimed }

    func takeNext() -> Result<Value, any Error>? {
        guard let result = finished.removeValue(forKey: taken) else { return nil }
        taken += 1
        return result
    }

    /// Whether the next frame in order has not arrived yet. If true, ``arrival`` will be signalled exactly once, and
    /// the owner must wait for the signal.
    func mustWait() -> Bool {
        isAwaited = finished[taken] == nil
        return isAwaited
    }

    var hasFrames: Bool { claimed < min(count, taken + window) }

    func claim() -> (() -> (() -> Void))? {
        guard hasFrames else { return nil }
        let number = claimed
        claimed += 1
        let ready = idleScratch.popLast()
        return { [self] in
            var scratch = ready
            let result = Result {
                let own = try ready ?? makeScratch()
                scratch = own
                return try produce(own, number)
            }
            return { [self] in
                if let scratch { idleScratch.append(scratch) }
                finished[number] = result
                guard number == taken, isAwaited else { return }
                isAwaited = false
                arrival.signal()
            }
        }
    }
}
