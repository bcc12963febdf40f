import Dispatch

/// Frames that any thread of a pool may draw. Every method is called with the pool's lock held.
protocol SharedFrames: AnyObject {
    /// Who is charged for them.
    var caller: Caller { get }
    /// The turn that they are drawn in; `nil` on a thread that is not the pool's.
    var turn: UInt64? { get }
    /// Where their processor time is counted.
    var times: StageTimes? { get }

    /// Whether there is one to take.
    var hasFrames: Bool { get }

    /// A frame to draw: run the first function without the lock, its result with it. `nil` if there is none to take.
    func claim() -> (() -> (() -> Void))?
}

/// The state of one ``RenderPool/inOrder(_:scratch:produce:reclaim:consume:)``.
final class OrderedFrames<Scratch: AnyObject, Value>: SharedFrames {
    let caller: Caller
    var turn: UInt64?
    let times: StageTimes?
    /// Fewer when it was closed.
    private(set) var count: Int
    private let window: Int
    private let makeScratch: () throws -> Scratch
    private let produce: (Scratch, Int) throws -> Value
    private let reclaim: (Scratch) -> Void
    private var idleScratch: [Scratch] = []
    private var finished: [Int: Result<Value, any Error>] = [:]
    private var claimed = 0
    private var taken = 0
    /// Where its owner waits for the frame that comes next, if ``mustWait()`` says so.
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

    /// No more frames are handed out.
    func abandon() { claimed = count }

    /// The same, and those that have been are all.
    func close() { count = claimed }

    func takeNext() -> Result<Value, any Error>? {
        guard let result = finished.removeValue(forKey: taken) else { return nil }
        taken += 1
        return result
    }

    /// Whether the next frame is not there yet. When it is, ``arrival`` is signalled, once: who is told to wait must.
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
