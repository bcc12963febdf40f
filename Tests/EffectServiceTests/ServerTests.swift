import EffectCoding
import EffectCost
import EffectModel
import Foundation
import Logging
import SmallHTTP
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// The service over real sockets.
struct ServerTests {
    static func server(
        logger: Logger = ServerTests.quiet,
        _ edit: (inout EffectServer.Configuration) -> Void = { _ in }
    ) throws -> EffectServer {
        var configuration = EffectServer.Configuration()
        configuration.http.eventLoops = 1
        // Tolerates a busy machine: other programs compete for it, and tests have a time limit.
        configuration.renderNiceness = 0
        configuration.renderTimeout = .seconds(600)
        edit(&configuration)
        let server = EffectServer(configuration, logger: logger)
        try server.start()
        return server
    }

    static var quiet: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    private let small = "w=60&h=50&d=0.5&fps=10"

    private func post(
        _ client: TestClient,
        _ body: String,
        type: String? = "application/json",
        accept: String? = nil,
        fields: String = ""
    ) throws -> TestClient.Response {
        try client.send(
            """
            POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\
            \(type.map { "Content-Type: \($0)\r\n" } ?? "")\(accept.map { "Accept: \($0)\r\n" } ?? "")\(fields)\r\n\(body)
            """
        )
        return try client.readResponse()
    }

    private let spec = #"""
        {"canvas": {"width": 40, "height": 30}, "timing": {"duration": 0.3, "fps": 10},
         "layers": [{"emitterPosition": ["50%", "50%"], "emitterCells":
           [{"contents": "circle", "birthRate": 30, "lifetime": 1, "velocity": 40, "emissionRange": "1turn"}]}]}
        """#

    @Test func `a URL yields an image, identical on repetition`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let one = try client.get("/v1/effects/confetti.png?\(small)&seed=7")
        #expect(one.status == 200 && one.fields["content-type"] == "image/png")
        #expect(one.fields["cache-control"] == "public, max-age=86400, stale-while-revalidate=604800")
        #expect(one.fields["x-content-type-options"] == "nosniff" && one.fields["access-control-allow-origin"] == "*")
        // The response is streamed.
        #expect(one.fields["transfer-encoding"] == "chunked" && one.fields["date"] != nil)
        let file = try APNGReader(one.body)
        #expect((file.width, file.height, file.frames.count) == (60, 50, 5))
        let two = try client.get("/v1/effects/confetti.apng?seed=7&\(small)")
        #expect(two.body == one.body && two.fields["content-type"] == "image/apng")
    }

    /// The first frame arrives long before the last is rendered, and a client that disconnects cancels the rest.
    @Test func `an animation is streamed while it is rendered`() throws {
        let server = try Self.server { $0.renderThreads = 1 }
        let slow = try TestClient(port: server.port, receiveBufferBytes: 4096)
        try slow.send("GET /v1/effects/confetti.png?w=1000&h=1000&fps=60 HTTP/1.1\r\nHost: a\r\n\r\n")
        try slow.awaitAnswer()
        // A client that does not read holds no thread.
        let client = try TestClient(port: server.port)
        #expect(try client.get("/v1/effects/confetti.png?\(small)").status == 200)
    }

    @Test func `an animation is sent as a whole if no stream slot is free`() throws {
        let server = try Self.server { $0.maximumStreams = 0 }
        let client = try TestClient(port: server.port)
        let whole = try client.get("/v1/effects/confetti.png?\(small)&seed=7")
        #expect(whole.status == 200 && whole.fields["content-length"] == "\(whole.body.count)")
        let other = try Self.server()
        #expect(try TestClient(port: other.port).get("/v1/effects/confetti.png?\(small)&seed=7").body == whole.body)
    }

    @Test func `the dump is streamed and complete`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let dump = try client.get("/v1/effects/confetti.json?\(small)")
        #expect(dump.fields["content-type"] == "application/json" && dump.fields["transfer-encoding"] == "chunked")
        var limits = JSONParser.Limits()
        limits.nodes = 1_000_000
        let value = try JSONParser.parse(dump.body, limits: limits)
        guard case .array(let frames) = value["frames"] else {
            Issue.record("no frames")
            return
        }
        #expect(frames.count == 5)
    }

    @Test func `a path without extension is negotiated by Accept, with a Vary header`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        for (accept, type) in [
            ("application/json", "application/json"), ("application/x-ndjson", "application/x-ndjson"),
            ("image/*", "image/png"), ("image/apng", "image/apng"),
        ] {
            try client.send("GET /v1/effects/confetti?\(small) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n")
            let response = try client.readResponse()
            #expect(response.fields["content-type"] == type && response.fields["vary"]?.hasPrefix("Accept") == true)
        }
        try client.send("GET /v1/effects/confetti?\(small) HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n")
        let refused = try client.readResponse()
        #expect(refused.status == 406 && refused.fields["vary"] == "Accept")
    }

    @Test func `a POSTed spec yields the same image as the spec in a URL`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let picture = try post(client, spec)
        #expect(picture.status == 200 && picture.fields["content-type"] == "image/png")
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).renderAnimation(EffectSpec(text: spec)) { bytes += $0 }
        #expect(picture.body == bytes)
        let dump = try post(client, spec, type: "application/json; charset=utf-8", accept: "application/json")
        #expect(dump.fields["content-type"] == "application/json")
        // A format in the spec takes precedence over Accept.
        let named = try post(client, "{\"output\": {\"format\": \"json\"}," + spec.dropFirst(), accept: "image/png")
        #expect(named.body == dump.body)
    }

    @Test func `a chunked body is accepted`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let chunks = stride(from: 0, to: spec.utf8.count, by: 50).map { start in
            let part = Array(spec.utf8)[start..<min(start + 50, spec.utf8.count)]
            return "\(String(part.count, radix: 16))\r\n\(String(decoding: part, as: UTF8.self))\r\n"
        }
        try client.send(
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunks.joined() + "0\r\n\r\n"
        )
        #expect(try client.readResponse().status == 200)
    }

    @Test func `HEAD returns GET's head without rendering`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        try client.send("HEAD /v1/effects/confetti.png?\(small) HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.readResponse(hasBody: false)
        #expect(
            head.status == 200 && head.fields["content-type"] == "image/png" && head.fields["content-length"] == nil
        )
        try client.send("HEAD /v1/effects/confetti.png?w=x HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.readResponse(hasBody: false).status == 400)
        #expect(try client.get("/healthz").status == 200)
    }

    @Test func `health and the API description are served`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let health = try client.get("/healthz")
        #expect(health.text == "{\"status\":\"ok\",\"version\":\"\(hanabiVersion)\"}\n")
        let description = try client.get("/openapi.yaml")
        #expect(description.fields["content-type"] == "application/yaml" && description.text.hasPrefix("openapi: 3."))
        for route in ["/v1/effects/{effect}", "/v1/render", "/v1/schema.json", "/healthz", "/openapi.yaml"] {
            #expect(description.text.contains("\n  \(route):") || description.text.contains("\n  \(route).{format}:"))
        }
        try client.send("GET /openapi.yaml HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
        let packed = try client.readResponse()
        #expect(packed.fields["content-encoding"] == "gzip" && packed.body.count < description.body.count / 3)
        #expect(packed.fields["etag"] != description.fields["etag"])
    }

    @Test func `the schema reflects the service's limits`() throws {
        let server = try Self.server { $0.limits.maximumDuration = 7 }
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/schema.json")
        #expect(response.status == 200 && response.fields["content-type"] == "application/schema+json")
        #expect(response.fields["cache-control"] == "public, no-cache" && response.fields["etag"] != nil)
        var limits = RenderLimits()
        limits.maximumDuration = 7
        #expect(response.body == JSONWriter.bytes(of: EffectSpec.jsonSchema(limits: limits)) + [0x0A])
        #expect(try client.get("/v1/schema.json").body == response.body)
        try client.send("HEAD /v1/schema.json HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.readResponse(hasBody: false)
        #expect(head.status == 200 && head.fields["content-length"] == "\(response.body.count)")
        try client.send("OPTIONS /v1/schema.json HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.readResponse(hasBody: false).fields["allow"] == "GET, HEAD, OPTIONS")
    }

    @Test(
        arguments: [
            ("GET", "/v1", 404, nil), ("GET", "/effects/none/more", 404, nil),
            ("GET", "/v1/effects/confetti.bmp", 404, nil),
            ("GET", "/v1/effects/../healthz", 400, nil),
            ("GET", "/v1/effects/none.png", 404, nil), ("GET", "/v1/effects/confetti.png/", 404, nil),
            ("POST", "/v1/effects/confetti.png", 405, "GET, HEAD, OPTIONS"),
            ("GET", "/v1/render", 405, "POST, OPTIONS"),
            ("DELETE", "/healthz", 405, "GET, HEAD, OPTIONS"), ("TRACE", "/healthz", 405, "GET, HEAD, OPTIONS"),
            ("QUERY", "/v1/render", 405, "POST, OPTIONS"),
            ("BREW", "/healthz", 501, nil), ("get", "/healthz", 501, nil),
            ("GET", "/v1/effects/confetti.png?w", 400, nil),
            ("GET", "/v1/effects/confetti.png?W=5", 400, nil), ("GET", "/v1/effects/confetti.png?w=5&w=5", 400, nil),
            ("GET", "/v1/effects/confetti.png?w=4000", 422, nil),
            ("GET", "/v1/effects/confetti.png?w=4000&h=x", 400, nil),
            ("GET", "/v1/effects/confetti.png?d=31", 422, nil),
            ("GET", "/v1/effects?x=1", 400, nil), ("GET", "/gallery.js?x", 400, nil),
            ("GET", "/v1/effects/confetti.png?explain=2", 400, nil),
            ("GET", "/v1/effects/confetti.png?motion=no", 400, nil),
            ("GET", "/v1/effects/confetti.png?explain=1&dry=1", 400, nil),
            ("POST", "/v1/effects", 405, "GET, HEAD, OPTIONS"),
            ("GET", "/healthz?x=1", 400, nil), ("GET", "/openapi.yaml?x", 400, nil),
            ("GET", "/v1/schema.json?x", 400, nil), ("POST", "/v1/schema.json", 405, "GET, HEAD, OPTIONS"),
            ("GET", "/v1/schema", 404, nil),
            ("GET", "/v1/effects/%FF.png", 400, nil), ("GET", "/healthz\u{1}", 400, nil),
        ] as [(String, String, Int, String?)]
    )
    func `an unknown route, method or query gets a problem`(
        _ method: String,
        _ target: String,
        _ status: Int,
        _ allow: String?
    ) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        let response = try client.readResponse()
        #expect(response.status == status)
        #expect(response.fields["allow"] == allow)
        #expect(response.fields["content-type"] == "application/problem+json")
        #expect(response.fields["cache-control"] == "no-store")
        let problem = try JSONParser.parse(response.body)
        #expect(problem["status"] == .number(Double(status)))
        #expect(try TestClient(port: server.port).get("/healthz").status == 200)
    }

    @Test(arguments: [
        ("{", 400), ("", 400), ("null", 422), ("[]", 422), ("{}", 422), (#"{"layers": 5}"#, 422),
        (#"{"layers": [{"emitterCells": [{"birthRate": NaN}]}]}"#, 400),
        (#"{"layers": [{"emitterCells": [{"birthRate": 1e308}]}]}"#, 422),
        (#"{"layers": [{"emitterCells": [{"birthRate": 1e309}]}]}"#, 400),
        (#"{"layers": [{"emitterCells": [{"birthRate": "5"}]}]}"#, 422),
        (
            #"{"canvas": {"width": -5}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            422
        ),
        (
            #"{"canvas": {"width": 100000, "height": 100000}, "layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}]}]}"#,
            422
        ),
        (#"{"layers": [{"emitterCells": [{"birthRate": 1000000, "lifetime": 1000000}]}]}"#, 422),
        (#"{"layers": [{"emitterCells": [{"birthRate": 0, "lifetime": 0, "contents": null}], "colour": 1}]}"#, 422),
        (#"{"layers": [], "layers": []}"#, 400),
        ("\u{FEFF}{}", 400), (#"{"seed": "\ud800"}"#, 400),
    ])
    func `an invalid body gets a problem with pointers`(_ body: String, _ status: Int) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let response = try post(client, body)
        #expect(response.status == status, "\(response.text)")
        let problem = try JSONParser.parse(response.body)
        #expect(problem["detail"] != nil)
        if status == 422 { #expect(problem["errors"] != nil) }
        #expect(try post(client, spec).status == 200)
    }

    @Test func `a body of another type or beyond the size limit is refused before it is read`() throws {
        let server = try Self.server()
        #expect(try post(TestClient(port: server.port), spec, type: nil).status == 415)
        #expect(try post(TestClient(port: server.port), spec, type: "text/plain").status == 415)
        #expect(try post(TestClient(port: server.port), spec, fields: "Content-Encoding: gzip\r\n").status == 415)
        #expect(try post(TestClient(port: server.port), spec, accept: "text/html").status == 406)
        let client = try TestClient(port: server.port)
        try client.send(
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 262145\r\n\r\n"
        )
        #expect(try client.readResponse().status == 413)
        let none = try TestClient(port: server.port)
        try none.send("POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n")
        #expect(try none.readResponse().status == 411)
        let long = try TestClient(port: server.port)
        try long.send("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: a\r\n\r\n")
        let tooLong = try long.readResponse()
        #expect(tooLong.status == 414 && tooLong.fields["content-type"] == "application/problem+json")
    }

    @Test func `OPTIONS lists the methods of a route`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        for (target, allow) in [
            ("/v1/render", "POST, OPTIONS"), ("/healthz", "GET, HEAD, OPTIONS"), ("*", "GET, HEAD, POST, OPTIONS"),
        ] {
            try client.send("OPTIONS \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            let response = try client.readResponse()
            #expect(response.status == 204 && response.fields["allow"] == allow)
        }
    }

    @Test func `a full render queue gets 503, and health checks succeed`() throws {
        let server = try Self.server {
            $0.renderThreads = 1
            $0.maximumWaiting = 0
        }
        let release = try server.pool.hold()
        let client = try TestClient(port: server.port)
        let refused = try client.get("/v1/effects/confetti.png?\(small)")
        let wait = try #require(refused.fields["retry-after"].flatMap { Int($0) })
        #expect(refused.status == 503 && (1...60).contains(wait))
        #expect(refused.text.contains("the queue is full: 0 renders are queued; allowed: at most 0"))
        #expect(try client.get("/healthz").status == 200)
        release()
        server.pool.awaitIdle()
        #expect(try client.get("/v1/effects/confetti.png?\(small)").status == 200)
    }

    @Test func `a render is cancelled when its client disconnects`() throws {
        let server = try Self.server {
            $0.renderThreads = 1
        }
        for ending in [
            "webp?quality=lossless&effort=small", "png?max=1000000", "gif?loop=1", "sheet.png?effort=fast",
            "still.png?effort=fast",
        ] {
            let busy = try TestClient(port: server.port)
            let release = try server.pool.hold()
            try busy.send("GET /v1/effects/confetti.\(ending)&w=400&h=400&d=3 HTTP/1.1\r\nHost: a\r\n\r\n")
            server.pool.wait { $0.waiting == 1 }
            release()
            server.pool.wait { $0.waiting == 0 }
            busy.reset()
            server.pool.awaitIdle()
        }
        #expect(try TestClient(port: server.port).get("/v1/effects/confetti.png?\(small)").status == 200)
    }

    @Test func `a frame dump beyond the limit gets 503 until another one ends`() throws {
        let server = try Self.server { $0.maximumStreams = 1 }
        let slow = try TestClient(port: server.port, receiveBufferBytes: 4096)
        // Larger than the socket buffers: the stream stays open until it is read.
        try slow.send("GET /v1/effects/confetti.json HTTP/1.1\r\nHost: a\r\n\r\n")
        try slow.awaitAnswer()
        let client = try TestClient(port: server.port)
        // A finished dump releases its slot slightly after its client sees the end.
        func status(until wanted: Int) throws -> Int {
            var status = 0
            for _ in 0..<6000 where status != wanted {
                status = try client.get("/v1/effects/confetti.json?w=20&h=20&d=0.1").status
                usleep(10_000)
            }
            return status
        }
        #expect(try status(until: 503) == 503)
        #expect(try client.get("/v1/effects/confetti.png?\(small)").status == 200)
        let dump = try slow.readResponse()
        #expect(dump.status == 200 && dump.body.count > 1_000_000)
        #expect(try status(until: 200) == 200)
    }

    @Test func `a render past its deadline gets 503 with Retry-After`() throws {
        let server = try Self.server {
            $0.renderThreads = 1
            $0.renderTimeout = .milliseconds(20)
        }
        // The best frame requires all frames to be drawn, which takes longer.
        let best = "/v1/effects/hanabi.still.png?w=1000&h=1000&at=best"
        let busy = try TestClient(port: server.port)
        try busy.send("GET \(best) HTTP/1.1\r\nHost: a\r\n\r\n")
        let late = try TestClient(port: server.port)
        let answer = try late.get(best)
        #expect(answer.status == 503)
        let problem = try JSONParser.parse(try busy.readResponse().body)
        // On a busy machine even the first request may time out in the queue.
        let types: [JSONValue] = ["urn:hanabi:problem:render-timeout", "urn:hanabi:problem:busy"]
        #expect(problem["type"].map(types.contains) == true)
    }

    @Test func `draining finishes running and queued requests`() throws {
        let slow = SlowPictures()
        let server = try Self.server {
            $0.renderThreads = 1
            $0.readingThreads = 1
            $0.library = slow
        }
        let clients = try (0..<4).map { _ in try TestClient(port: server.port) }
        for client in clients { #expect(try client.get("/healthz").status == 200) }
        // The only reading thread is blocked by a picture, so the other requests wait.
        let body =
            #"{"assets": {"a": {"image": "a.png"}}, "layers": [{"emitterCells": [{"contents": "a", "birthRate": 1, "lifetime": 1}]}]}"#
        try clients[0].send(
            """
            POST /v1/render.still.png HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        )
        slow.awaitReader()
        for client in clients.dropFirst() {
            try client.send("GET /v1/effects/confetti.still.png?\(small) HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        // All requests have arrived; an idle connection will be closed.
        server.reading.wait { $0.waiting == 3 }
        let other = try TestClient(port: server.port)
        #expect(try other.get("/healthz").status == 200)
        let drained = DispatchSemaphore(value: 0)
        server.drain { drained.signal() }
        // The idle connection is closed: draining has begun.
        #expect(try other.readToEnd().isEmpty)
        slow.release()
        let responses = try clients.map { try $0.readResponse() }
        drained.wait()
        #expect(responses.allSatisfy { $0.status == 200 && $0.fields["connection"] == "close" })
    }
}

/// An asset library on a slow disk.
private final class SlowPictures: AssetLibrary {
    private let asked = DispatchSemaphore(value: 0)
    private let mayGo = DispatchSemaphore(value: 0)

    /// Returns when a request waits for a picture.
    func awaitReader() { asked.wait() }

    /// Releases the picture of one waiting request.
    func release() { mayGo.signal() }

    func picture(_ source: String, maximumPixels: Int) -> Picture {
        asked.signal()
        mayGo.wait()
        return Picture(width: 1, height: 1, pixels: [.max])
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "pictures")
    }
}
