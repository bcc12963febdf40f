import HTTPTypes

/// The answers to connections that are sent away unheard.
///
/// Made once a second, for their `Date`: when there are too many connections is no time to make each of them an answer of
/// its own.
struct Refusals {
    private var answers: [ConnectionRefusal: (response: OutgoingResponse, plan: ResponsePlan?)] = [:]
    private let serverName: HTTPField?
    private var date = HTTPDate()
    private var dateOfPlans: [UInt8] = []

    init(_ context: ServerContext) {
        serverName = context.serverName
        for refusal in ConnectionRefusal.allCases {
            let failure = HTTPFailure(refusal, context.configuration)
            let response = context.handler.response(to: failure)
            // Of a handler that does not know its statuses, or would stream: an overload is answered with nothing longer.
            let isUsable = (200...599).contains(response.head.status.code) && !response.isStream
            answers[refusal] = (isUsable ? response : OutgoingResponse(head: HTTPResponse(status: failure.status)), nil)
            if !isUsable { response.cancelBody() }
        }
    }

    mutating func answer(to refusal: ConnectionRefusal) -> (head: [UInt8], body: [UInt8]) {
        let now = date.now()
        if now != dateOfPlans {
            dateOfPlans = now
            for key in answers.keys { answers[key]?.plan = nil }
        }
        guard let (response, made) = answers[refusal] else { return ([], []) }
        let plan = made ?? ResponsePlan(response, ResponsePlan.Context(serverName: serverName, date: now))
        answers[refusal] = (response, plan)
        return if case .bytes(let body) = plan.body { (plan.head, body) } else { (plan.head, []) }
    }
}

extension HTTPFailure {
    /// What a connection that is sent away is told.
    init(_ refusal: ConnectionRefusal, _ configuration: HTTPServerConfiguration) {
        switch refusal {
        case .full, .outOfDescriptors: self = .tooManyConnections(allowed: configuration.maximumConnections)
        case .fullForAddress:
            self = .tooManyConnectionsFromAddress(allowed: configuration.maximumConnectionsPerAddress ?? .max)
        }
    }
}

extension OutgoingResponse {
    fileprivate var isStream: Bool {
        if case .stream = body { true } else { false }
    }
}
