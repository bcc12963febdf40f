import HTTPTypes
import Logging

extension Connection: AnswerReceiver {
    /// Begins a request whose head is complete, and decides whether to read its body.
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

    /// Answers a request refused by its head. RFC 9112 §9.3: an unread body must not be taken for the next request.
    private func reject(_ response: OutgoingResponse, _ head: RequestHead) {
        switch head.framing {
        case .none:
            break
        case .length(let length):
            // After `Expect`, a client may omit the body it announced, so the meaning of the next bytes is unknown.
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
            // RFC 9110 §15.5.14, before any byte of the body is read.
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
        // RFC 9110 §10.1.1: may be omitted once some of the body has arrived.
        if head.expectsContinue, input.isEmpty {
            output.append(Self.interimHead)
            flush()
        }
    }

    /// Passes the complete request to the handler.
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
        context.handler.handle(incoming, Exchange(state, receiver: self, number: answerNumber))
        // Most handlers answer before they return, and such answers need no detour through the queue. They are sent
        // only after the return: a handler never runs inside another's.
        if let answer = state.endOfHandling() { self.answer(answer.response, number: answerNumber) }
        probe()
    }

    /// Sends a 100 response to a client that has ended its side, to learn whether it still reads: the system of a
    /// client that has gone answers with a reset. Readers ignore a 100 they did not ask for (RFC 9110 §15.2.1);
    /// HTTP/1.0 does not know it.
    func probe() {
        guard inputEnded, phase == .handling, current.version == .http11, !current.isProbed, output.isEmpty else {
            return
        }
        current.isProbed = true
        output.append(Self.interimHead)
        flush()
    }

    private static let interimHead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Sends the answer of a handler that has already returned.
    func receive(_ response: OutgoingResponse?, number: UInt64) {
        loop.perform { self.answer(response, number: number) }
    }

    /// - Parameter response: The handler's response; `nil` if it gave none.
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

    /// Answers a protocol failure and closes the connection.
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

    /// Sends a response.
    private func respond(_ response: OutgoingResponse) {
        var response = response
        if !(200...599).contains(response.head.status.code) {
            context.logger.error(
                "the handler responded with a status that is not final",
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

    /// Ends a request after the system accepted the last byte of its answer.
    func finishResponse() {
        endRequest(isComplete: end != .streamFailed)
        // The head may have promised to keep the connection before the server began to shut down.
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

    /// Ends the server's side and waits for the client to end its own.
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
    /// Reason for the end of a connection whose last answer was this failure.
    fileprivate init(_ failure: HTTPFailure) {
        switch failure.name {
        case .headTimeout: self = .headTimeout
        case .bodyTimeout: self = .bodyTimeout
        case .tooManyConnections, .tooManyConnectionsFromAddress: self = .refused
        default: self = .failure
        }
    }
}
