/// Lines, request lines and targets: RFC 9112 §2 and §3.
extension Rule {
    private static let host = "Host: a\r\n"

    /// Returns a GET request for a target.
    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    static let lines = [
        Rule(
            "a head is bytes, not text (9112 §2.2)",
            [
                .served("GET / HTTP/1.1\r\nHost: a\r\nX: \u{E9}\u{FF}\u{80}\r\n\r\n", "GET / 1.1 "),
                // CR LF is one Character in Swift, and a combining mark would join the colon.
                .served("GET / HTTP/1.1\r\nHost: a\r\nX:\u{CC}\u{81}\r\n\r\n", "GET / 1.1 "),
            ]
        ),
        Rule(
            "some empty lines before a request are skipped, many are not (9112 §2.2)",
            [
                .served("\r\n\r\n" + get("/"), "GET / 1.1 "),
                .served(get("/1") + "\r\n" + get("/2"), "GET /1 1.1 ", "GET /2 1.1 "),
                .refused(400, "\r\n\r\n\r\n\r\n\r\n"),
            ]
        ),
        Rule(
            "LF alone ends no line (9112 §2.2, §11.2)",
            [
                .refused(400, "GET / HTTP/1.1\nHost: a\n\n"), .refused(400, "GET / HTTP/1.1\r\nHost: a\n\r\n"),
                .refused(400, "GET / HTTP/1.1\r\nHost: a\r\n\n"), .refused(400, "\n" + get("/")),
            ]
        ),
        Rule(
            "CR without LF is refused anywhere in a head (9112 §2.2)",
            [
                .refused(400, "GET / HTTP/1.1\rHost: a\r\n\r\n"), .refused(400, "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n"),
                .refused(400, "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n"),
                .refused(400, "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n"),
                .refused(400, "GET / HTTP/1.1\r\nHost: a\r\n\rX\r\n\r\n"), .refused(400, "\rGET / HTTP/1.1\r\n"),
            ]
        ),
        Rule(
            "control bytes are refused in targets and values (9110 §5.5)",
            [
                .refused(400, "GET /\0 HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET /\u{1} HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET /\u{7F} HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET /\u{B} HTTP/1.1\r\n" + host + "\r\n"),
                .field("X: a\0b"), .field("X: a\u{1}b"), .field("X: a\u{8}b"), .field("X: a\u{C}b"),
                .field("X: a\u{7F}b"),
                .field("X\0: 1"), .refused(400, "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}"),
            ]
        ),
        Rule(
            "no whitespace before the method or the first field (9112 §2.2)",
            [
                .refused(400, " " + get("/")), .refused(400, "\t" + get("/")),
                .refused(400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
                .refused(400, "GET / HTTP/1.1\r\n\tHost: a\r\n\r\n"),
            ]
        ),
        Rule(
            "a method is a token (9110 §9.1)",
            [
                .refused(400, "G(T / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "\u{C9}T / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET, / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "\"GET\" / HTTP/1.1\r\n" + host + "\r\n"),
            ]
        ),
        Rule(
            "an unknown method is not implemented, and methods have their case (9110 §9.1)",
            [
                .refused(501, "BREW / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(501, "get / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(501, "Get / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(501, "GETX / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(501, "CONNECT a:80 HTTP/1.1\r\n" + host + "\r\n"),
                .refused(501, "CONNECT / HTTP/1.1\r\n" + host + "\r\n"),
            ]
        ),
        Rule(
            "there is no HTTP/0.9 (9112 §2.3)",
            [
                .refused(400, "GET /\r\n"), .refused(400, "GET / \r\n"), .refused(400, "GET\r\n"),
                .refused(400, "GET / HTTP/0.9\r\n\r\n"),
            ]
        ),
        Rule(
            "versions have one digit on each side; later minor ones are served (9110 §2.5, 9112 §2.3)",
            [
                .served("GET / HTTP/1.2\r\n" + host + "\r\n", "GET / 1.1 "),
                .served("GET / HTTP/1.9\r\n" + host + "\r\n", "GET / 1.1 "),
                .refused(505, "GET / HTTP/2.0\r\n" + host + "\r\n"),
                .refused(505, "GET / HTTP/9.9\r\n" + host + "\r\n"),
                .refused(505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                .refused(400, "GET / HTTP/1.10\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTP/01.1\r\n" + host + "\r\n"),
                .refused(400, "GET / http/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTP/1.1x\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTP/1,1\r\n" + host + "\r\n"), .refused(400, "GET / HTTP/1\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTP/1.\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTP/+1.1\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTQ/1.1\r\n" + host + "\r\n"),
            ]
        ),
        Rule(
            "single spaces part a request line (9112 §3)",
            [
                .refused(400, "GET  / HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET /  HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET\t/\tHTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET / HTTP/1.1 \r\n" + host + "\r\n"),
                .refused(400, "GET /a b HTTP/1.1\r\n" + host + "\r\n"),
                .refused(400, "GET /\tHTTP/1.1\r\n" + host + "\r\n"),
            ]
        ),
    ]

    static let targets = [
        Rule(
            "a target of more than 8 KiB is 414 (9112 §3)",
            [
                .served(get("/" + x(8191)), "GET /\(x(8191)) 1.1 "), .refused(414, get("/" + x(8192))),
                .refused(414, "GET /" + x(9000)),
            ]
        ),
        Rule(
            "a target begins with a slash, unless it is absolute or * (9112 §3.2)",
            [
                .refused(400, get("a")), .refused(400, get("?a")), .refused(400, get("a:80")),
                .refused(400, get("ftp://b/p")),
                .refused(400, get("http:/p")), .refused(400, get("//b/p#")),
            ]
        ),
        Rule(
            "absolute targets are taken, and replace Host (9112 §3.2.2)",
            [
                .served(get("http://b/p?q"), "GET /p?q 1.1 "), .served(get("HTTP://b"), "GET / 1.1 "),
                .served(get("https://b:8080?q"), "GET /?q 1.1 "), .served(get("http://[::1]:80/"), "GET / 1.1 "),
                .refused(400, get("http:///p")), .refused(400, get("http://u@b/p")), .refused(400, get("http://b c/p")),
                .refused(400, get("http://b/p#f")), .refused(400, "GET http://b/ HTTP/1.1\r\n\r\n"),
            ]
        ),
        Rule(
            "* belongs to OPTIONS (9112 §3.2.4)",
            [
                .served("OPTIONS * HTTP/1.1\r\n" + host + "\r\n", "OPTIONS * 1.1 "),
                .served("OPTIONS http://b HTTP/1.1\r\n" + host + "\r\n", "OPTIONS * 1.1 "), .refused(400, get("*")),
                .refused(400, "POST * HTTP/1.1\r\n" + host + "\r\n"),
            ]
        ),
        Rule(
            "no fragments, broken percent signs or raw ASCII outside the grammar in a target (3986 §3, 9112 §3.2)",
            [
                .refused(400, get("/a#b")), .refused(400, get("/#")), .refused(400, get("/%zz")),
                .refused(400, get("/%")),
                .refused(400, get("/%2")), .refused(400, get("/%%20")), .refused(400, get("/?%g0")),
                .refused(400, get("/\"")), .refused(400, get("/<x>")), .refused(400, get("/a\\b")),
                .refused(400, get("/{}")),
                .served(get("/%00%2F%ff?a=%0d%0a"), "GET /%00%2F%ff?a=%0d%0a 1.1 "),
            ]
        ),
        Rule(
            "raw bytes above ASCII in a target are percent-encoded, as curl sends emoji (beyond 3986 §2)",
            [
                .served(get("/\u{E9}?x=\u{C3}\u{A9}"), "GET /%e9?x=%c3%a9 1.1 "),
                .refused(400, get("/\u{C3}\u{A9}\"")), .refused(400, get("/\u{C3}\u{A9}%")),
                .refused(414, get("/?" + String(repeating: "\u{E9}", count: 3000))),
            ]
        ),
        Rule(
            "dots are the handler's to judge",
            [
                .served(get("/../x"), "GET /../x 1.1 "), .served(get("/./%2e%2e/"), "GET /./%2e%2e/ 1.1 "),
            ]
        ),
    ]

    static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
}
