/// Fields: RFC 9112 §3.2 and §5.
extension Rule {
    private static func host(_ value: String) -> Message {
        .refused(400, "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n")
    }

    static let fields = [
        Rule(
            "1.1 has one valid Host (9112 §3.2)",
            [
                .refused(400, "GET / HTTP/1.1\r\n\r\n"), .refused(400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
                .refused(400, "GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n"),
                .refused(400, "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"), host("a b"), host("a,b"), host("a, b"),
                host("u@a"), host("a/b"), host("a?b"), host("a#b"), host(""), host("a:x"), host("a:65536"),
                host("a:1:2"),
                host("a:-1"), host("[::1"), host("[]"), host("[x]"), host("[::1]x"), host("%4"), host("\u{E9}"),
                host(":80"),
                .served("GET / HTTP/1.1\r\nHost: ex-am_ple.org:80\r\n\r\n", "GET / 1.1 "),
                .served("GET / HTTP/1.1\r\nhost:[::1]:80\r\n\r\n", "GET / 1.1 "),
            ]
        ),
        Rule(
            "no whitespace before the colon (9112 §5.1)",
            [
                .field("X : 1"), .field("X\t: 1"), .refused(400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
                .field("Content-Length : 5"), .field("Transfer-Encoding : chunked"),
            ]
        ),
        Rule(
            "no folded lines (9112 §5.2)",
            [
                .field("X: 1\r\n 2"), .field("X: 1\r\n\t2"), .field("X: 1\r\n \r\nY: 1"),
                .field("Transfer-Encoding:\r\n chunked"),
            ]
        ),
        Rule(
            "a field has a name, which is a token, and a colon (9112 §5.1)",
            [
                .field(": 1"), .field("X"), .field("X Y: 1"), .field("X(: 1"), .field("X\u{E9}: 1"), .field("\"X\": 1"),
                .field("X@: 1"), .field("X/: 1"),
                .served("GET / HTTP/1.1\r\nHost: a\r\nX!#$%&'*+-.^_`|~1:\r\nY::\r\n\r\n", "GET / 1.1 "),
            ]
        ),
        Rule(
            "a head of more than 16 KiB or 100 fields is 431 (6585 §5)",
            [
                .refused(431, "GET / HTTP/1.1\r\nHost: a\r\nX: " + x(16_384)),
                .refused(431, "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: \(x(1000))\r\n", count: 17)),
                .refused(431, "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: 1\r\n", count: 100)),
                .served(
                    "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: 1\r\n", count: 99) + "\r\n",
                    "GET / 1.1 "
                ),
            ]
        ),
        Rule(
            "no expectation but 100-continue, and none in 1.0 (9110 §10.1.1)",
            [
                .field("Expect: x", 417), .field("Expect: 100-continue, x", 417), .field("Expect:", 417),
                .last("GET / HTTP/1.0\r\nExpect: x\r\n\r\n", "GET / 1.0 "),
                // A request without a body gets no 100.
                .served("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", "GET / 1.1 "),
            ]
        ),
        Rule(
            "an answer to HEAD has no body, whatever it is (9110 §9.3.2)",
            [
                Message("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", [.init(status: 200, hasBody: false)], isKept: true),
                Message("HEAD /no HTTP/1.1\r\nHost: a\r\n\r\n", [.init(status: 404, hasBody: false)], isKept: true),
                .refused(400, "HEAD / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"),
            ]
        ),
    ]
}
