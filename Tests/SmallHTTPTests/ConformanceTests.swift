import HTTPTypes
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    /// Raw messages to a server and the expected outcome: each message whole, and cut in two at every position, where
    /// the second part is sent after the server has read the first.
    @Suite struct ConformanceTests {
        @Test(arguments: Rule.all)
        func `a message gets its answer wherever it is cut`(rule: Rule) throws {
            for message in rule.messages {
                let wire = try Wire()
                try wire.send(message, cuts: [])
                for cut in message.cuts { try wire.send(message, cuts: [cut]) }
            }
        }

        @Test func `bytes may arrive one by one`() throws {
            let wire = try Wire()
            for message in Rule.all.flatMap(\.messages) where message.bytes.count < 200 {
                try wire.send(message, cuts: Array(message.bytes.indices.dropFirst()))
            }
        }

        /// A client connection that is reused until the server closes it.
        private final class Wire {
            let recorder = Recorder()
            let server: TestServer
            var client: TestClient?
            var closed = 0

            init() throws {
                server = try TestServer(
                    { $0.eventLoops = 1 },
                    admits: { head in
                        head.path == "/no"
                            ? .reject(OutgoingResponse(head: HTTPResponse(status: .notFound)))
                            : .accept(maximumBodyBytes: 64, lengthRequired: false)
                    },
                    observer: recorder
                )
            }

            func send(_ message: Message, cuts: [Int]) throws {
                let client = try self.client ?? server.client()
                self.client = client
                let before = recorder.seen.received
                var start = 0
                for cut in cuts {
                    try client.send(Array(message.bytes[start..<cut]))
                    start = cut
                    #expect(recorder.wait { $0.received == before + cut }, "\(message) cut at \(cut)")
                }
                try client.send(Array(message.bytes[start...]))
                if message.endsWriting { client.endWriting() }
                var last: TestClient.Response?
                for answer in message.answers {
                    let response = try client.readResponse(hasBody: answer.hasBody)
                    #expect(response.status == answer.status, "\(message) cut at \(cuts)")
                    if let text = answer.text { #expect(response.text == text, "\(message) cut at \(cuts)") }
                    // RFC 9110 §6.6.1.
                    if answer.status >= 200 {
                        #expect(response.fields["date"]?.hasSuffix(" GMT") == true, "\(message) cut at \(cuts)")
                    }
                    last = response
                }
                if message.isKept {
                    #expect(last?.fields["connection"] != "close", "\(message) cut at \(cuts)")
                    // An unread body may still be arriving.
                    #expect(recorder.wait { $0.received == before + message.bytes.count })
                    return
                }
                if last != nil { #expect(last?.fields["connection"] == "close", "\(message) cut at \(cuts)") }
                // The connection ends with FIN, not RST, so that the answer is not lost (RFC 9112 §9.6).
                #expect(try client.readToEnd().isEmpty, "\(message) cut at \(cuts)")
                client.close()
                self.client = nil
                closed += 1
                #expect(recorder.wait { $0.ended.count == closed })
            }
        }
    }
}

/// A request, the expected answers, and whether the connection persists.
struct Message: Sendable, CustomStringConvertible {
    struct Answer: Sendable {
        let status: Int
        var text: String?
        var hasBody = true
    }

    let bytes: [UInt8]
    let answers: [Answer]
    let isKept: Bool
    var endsWriting = false
    /// End of the message; later bytes follow the last request.
    private var end: Int

    /// Cut positions: every position, or for a long message the positions near both ends and a sample in between.
    var cuts: [Int] {
        guard end > 300 else { return Array(1...end).filter { $0 < bytes.count } }
        let far = stride(from: 60, to: end - 60, by: end / 40)
        return Array(1..<60) + Array(far) + Array((end - 60)..<end)
    }

    var description: String {
        String(decoding: bytes.prefix(100), as: UTF8.self).debugDescription
    }

    /// - Parameter text: Latin-1, so that bytes above 127 can be written.
    init(_ text: String, _ answers: [Answer], isKept: Bool, endsWriting: Bool = false) {
        bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        end = bytes.count
        self.answers = answers
        self.isKept = isKept
        self.endsWriting = endsWriting
    }

    /// Returns a message that is served on a persistent connection. The echo is method, target, version and body.
    static func served(_ text: String, _ echoes: String...) -> Message {
        Message(text, echoes.map { Answer(status: 200, text: $0) }, isKept: true)
    }

    /// Returns a message that is served before the connection closes.
    static func last(_ text: String, _ echo: String) -> Message {
        Message(text, [Answer(status: 200, text: echo)], isKept: false)
    }

    /// Returns a message that is refused before the connection closes. Bytes behind the message are never parsed as a
    /// request.
    static func refused(_ status: Int, _ text: String) -> Message {
        let next = text.hasSuffix("\r\n") ? "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n" : ""
        let answer = Answer(status: status, hasBody: !text.hasPrefix("HEAD"))
        var message = Message(text + next, [answer], isKept: false)
        message.end -= next.utf8.count
        return message
    }

    /// Returns a GET request with an additional line.
    static func field(_ line: String, _ status: Int = 400) -> Message {
        refused(status, "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n")
    }

    /// Returns a POST request with a chunked body.
    static func chunked(_ body: String, _ status: Int = 400) -> Message {
        refused(status, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
    }
}

/// A requirement with messages that exercise it.
struct Rule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let messages: [Message]

    init(_ description: String, _ messages: [Message]) {
        testDescription = description
        self.messages = messages
    }

    static let all = lines + targets + fields + bodies + connections
}
