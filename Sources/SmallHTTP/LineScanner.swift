/// Gathers one line, ended by CRLF and by nothing else.
///
/// RFC 9112 §2.2 lets a recipient take a bare LF for a line end. We don't: two parsers in a row that disagree about
/// where a line ends are how requests are smuggled.
///
/// - Complexity: Each byte is looked at once, however the input is cut.
struct LineScanner: Sendable {
    enum Outcome {
        /// ``line`` is complete, without its CRLF. ``clear()`` makes room for the next one.
        case line
        case needsMore
        case tooLong
    }

    private(set) var line: [UInt8] = []
    private var sawCarriageReturn = false

    var isEmpty: Bool { line.isEmpty }

    mutating func clear() {
        line.removeAll(keepingCapacity: true)
    }

    /// Takes bytes off the front of `input`, up to the end of the line, and at most `room` of them.
    mutating func scan(_ input: inout ArraySlice<UInt8>, room: Int) throws(HTTPFailure) -> Outcome {
        let start = input.startIndex
        let limit = input.index(start, offsetBy: max(0, room), limitedBy: input.endIndex) ?? input.endIndex
        var index = start
        while index < limit {
            let byte = input[index]
            if sawCarriageReturn {
                guard byte == .lineFeed else { throw .bareCarriageReturn }
                sawCarriageReturn = false
                input = input[(index + 1)...]
                return .line
            }
            if byte == .carriageReturn {
                line.append(contentsOf: input[start..<index])
                sawCarriageReturn = true
                // What was in front of the CR is taken; go on behind it as if it were a new call.
                input = input[(index + 1)...]
                return try scan(&input, room: room - (index + 1 - start))
            }
            guard byte.isText else { throw byte == .lineFeed ? .bareLineFeed : .controlByte(byte) }
            index += 1
        }
        let isCutShort = limit < input.endIndex
        line.append(contentsOf: input[start..<limit])
        input = input[limit...]
        // A line that exactly fills the room still lacks its end, but only the next byte can show that.
        return isCutShort ? .tooLong : .needsMore
    }
}
