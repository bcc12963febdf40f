/// Everything that is wrong with an effect spec, found in one pass.
public struct SpecError: Error, Sendable, Equatable, CustomStringConvertible {
    /// More faults than anyone reads; a hostile document must not make a long answer.
    public static let maximumFaults = 64

    /// Never empty.
    public let faults: [SpecFault]

    /// An error with these faults.
    public init(_ faults: [SpecFault]) { self.faults = faults }

    /// For people: the place, what was found, what is allowed.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a spec: where, what was found, what is allowed.
public struct SpecFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The ways to be wrong. The raw values are stable: clients may switch on them.
    public enum Kind: String, Sendable, CaseIterable {
        case missing
        case wrongType = "wrong-type"
        case outOfRange = "out-of-range"
        case unknownName = "unknown-name"
        case unknownValue = "unknown-value"
        case notSupportedYet = "not-supported-yet"
        case conflict
        case tooMuch = "too-much"
        case notOffered = "not-offered"
    }

    /// Which way this one is wrong.
    public let kind: Kind
    /// Place in the document. Source: RFC 6901.
    public let pointer: String
    /// What stood there, shortened.
    public let found: String
    /// What may stand there; for an unknown name, the nearest known one, or all of them.
    public let allowed: String

    /// A fault at `pointer`.
    public init(_ kind: Kind, at pointer: String, found: String, allowed: String) {
        self.kind = kind
        self.pointer = pointer
        self.found = found
        self.allowed = allowed
    }

    /// "found -1; allowed 0...60": the message without the place.
    public var detail: String {
        switch kind {
        case .missing: "is missing; allowed: \(allowed)"
        case .unknownName: "\(found); \(allowed)"
        case .notSupportedYet: "\(found) is not supported yet; allowed: \(allowed)"
        default: "found \(found); allowed: \(allowed)"
        }
    }

    /// For people: the place, what was found, what is allowed.
    public var description: String { "\(pointer.isEmpty ? "(document)" : pointer): \(detail)" }
}
