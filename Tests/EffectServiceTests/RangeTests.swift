import HTTPTypes
import SmallHTTP
import StrictJSON
import TestSupport
import Testing
@testable import Video

@testable import EffectService

/// Parts of finished answers, as players of videos ask for them.
@Suite struct `Byte ranges` {
    private static let tag = EntityTag(of: [1, 2, 3])

    private static func range(
        _ field: String?,
        of count: Int = 1000,
        method: HTTPRequest.Method = .get,
        condition: String? = nil
    ) -> ByteRange {
        var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: "/")
        head.headerFields[.range] = field
        head.headerFields[.ifRange] = condition
        return ByteRange(head, count: count, tag: tag)
    }

    @Test(
        arguments: [
            ("bytes=0-1", 0..<2), ("bytes=0-", 0..<1000), ("bytes=0-999", 0..<1000), ("bytes=0-5000", 0..<1000),
            ("bytes=999-", 999..<1000), ("bytes=999-999", 999..<1000), ("bytes=-1", 999..<1000),
            ("bytes=-1000", 0..<1000),
            ("bytes=-5000", 0..<1000), ("BYTES=5-6", 5..<7), ("bytes= 5-6 ,", 5..<7), ("bytes=,\t5-6", 5..<7),
            ("bytes=00000000000000000000000000000005-6", 5..<7),
            ("bytes=10-99999999999999999999999999999999999999", 10..<1000), ("bytes=-99999999999999999999", 0..<1000),
            ("bytes=0-9223372036854775807", 0..<1000),
        ] as [(String, Range<Int>)]
    )
    func `a range is the bytes that it names, as far as they are there`(_ field: String, _ part: Range<Int>) {
        #expect(Self.range(field) == .part(part))
    }

    @Test(
        arguments: [
            "bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=-00", "bytes=99999999999999999999-",
            "bytes=9223372036854775807-9223372036854775807", "bytes=99999999999999999999-99999999999999999999",
        ]
    )
    func `a range behind the end has no bytes`(_ field: String) { #expect(Self.range(field) == .beyond) }

    @Test(
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=--1", "bytes=1", "bytes=5-4", "bytes=a-b",
            "bytes=1-b",
            "bytes=+1-2", "bytes=1-+2", "bytes=0x1-2", "bytes=1.0-2", "bytes=1 - 2", "bytes=１-2", "bytes=-1-2",
            "bytes=1-2-3",
            "bytes=0-0,5-6", "bytes=0-0,0-0", "bytes=-1,-2", "items=0-1", "bytes:0-1", " bytes =0-1", "=0-1",
            "bytes==0-1",
            "bytes=" + String(repeating: "0-,", count: 2000),
        ] as [String?]
    )
    func `what can't be read, and several ranges, are answered with the whole`(_ field: String?) {
        #expect(Self.range(field) == .whole)
    }

    @Test func `a range belongs to GET, and to the bytes that If-Range names`() {
        #expect(Self.range("bytes=0-1", method: .head) == .whole && Self.range("bytes=0-1", method: .post) == .whole)
        #expect(Self.range("bytes=0-1", condition: Self.tag.text) == .part(0..<2))
        for other in [
            "W/" + Self.tag.text, "\"other\"", "*", "", "Thu, 26 Nov 2026 18:00:00 GMT", "\(Self.tag.text), \"b\"",
        ] {
            #expect(Self.range("bytes=0-1", condition: other) == .whole)
            #expect(Self.range("bytes=5000-", condition: other) == .whole)
        }
    }

    @Test func `no bytes have no range`() {
        #expect(Self.range("bytes=0-", of: 0) == .beyond && Self.range("bytes=-1", of: 0) == .beyond)
    }

    // MARK: Over sockets

    private static func ask(
        _ client: TestClient,
        _ path: String,
        _ fields: [String],
        method: String = "GET"
    ) throws -> TestClient.Response {
        let lines = (["\(method) \(path) HTTP/1.1", "Host: a"] + fields).joined(separator: "\r\n")
        try client.send(lines + "\r\n\r\n")
        return try client.readResponse(hasBody: method == "GET")
    }

    @Test(
        arguments: [
            "confetti.webp?w=60&h=50&d=0.5&fps=10&seed=7", "confetti.still.png?w=60&h=50&seed=7",
            "confetti.svg?w=60&h=50&seed=7",
        ]
    )
    func `a part of an effect has its place, its tag and the bytes of the whole`(_ effect: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/" + effect
        // Before anything is in the cache.
        let first = try Self.ask(client, path, ["Range: bytes=0-1"])
        #expect(first.status == 206 && first.body.count == 2)
        let whole = try client.get(path)
        let count = whole.body.count
        let tag = try #require(whole.fields["etag"])
        #expect(whole.status == 200 && whole.fields["accept-ranges"] == "bytes" && whole.fields["content-range"] == nil)
        #expect(first.fields["content-range"] == "bytes 0-1/\(count)" && first.fields["etag"] == tag)
        #expect(first.body == Array(whole.body.prefix(2)))
        // Afterwards, in any order.
        for (asked, part) in [("7-", 7..<count), ("-3", count - 3..<count), ("4-8", 4..<9), ("0-\(count)", 0..<count)] {
            let answer = try Self.ask(client, path, ["Range: bytes=\(asked)", "If-Range: \(tag)"])
            #expect(answer.status == 206 && answer.body == Array(whole.body[part]))
            #expect(answer.fields["content-range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
            #expect(answer.fields["content-length"] == "\(part.count)" && answer.fields["etag"] == tag)
            for name in ["content-type", "cache-control", "access-control-allow-origin", "content-security-policy"] {
                #expect(answer.fields[name] == whole.fields[name], "\(name)")
            }
        }
        let beyond = try Self.ask(client, path, ["Range: bytes=\(count)-"])
        let shown = try Self.ask(client, path + "&on-error=image", ["Range: bytes=\(count)-"])
        #expect(shown.status == 200 && shown.fields["content-type"] == "image/png")
        #expect(shown.fields["hanabi-error"] == "range-not-satisfiable 416")
        let known = try Self.ask(client, path + "&on-error=image-with-status", ["Range: bytes=\(count)-"])
        #expect(known.status == 416 && known.fields["content-type"] == "image/png")
        #expect(beyond.status == 416 && beyond.fields["content-range"] == "bytes */\(count)")
        #expect(beyond.fields["cache-control"] == "no-store" && beyond.fields["etag"] == nil)
        #expect(try JSONParser.parse(beyond.body)["type"] == "urn:hanabi:problem:range-not-satisfiable")
        let several = try Self.ask(client, path, ["Range: bytes=0-1,4-5"])
        #expect(several.status == 200 && several.body == whole.body)
        let twice = try Self.ask(client, path, ["Range: bytes=0-1", "Range: bytes=4-5"])
        #expect(twice.status == 200 && twice.body == whole.body)
    }

    @Test func `conditions come before ranges, and HEAD tells of them alone`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/confetti.webp?w=60&h=50&d=0.5&fps=10&seed=7"
        let unknown = try Self.ask(client, path, ["Range: bytes=0-1"], method: "HEAD")
        #expect(unknown.status == 200 && unknown.fields["accept-ranges"] == "bytes")
        #expect(unknown.fields["content-length"] == nil && unknown.fields["content-range"] == nil)
        let whole = try client.get(path)
        let tag = try #require(whole.fields["etag"])
        let known = try Self.ask(client, path, ["Range: bytes=0-1"], method: "HEAD")
        #expect(known.status == 200 && known.fields["accept-ranges"] == "bytes")
        #expect(known.fields["content-length"] == "\(whole.body.count)" && known.fields["content-range"] == nil)
        for range in ["bytes=0-1", "bytes=99999999-"] {
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nRange: \(range)\r\nIf-None-Match: \(tag)\r\n\r\n")
            let same = try client.readResponse(hasBody: false)
            #expect(same.status == 304 && same.fields["content-range"] == nil)
            let other = try Self.ask(client, path, ["Range: \(range)", "If-Range: \"other\""])
            #expect(other.status == 200 && other.body == whole.body)
        }
        let missing = try Self.ask(client, path, ["Range: bytes=0-1", "If-None-Match: \"other\""])
        #expect(missing.status == 206 && missing.body == Array(whole.body.prefix(2)))
    }

    @Test func `what is streamed has no ranges until it is in the cache`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/confetti.png?w=60&h=50&d=0.5&fps=10&seed=7"
        #expect(try Self.ask(client, path, [], method: "HEAD").fields["accept-ranges"] == nil)
        let streamed = try Self.ask(client, path, ["Range: bytes=0-1"])
        #expect(streamed.status == 200 && streamed.fields["accept-ranges"] == nil)
        let part = try Self.ask(client, path, ["Range: bytes=0-1"])
        #expect(part.status == 206 && part.body == Array(streamed.body.prefix(2)))
        #expect(try Self.ask(client, path, [], method: "HEAD").fields["accept-ranges"] == "bytes")
    }

    @Test func `pages, errors and POSTs have no ranges`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        #expect(try Self.ask(client, "/openapi.yaml", ["Range: bytes=0-1"]).status == 200)
        #expect(try Self.ask(client, "/v1/effects/nothing.png", ["Range: bytes=0-1"]).status == 404)
        let spec = #"{"layers": [{"type": "sprite", "contents": "circle"}], "output": {"format": "webp"}}"#
        try client.send(
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nRange: bytes=0-1\r\nContent-Length: \(spec.utf8.count)\r\n\r\n\(spec)"
        )
        #expect(try client.readResponse().status == 200)
    }
}
