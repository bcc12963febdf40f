import EffectService
import Glibc
import Logging
import Synchronization
import Telemetry
import Threads
import UnixSignals

/// How the service ends. SIGTERM: not ready → a delay, for balancers → no more connections → what is in flight is finished. SIGINT: the
/// same without the delay, since a person waits. A second one of these: at once. SIGHUP ends nothing: keys are read again.
struct Ending {
    let server: EffectServer
    let delay: Duration
    let logger: Logger
    /// What ``trap()`` gave.
    let signals: UnixSignalsSequence
    /// Called on SIGHUP.
    let readKeys: @Sendable () -> Void

    /// From now on signals end nothing by themselves, and wait to be asked for. To be called before the service listens: who
    /// sees that it does may end it.
    static func trap() async -> UnixSignalsSequence { await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) }

    /// Returns when the service has ended in good order.
    func wait() async {
        var ending: Task<Void, Never>?
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let watching = Task {
            for await signal in signals {
                if signal == .sighup {
                    reread()
                    continue
                }
                guard ending == nil else {
                    logger.warning("ended by a second signal, with what was in flight")
                    // A line of the log may wait for others; and all of them for a reader, for whom nobody waits here.
                    LogSink.standardError.flush(within: .milliseconds(100))
                    _exit(signal == .sigint ? 130 : 143)
                }
                ending = Task {
                    await drain(after: signal)
                    end.finish()
                }
            }
        }
        for await _ in ended {}
        watching.cancel()
    }

    /// Reads keys on a thread of its own: a file that blocks keeps no signal waiting.
    private func reread() {
        guard Self.isReading.exchange(true, ordering: .acquiringAndReleasing) == false else {
            return logger.warning("the keys are still being read")
        }
        let isStarted = startThread("keys", stackBytes: 1 << 20) { [readKeys] in
            readKeys()
            Self.isReading.store(false, ordering: .releasing)
        }
        if !isStarted { Self.isReading.store(false, ordering: .releasing) }
    }

    private static let isReading = Atomic(false)

    private func drain(after signal: UnixSignal) async {
        server.announceEnd()
        if signal == .sigterm, delay > .zero {
            logger.notice("not ready any more", metadata: ["delay_s": "\(delay.seconds)"])
            try? await Task.sleep(for: delay)
        }
        logger.notice("draining")
        await server.drain()
        logger.notice("stopped")
    }
}
