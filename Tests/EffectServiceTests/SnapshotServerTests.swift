import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectService
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Stills and strips over real sockets.
struct SnapshotServerTests {
    private let small = "w=60&h=50&d=2&fps=10"
    private let spec = #"""
        {"canvas": {"width": 40, "height": 30}, "timing": {"duration": 1, "fps": 10}, "output": {"format": "json"},
         "layers": [{"emitterPosition": ["50%", "50%"], "emitterCells":
           [{"contents": "circle", "birthRate": 30, "lifetime": 1, "velocity": 40, "emissionRange": "1turn"}]}]}
        """#

    private func post(_ client: TestClient, _ target: String, _ body: String) throws -> TestClient.Response {
        try client.send(
            """
            POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\
            Accept: text/html\r\n\r\n\(body)
            """
        )
        return try client.readResponse()
    }

    private func bytes(_ snapshot: Snapshot, _ spec: EffectSpec) throws -> [UInt8] {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        return try EffectRenderer(pool: pool, limits: RenderLimits()).renderSnapshot(snapshot, of: spec)
    }

    @Test(arguments: [
        ("still.png?", Snapshot.best, 1), ("still.png?at=best&", .best, 1), ("still.png?at=0.5&", .times([0.5]), 1),
        ("still.png?at=25%25&", .times([0.5]), 1), ("strip.png?at=0.5,1,2&", .times([0.5, 1, 2]), 3),
        ("strip.png?at=500ms%2C50%25&", .times([0.5, 1]), 2), ("strip.png?", .times([0.4, 0.8, 1.2, 1.6]), 4),
    ])
    func `a URL yields a still image`(_ ending: String, _ snapshot: Snapshot, _ count: Int) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/effects/confetti.\(ending)\(small)&seed=7")
        #expect(response.status == 200 && response.fields["content-type"] == "image/png")
        #expect(response.fields["cache-control"] == "public, max-age=86400, stale-while-revalidate=604800")
        #expect(response.fields["content-length"] == "\(response.body.count)" && response.fields["vary"] == nil)
        let picture = try StillReader(response.body)
        #expect((picture.width, picture.height) == (60 * count, 50))
        let parameters = [("w", "60"), ("h", "50"), ("d", "2"), ("fps", "10"), ("seed", "7")]
            .map { PresetRequest.Parameter($0.0, $0.1) }
        let spec = try PresetRequest.spec(preset: "confetti", parameters, limits: RenderLimits())
        #expect(try response.body == bytes(snapshot, spec))
    }

    @Test(arguments: [
        ("still.png", Snapshot.best), ("still.png?at=0.5", .times([0.5])), ("strip.png?at=1,0", .times([1, 0])),
    ])
    func `a POSTed spec yields a still image for any output format`(_ ending: String, _ snapshot: Snapshot) throws {
        let server = try ServerTests.server()
        let response = try post(TestClient(port: server.port), "/v1/render.\(ending)", spec)
        #expect(response.status == 200 && response.fields["content-type"] == "image/png")
        #expect(response.fields["vary"] == nil)
        #expect(try response.body == bytes(snapshot, EffectSpec(text: spec)))
    }

    /// Regression: the error pointed into a spec that the caller has not written.
    @Test(arguments: [
        ("fade.png?from=a.png", "from", "a color, or a data: URI (PNG or JPEG), or one of "),
        ("wipe.still.png?to=a.png", "to", "a color, or a data: URI (PNG or JPEG), or one of "),
        ("story.png?from=a.png", "from", "top, bottom, left, right, center, corners: images are for presets without"),
        ("fade.png?from=data:image/png;base64,AAAA", "from", "a PNG or JPEG image"),
    ])
    func `an unknown image is reported with its parameter`(_ ending: String, _ name: String, _ allowed: String) throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let response = try TestClient(port: server.port).get("/v1/effects/\(ending)")
        #expect(response.status == 400)
        let problem = try JSONParser.parse(response.body)
        guard case .array(let errors)? = problem["errors"] else { throw SpecError([]) }
        #expect(errors.count == 1 && errors[0]["parameter"] == .string(name) && errors[0]["pointer"] == "")
        let detail = problem["detail"]?.text ?? ""
        #expect(detail.hasPrefix("\(name): found ") && detail.contains(allowed), "\(detail)")
        #expect(!String(decoding: response.body, as: UTF8.self).contains("/assets/"))
    }

    @Test func `HEAD returns the head, and OPTIONS the methods`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        for (target, status) in [
            ("still.png?at=1", 200), ("strip.png", 200), ("still.png?at=99", 400), ("strip.png?at=", 400),
        ] {
            try client.send("HEAD /v1/effects/confetti.\(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try client.readResponse(hasBody: false)
            #expect(head.status == status)
            if status == 200 {
                #expect(head.fields["content-type"] == "image/png" && head.fields["content-length"] == nil)
            }
        }
        for (target, allow) in [
            ("/v1/effects/confetti.still.png", "GET, HEAD, OPTIONS"), ("/v1/render.strip.png", "POST, OPTIONS"),
        ] {
            try client.send("OPTIONS \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            let response = try client.readResponse()
            #expect(response.status == 204 && response.fields["allow"] == allow)
        }
    }

    @Test(
        arguments: [
            ("GET", "/v1/effects/confetti.still.png?at=99", 400, nil),
            ("GET", "/v1/effects/confetti.still.png?at=1,2", 400, nil),
            ("GET", "/v1/effects/confetti.still.png?at=1&at=2", 400, nil),
            ("GET", "/v1/effects/confetti.still.png?w=4000", 422, nil),
            ("GET", "/v1/effects/confetti.strip.png?at=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", 422, nil),
            ("GET", "/v1/effects/confetti.strip.png?w=2000&h=2000&fps=10&at=0,1,2,3,4", 422, nil),
            ("GET", "/v1/effects/confetti.strip.png?at=best", 400, nil),
            ("GET", "/v1/effects/confetti.png?at=1", 400, nil), ("GET", "/v1/effects/confetti?at=1", 400, nil),
            ("GET", "/v1/effects/none.still.png", 404, nil), ("GET", "/v1/effects/confetti.still.apng", 404, nil),
            ("GET", "/v1/effects/confetti.still", 404, nil), ("GET", "/v1/effects/confetti.still.png.png", 404, nil),
            ("POST", "/v1/render.bmp", 404, nil), ("GET", "/v1/render.png", 405, "POST, OPTIONS"),
            ("POST", "/v1/effects/confetti.still.png", 405, "GET, HEAD, OPTIONS"),
            ("GET", "/v1/render.still.png", 405, "POST, OPTIONS"),
            ("HEAD", "/v1/render.strip.png", 405, "POST, OPTIONS"),
        ] as [(String, String, Int, String?)]
    )
    func `an unknown route, method or query gets a problem`(
        _ method: String,
        _ target: String,
        _ status: Int,
        _ allow: String?
    ) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        let response = try client.readResponse(hasBody: method != "HEAD")
        #expect(response.status == status && response.fields["allow"] == allow)
        #expect(response.fields["content-type"] == "application/problem+json")
        #expect(response.fields["cache-control"] == "no-store")
    }

    @Test func `a POST reports errors of the instant, of the spec and of unknown parameters`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        for (query, body, status, kind) in [
            ("at=x", spec, 400, "invalid-parameters"), ("at=31.5", spec, 400, "invalid-parameters"),
            ("w=5", spec, 400, "invalid-parameters"), ("at=1", "{", 400, "invalid-json"),
            ("at=1", #"{"layers": 5}"#, 422, "invalid-spec"),
        ] {
            let response = try post(client, "/v1/render.still.png?\(query)", body)
            #expect(response.status == status, "\(response.text)")
            let problem = try JSONParser.parse(response.body)
            #expect(problem["type"] == .string("urn:hanabi:problem:\(kind)"))
            guard kind == "invalid-parameters", case .array(let errors) = problem["errors"] else { continue }
            #expect(errors.map { $0["parameter"] } == [query.hasPrefix("at") ? "at" : "w"])
        }
        #expect(try post(client, "/v1/render.still.png?at=1", spec).status == 200)
    }

    @Test func `the API description lists still and strip`() throws {
        let server = try ServerTests.server()
        let description = try TestClient(port: server.port).get("/openapi.yaml").text
        for kind in ["still.{format}", "strip.png"] {
            #expect(description.contains("\n  /v1/effects/{effect}.\(kind):\n"))
            #expect(description.contains("\n  /v1/render.\(kind):\n"))
        }
    }

    @Test func `a still past its deadline gets 503`() throws {
        let server = try ServerTests.server { $0.renderTimeout = .milliseconds(30) }
        let client = try TestClient(port: server.port)
        // Twenty times as long as its deadline on a fast machine.
        let target = "/v1/effects/hanabi.still.png?w=1000&h=1000"
        var response = try client.get(target)
        // On a busy machine the request may time out in the queue.
        for _ in 0..<5000 where response.text.contains("problem:busy") { response = try client.get(target) }
        #expect(response.status == 503)
        let problem = try JSONParser.parse(response.body)
        #expect(problem["type"] == "urn:hanabi:problem:render-timeout")
        // The suggested retry is after the same time again.
        #expect(response.text.contains("exceeded its limit of 0.03 s;"))
        #expect(response.fields["retry-after"] == "1")
    }
}
