/// Gathers one line, ended by CRLF and by nothing else.
///
/// RFC 9112 §2.2 lets a recipient take a bare LF for a line end. We don't: two parsers in a row that disagree about
/// where a line ends are how requests are smuggled.
///
/// - Complexity: Each byte is looked at once, however the input is cut.
struct LineScanner: Sendable {
    enum Outcome {
        /// Complete, without its CRLF. Shares the input's bytes where it could, and is not to be kept.
        case line(ArraySlice<UInt8>)
        case needsMore
        case tooLong
    }

    /// What earlier inputs had of the line.
    private(set) var start: [UInt8] = []
    private var sawCarriageReturn = false

    /// Takes bytes off the front of `input`, up to the end of the line, and at most `room` of them.
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

    /// - Parameter index: Where the LF must be.
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

    /// A line that exactly fills the room still lacks its end, but only the next byte can show that.
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
