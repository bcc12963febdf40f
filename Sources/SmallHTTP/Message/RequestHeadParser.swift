import HTTPTypes

/// Parses bytes into a ``RequestHead``, however they are split.
///
/// A value type: consumes the bytes that belong to the head and leaves the others. Unusable after a failure.
///
/// - Complexity: O(bytes), each examined a fixed number of times. Memory is bounded by the limits.
struct RequestHeadParser: Sendable {
    private let limits: RequestLimits
    private var scanner = LineScanner()
    private var headBytes = 0
    private var emptyLines = 0
    private var requestLine: RequestLine?
    private var fieldCount = 0
    private var fields = HTTPFields()
    private var framing = FramingFields()

    init(limits: RequestLimits) {
        self.limits = limits
    }

    /// Whether a byte of the request itself has arrived; empty lines before it don't count.
    var hasBegun: Bool {
        requestLine != nil || !scanner.start.isEmpty
    }

    /// Method, known after the request line, for an answer that must not have a body.
    var method: HTTPRequest.Method? {
        requestLine?.method
    }

    /// Consumes bytes from the front of `input` until the head is complete or `input` is empty.
    ///
    /// - Returns: The head, or `nil` when more bytes are needed.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(HTTPFailure) -> RequestHead? {
        while !input.isEmpty {
            if requestLine == nil {
                try consumeRequestLine(&input)
                continue
            }
            guard let line = try scanLine(&input, room: limits.headBytes) else { return nil }
            if !line.isEmpty {
                try add(FieldLine(line))
            } else if let requestLine {
                return try head(requestLine)
            }
        }
        return nil
    }

    private mutating func consumeRequestLine(_ input: inout ArraySlice<UInt8>) throws(HTTPFailure) {
        let line: ArraySlice<UInt8>
        do {
            let room = min(limits.requestLineBytes, limits.headBytes)
            guard let whole = try scanLine(&input, room: room) else { return }
            line = whole
        } catch {
            guard error.name == .headTooLarge else { throw error }
            throw RequestLine.failure(ofOverlong: scanner.start, limits: limits)
        }
        if line.isEmpty {
            // RFC 9112 §2.2: an empty line before the request line is skipped.
            emptyLines += 1
            headBytes = 0
            guard emptyLines <= limits.emptyLines else { throw .tooManyEmptyLines(allowed: limits.emptyLines) }
        } else {
            requestLine = try RequestLine(line, limits: limits)
        }
    }

    /// Returns the next line if it is complete; `room` limits all bytes of the head so far.
    private mutating func scanLine(
        _ input: inout ArraySlice<UInt8>,
        room: Int
    ) throws(HTTPFailure) -> ArraySlice<UInt8>? {
        let before = input.count
        let outcome = try scanner.scan(&input, room: room - headBytes)
        headBytes += before - input.count
        switch outcome {
        case .line(let line): return line
        case .needsMore: return nil
        case .tooLong: throw .headTooLarge(allowed: limits.headBytes)
        }
    }

    private mutating func add(_ field: FieldLine) throws(HTTPFailure) {
        guard fieldCount < limits.fieldCount else { throw .tooManyFields(allowed: limits.fieldCount) }
        fieldCount += 1
        // `HTTPRequest` keeps the host as `authority`.
        let isHost = framing.note(field)
        if !isHost { fields.append(HTTPField(name: field.name, value: field.value)) }
    }

    private func head(_ line: RequestLine) throws(HTTPFailure) -> RequestHead {
        let version = line.version
        let host = try framing.host(version: version)
        let bodyFraming = try framing.framing(version: version)
        let expectsContinue = try framing.expectsContinue(version: version)
        return RequestHead(
            request: HTTPRequest(
                method: line.method,
                scheme: line.target.scheme,
                authority: line.target.authority ?? host,
                path: line.target.path,
                headerFields: fields
            ),
            version: version,
            framing: bodyFraming,
            keepsAlive: framing.keepsAlive(version: version),
            expectsContinue: expectsContinue
        )
    }
}
