import HTTPTypes

@testable import EffectService
@testable import SmallHTTP

/// The events that one connection's bytes cause, up to the handler.
struct Conversation {
    enum Event: Equatable {
        case request(HTTPRequest, body: [UInt8], HTTPVersion, keepsAlive: Bool, expectsContinue: Bool)
        case rejected(HTTPResponse.Status)
        case failed(HTTPFailure)
        /// The message ended early.
        case incomplete
    }

    private static let configuration = HTTPServerConfiguration()
    private static let limits = RequestLimits(configuration)

    private(set) var events: [Event] = []
    private var parser = RequestHeadParser(limits: limits)
    private var head: RequestHead?
    private var decoder = BodyDecoder.length(0)
    private var body: [UInt8] = []
    private var bytesToDiscard = 0
    private var isOver = false

    /// Consumes the message in pieces of `length` bytes.
    init(_ message: ArraySlice<UInt8>, cutEvery length: Int) throws(BrokenPromise) {
        var rest = message
        while !rest.isEmpty, !isOver {
            var piece = rest.prefix(length)
            rest = rest.dropFirst(length)
            while !piece.isEmpty, !isOver {
                let before = piece.count
                try take(&piece)
                try promise(isOver || piece.count < before, "nothing was taken of \(before) bytes")
            }
        }
        if !isOver, head != nil || parser.hasBegun || bytesToDiscard > 0 { events.append(.incomplete) }
    }

    private mutating func take(_ input: inout ArraySlice<UInt8>) throws(BrokenPromise) {
        if bytesToDiscard > 0 {
            let count = min(bytesToDiscard, input.count)
            input = input.dropFirst(count)
            bytesToDiscard -= count
            return
        }
        do throws(HTTPFailure) {
            if let head {
                if try decoder.decode(&input, into: &body) { end(head) }
            } else if let head = try parser.consume(&input) {
                parser = RequestHeadParser(limits: Self.limits)
                let admission = Service.handler.admit(head.request)
                if case .accept(let maximum, let lengthRequired, _) = admission {
                    try accept(head, maximumBodyBytes: maximum, lengthRequired: lengthRequired)
                } else if case .reject(let response) = admission {
                    reject(response, head)
                }
            }
        } catch {
            events.append(.failed(error))
            isOver = true
            let response = Service.handler.response(to: error)
            guard (400...599).contains(response.head.status.code), Self.isSound(response, isHead: false) else {
                throw BrokenPromise("\(error) is answered with \(response.head)")
            }
        }
        try promise(body.count <= Service.handler.maximumBodyBytes, "a body of \(body.count) bytes")
    }

    /// Mirrors the connection's handling of an accepted request.
    private mutating func accept(_ head: RequestHead, maximumBodyBytes: Int, lengthRequired: Bool) throws(HTTPFailure) {
        switch head.framing {
        case .length(let length):
            guard length <= maximumBodyBytes else { throw .bodyTooLarge(found: length, allowed: maximumBodyBytes) }
            decoder = .length(length)
        case .none:
            if lengthRequired { throw .lengthRequired }
        case .chunked:
            decoder = .chunked(ChunkedDecoder(maximumBodyBytes: maximumBodyBytes, limits: Self.limits))
        }
        if head.framing.hasBody { self.head = head } else { end(head) }
    }

    /// Mirrors the connection's handling of a rejected request.
    private mutating func reject(_ response: OutgoingResponse, _ head: RequestHead) {
        let isSound = Self.isSound(response, isHead: head.request.method == .head)
        // An impossible status makes the failure visible.
        events.append(.rejected(isSound ? response.head.status : HTTPResponse.Status(code: 999)))
        isOver = events.count >= 64
        switch head.framing {
        case .none: break
        case .length(let length)
        where length == 0 || !head.expectsContinue && length <= Self.configuration.maximumDiscardedBodyBytes:
            bytesToDiscard = length
        case .length, .chunked: isOver = true
        }
    }

    private mutating func end(_ head: RequestHead) {
        events.append(
            .request(
                head.request,
                body: body,
                head.version,
                keepsAlive: head.keepsAlive,
                expectsContinue: head.expectsContinue
            )
        )
        (self.head, body) = (nil, [])
        isOver = !head.keepsAlive || events.count >= 64
    }

    /// Whether an answer's head consists of a status line and field lines only, without lines injected by a request.
    private static func isSound(_ response: OutgoingResponse, isHead: Bool) -> Bool {
        let bytes = ResponsePlan(response, ResponsePlan.Context(isHead: isHead)).head
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        // The last field is followed by an empty line and the end.
        return lines.first?.hasPrefix("HTTP/1.1 ") == true && lines.suffix(2) == ["", ""]
            && lines.dropFirst().dropLast(2).allSatisfy { line in
                line.contains(": ") && !line.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
            }
    }
}
