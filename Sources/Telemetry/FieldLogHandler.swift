public import Logging

/// A log handler that takes the fields of a line as a list. Requests are logged thousands of times a second, and a dictionary for each line would cost more
/// than the line.
public protocol FieldLogHandler: LogHandler {
    /// Writes a line.
    ///
    /// - Parameter fields: Sorted by name.
    func log(_ level: Logger.Level, message: String, fields: [LogField])
}

/// One field of a line.
public struct LogField: Sendable {
    /// What it may hold.
    public enum Value: Sendable {
        case text(String)
        case whole(Int)
        case number(Double)
    }

    /// How it is called.
    public let name: String
    /// What it says.
    public let value: Value

    /// A field.
    public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

    /// The value for other handlers.
    public var metadata: Logger.MetadataValue {
        switch value {
        case .text(let text): .string(text)
        case .whole(let number): .stringConvertible(number)
        case .number(let number): .stringConvertible(number)
        }
    }
}
