import Glibc
public import Logging

/// A log handler that writes one line per event: JSON for machines, or text for people.
///
/// JSON: `{"time":"2026-11-22T05:50:49.123Z","level":"info","message":"…", …}`, with the metadata as members; numbers
/// stay numbers. Text: time, level, message, `name=value`. Neither format contains control characters, whatever is
/// logged.
public struct LineLogHandler: LogHandler {
    /// Format of the lines.
    public enum Format: String, Sendable, CaseIterable {
        /// Text for people.
        case text
        /// JSON for machines.
        case json
    }

    /// Metadata added to every line.
    public var metadata: Logger.Metadata = [:]
    /// Provider of metadata, called for every line.
    public var metadataProvider: Logger.MetadataProvider?
    /// Lowest level that is logged.
    public var logLevel = Logger.Level.info

    private let format: Format
    private let sink: LogSink
    private let omittedInText: Set<String>

    /// - Parameter omittedInText: Names of metadata omitted from text lines, because the messages contain them.
    public init(_ format: Format, to sink: LogSink = .standardError, omittedInText: Set<String> = []) {
        (self.format, self.sink, self.omittedInText) = (format, sink, omittedInText)
    }

    /// Entry of ``metadata`` under a key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line with the metadata of the handler, the provider and the event.
    public func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        if let error = event.error { all["error"] = .string("\(error)") }
        var line = Line()
        switch format {
        case .json: line.writeJSON(event.level, message: event.message.description, metadata: all)
        case .text:
            line.writeText(event.level, message: event.message.description, metadata: all, without: omittedInText)
        }
        sink.write(line.bytes, isUrgent: event.level >= .error)
    }
}

extension LineLogHandler: FieldLogHandler {
    /// Writes a line, with ``metadata`` merged into the fields.
    public func log(_ level: Logger.Level, message: String, fields: [LogField]) {
        var fields = fields
        var added = metadata
        if let provided = metadataProvider?.get() { added.merge(provided) { $1 } }
        if !added.isEmpty {
            for (name, value) in added where !fields.contains(where: { $0.name == name }) {
                fields.append(LogField(name, .text("\(value)")))
            }
            fields.sort { $0.name < $1.name }
        }
        var line = Line()
        switch format {
        case .json: line.writeJSON(level, message: message, fields: fields)
        case .text: line.writeText(level, message: message, fields: fields, without: omittedInText)
        }
        sink.write(line.bytes, isUrgent: level >= .error)
    }
}

/// Builder of one line.
private struct Line {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    mutating func writeJSON(_ level: Logger.Level, message: String, fields: [LogField]) {
        beginJSON(level, message)
        for field in fields {
            append(",")
            appendQuoted(field.name)
            append(":")
            switch field.value {
            case .text(let text): appendQuoted(text)
            case .whole(let number): append("\(number)")
            case .number(let number) where number.isFinite: append("\(number)")
            case .number(let number): appendQuoted("\(number)")
            }
        }
        append("}\n")
    }

    mutating func writeText(
        _ level: Logger.Level,
        message: String,
        fields: [LogField],
        without omitted: Set<String>
    ) {
        beginText(level, message)
        for field in fields where !omitted.contains(field.name) {
            switch field.value {
            case .text(let text): appendPair(field.name, text)
            case .whole(let number): appendPair(field.name, "\(number)")
            case .number(let number): appendPair(field.name, "\(number)")
            }
        }
        append("\n")
    }

    private mutating func beginJSON(_ level: Logger.Level, _ message: String) {
        append(#"{"time":""#)
        appendTime()
        append(#"","level":""#)
        append(level.rawValue)
        append(#"","message":"#)
        appendQuoted(message)
    }

    private mutating func beginText(_ level: Logger.Level, _ message: String) {
        appendTime()
        append(" ")
        append(level.rawValue)
        append(" ")
        appendPlain(message)
    }

    private mutating func appendPair(_ name: String, _ text: String) {
        append(" ")
        appendPlain(name)
        append("=")
        if text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 }) {
            appendQuoted(text)
        } else {
            appendPlain(text)
        }
    }

    mutating func writeJSON(_ level: Logger.Level, message: String, metadata: Logger.Metadata) {
        beginJSON(level, message)
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            append(",")
            appendQuoted(name)
            append(":")
            appendJSON(value)
        }
        append("}\n")
    }

    mutating func writeText(
        _ level: Logger.Level,
        message: String,
        metadata: Logger.Metadata,
        without omitted: Set<String>
    ) {
        beginText(level, message)
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) where !omitted.contains(name) {
            appendPair(name, "\(value)")
        }
        append("\n")
    }

    private mutating func appendJSON(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): appendQuoted(text)
        case .stringConvertible(let number as Int): append("\(number)")
        case .stringConvertible(let number as Double) where number.isFinite: append("\(number)")
        case .stringConvertible(let flag as Bool): append("\(flag)")
        case .stringConvertible(let other): appendQuoted(other.description)
        case .array(let values):
            append("[")
            for (place, value) in values.enumerated() {
                if place > 0 { append(",") }
                appendJSON(value)
            }
            append("]")
        case .dictionary(let values):
            append("{")
            for (place, (name, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { append(",") }
                appendQuoted(name)
                append(":")
                appendJSON(value)
            }
            append("}")
        }
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    /// Appends text with control characters escaped, including those of Latin-1 and Unicode's line separators.
    private mutating func appendPlain(_ text: String) {
        guard !appendAtOnce(text, where: { (0x20..<0x7F).contains($0) }) else { return }
        for scalar in text.unicodeScalars { isHarmless(scalar) ? append(scalar) : appendEscape(scalar) }
    }

    private mutating func appendQuoted(_ text: String) {
        append("\"")
        defer { append("\"") }
        guard !appendAtOnce(text, where: { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) else { return }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            default: isHarmless(scalar) ? append(scalar) : appendEscape(scalar)
            }
        }
    }

    /// Appends text whose bytes are all plain, as in most cases; otherwise appends nothing and returns `false`.
    private mutating func appendAtOnce(_ text: String, where isPlain: (UInt8) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.allSatisfy(isPlain) else { return false }
            bytes += utf8
            return true
        }
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x2028
            && scalar.value != 0x2029
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { bytes += String(scalar).utf8 }
    }

    /// Appends an escape. All scalars that need one are in the Basic Multilingual Plane.
    private mutating func appendEscape(_ scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
    }

    /// Appends the current time in RFC 3339 format, in UTC, with milliseconds.
    private mutating func appendTime() {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        appendDigits(Int(parts.tm_year) + 1900, 4)
        for (mark, number) in [
            ("-", parts.tm_mon + 1), ("-", parts.tm_mday), ("T", parts.tm_hour), (":", parts.tm_min),
            (":", parts.tm_sec),
        ] {
            append(mark)
            appendDigits(Int(number), 2)
        }
        append(".")
        appendDigits(now.tv_nsec / 1_000_000, 3)
        append("Z")
    }

    private mutating func appendDigits(_ number: Int, _ count: Int) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
