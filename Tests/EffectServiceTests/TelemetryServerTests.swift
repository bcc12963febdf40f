@testable import EffectRendering
import EffectService
import Foundation
import Logging
import SmallHTTP
import Synchronization
import Telemetry
import TestSupport
import Testing

/// Logs, metrics, health and timing fields, over real sockets.
@Suite struct `Telemetry over HTTP` {
    private let path = "/v1/effects/confetti.png?w=60&h=50&d=0.5&fps=10"

    private func metrics(_ client: TestClient) throws -> [String: Double] {
        let response = try client.get("/metrics")
        #expect(response.status == 200)
        #expect(response.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let pairs = String(decoding: response.body, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            return line.hasPrefix("#") || parts.count != 2 ? nil : (String(parts[0]), Double(parts[1]) ?? .nan)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private func measured(
        logger: Logger = ServerTests.quiet,
        _ edit: (inout EffectServer.Configuration) -> Void = { _ in }
    ) throws -> EffectServer {
        try ServerTests.server(logger: logger) { configuration in
            let registry = PrometheusRegistry()
            configuration.metrics = registry
            configuration.metricsPage = .init(type: PrometheusRegistry.mediaType) { Array(registry.page().utf8) }
            edit(&configuration)
        }
    }

    // MARK: Request ids

    @Test func `a request keeps its id or gets a new one`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        func name(_ given: String?, _ target: String = "/healthz", method: String = "GET") throws -> String? {
            let field = given.map { "X-Request-Id: \($0)\r\n" } ?? ""
            try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
            return try client.readResponse(hasBody: method == "GET").fields["x-request-id"]
        }
        for good in ["a", "4bf92f35-77b3.4d_a6:9", String(repeating: "x", count: 64)] {
            #expect(try name(good) == good)
            #expect(try name(good, "/v1/effects/nope.png") == good)
            #expect(try name(good, "/nowhere") == good)
            #expect(try name(good, path) == good)
            #expect(try name(good, "/healthz", method: "OPTIONS") == good)
        }
        for bad in ["", "a b", "ä", "<script>", String(repeating: "x", count: 65), "a\"b"] {
            let made = try #require(try name(bad))
            #expect(made.count == 16 && made.allSatisfy(\.isHexDigit), "\(bad)")
        }
        let made = try (0..<100).map { _ in try name(nil) }
        #expect(Set(made).count == 100)
    }

    @Test func `a problem contains its request's id`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        try client.send("GET /v1/effects/confetti.png?w=0 HTTP/1.1\r\nHost: a\r\nX-Request-Id: r-1\r\n\r\n")
        let response = try client.readResponse()
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""instance":"urn:hanabi:request:r-1""#))
        // Invalid messages get an id, too.
        let other = try TestClient(port: server.port)
        try other.send("nonsense\r\n\r\n")
        let refused = try other.readResponse()
        let id = try #require(refused.fields["x-request-id"])
        #expect(String(decoding: refused.body, as: UTF8.self).contains("urn:hanabi:request:\(id)"))
    }

    // MARK: The log

    @Test func `each request is one log line with its stage times`() throws {
        let log = RequestLog()
        let server = try ServerTests.server(logger: log.logger)
        let client = try TestClient(port: server.port)
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        for _ in 0..<2 {
            try client.send(
                "GET \(path) HTTP/1.1\r\nHost: a\r\nX-Request-Id: r\r\ntraceparent: 00-\(trace)-00f067aa0ba902b7-01\r\n\r\n"
            )
            #expect(try client.readResponse().status == 200)
        }
        let lines = try log.lines(2)
        #expect(lines.count == 2)
        let (made, kept) = (lines[0], lines[1])
        #expect(made["cache"] == "miss" && kept["cache"] == "hit")
        for line in lines {
            #expect(line["id"] == "r" && line["trace_id"] == trace && line["path"] == path && line["method"] == "GET")
            #expect(line["route"] == "effect" && line["effect"] == "confetti" && line["form"] == "apng")
            #expect(line["status"] == "200" && line["outcome"] == "ok" && line["client"] == "127.0.0.1")
            #expect(Int(line["bytes"] ?? "") ?? 0 > 1000 && Double(line["ms"] ?? "") ?? -1 > 0)
        }
        #expect(made["frames"] == "5")
        for stage in ["wait_ms", "sim_ms", "raster_ms", "encode_ms"] {
            #expect(Double(made[stage] ?? "") ?? -1 > 0, "\(stage)")
            #expect(kept[stage] == nil)
        }
    }

    @Test func `a refused request is logged with its reason, and routine requests at debug level`() throws {
        let log = RequestLog()
        let server = try ServerTests.server(logger: log.logger)
        let client = try TestClient(port: server.port)
        for target in [
            "/healthz", "/readyz", "/nowhere", "/v1/effects/confetti.png?w=0", "/v1/effects/confetti.png?w=9999",
        ] {
            _ = try client.get(target)
        }
        let lines = try log.lines(5)
        #expect(lines.map { $0["problem"] } == [nil, nil, "not-found", "invalid-parameters", "invalid-parameters"])
        #expect(lines.map { $0["outcome"] } == ["ok", "ok", "refused", "refused", "refused"])
        let levels = log.events.withLock { $0.filter { $0.fields["method"] != nil }.map(\.level) }
        #expect(levels == [.debug, .debug, .info, .info, .info])
    }

    @Test func `a signature never appears in logs`() throws {
        let log = RequestLog()
        let server = try ServerTests.server(logger: log.logger)
        let client = try TestClient(port: server.port)
        for target in [
            "/v1/effects/confetti.png?w=0&sig=SECRET&h=1", "/nowhere?sig=SECRET", "/x?a=1&sig=SECRET=SECRET",
            // Spellings that the access gate decodes to `sig`.
            "/v1/effects/confetti.png?w=0&s%69g=SECRET&h=%31", "/x?%73%69%67=SECRET", "/x?sig=SECRET&si%67=SECRET",
            "/x?a=1&&s%69%67=SECRET",
        ] {
            _ = try client.get(target)
        }
        _ = try client.get("/long?\(String(repeating: "a", count: 600))&sig=SECRET")
        let lines = try log.lines(8)
        #expect(lines.allSatisfy { !"\($0)".contains("SECRET") })
        #expect(lines[0]["path"] == "/v1/effects/confetti.png?w=0&sig=-&h=1")
        #expect(lines[3]["path"] == "/v1/effects/confetti.png?w=0&sig=-&h=%31")
        #expect(lines[5]["path"] == "/x?sig=-&sig=-" && lines[6]["path"] == "/x?a=1&&sig=-")
        #expect(lines[7]["path"]?.utf8.count == 512)
    }

    @Test(arguments: ["/x?sigh=1&asig=2&s%69gh=3&SIG=4&s%6Ag=5", "/sig=1/%73ig=2", "/x?sig", "/x?a=?sig=1", "/x?"])
    func `a URL without signature is logged unchanged`(_ target: String) throws {
        let log = RequestLog()
        let server = try ServerTests.server(logger: log.logger)
        _ = try TestClient(port: server.port).get(target)
        #expect(try log.lines().map { $0["path"] } == [target])
    }

    @Test func `a logged URL cannot be used`() throws {
        let log = RequestLog()
        let key = try SigningKey(text: "k:00112233445566778899aabbccddeeff")
        let server = try ServerTests.server(logger: log.logger) { $0.access.signingKeys = [key] }
        let client = try TestClient(port: server.port)
        let signed = try URLSignature.sign(path, with: key)
        for (target, status) in [(signed, 200), (signed.replacing("sig=", with: "s%69g="), 308)] {
            #expect(try client.get(target).status == status)
        }
        for line in try log.lines(2) {
            #expect(try client.get(#require(line["path"])).status == 403)
        }
    }

    /// A Prometheus rate starts with the second sample, so a series must exist before its first event.
    @Test func `counters start at zero`() throws {
        let server = try measured()
        let client = try TestClient(port: server.port)
        let before = try metrics(client)
        for reason in [
            "bad_signature", "bad_token", "not_offered", "over_limit", "queue_full", "queue_cost", "queue_memory",
            "would_wait_too_long", "waited_too_long", "too_many_streams", "stopping", "connections_full",
            "connections_full_for_address", "connections_out_of_descriptors",
        ] {
            #expect(before["hanabi_rejected_total{reason=\"\(reason)\"}"] == 0, "\(reason)")
        }
        for reason in ["bare_line_feed", "malformed_request_line", "head_timeout", "body_too_large", "missing_host"] {
            #expect(before["hanabi_parse_errors_total{reason=\"\(reason)\"}"] == 0, "\(reason)")
        }
        for route in ["effect", "render", "packed", "import", "gallery", "healthz", "none"] {
            #expect(before["hanabi_http_response_bytes_total{route=\"\(route)\"}"] != nil, "\(route)")
        }
        #expect(try client.get("/v1/effects/confetti.png?w=9999").status == 422)
        try client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(try client.readResponse().status == 400)
        let after = try metrics(TestClient(port: server.port))
        #expect(after[#"hanabi_rejected_total{reason="over_limit"}"#] == 1)
        #expect(after[#"hanabi_parse_errors_total{reason="missing_host"}"#] == 1)
        let names = { (figures: [String: Double]) in
            Set(figures.keys.filter { $0.hasPrefix("hanabi_rejected") || $0.hasPrefix("hanabi_parse_errors") })
        }
        #expect(names(before) == names(after))
    }

    @Test func `a render past its deadline is logged as a timeout`() throws {
        let log = RequestLog()
        let server = try ServerTests.server(logger: log.logger) { $0.renderTimeout = .milliseconds(30) }
        let target = "/v1/effects/hanabi.still.png?w=1000&h=1000"
        let client = try TestClient(port: server.port)
        // On a busy machine the request may time out in the queue.
        var count = 0
        var isBusy = true
        while isBusy, count < 5000 {
            isBusy = try String(decoding: client.get(target).body, as: UTF8.self).contains("problem:busy")
            count += 1
        }
        let line = try #require(try log.lines(count).last)
        #expect(line["problem"] == "render-timeout" && line["outcome"] == "timeout" && line["status"] == "503")
    }

    // MARK: Error images

    @Test func `an error shown as an image counts as an error in logs and metrics`() throws {
        let log = RequestLog()
        let server = try measured(logger: log.logger) {
            $0.renderThreads = 0
            $0.maximumWaiting = 0
            $0.errorForm = .image
        }
        let client = try TestClient(port: server.port)
        for (target, status) in [
            ("/v1/effects/nope.png", 200), (path, 200), (path + "&on-error=image-with-status", 503),
            (path + "&on-error=problem", 503), ("/v1/effects/confetti.png?w=0", 200),
        ] {
            #expect(try client.get(target).status == status)
        }
        let lines = try log.lines(5)
        #expect(lines.map { $0["problem"] } == ["not-found", "busy", "busy", "busy", "invalid-parameters"])
        #expect(lines.map { $0["outcome"] } == ["refused", "busy", "busy", "busy", "refused"])
        // The status as sent.
        #expect(lines.map { $0["status"] } == ["200", "200", "503", "503", "200"])
        let now = try metrics(client)
        for (status, count) in [(404, 1), (503, 3), (400, 1)] {
            let name = #"hanabi_http_requests_total{route="effect",method="GET",status="\#(status)"}"#
            #expect(now[name] == Double(count), "\(status)")
        }
        #expect(now[#"hanabi_http_requests_total{route="effect",method="GET",status="200"}"#] == nil)
    }

    @Test func `a disconnecting client is not logged as an error`() throws {
        let log = RequestLog()
        let server = try ServerTests.server(logger: log.logger)
        let client = try TestClient(port: server.port)
        try client.send("GET /v1/effects/confetti.png?w=600&h=600&d=20&fps=30 HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.awaitAnswer()
        client.reset()
        let line = try #require(try log.lines().first)
        #expect(line["outcome"] == "cancelled")
        #expect(log.events.withLock { $0.allSatisfy { $0.level <= .info } })
    }

    // MARK: Metrics

    @Test func `pages of other origins may read everything but metrics`() throws {
        let server = try measured()
        let client = try TestClient(port: server.port)
        let page = try client.get("/metrics")
        #expect(page.status == 200 && page.fields["x-content-type-options"] == "nosniff")
        #expect(page.fields["cross-origin-resource-policy"] == "same-origin")
        #expect(page.fields.keys.allSatisfy { !$0.hasPrefix("access-control") && $0 != "timing-allow-origin" })
        for (path, isForAnyone) in [("/metrics", false), ("/healthz", true)] {
            try client.send("OPTIONS \(path) HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\n\r\n")
            let fields = try client.readResponse().fields
            #expect(fields["allow"]?.contains("GET") == true)
            #expect((fields["access-control-allow-origin"] != nil) == isForAnyone, "\(path)")
            #expect((fields["access-control-allow-methods"] != nil) == isForAnyone, "\(path)")
        }
    }

    @Test func `metrics count events under known names and labels`() throws {
        let server = try measured()
        let client = try TestClient(port: server.port)
        let first = try client.get(path)
        _ = try client.get(path)
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(first.fields["etag"] ?? "")\r\n\r\n")
        #expect(try client.readResponse().status == 304)
        for name in ["nope", "x%22%0Ay", String(repeating: "z", count: 900)] {
            _ = try client.get("/v1/effects/\(name).png")
        }
        try client.send("BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try client.readToEnd()
        let other = try TestClient(port: server.port)
        let now = try metrics(other)
        let expected: [String: Double] = [
            #"hanabi_http_requests_total{route="effect",method="GET",status="200"}"#: 2,
            #"hanabi_http_requests_total{route="effect",method="GET",status="304"}"#: 1,
            #"hanabi_http_requests_total{route="effect",method="GET",status="404"}"#: 3,
            #"hanabi_http_request_duration_seconds_count{route="effect"}"#: 6,
            #"hanabi_cache_requests_total{result="hit"}"#: 1, #"hanabi_cache_requests_total{result="miss"}"#: 1,
            #"hanabi_cache_requests_total{result="not_modified"}"#: 1,
            #"hanabi_cache_requests_total{result="coalesced"}"#: 0,
            #"hanabi_renders_total{effect="confetti",format="apng",outcome="ok"}"#: 1,
            "hanabi_render_frames_total": 5, #"hanabi_render_duration_seconds_count{stage="raster"}"#: 1,
            #"hanabi_render_cpu_seconds_count{stage="raster"}"#: 1,
            #"hanabi_render_cpu_seconds_count{stage="other"}"#: 1,
            #"hanabi_build_info{version="\#(hanabiVersion)"}"#: 1, #"hanabi_connections{state="handling"}"#: 1,
            "hanabi_cancelled_renders_total": 0, "hanabi_queue_length": 0, "hanabi_cache_entries": 1,
        ]
        for (name, value) in expected { #expect(now[name] == value, "\(name)") }
        for name in [
            "process_resident_memory_bytes", "process_open_fds", "process_start_time_seconds", "hanabi_cache_bytes",
        ] {
            #expect(now[name] ?? 0 > 0, "\(name)")
        }
        #expect(now["process_cpu_seconds_total"] != nil && now["hanabi_cost_in_flight_pixels"] != nil)
        #expect(now.keys.contains { $0.hasPrefix("hanabi_parse_errors_total{reason=") })
        // Labels contain nothing from requests.
        #expect(!now.keys.contains { $0.contains("nope") || $0.contains("zzz") || $0.contains("BREW") })
        // Every metric has a help text.
        for name in now.keys {
            var base = String(name.prefix { $0 != "{" })
            for end in ["_bucket", "_sum", "_count"] where base.hasSuffix(end) { base.removeLast(end.count) }
            #expect(MetricNames.help[base] != nil, "\(base)")
        }
    }

    @Test func `a server without a registry has no metrics page`() throws {
        let server = try ServerTests.server()
        #expect(try TestClient(port: server.port).get("/metrics").status == 404)
    }

    @Test func `operations routes can have their own address`() throws {
        let server = try measured { $0.operations = ("127.0.0.1", 0) }
        let outside = try TestClient(port: server.port)
        #expect(try outside.get("/metrics").status == 404)
        #expect(try outside.get(path).status == 200)
        let inside = try TestClient(port: server.operationsPort)
        #expect(try metrics(inside)["hanabi_render_frames_total"] == 5)
        #expect(try inside.get("/healthz").status == 200)
        #expect(try inside.get("/readyz").status == 200)
        for target in [path, "/", "/openapi.yaml", "/v1/effects"] {
            #expect(try inside.get(target).status == 404, "\(target)")
        }
    }

    @Test func `the address that cannot be bound is named in the error`() throws {
        let other = try ServerTests.server()
        let port = try #require(other.port)
        let inside = try #require(throws: EffectServer.StartFailure.self) {
            _ = try measured { $0.operations = ("127.0.0.1", port) }
        }
        #expect(inside.host == "127.0.0.1" && inside.port == port)
        let outside = try #require(throws: EffectServer.StartFailure.self) {
            _ = try measured {
                $0.http.port = port
                $0.operations = ("127.0.0.1", 0)
            }
        }
        #expect(outside.host == "127.0.0.1" && outside.port == port && outside.reason == inside.reason)
    }

    // MARK: Health

    @Test func `an announced shutdown is reported as not ready while requests are served`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        #expect(try client.get("/readyz").status == 200)
        server.announceEnd()
        let response = try client.get("/readyz")
        #expect(response.status == 503)
        #expect(String(decoding: response.body, as: UTF8.self).contains("urn:hanabi:problem:draining"))
        #expect(try client.get("/healthz").status == 200)
        #expect(try client.get(path).status == 200)
    }

    // MARK: Response fields

    @Test func `a response has Server-Timing, which pages may read`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let still = "/v1/effects/confetti.still.png?w=60&h=50&d=0.5&fps=10"
        let made = try client.get(still)
        let timing = try #require(made.fields["server-timing"])
        for part in ["cache;desc=miss", "wait;dur=", "sim;dur=", "raster;dur=", "encode;dur="] {
            #expect(timing.contains(part), "\(part) in \(timing)")
        }
        #expect(made.fields["timing-allow-origin"] == "*")
        #expect(try client.get(still).fields["server-timing"] == "cache;desc=hit")
    }

    @Test func `a cached response has the fields of the first one`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        for target in [
            path, path + "&motion=full", path + "&max=100kB", "/v1/effects/confetti.still.png?w=60&h=50",
            "/v1/effects/confetti.sheet.css?w=60&h=50&d=0.5&fps=10",
        ] {
            var first = try client.get(target).fields
            var second = try client.get(target).fields
            #expect(second["server-timing"] == "cache;desc=hit", "\(target)")
            // What is streamed has neither a length nor parts.
            let own = ["server-timing", "x-request-id", "date", "content-length", "transfer-encoding", "accept-ranges"]
            for name in own {
                (first[name], second[name]) = (nil, nil)
            }
            #expect(first == second, "\(target)")
        }
    }
}
