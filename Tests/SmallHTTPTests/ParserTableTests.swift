import Testing

@testable import SmallHTTP

@Suite struct ParserTableTests {
    @Test(arguments: allRows)
    func `a message has one outcome wherever it is cut`(row: Row) {
        let expected = row.expected()
        let bytes = row.bytes[...]
        #expect(ParsedMessage([bytes]) == expected)
        #expect(ParsedMessage(bytes.indices.map { bytes[$0...$0] }) == expected)
        for cut in bytes.indices {
            #expect(ParsedMessage([bytes[..<cut], bytes[cut...]]) == expected, "cut at \(cut)")
        }
    }

    static let allRows = lineRows + targetRows + hostRows + fieldRows + lengthRows + chunkRows

    static let lineRows = [
        Row("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .request { _ in }),
        Row("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /2", .request { $0.rest = "GET /2" }),
        Row("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .request { _ in }),
        Row(String(repeating: "\r\n", count: 5) + "GET / HTTP/1.1\r\n", .failure(.tooManyEmptyLines(allowed: 4))),
        Row("GET / HTTP/1.1\nHost: a\n\n", .failure(.bareLineFeed)),
        Row("GET / HTTP/1.1\r\nHost: a\n\r\n", .failure(.bareLineFeed)),
        Row("\nGET / HTTP/1.1\r\n", .failure(.bareLineFeed)),
        Row("GET / HTTP/1.1\rHost: a\r\n\r\n", .failure(.bareCarriageReturn)),
        Row("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", .failure(.bareCarriageReturn)),
        Row("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", .failure(.bareCarriageReturn)),
        Row("GET /\0 HTTP/1.1\r\n", .failure(.controlByte(0))),
        Row("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{1}b\r\n\r\n", .failure(.controlByte(1))),
        Row("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7F}b\r\n\r\n", .failure(.controlByte(127))),
        Row("\u{16}\u{3}\u{1}\u{2}\0", .failure(.controlByte(0x16))),
        Row(" GET / HTTP/1.1\r\nHost: a\r\n\r\n", .failure(.malformedRequestLine)),
        Row("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .failure(.foldedField)),
        Row("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", .failure(.malformedRequestLine)),
        Row("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .failure(.unsupportedMethod("BREW"))),
        Row("get / HTTP/1.1\r\nHost: a\r\n\r\n", .failure(.unsupportedMethod("get"))),
        Row("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", .failure(.unsupportedMethod("CONNECT"))),
        Row("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", .request { $0.method = "TRACE" }),
        Row("GET /\r\n\r\n", .failure(.malformedRequestLine)),
        Row("GET\r\n\r\n", .failure(.malformedRequestLine)),
        Row("GET / HTTP/0.9\r\n\r\n", .failure(.malformedVersion)),
        Row("GET / HTTP/1.2\r\nHost: a\r\n\r\n", .request { _ in }),
        Row("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .failure(.unsupportedVersion(major: 2, minor: 0))),
        Row("GET / HTTP/9.9\r\nHost: a\r\n\r\n", .failure(.unsupportedVersion(major: 9, minor: 9))),
        Row("GET / HTTP/1.10\r\nHost: a\r\n\r\n", .failure(.malformedVersion)),
        Row("GET / http/1.1\r\nHost: a\r\n\r\n", .failure(.malformedVersion)),
        Row("GET / HTTP/1.1x\r\nHost: a\r\n\r\n", .failure(.malformedVersion)),
        Row("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .failure(.malformedRequestLine)),
        Row("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .failure(.malformedRequestLine)),
        Row("GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", .failure(.malformedRequestLine)),
        Row("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .failure(.unsupportedVersion(major: 2, minor: 0))),
        Row("GET / HTTP/1.1\r\nHost: a\r\n", .incomplete),
        Row("", .incomplete),
    ]

    static let targetRows = [
        Row.target("/a/b.png?x=1&y=%20", .request { $0.path = "/a/b.png?x=1&y=%20" }),
        .target("/../x", .request { $0.path = "/../x" }),
        .target("/?q={[|]}^`\\", .request { $0.path = "/?q={[|]}^`\\" }),
        .target("/{}", .failure(.invalidTarget)),
        .target("a", .failure(.invalidTarget)),
        .target("?a", .failure(.invalidTarget)),
        .target("*", .failure(.invalidTarget)),
        .target("/a#b", .failure(.invalidTarget)),
        .target("/%zz", .failure(.invalidTarget)),
        .target("/%", .failure(.invalidTarget)),
        .target("/%2", .failure(.invalidTarget)),
        .target("/\u{E9}?q=\u{C3}\u{A9}", .request { $0.path = "/%e9?q=%c3%a9" }),
        .target("/\"", .failure(.invalidTarget)),
        .target("/<x>", .failure(.invalidTarget)),
        .target(
            "http://b:8080/p?q",
            .request {
                $0.authority = "b:8080"
                $0.path = "/p?q"
            }
        ),
        .target("HTTP://b", .request { $0.authority = "b" }),
        .target(
            "https://b?q",
            .request {
                $0.authority = "b"
                $0.path = "/?q"
            }
        ),
        .target("http:///p", .failure(.invalidHost)),
        .target("http://u@b/p", .failure(.invalidHost)),
        .target("ftp://b/p", .failure(.invalidTarget)),
        Row(
            "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
            .request {
                $0.method = "OPTIONS"
                $0.path = "*"
            }
        ),
        Row(
            "OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n",
            .request {
                $0.method = "OPTIONS"
                $0.path = "*"
                $0.authority = "b"
            }
        ),
    ]

    private static func host(_ value: String, _ expected: @autoclosure @escaping @Sendable () -> ParsedMessage) -> Row {
        Row("GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n", expected())
    }

    static let hostRows = [
        Row("GET / HTTP/1.1\r\n\r\n", .failure(.missingHost)),
        Row("GET http://b/ HTTP/1.1\r\n\r\n", .failure(.missingHost)),
        Row("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .failure(.repeatedHost)),
        Row("GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n", .failure(.repeatedHost)),
        host("a b", .failure(.invalidHost)),
        host("a,b", .failure(.invalidHost)),
        host("u@a", .failure(.invalidHost)),
        host("a/b", .failure(.invalidHost)),
        host("", .failure(.invalidHost)),
        host("a:x", .failure(.invalidHost)),
        host("a:65536", .failure(.invalidHost)),
        host("a:99999999999999999999", .failure(.invalidHost)),
        host("a:1:2", .failure(.invalidHost)),
        host("[::1", .failure(.invalidHost)),
        host("[]", .failure(.invalidHost)),
        host("[x]", .failure(.invalidHost)),
        host("%4", .failure(.invalidHost)),
        host("a:80", .request { $0.authority = "a:80" }),
        host("a:", .request { $0.authority = "a:" }),
        host("[::1]:80", .request { $0.authority = "[::1]:80" }),
        host("ex-am_ple.org", .request { $0.authority = "ex-am_ple.org" }),
        Row(
            "GET / HTTP/1.0\r\n\r\n",
            .request {
                $0.authority = nil
                $0.version = .http10
                $0.keepsAlive = false
            }
        ),
    ]

    static let fieldRows = [
        Row.field("X:1", .request { $0.fields = ["X=1"] }),
        .field("X: \t 1 2 \t", .request { $0.fields = ["X=1 2"] }),
        .field("X:", .request { $0.fields = ["X="] }),
        .field("X: 1\r\nX: 2", .request { $0.fields = ["X=1", "X=2"] }),
        .field("X : 1", .failure(.whitespaceBeforeColon)),
        .field("X\t: 1", .failure(.whitespaceBeforeColon)),
        .field("X: 1\r\n 2", .failure(.foldedField)),
        .field("X: 1\r\n\t2", .failure(.foldedField)),
        .field(": 1", .failure(.malformedField)),
        .field("X", .failure(.malformedField)),
        .field("X Y: 1", .failure(.malformedField)),
        .field("X(: 1", .failure(.malformedField)),
        .field("X\u{E9}: 1", .failure(.malformedField)),
        .field("Connection: close", .request { $0.connection("close", false) }),
        .field("Connection: x, CLOSE", .request { $0.connection("x, CLOSE", false) }),
        .field("Connection: closed", .request { $0.connection("closed", true) }),
        .field(
            "Expect: 100-Continue",
            .request {
                $0.fields = ["Expect=100-Continue"]
                $0.expectsContinue = true
            }
        ),
        .field("Expect: 200-ok", .failure(.unknownExpectation)),
        Row(
            "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\nExpect: x\r\n\r\n",
            .request {
                $0.authority = nil
                $0.version = .http10
                $0.fields = ["Connection=Keep-Alive", "Expect=x"]
            }
        ),
    ]

    static let lengthRows =
        [
            Row.field(
                "Content-Length: 3\r\n\r\nabcd",
                .request {
                    $0.fields = ["Content-Length=3"]
                    $0.body = "abc"
                    $0.rest = "d\r\n\r\n"
                }
            ),
            .field(
                "Content-Length: 0000",
                .request { $0.fields = ["Content-Length=0000"] }
            ),
            .field("Content-Length: 9\r\n\r\na", .incomplete),
            .field("Content-Length: 3\r\nTransfer-Encoding: chunked", .failure(.lengthAndTransferEncoding)),
            .field("Content-Length: 2\r\nContent-Length: 5", .failure(.repeatedContentLength)),
            .field("Content-Length: 2\r\nContent-Length: 2", .failure(.repeatedContentLength)),
        ]
        + [
            "2, 5", "2,2", "+2", "-1", "0x2", "2 3", "", "2.0", "1e2", "\u{B2}", String(repeating: "9", count: 30),
            "18446744073709551618", "9223372036854775808",
        ].map { Row.field("Content-Length: \($0)", .failure(.invalidContentLength)) } + [
            .field("Transfer-Encoding: gzip, chunked", .failure(.unsupportedTransferCoding)),
            .field("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", .failure(.unsupportedTransferCoding)),
            .field("Transfer-Encoding: chunked, gzip", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: chunked, chunked", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: xchunked", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: identity", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding:", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: ,chunked", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: \u{A0}chunked", .failure(.invalidTransferEncoding)),
            .field("Transfer-Encoding: \u{B}chunked", .failure(.controlByte(0x0B))),
            .field("Transfer-Encoding: \"chunked\"", .failure(.invalidTransferEncoding)),
            Row("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .failure(.transferEncodingInHTTP10)),
        ]

    private static func body(_ text: String, rest: String = "") -> ParsedMessage {
        .request {
            $0.method = "POST"
            $0.fields = ["Transfer-Encoding=chunked"]
            $0.body = text
            $0.rest = rest
        }
    }

    static let chunkRows = [
        Row.chunked("0\r\n\r\n", body("")),
        .chunked("3\r\nabc\r\n0\r\n\r\nGET", body("abc", rest: "GET")),
        .chunked("3\r\nabc\r\n00A\r\n0123456789\r\n000\r\n\r\n", body("abc0123456789")),
        .chunked("3;x=y;z=\"q\"\r\nabc\r\n0 ;x\r\n\r\n", body("abc")),
        .chunked("0\r\nX-T: 1\r\nHost: evil\r\n\r\n", body("")),
        .chunked("3\r\nab", .incomplete),
        .chunked("0x2\r\n", .failure(.invalidChunkSize)),
        .chunked("+2\r\n", .failure(.invalidChunkSize)),
        .chunked("-1\r\n", .failure(.invalidChunkSize)),
        .chunked("0_2\r\n", .failure(.invalidChunkSize)),
        .chunked(" 2\r\n", .failure(.invalidChunkSize)),
        .chunked("2 \r\nab", .failure(.invalidChunkSize)),
        .chunked("\r\n", .failure(.invalidChunkSize)),
        .chunked(";x\r\n", .failure(.invalidChunkSize)),
        .chunked("00000000000000002\r\n", .failure(.invalidChunkSize)),
        .chunked("ffffffffffffffff\r\n", .failure(.invalidChunkSize)),
        .chunked("7fffffffffffffff\r\n", .failure(.bodyTooLarge(found: nil, allowed: 1000))),
        .chunked(
            "3e8\r\n\(String(repeating: "x", count: 1000))\r\n1\r\n",
            .failure(.bodyTooLarge(found: nil, allowed: 1000))
        ),
        .chunked("2\nab", .failure(.bareLineFeed)),
        .chunked("2\rab", .failure(.bareCarriageReturn)),
        .chunked("2;a\nb\r\n", .failure(.bareLineFeed)),
        .chunked("2;a\rb\r\n", .failure(.bareCarriageReturn)),
        .chunked("2;a\0\r\n", .failure(.controlByte(0))),
        .chunked("2;\(String(repeating: "x", count: 1100))", .failure(.chunkExtensionsTooLong(allowed: 1024))),
        .chunked("2\r\nabc\r\n", .failure(.malformedChunk)),
        .chunked("2\r\nab\n", .failure(.malformedChunk)),
        .chunked("2\r\nab\rc", .failure(.malformedChunk)),
        .chunked("0\r\n\n", .failure(.bareLineFeed)),
        .chunked("0\r\nX\r\n\r\n", .failure(.malformedField)),
        .chunked("0\r\n X: 1\r\n\r\n", .failure(.foldedField)),
        .chunked("0\r\nX: 1\0\r\n\r\n", .failure(.controlByte(0))),
    ]
}

extension ParsedMessage.Summary {
    fileprivate mutating func connection(_ value: String, _ keepsAlive: Bool) {
        fields = ["Connection=\(value)"]
        self.keepsAlive = keepsAlive
    }
}
