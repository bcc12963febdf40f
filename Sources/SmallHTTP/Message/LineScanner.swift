/// Collects one line, ended by CRLF and by nothing else.
///
/// RFC 9112 §2.2 allows a recipient to accept a bare LF as a line end. It is refused here: two parsers in a row that
/// disagree about line ends make request smuggling possible.
///
/// - Complexity: Each byte is examined once, however the input is split.
struct LineScanner: Sendable {
    enum Outcome {
        /// A complete line without its CRLF. It may share the input's memory, so callers must not keep it.
        case line(ArraySlice<UInt8>)
        case needsMore
        case tooLong
    }

    /// Part of the line found in earlier inputs.
    private(set) var start: [UInt8] = []
    private var sawCarriageReturn = false

    /// Consumes at most `room` bytes from the front of `input`, up to the end of the line.
    mutating func scan(_ input: inout ArraySlice<UInt8>, room: Int) throws(HTTPFailure) -> Outcome {
        let first = input.startIndex
        let limit = input.index(first, offsetBy: max(0, room), limitedBy: input.endIndex) ?? input.endIndex
        if sawCarriageReturn {
            guard first < limit else { return first < input.endIndex ? .tooLong : .needsMore }
            return try .line(endLine(&input, at: first, with: []))
        }
        var index = first
        while index < limit {
            let byte = input[index]
            if byte == .carriageReturn {
                let piece = input[first..<index]
                guard index + 1 < limit else {
                    sawCarriageReturn = true
                    return stop(&input, at: index + 1, keeping: piece)
                }
                return try .line(endLine(&input, at: index + 1, with: piece))
            }
            guard byte.isText else { throw byte == .lineFeed ? .bareLineFeed : .controlByte(byte) }
            index += 1
        }
        return stop(&input, at: limit, keeping: input[first..<limit])
    }

    /// - Parameter index: Index at which the LF must be.
    private mutating func endLine(
        _ input: inout ArraySlice<UInt8>,
        at index: Int,
        with piece: ArraySlice<UInt8>
    ) throws(HTTPFailure) -> ArraySlice<UInt8> {
        guard input[index] == .lineFeed else { throw .bareCarriageReturn }
        sawCarriageReturn = false
        input = input[(index + 1)...]
        guard !start.isEmpty else { return piece }
        defer { start = [] }
        return (start + piece)[...]
    }

    /// Stops within a line. A line that exactly fills the room still lacks its end, but only the next byte can show
    /// that.
    private mutating func stop(
        _ input: inout ArraySlice<UInt8>,
        at index: Int,
        keeping piece: ArraySlice<UInt8>
    ) -> Outcome {
        let isCutShort = index < input.endIndex
        start += piece
        input = input[index...]
        return isCutShort ? .tooLong : .needsMore
    }
}
