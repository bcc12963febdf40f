/// Collects a body of known framing.
enum BodyDecoder: Sendable {
    /// `Content-Length`, with the number of bytes still missing (RFC 9112 §6.2).
    case length(Int)
    case chunked(ChunkedDecoder)

    /// Consumes bytes from the front of `input` and appends their content to `body`.
    ///
    /// - Returns: Whether the body is complete.
    mutating func decode(
        _ input: inout ArraySlice<UInt8>,
        into body: inout [UInt8]
    ) throws(HTTPFailure) -> Bool {
        switch self {
        case .length(let remaining):
            let piece = input.prefix(remaining)
            body.append(contentsOf: piece)
            input = input.dropFirst(piece.count)
            self = .length(remaining - piece.count)
            return remaining == piece.count
        case .chunked(var decoder):
            let isComplete = try decoder.decode(&input, into: &body)
            self = .chunked(decoder)
            return isComplete
        }
    }
}
