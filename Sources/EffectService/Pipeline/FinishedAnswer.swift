internal import HTTPTypes
internal import SmallHTTP

/// An effect whose bytes are all there: from the cache, or from a render that has ended. Everything that is sent of such a file
/// passes here.
struct FinishedAnswer: Sendable {
    /// Status 200 and the fields of the whole.
    let head: HTTPResponse
    let prepared: PreparedFields
    let bytes: [UInt8]
    let tag: EntityTag
    /// Form of an error, unless the request specifies one.
    let errorForm: ErrorForm

    /// Returns the response to a request: the whole, the part that it asks for, or that there is no such part.
    ///
    /// - Source: RFC 9110 §15.3.7 and §15.5.17.
    func response(to request: HTTPRequest, _ record: RequestRecord) -> OutgoingResponse {
        var head = head
        head.headerFields[.acceptRanges] = "bytes"
        switch ByteRange(request, count: bytes.count, tag: tag) {
        case .whole: return OutgoingResponse(head: head, prepared: prepared, body: .bytes(bytes))
        case .part(let part):
            head.status = .partialContent
            head.headerFields[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
            let some = part == bytes.indices ? bytes : Array(bytes[part])
            return OutgoingResponse(head: head, prepared: prepared, body: .bytes(some))
        case .beyond:
            let problem = Problem(
                kind: .rangeNotSatisfiable,
                status: .rangeNotSatisfiable,
                detail:
                    "Range asks for none of the \(bytes.count) bytes; allowed: a first byte below \(bytes.count), or at least 1 byte at the end",
                fields: [.acceptRanges: "bytes", .contentRange: "bytes */\(bytes.count)"]
            )
            return problem.response(to: request, errorForm, record)
        }
    }
}
