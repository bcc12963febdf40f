public import HTTPTypes

/// Fields serialized once, for a response that is sent many times: serialization is most of the work on a small one.
public struct PreparedFields: Sendable {
    let bytes: [UInt8]

    /// Serializes `fields`, except those that the server sets (see ``OutgoingResponse``).
    public init(_ fields: HTTPFields) {
        var writer = HeadWriter()
        var own = OwnFields()
        for field in fields where !own.take(field) { writer.append(field) }
        bytes = writer.bytes
    }
}

/// Values of a handler for fields that the server sets.
struct OwnFields {
    private(set) var closes = false
    /// Value of `Content-Length`, used in response to HEAD.
    private(set) var length: Int?

    /// - Returns: Whether the server sets the field.
    mutating func take(_ field: HTTPField) -> Bool {
        let name = field.name.canonicalName
        // By length first: comparing each name with all of these would take longer than writing it.
        switch name.utf8.count {
        case 4: return name == "date"
        case 10 where name == "connection":
            if Array(field.value.utf8)[...].listElements.contains(where: { $0.spells("close") }) { closes = true }
            return true
        case 10: return name == "keep-alive"
        case 14 where name == "content-length":
            length = field.value.utf8.decimalValue
            return true
        case 17: return name == "transfer-encoding"
        default: return false
        }
    }
}
