import Foundation
import Logging
import Synchronization

/// A log that tests can wait for.
final class RequestLog: Sendable {
    struct Handler: LogHandler {
        let log: RequestLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            log.events.withLock { $0.append((event.level, event.metadata?.mapValues { "\($0)" } ?? [:])) }
        }
    }

    let events = Mutex<[(level: Logger.Level, fields: [String: String])]>([])

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(log: self) }
        logger.logLevel = .debug
        return logger
    }

    /// Returns the log lines of requests that satisfy `isWanted`, once there are `count` of them.
    func lines(
        _ count: Int = 1,
        where isWanted: ([String: String]) -> Bool = { _ in true }
    ) throws -> [[String: String]] {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let lines = events.withLock { $0.map(\.fields) }.filter { $0["method"] != nil && isWanted($0) }
            if lines.count >= count { return lines }
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw Missing(seen: events.withLock { $0.map(\.fields) })
    }

    private struct Missing: Error { let seen: [[String: String]] }
}
