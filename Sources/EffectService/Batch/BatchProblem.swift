public import EffectCoding
import EffectModel
public import StrictJSON

/// The reason a line of a batch produced no file, in the terms of the service's problem documents.
///
/// - Source: RFC 9457.
public struct BatchProblem: Error, Sendable, Equatable {
    /// Name in the line, if there is a valid one.
    public private(set) var name: String?
    /// Problem kind as in the service's documents, or `invalid-line` for errors of the line itself.
    public let kind: String
    /// Human-readable explanation.
    public let detail: String
    /// The individual errors with JSON Pointers: into the line for `invalid-line`, otherwise into the spec.
    let faults: [JSONValue]

    private static let ofLine = "invalid-line"

    /// A problem with the line itself, for at least one error.
    public init(_ faults: [SpecFault], name: String? = nil) {
        let faults = Array(faults.prefix(SpecError.maximumFaults))
        self.name = name
        kind = Self.ofLine
        detail = Problem.summary(faults.map { ($0.pointer.isEmpty ? "the line" : $0.pointer, $0) })
        self.faults = faults.map(\.json)
    }

    /// A problem with the line itself, for a single error.
    public init(_ fault: SpecFault, name: String? = nil) { self.init([fault], name: name) }

    init(notJSON error: JSONError) {
        kind = Problem.Kind.invalidJSON.rawValue
        detail = "the line is not JSON: byte \(error.column): \(error.reason)"
        faults = []
    }

    /// A problem for any error between a line and its bytes.
    public init(_ error: any Error, name: String? = nil) {
        let problem = Problem(error)
        self.name = name
        kind = problem.kind.rawValue
        // A service shows internal errors only in its log; for a batch the client is the operator.
        detail = problem.kind == .internal ? "\(error)" : problem.detail
        faults = problem.faults
    }

    func named(_ name: String?) -> BatchProblem {
        var problem = self
        problem.name = name
        return problem
    }

    /// The problem as one line of a report.
    ///
    /// - Parameter line: Line number, from 1.
    public func json(line: Int) -> JSONValue {
        var members: [JSONValue.Member] = [.init("line", .number(Double(line)))]
        if let name { members.append(.init("name", .string(name))) }
        members += [.init("type", .string("urn:hanabi:problem:\(kind)")), .init("detail", .string(detail))]
        if !faults.isEmpty { members.append(.init("errors", .array(faults))) }
        return .object(members)
    }
}
