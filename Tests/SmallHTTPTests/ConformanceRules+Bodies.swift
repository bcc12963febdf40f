/// Message bodies, framing and connection management: RFC 9112 §6, §7 and §9.
extension Rule {
    private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"
    private static let chunks = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func length(_ value: String) -> Message {
        .refused(400, "\(post)Content-Length: \(value)\r\n\r\nab\r\n")
    }

    private static func coding(_ value: String, _ status: Int = 400) -> Message {
        .refused(status, "\(post)Transfer-Encoding: \(value)\r\n\r\n0\r\n\r\n")
    }

    static let bodies = [
        Rule(
            "a length and a coding together are refused (9112 §6.3, §11.2)",
            [
                .refused(400, post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                .refused(400, post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
                .refused(400, post + "Content-Length: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                .refused(400, post + "Content-Length: 5\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n"),
            ]
        ),
        Rule(
            "a length is told once (9112 §6.3)",
            [
                .refused(400, post + "Content-Length: 2\r\nContent-Length: 5\r\n\r\nabcde\r\n"),
                .refused(400, post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nab\r\n"), length("2, 5"),
                length("2,2"),
            ]
        ),
        Rule(
            "a length is digits, and in range (9110 §8.6)",
            [
                length("+2"), length("-1"), length("-0"), length("0x2"), length("2 3"), length(""), length("2.0"),
                length("1e2"),
                length("\u{B2}"), length("\u{D9}\u{A2}"), length("2;"), length("_2"),
                length(String(repeating: "9", count: 30)),
                length("18446744073709551618"), length("9223372036854775808"),
                .served(post + "Content-Length: 0002\r\n\r\nab", "POST / 1.1 ab"),
                .served(post + "Content-Length: 0\r\n\r\n", "POST / 1.1 "),
            ]
        ),
        Rule(
            "a body over the limit is 413, before it is read (9110 §15.5.14)",
            [
                .refused(413, post + "Content-Length: 65\r\n\r\n"),
                .refused(413, post + "Content-Length: 9223372036854775807\r\n\r\n"),
                .refused(413, post + "Content-Length: 65\r\nExpect: 100-continue\r\n\r\n"), .chunked("41\r\n", 413),
                .chunked("40\r\n\(x(64))\r\n1\r\n", 413), .chunked("7fffffffffffffff\r\n", 413),
                .served(post + "Content-Length: 64\r\n\r\n\(x(64))", "POST / 1.1 \(x(64))"),
            ]
        ),
        Rule(
            "the only coding is chunked, once and last (9112 §6.1, §6.3)",
            [
                coding("gzip, chunked", 501), coding("gzip\r\nTransfer-Encoding: chunked", 501), coding("gzip"),
                coding("chunked, gzip"), coding("chunked, chunked"), coding("chunked\r\nTransfer-Encoding: chunked"),
                coding("xchunked"), coding("chunkedx"), coding("identity"), coding(""), coding(",chunked"),
                coding("chunked,"),
                coding("\u{A0}chunked"), coding("\u{B}chunked"), coding("chunked\u{C}"), coding("\"chunked\""),
                coding("chunked;x"), coding("chunk ed"),
                .served(post + "transfer-ENCODING:\t ChunkED \t\r\n\r\n1\r\na\r\n0\r\n\r\n", "POST / 1.1 a"),
            ]
        ),
        Rule(
            "1.0 has no transfer codings (9112 §6.1)",
            [
                .refused(400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                .refused(
                    400,
                    "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                ),
            ]
        ),
        Rule(
            "a chunk's size is some hexadecimal digits (9112 §7.1)",
            [
                .chunked("0x2\r\n"), .chunked("+2\r\n"), .chunked("-1\r\n"), .chunked("0_2\r\n"), .chunked(" 2\r\n"),
                .chunked("\t2\r\n"), .chunked("2 \r\nab\r\n"), .chunked("\r\n"), .chunked(";x\r\n"), .chunked("g\r\n"),
                .chunked("2.\r\n"), .chunked("00000000000000002\r\n"), .chunked("ffffffffffffffff\r\n"),
                .chunked("8000000000000000\r\n"), .chunked("\u{FF}\r\n"),
                .served(
                    chunks + "00A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n",
                    "POST / 1.1 01234567890123456789"
                ),
            ]
        ),
        Rule(
            "chunk extensions are ignored, within limits (9112 §7.1.1)",
            [
                .served(chunks + "3;x=y;z=\"q\"\r\nabc\r\n0 ;x\r\n\r\n", "POST / 1.1 abc"),
                .chunked("2;\(x(1100))"), .chunked(String(repeating: "1;\(x(60))\r\na\r\n", count: 20)),
                .chunked("2;a\nb\r\n"), .chunked("2;a\rb\r\n"), .chunked("2;a\0\r\n"), .chunked("2\nab\r\n"),
                .chunked("2\rab\r\n"),
            ]
        ),
        Rule(
            "chunks end with CRLF (9112 §7.1)",
            [
                .chunked("2\r\nabc\r\n"), .chunked("2\r\nab\n"), .chunked("2\r\nab\rc"), .chunked("2\r\nab0\r\n\r\n"),
                .chunked("0\n\r\n"), .chunked("0\r\n\n"), .chunked("0\n\n"), .chunked("0\r\r\n"),
            ]
        ),
        Rule(
            "trailers are read as a head is, and dropped (9112 §7.1.2)",
            [
                .served(chunks + "0\r\nX-T: 1\r\nHost: evil\r\nContent-Length: 9\r\n\r\n", "POST / 1.1 "),
                .chunked("0\r\nX\r\n\r\n"), .chunked("0\r\n X: 1\r\n\r\n"), .chunked("0\r\nX : 1\r\n\r\n"),
                .chunked("0\r\nX: 1\0\r\n\r\n"), .chunked("0\r\nX: 1\n\r\n"), .chunked("0\r\nX: \(x(5000))", 431),
                .chunked("0\r\n\(String(repeating: "X: 1\r\n", count: 101))", 431),
            ]
        ),
        Rule(
            "a request cut short is refused (9112 §8)",
            [
                Message("GET / HT", [.init(status: 400)], isKept: false, endsWriting: true),
                Message(post + "Content-Length: 5\r\n\r\nab", [.init(status: 400)], isKept: false, endsWriting: true),
                Message(chunks + "5\r\nabcde\r\n", [.init(status: 400)], isKept: false, endsWriting: true),
                Message(chunks + "0\r\n", [.init(status: 400)], isKept: false, endsWriting: true),
                Message("\r\n", [], isKept: false, endsWriting: true),
            ]
        ),
        Rule(
            "what is not read is not the next request (9112 §9.3)",
            [
                Message(
                    "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                    [.init(status: 404)],
                    isKept: true
                ),
                Message(
                    "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
                    [.init(status: 404)],
                    isKept: false
                ),
                Message(
                    "POST /no HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                    [.init(status: 404)],
                    isKept: false
                ),
                Message(
                    "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n",
                    [.init(status: 404)],
                    isKept: false
                ),
            ]
        ),
        Rule(
            "requests in a row are answered in order, and the body of a GET is none of them (9112 §9.3.2)",
            [
                .served(
                    "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n" + chunks
                        + "1\r\na\r\n0\r\n\r\n",
                    "GET /1 1.1 ",
                    "GET /2 1.1 ",
                    "POST / 1.1 a"
                ),
                .served(
                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                    "GET / 1.1 GET / HTTP/1.1\r\n\r\n"
                ),
                Message(
                    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
                    [.init(status: 200), .init(status: 400)],
                    isKept: false
                ),
            ]
        ),
    ]

    static let connections = [
        Rule(
            "a connection ends when the client says so (9112 §9.6)",
            [
                .last("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET / 1.1 "),
                .last("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\n", "GET / 1.1 "),
                .last("GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: ,close ,\r\n\r\n", "GET / 1.1 "),
                .last("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n", "GET / 1.1 "),
                // The second request is not answered.
                .last(
                    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET / 1.1 "
                ),
                .served(
                    "GET / HTTP/1.1\r\nHost: a\r\nConnection: closed, upgrade\r\nUpgrade: h2c\r\n\r\n",
                    "GET / 1.1 "
                ),
            ]
        ),
        Rule(
            "1.0 ends its connection unless it asks to keep it (9112 §9.3)",
            [
                .last("GET / HTTP/1.0\r\n\r\n", "GET / 1.0 "), .last("GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET / 1.0 "),
                .served("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET / 1.0 "),
                .served("POST / HTTP/1.0\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nab", "POST / 1.0 ab"),
                .last("GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", "GET / 1.0 "),
            ]
        ),
    ]
}
