import EffectService
import Glibc
import Logging
import Synchronization
import Telemetry
import SystemSupport
import UnixSignals

/// Graceful shutdown. SIGTERM: report not ready, wait for load balancers, stop listening, and finish requests in
/// flight. SIGINT: the same without the wait, since a person is waiting. A second signal ends the process at once.
/// SIGHUP reloads the keys.
struct GracefulShutdown {
    let server: EffectServer
    let delay: Duration
    let logger: Logger
    /// The sequence returned by ``trapSignals()``.
    let signals: UnixSignalsSequence
    /// Called on SIGHUP.
    let readKeys: @Sendable () -> Void

    /// Replaces the default action of signals, and queues them. Must be called before the service listens, since a
    /// supervisor may signal as soon as it does.
    static func trapSignals() async -> UnixSignalsSequence {
        await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    }

    /// Waits for a signal, and returns when the service has shut down gracefully.
    func wait() async {
        var shutdown: Task<Void, Never>?
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let watching = Task {
            for await signal in signals {
                if signal == .sighup {
                    reread()
                    continue
                }
                guard shutdown == nil else {
                    logger.warning("ended by a second signal; requests in flight are lost")
                    // Log lines may be queued. The flush is bounded, since a blocked reader of the log must not delay
                    // the exit.
                    LogSink.standardError.flush(within: .milliseconds(100))
                    _exit(signal == .sigint ? 130 : 143)
                }
                shutdown = Task {
                    await drain(after: signal)
                    end.finish()
                }
            }
        }
        for await _ in ended {}
        watching.cancel()
    }

    /// Reads keys on a thread of its own, so that a blocking file does not delay signals.
    private func reread() {
        guard Self.isReading.exchange(true, ordering: .acquiringAndReleasing) == false else {
            return logger.warning("SIGHUP: the key files are still being read")
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
            logger.notice("no longer ready", metadata: ["delay_s": "\(delay.seconds)"])
            try? await Task.sleep(for: delay)
        }
        logger.notice("draining")
        await server.drain()
        logger.notice("stopped")
    }
}
