public import Logging

/// A log handler that takes the fields of a line as a list. Requests are logged thousands of times per second, and a
/// dictionary per line would cost more than the line.
public protocol FieldLogHandler: LogHandler {
    /// Writes a line.
    ///
    /// - Parameter fields: Fields sorted by name.
    func log(_ level: Logger.Level, message: String, fields: [LogField])
}

/// A field of a log line.
public struct LogField: Sendable {
    /// Value of a field.
    public enum Value: Sendable {
        case text(String)
        case whole(Int)
        case number(Double)
    }

    /// Name of the field.
    public let name: String
    /// Value of the field.
    public let value: Value

    /// A field of the given name and value.
    public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

    /// Value in the form that other handlers take.
    public var metadata: Logger.MetadataValue {
        switch value {
        case .text(let text): .string(text)
        case .whole(let number): .stringConvertible(number)
        case .number(let number): .stringConvertible(number)
        }
    }
}
