/// A class of work whose predictions are off by about the same factor.
public struct WorkKind: RawRepresentable, Sendable, Hashable {
    /// Stable name, used as a metric label.
    public let rawValue: String

    /// A kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Work that is not measured by kind.
    public static let unclassified = WorkKind(rawValue: "unclassified")
}
