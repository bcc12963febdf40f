import HTTPTypes
import Logging

extension Connection {
    /// A head is complete: decides by it whether to read the body.
    func begin(_ head: RequestHead) {
        headParser = RequestHeadParser(limits: context.limits)
        current.request = head.request
        current.version = head.version
        current.isHead = head.request.method == .head
        current.keepsAlive = head.keepsAlive && !isReserved
        current.isOpen = true
        if isReserved, !context.handler.answersWhenFull(head.request) {
            context.observer.connectionRefused(.full)
            fail(.tooManyConnections(allowed: context.configuration.maximumConnections))
            return
        }
        switch context.handler.admit(head.request) {
        case .reject(let response):
            reject(response, head)
        case .accept(let maximumBodyBytes, let lengthRequired, let attachment):
            current.attachment = attachment
            accept(head, maximumBodyBytes: max(0, maximumBodyBytes), lengthRequired: lengthRequired)
        }
    }

    /// RFC 9112 §9.3: a body that is not read must not be taken for the next request.
    private func reject(_ response: OutgoingResponse, _ head: RequestHead) {
        switch head.framing {
        case .none:
            break
        case .length(let length):
            // After `Expect`, a client may leave out the body it has announced: nobody knows what comes next.
            if length > 0, head.expectsContinue || length > context.configuration.maximumDiscardedBodyBytes {
                current.keepsAlive = false
            } else {
                bytesToDiscard = length
            }
        case .chunked:
            current.keepsAlive = false
        }
        respond(response)
    }

    private func accept(_ head: RequestHead, maximumBodyBytes: Int, lengthRequired: Bool) {
        switch head.framing {
        case .length(let length):
            // RFC 9110 §15.5.14, before a byte of it is read.
            guard length <= maximumBodyBytes else {
                return fail(.bodyTooLarge(found: length, allowed: maximumBodyBytes))
            }
            bodyDecoder = .length(length)
        case .none:
            if lengthRequired { return fail(.lengthRequired) }
        case .chunked:
            bodyDecoder = .chunked(ChunkedDecoder(maximumBodyBytes: maximumBodyBytes, limits: context.limits))
        }
        guard head.framing.hasBody else { return dispatch() }
        phase = .body
        since = loop.now
        bodyBytesReceived = 0
        // RFC 9110 §10.1.1: may be left out once some of the body is here.
        if head.expectsContinue, input.isEmpty {
            output.append(Self.interimHead)
            flush()
        }
    }

    /// Hands the complete request to the handler.
    func dispatch() {
        guard let request = current.request else { return }
        let incoming = IncomingRequest(
            head: request,
            body: body,
            version: current.version,
            remoteAddress: remoteAddress,
            attachment: current.attachment
        )
        body = []
        phase = .handling
        answerNumber &+= 1
        let state = ExchangeState()
        exchange = state
        context.handler.handle(incoming, Exchange(state, self, answerNumber))
        // Most answers are there when the handler returns, and need no way through the queue. Not before it has
        // returned: a handler never runs inside another's.
        if let answer = state.endOfHandling() { self.answer(answer.response, number: answerNumber) }
        probe()
    }

    /// A client that has ended its side may have gone, or still read: only what is sent to it tells, since the system of one that has gone
    /// answers with a reset. What nobody has asked for is dropped by who reads (RFC 9110 §15.2.1); HTTP/1.0 does not know it.
    func probe() {
        guard inputEnded, phase == .handling, current.version == .http11, !current.isProbed, output.isEmpty else {
            return
        }
        current.isProbed = true
        output.append(Self.interimHead)
        flush()
    }

    private static let interimHead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// - Parameter response: `nil` when the handler gave none.
    func answer(_ response: OutgoingResponse?, number: UInt64) {
        guard phase == .handling, number == answerNumber else {
            response?.cancelBody()
            return
        }
        exchange = nil
        if let response {
            respond(response)
        } else {
            fail(.unanswered)
        }
    }

    /// Answers a failure of the protocol and closes.
    func fail(_ failure: HTTPFailure) {
        context.logger.debug(
            "request failed",
            metadata: ["status": "\(failure.status.code)", "detail": "\(failure.detail)", "from": "\(remoteAddress)"]
        )
        context.observer.requestFailed(failure)
        if end == nil { end = ConnectionEnd(failure) }
        if current.began == 0 { current.began = loop.now }
        current.isOpen = true
        current.keepsAlive = false
        input = []
        body = []
        respond(context.handler.response(to: failure))
    }

    /// Puts the answer on its way.
    private func respond(_ response: OutgoingResponse) {
        var response = response
        if !(200...599).contains(response.head.status.code) {
            context.logger.error(
                "handler answered with a status that is no final one",
                metadata: ["status": "\(response.head.status.code)"]
            )
            response.cancelBody()
            response = OutgoingResponse(head: HTTPResponse(status: .internalServerError))
        }
        let plan = ResponsePlan(
            response,
            ResponsePlan.Context(
                isHead: current.isHead,
                version: current.version,
                // A client that ended its side can send no further request, but may have sent one already.
                keepsAlive: current.keepsAlive && !loop.isDraining && !(inputEnded && input.isEmpty),
                serverName: context.serverName,
                date: loop.date.now()
            )
        )
        phase = .responding
        since = loop.now
        answerNumber &+= 1
        closesAfterResponse = plan.closesConnection
        current.status = plan.status
        if current.attachment == nil { current.attachment = response.attachment }
        current.answered = since
        current.sentBefore = output.sent
        output.append(plan.head)
        switch plan.body {
        case .none: break
        case .bytes(let bytes): output.append(bytes)
        case .chunked(let source): stream = OutgoingStream(source: source, isChunked: true)
        case .untilClose(let source):
            stream = OutgoingStream(source: source, isChunked: false)
            current.endsByClosing = true
        case .unwanted(let source): source.cancel()
        }
        flush()
    }

    /// The last byte is with the system.
    func finishResponse() {
        endRequest(isComplete: end != .streamFailed)
        // The head may have promised to keep the connection before the server was told to end.
        if closesAfterResponse || (loop.isDraining && input.isEmpty) {
            if end == nil { end = inputEnded ? .client : loop.isDraining ? .draining : .answered }
            linger()
            return
        }
        phase = .idle
        since = loop.now
        if !input.isEmpty || inputEnded { advance() }
        updateInterest()
    }

    /// Ends our side and waits for the client to end its own.
    ///
    /// Closing with unread input would reset the connection, and the reset may overtake the answer (RFC 9112 §9.6).
    private func linger() {
        input = []
        guard !inputEnded, let descriptor else {
            close(.client)
            return
        }
        phase = .lingering
        since = loop.now
        Socket.endWriting(descriptor)
        updateInterest()
    }
}

extension ConnectionEnd {
    /// Why a connection ends that was answered so.
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .headTimeout: self = .headTimeout
        case .bodyTimeout: self = .bodyTimeout
        case .tooManyConnections, .tooManyConnectionsFromAddress: self = .refused
        default: self = .failure
        }
    }
}
