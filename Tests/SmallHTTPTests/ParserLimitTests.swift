import Testing

@testable import SmallHTTP

@Suite struct ParserLimitTests {
    /// Parses the message whole and byte by byte; all cuts would take too long at these sizes.
    private func outcome(_ text: String, _ edit: (inout HTTPServerConfiguration) -> Void = { _ in }) -> ParsedMessage {
        var configuration = HTTPServerConfiguration()
        edit(&configuration)
        let limits = RequestLimits(configuration)
        let bytes = Array(text.utf8)[...]
        let whole = ParsedMessage([bytes], limits: limits)
        #expect(ParsedMessage(bytes.indices.map { bytes[$0...$0] }, limits: limits) == whole)
        return whole
    }

    private func get(_ targetBytes: Int) -> String {
        "GET /\(String(repeating: "x", count: targetBytes - 1)) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    @Test func `a target of 8 KiB is accepted, and one byte more gets 414`() {
        if case .request(let summary) = outcome(get(8192)) {
            #expect(summary.path.utf8.count == 8192)
        } else {
            Issue.record("refused")
        }
        #expect(outcome(get(8193)) == .failure(.targetTooLong(allowed: 8192)))
        #expect(outcome(get(100_000)) == .failure(.targetTooLong(allowed: 8192)))
        #expect(outcome("GET /" + String(repeating: "x", count: 9000)) == .failure(.targetTooLong(allowed: 8192)))
    }

    @Test func `an invalid request line is refused at the limit`() {
        let word = String(repeating: "x", count: 9000)
        #expect(outcome(word) == .failure(.unsupportedMethod(String(word.prefix(32)))))
        #expect(outcome("(\(word)") == .failure(.malformedRequestLine))
        #expect(outcome("GET / HTTP/1.1\(word)") == .failure(.malformedRequestLine))
    }

    @Test func `a head over its limit gets 431 before its end`() {
        let start = "GET / HTTP/1.1\r\nHost: a\r\n"
        let tooLarge = ParsedMessage.failure(.headTooLarge(allowed: 16_384))
        #expect(outcome(start + "X: " + String(repeating: "x", count: 16_384)) == tooLarge)
        let line = "X: " + String(repeating: "y", count: 1000) + "\r\n"
        #expect(outcome(start + String(repeating: line, count: 17)) == tooLarge)

        // Exactly at the limit, and one byte over it.
        let exact = start + "X: 1\r\n\r\n"
        #expect(outcome(exact) { $0.maximumHeadBytes = exact.utf8.count } == .request { $0.fields = ["X=1"] })
        let allowed = exact.utf8.count - 1
        #expect(outcome(exact) { $0.maximumHeadBytes = allowed } == .failure(.headTooLarge(allowed: allowed)))
    }

    @Test func `a field beyond the limit gets 431`() {
        let start = "GET / HTTP/1.1\r\nHost: a\r\n"
        let fields = { String(repeating: "X: 1\r\n", count: $0) }
        #expect(
            outcome(start + fields(99) + "\r\n") == .request { $0.fields = Array(repeating: "X=1", count: 99) }
        )
        #expect(outcome(start + fields(100)) == .failure(.tooManyFields(allowed: 100)))
    }

    @Test func `trailers have their own limits`() {
        let start = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        #expect(
            outcome(start + "X: " + String(repeating: "x", count: 5000)) == .failure(.trailerTooLarge(allowed: 4096))
        )
        #expect(
            outcome(start + String(repeating: "X: 1\r\n", count: 101)) == .failure(.tooManyFields(allowed: 100))
        )
    }

    @Test func `chunk extensions are counted over the whole body`() {
        let start = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = "1;x=0123456789\r\na\r\n"
        #expect(
            outcome(start + String(repeating: chunk, count: 100)) == .failure(.chunkExtensionsTooLong(allowed: 1024))
        )
    }

    /// An operator's absurd limits refuse everything but do not trap.
    @Test(arguments: [-1, 0, 1, Int.max])
    func `extreme limits do not trap`(limit: Int) {
        let message = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;x\r\na\r\n0\r\nX: 1\r\n\r\n"
        let result = outcome(message) {
            $0.maximumTargetBytes = limit
            $0.maximumHeadBytes = limit
            $0.maximumFieldCount = limit
            $0.maximumTrailerBytes = limit
            $0.maximumChunkExtensionBytes = limit
        }
        if limit == .max { #expect(result != .incomplete) }
    }

    /// Mutated requests by seed: cutting must not change the result, and nothing may trap.
    @Test(arguments: UInt64(0)..<150)
    func `a damaged request is parsed the same whole and in pieces`(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ bound: Int) -> Int {
            // The xorshift64* generator.
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
        let samples = [
            "GET /a?b=c%20 HTTP/1.1\r\nHost: a:80\r\nContent-Length: 3\r\n\r\nabc",
            "POST http://[::1]/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\nT: 1\r\n\r\n",
            "OPTIONS * HTTP/1.0\r\nConnection: keep-alive, x\r\nExpect: 100-continue\r\n\r\n",
        ]
        let alphabet = Array("\r\n :,;%0fF9+-_*/[]@#\t\0\u{7F}".utf8) + [0x80, 0xFF]
        for _ in 0..<20 {
            var bytes = Array(samples[next(samples.count)].utf8)
            for _ in 0...next(3) {
                let place = next(bytes.count)
                switch next(3) {
                case 0: bytes[place] = alphabet[next(alphabet.count)]
                case 1: bytes.insert(alphabet[next(alphabet.count)], at: place)
                default: bytes.remove(at: place)
                }
            }
            let whole = ParsedMessage([bytes[...]])
            #expect(ParsedMessage(bytes.indices.map { bytes[$0...$0] }) == whole)
            let cut = next(bytes.count)
            #expect(ParsedMessage([bytes[..<cut], bytes[cut...]]) == whole)
        }
    }
}
