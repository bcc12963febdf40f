import HTTPTypes

/// Answers to connections that are refused unread.
///
/// Built once a second, for their `Date`: with too many connections, there is no time to build each answer separately.
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
            // A handler's response with an invalid status, or a stream, is replaced by a status alone: the answer to
            // overload must be short.
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
    /// Failure reported to a refused connection.
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
