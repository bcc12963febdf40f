public import HTTPTypes

/// Fields written out once, for an answer that is sent many times: to write them is most of the work on a small one.
public struct PreparedFields: Sendable {
    let bytes: [UInt8]

    /// Writes `fields` out. Those that are the server's (see ``OutgoingResponse``) are left out.
    public init(_ fields: HTTPFields) {
        var writer = HeadWriter()
        var own = OwnFields()
        for field in fields where !own.take(field) { writer.append(field) }
        bytes = writer.bytes
    }
}

/// What a handler wrote where the server decides.
struct OwnFields {
    private(set) var closes = false
    /// Counts in answer to HEAD.
    private(set) var length: Int?

    /// - Returns: Whether the field is the server's.
    mutating func take(_ field: HTTPField) -> Bool {
        let name = field.name.canonicalName
        // By length first: comparing each name with each of these would take longer than writing it.
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
