import EffectModel

/// All faults of an effect spec, found in one pass.
public struct SpecError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Maximum number of faults recorded; a hostile document must not cause a long response.
    public static let maximumFaults = 64

    /// Faults of the spec; never empty.
    public let faults: [SpecFault]

    /// Creates an error from faults.
    public init(_ faults: [SpecFault]) { self.faults = faults }

    /// All faults for people, one per line: position, value found, allowed values.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// A fault in a spec: its position, the value found, and the allowed values.
public struct SpecFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// Kinds of faults. The raw values are stable: clients may switch on them.
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

    /// Kind of the fault.
    public let kind: Kind
    /// JSON Pointer to the fault. Source: RFC 6901.
    public let pointer: String
    /// The value found, shortened.
    public let found: String
    /// Allowed values; for an unknown name, the nearest known name or all names.
    public let allowed: String

    /// Creates a fault at `pointer`.
    public init(_ kind: Kind, at pointer: String, found: String, allowed: String) {
        self.kind = kind
        self.pointer = pointer
        self.found = found
        self.allowed = allowed
    }

    /// The message without the position: "found -1; allowed: 0...60".
    public var detail: String {
        switch kind {
        case .missing: "is missing; allowed: \(allowed)"
        case .unknownName: "\(found); \(allowed)"
        case .notSupportedYet: "\(found) is not supported yet; allowed: \(allowed)"
        default: "found \(found); allowed: \(allowed)"
        }
    }

    /// The message for people: position, value found, allowed values.
    public var description: String { "\(pointer.isEmpty ? "(document)" : pointer): \(detail)" }
}
