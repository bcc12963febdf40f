internal import HTTPTypes
internal import Logging

/// One line in the log for each answer.
struct RequestLog: Sendable {
    private let head: HTTPRequest
    private let logger: Logger
    private let start = ContinuousClock.now

    init(_ head: HTTPRequest, _ logger: Logger) {
        self.head = head
        self.logger = logger
    }

    func write(_ status: HTTPResponse.Status, bytes: Int?) {
        // Health checks come every few seconds and say nothing.
        let level: Logger.Level = head.path == "/healthz" ? .debug : .info
        logger.log(level: level, "\(request) \(status.code)", metadata: metadata(bytes))
    }

    /// The client left before its answer was done.
    func writeCancelled() { logger.info("\(request) cancelled", metadata: metadata(nil)) }

    /// The answer had begun, and could not be completed.
    func writeBroken(_ error: any Error) {
        logger.warning("\(request) broke off", metadata: ["error": "\(error)"])
    }

    /// What went wrong inside, which the client is not told.
    func writeInternal(_ error: any Error) {
        logger.error("\(request) failed", metadata: ["error": "\(error)"])
    }

    /// The target has been checked: visible ASCII only, so no line breaks get into the log.
    private var request: String { "\(head.method.rawValue) \((head.path ?? "").prefix(512))" }

    private func metadata(_ bytes: Int?) -> Logger.Metadata {
        let elapsed = (ContinuousClock.now - start).components
        let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
        var metadata: Logger.Metadata = ["ms": "\(milliseconds)"]
        if let bytes { metadata["bytes"] = "\(bytes)" }
        return metadata
    }
}
