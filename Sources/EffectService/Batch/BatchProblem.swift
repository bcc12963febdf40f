public import EffectModel

/// Why a line of a batch gave no file, in the words of the service's problems.
///
/// - Source: RFC 9457.
public struct BatchProblem: Error, Sendable, Equatable {
    /// The line's, if it has one.
    public private(set) var name: String?
    /// As in the service's documents, and `invalid-line` for what is wrong with the line itself.
    public let kind: String
    /// For people.
    public let detail: String
    /// Each fault, with its JSON Pointer: into the line for `invalid-line`, otherwise into the spec.
    let faults: [JSONValue]

    private static let ofLine = "invalid-line"

    /// Faults of a line itself, at least one.
    public init(_ faults: [SpecFault], name: String? = nil) {
        let faults = Array(faults.prefix(SpecError.maximumFaults))
        self.name = name
        kind = Self.ofLine
        detail = Problem.summary(faults.map { ($0.pointer.isEmpty ? "the line" : $0.pointer, $0) })
        self.faults = faults.map(\.json)
    }

    /// One such fault.
    public init(_ fault: SpecFault, name: String? = nil) { self.init([fault], name: name) }

    init(notJSON error: JSONError) {
        kind = Problem.Kind.invalidJSON.rawValue
        detail = "the line is not JSON: byte \(error.column): \(error.reason)"
        faults = []
    }

    /// Any error of the road from a line to bytes.
    public init(_ error: any Error, name: String? = nil) {
        let problem = Problem(error)
        self.name = name
        kind = problem.kind.rawValue
        // A service tells its log what it does not tell a client; here, both are one.
        detail = problem.kind == .internal ? "\(error)" : problem.detail
        faults = problem.faults
    }

    func named(_ name: String?) -> BatchProblem {
        var problem = self
        problem.name = name
        return problem
    }

    /// One line of a report.
    ///
    /// - Parameter line: Its number, from 1.
    public func json(line: Int) -> JSONValue {
        var members: [JSONValue.Member] = [.init("line", .number(Double(line)))]
        if let name { members.append(.init("name", .string(name))) }
        members += [.init("type", .string("urn:hanabi:problem:\(kind)")), .init("detail", .string(detail))]
        if !faults.isEmpty { members.append(.init("errors", .array(faults))) }
        return .object(members)
    }
}
