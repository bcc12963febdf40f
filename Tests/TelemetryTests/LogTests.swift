import Foundation
import Logging
import Telemetry
import Testing

@Suite struct `Log lines` {
    /// Returns the lines that `log` writes.
    private func lines(_ format: LineLogHandler.Format, _ log: (Logger) -> Void) -> [String] {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        log(Logger(label: "test") { _ in LineLogHandler(format, to: sink, omittedInText: ["status"]) })
        sink.flush()
        pipe.fileHandleForWriting.closeFile()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return text.split(separator: "\n").map(String.init)
    }

    private struct Lost: Error, CustomStringConvertible { let description = "lost\nit" }

    @Test func `JSON lines have numbers as numbers`() throws {
        let lines = lines(.json) { logger in
            logger.info(
                "GET / 200",
                metadata: [
                    "status": "\(200)", "bytes": .stringConvertible(12), "ms": .stringConvertible(0.5),
                    "list": ["a", "b"],
                ]
            )
            logger.warning("broke", error: Lost())
        }
        try #require(lines.count == 2)
        let first = try #require(JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(first["message"] as? String == "GET / 200")
        #expect(first["level"] as? String == "info")
        #expect(first["bytes"] as? Int == 12)
        #expect(first["ms"] as? Double == 0.5)
        #expect(first["list"] as? [String] == ["a", "b"])
        let time = try #require(first["time"] as? String)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(try abs(style.parse(time).timeIntervalSinceNow) < 600)
        #expect(lines[1].contains(#""error":"lost\u000ait""#))
    }

    @Test func `text lines omit fields that the message contains`() throws {
        let lines = lines(.text) { logger in
            logger.info("GET / 200", metadata: ["status": "200", "b": "two words", "a": "one", "c": ""])
        }
        try #require(lines.count == 1)
        #expect(lines[0].hasSuffix(#"Z info GET / 200 a=one b="two words" c="""#))
    }

    @Test(arguments: LineLogHandler.Format.allCases)
    func `fields make the same line as metadata`(_ format: LineLogHandler.Format) throws {
        let hostile = "a\r\nb\u{1B}\"\\\u{2028}é🎉"
        let fields: [LogField] = [
            LogField("a", .whole(-12)), LogField("b", .number(0.125)), LogField("c", .number(.infinity)),
            LogField("d", .text(hostile)), LogField("e", .text("")), LogField("status", .text("200")),
        ]
        for (number, own) in [[:], ["bb": "of the logger", "a": "not this one"]].enumerated()
            as EnumeratedSequence<[Logger.Metadata]>
        {
            let lines = lines(format) { logger in
                var logger = logger
                for (name, value) in own { logger[metadataKey: name] = value }
                let pairs = fields.map { ($0.name, $0.metadata) }
                logger.info("\(hostile)", metadata: Logger.Metadata(uniqueKeysWithValues: pairs))
                (logger.handler as? any FieldLogHandler)?.log(.info, message: hostile, fields: fields)
            }
            // Everything except the time.
            let texts = lines.map { $0.drop { $0 != "Z" } }
            try #require(texts.count == 2)
            #expect(texts[0] == texts[1], "\(number)")
        }
    }

    @Test(arguments: LineLogHandler.Format.allCases)
    func `logged text cannot start a line or control a terminal`(_ format: LineLogHandler.Format) {
        let hostile = "a\r\nb\u{1B}[2J\u{85}\u{2028}\"\\\0\u{9B}é🎉"
        let lines = lines(format) { $0.info("\(hostile)", metadata: ["\(hostile)": "\(hostile)"]) }
        #expect(lines.count == 1)
        let scalars = lines.joined().unicodeScalars
        #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 })
        #expect(lines.joined().contains("é🎉"))
        if format == .json {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) }
        }
    }

    @Test func `lines from many threads stay intact`() {
        let lines = lines(.text) { logger in
            DispatchQueue.concurrentPerform(iterations: 200) {
                logger.info("line \($0) \(String(repeating: "x", count: 100))")
            }
        }
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { $0.hasSuffix("xxx") && $0.contains("Z info line ") })
    }

    @Test func `logging never waits for a stalled reader`() {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let logger = Logger(label: "test") { _ in LineLogHandler(.text, to: sink) }
        let line = String(repeating: "x", count: 10_000)
        // The program ignores SIGPIPE, too: a closed reader must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // More than the pipe and the sink hold.
        for _ in 0..<1000 { logger.info("\(line)") }
        #expect(sink.dropped > 0)
        pipe.fileHandleForReading.closeFile()
        // Pending lines are discarded. Until then the descriptor must not be reused by another test.
        #expect(sink.flush(within: .seconds(30)))
        withExtendedLifetime(pipe) {}
    }

    /// Returns a full pipe without a reader yet, its sink, and a logger of that sink.
    private func stuck() -> (pipe: Pipe, sink: LogSink, logger: Logger) {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let logger = Logger(label: "test") { _ in LineLogHandler(.text, to: sink) }
        let line = String(repeating: "x", count: 1000)
        // A pipe holds 64 KiB.
        for number in 0..<100 { logger.info("line \(number) \(line)") }
        return (pipe, sink, logger)
    }

    /// Whether `body` returns within `seconds`, on a thread of its own.
    private func ends(within seconds: Double = 20, _ body: @escaping @Sendable () -> Void) -> Bool {
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            end.signal()
        }
        return end.wait(timeout: .now() + seconds) == .success
    }

    @Test func `flushing does not wait forever`() throws {
        let (pipe, sink, _) = stuck()
        let ended = ends {
            #expect(!sink.flush(within: .milliseconds(50)))
            #expect(!sink.flush())
        }
        #expect(ended)
        // Pending lines are not lost: a late reader gets all of them in order.
        let reader = pipe.fileHandleForReading
        Thread.detachNewThread {
            #expect(sink.flush(within: .seconds(30)))
            pipe.fileHandleForWriting.closeFile()
        }
        let lines = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
        #expect(lines.map { $0.split(separator: " ")[3] } == (0..<100).map { "\($0)" })
        #expect(sink.dropped == 0)
    }

    @Test func `an urgent line is written before the call returns`() {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        Logger(label: "test") { _ in LineLogHandler(.text, to: sink) }.error("now")
        #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).hasSuffix("error now\n"))
    }

    @Test func `a stalled reader delays one urgent line, and not the next ones`() {
        let (pipe, sink, logger) = stuck()
        // Waiting a tenth of a second for each would take a minute.
        #expect(ends { for _ in 0..<600 { logger.error("lost") } })
        let reader = pipe.fileHandleForReading
        let isRead = ends {
            var tail = Data()
            while !String(decoding: tail, as: UTF8.self).hasSuffix("error at last\n") {
                if tail.isEmpty {
                    // Once everything is read, urgent lines are written before they return again.
                    Thread.detachNewThread {
                        #expect(sink.flush(within: .seconds(30)))
                        logger.error("at last")
                    }
                }
                tail = (tail + reader.availableData).suffix(100)
            }
        }
        #expect(isRead && sink.dropped == 0)
        withExtendedLifetime(pipe) {}
    }
}
