import SystemSupport

/// Decodes the chunked transfer coding, RFC 9112 §7.1, however the input is split.
///
/// Extensions and trailer fields are checked, limited and dropped: a trailer never becomes a header (§7.1.2).
struct ChunkedDecoder: Sendable {
    private enum State {
        case size
        case whitespaceAfterSize
        case chunkExtension
        case lineFeedAfterSize
        case data
        case carriageReturnAfterData
        case lineFeedAfterData
        case trailer
        case done
    }

    private let limits: RequestLimits
    private let maximumBodyBytes: Int
    private var state = State.size
    private var remaining = 0
    private var sizeDigits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailerFields = 0
    private var scanner = LineScanner()

    init(maximumBodyBytes: Int, limits: RequestLimits) {
        self.maximumBodyBytes = maximumBodyBytes
        self.limits = limits
    }

    /// Consumes bytes from the front of `input` and appends their content to `body`.
    ///
    /// - Returns: Whether the body is complete.
    mutating func decode(
        _ input: inout ArraySlice<UInt8>,
        into body: inout [UInt8]
    ) throws(HTTPFailure) -> Bool {
        while state != .done, let byte = input.first {
            switch state {
            case .data:
                let piece = input.prefix(remaining)
                body.append(contentsOf: piece)
                remaining -= piece.count
                input = input.dropFirst(piece.count)
                if remaining == 0 { state = .carriageReturnAfterData }
            case .trailer:
                try decodeTrailer(&input)
            default:
                try decodeLine(byte, bodyBytes: body.count)
                input = input.dropFirst()
            }
        }
        return state == .done
    }

    private mutating func decodeLine(_ byte: UInt8, bodyBytes: Int) throws(HTTPFailure) {
        switch state {
        case .size:
            if let digit = byte.hexDigitValue {
                try addSizeDigit(Int(digit))
            } else {
                guard sizeDigits > 0 else { throw .invalidChunkSize }
                try endSize(byte, bodyBytes: bodyBytes)
            }
        case .whitespaceAfterSize, .chunkExtension:
            try decodeExtension(byte)
        case .lineFeedAfterSize:
            guard byte == .lineFeed else { throw .bareCarriageReturn }
            state = remaining == 0 ? .trailer : .data
        case .carriageReturnAfterData:
            guard byte == .carriageReturn else { throw .malformedChunk }
            state = .lineFeedAfterData
        case .lineFeedAfterData:
            guard byte == .lineFeed else { throw .malformedChunk }
            state = .size
            sizeDigits = 0
        case .data, .trailer, .done:
            break
        }
    }

    /// Adds a digit to the chunk size. RFC 9112 §7.1: overflow MUST be prevented.
    private mutating func addSizeDigit(_ digit: Int) throws(HTTPFailure) {
        let (product, overflow) = remaining.multipliedReportingOverflow(by: 16)
        let (sum, carry) = product.addingReportingOverflow(digit)
        guard sizeDigits < 16, !overflow, !carry else { throw .invalidChunkSize }
        remaining = sum
        sizeDigits += 1
    }

    private mutating func endSize(_ byte: UInt8, bodyBytes: Int) throws(HTTPFailure) {
        switch byte {
        case .carriageReturn: state = .lineFeedAfterSize
        case .lineFeed: throw .bareLineFeed
        case UInt8(ascii: ";"): state = .chunkExtension
        // The grammar allows bad whitespace before the semicolon only (§7.1.1).
        case .space, .tab: state = .whitespaceAfterSize
        default: throw .invalidChunkSize
        }
        // Checked before any data arrives: the announced size of a chunk counts as received.
        guard remaining <= maximumBodyBytes - bodyBytes else {
            throw .bodyTooLarge(found: nil, allowed: maximumBodyBytes)
        }
    }

    private mutating func decodeExtension(_ byte: UInt8) throws(HTTPFailure) {
        if byte == .lineFeed { throw .bareLineFeed }
        if state == .whitespaceAfterSize, !byte.isOptionalWhitespace {
            guard byte == UInt8(ascii: ";") else { throw .invalidChunkSize }
            state = .chunkExtension
        }
        if byte == .carriageReturn {
            state = .lineFeedAfterSize
            return
        }
        guard byte.isText else { throw .controlByte(byte) }
        extensionBytes += 1
        guard extensionBytes <= limits.chunkExtensionBytes else {
            throw .chunkExtensionsTooLong(allowed: limits.chunkExtensionBytes)
        }
    }

    private mutating func decodeTrailer(_ input: inout ArraySlice<UInt8>) throws(HTTPFailure) {
        let before = input.count
        let outcome = try scanner.scan(&input, room: limits.trailerBytes - trailerBytes)
        trailerBytes += before - input.count
        switch outcome {
        case .needsMore: return
        case .tooLong: throw .trailerTooLarge(allowed: limits.trailerBytes)
        case .line(let line) where line.isEmpty: state = .done
        case .line(let line):
            _ = try FieldLine(line)
            trailerFields += 1
            guard trailerFields <= limits.fieldCount else { throw .tooManyFields(allowed: limits.fieldCount) }
        }
    }
}
