import HTTPTypes
import Testing

@testable import SmallHTTP

/// The parsers' result for one message, for comparison.
enum ParsedMessage: Equatable {
    case request(Summary)
    case failure(HTTPFailure)
    case incomplete

    struct Summary: Equatable {
        var method = "GET"
        var path = "/"
        var authority: String? = "a"
        var version = HTTPVersion.http11
        var body = ""
        var fields: [String] = []
        var keepsAlive = true
        var expectsContinue = false
        /// Bytes after the message.
        var rest = ""
    }

    /// Feeds `pieces` one after the other like a connection.
    init(
        _ pieces: [ArraySlice<UInt8>],
        limits: RequestLimits = RequestLimits(HTTPServerConfiguration()),
        maximumBodyBytes: Int = 1000
    ) {
        var parser = RequestHeadParser(limits: limits)
        var decoder: BodyDecoder?
        var head: RequestHead?
        var body: [UInt8] = []
        var isComplete = false
        var rest: [UInt8] = []
        do throws(HTTPFailure) {
            for piece in pieces {
                var input = piece
                if head == nil, let parsed = try parser.consume(&input) {
                    head = parsed
                    switch parsed.framing {
                    case .none: isComplete = true
                    case .length(let length): decoder = .length(length)
                    case .chunked:
                        decoder = .chunked(ChunkedDecoder(maximumBodyBytes: maximumBodyBytes, limits: limits))
                    }
                }
                if !isComplete, try decoder?.decode(&input, into: &body) == true { isComplete = true }
                if isComplete { rest += input }
            }
        } catch {
            self = .failure(error)
            return
        }
        guard isComplete, let head else {
            self = .incomplete
            return
        }
        self = .request(
            Summary(
                method: head.request.method.rawValue,
                path: head.request.path ?? "",
                authority: head.request.authority,
                version: head.version,
                body: String(decoding: body, as: UTF8.self),
                fields: head.request.headerFields.map { "\($0.name.rawName)=\($0.value)" },
                keepsAlive: head.keepsAlive,
                expectsContinue: head.expectsContinue,
                rest: String(decoding: rest, as: UTF8.self)
            )
        )
    }

    static func request(_ edit: (inout Summary) -> Void) -> ParsedMessage {
        var summary = Summary()
        edit(&summary)
        return .request(summary)
    }
}

/// A table row: a message and its expected result.
struct Row: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let expected: @Sendable () -> ParsedMessage
    let testDescription: String

    /// - Parameter text: Latin-1, so that bytes above 127 can be written.
    init(_ text: String, _ expected: @autoclosure @escaping @Sendable () -> ParsedMessage) {
        bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        self.expected = expected
        testDescription = text.prefix(80).debugDescription
    }

    /// Returns a row with a field line in an otherwise valid GET.
    static func field(_ line: String, _ expected: @autoclosure @escaping @Sendable () -> ParsedMessage) -> Row {
        Row("GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", expected())
    }

    /// Returns a row with a target in an otherwise valid GET.
    static func target(_ target: String, _ expected: @autoclosure @escaping @Sendable () -> ParsedMessage) -> Row {
        Row("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n", expected())
    }

    /// Returns a row with a chunked body after a valid head.
    static func chunked(_ body: String, _ expected: @autoclosure @escaping @Sendable () -> ParsedMessage) -> Row {
        Row("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", expected())
    }
}
