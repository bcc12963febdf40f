internal import SmallHTTP

/// The reason a request or a connection was refused, as a metric label: a closed set.
enum Rejection: Sendable, Hashable, CaseIterable {
    case badSignature
    case badToken
    case notOffered
    case overLimit
    case busy(RenderPool.Busy.Reason)
    case connection(ConnectionRefusal)

    static let allCases =
        [badSignature, badToken, notOffered, overLimit]
        + RenderPool.Busy.Reason.allCases.map(Rejection.busy) + ConnectionRefusal.allCases.map(Rejection.connection)

    /// Value of the metric label.
    var name: String {
        switch self {
        case .badSignature: "bad_signature"
        case .badToken: "bad_token"
        case .notOffered: "not_offered"
        case .overLimit: "over_limit"
        case .busy(let reason): reason.rawValue
        case .connection(let refusal): "connections_\(refusal.rawValue)"
        }
    }
}
