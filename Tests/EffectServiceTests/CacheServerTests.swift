import EffectCost
import EffectModel
@testable import EffectService
import Foundation
import Synchronization
import Telemetry
import StrictJSON
import TestSupport
import Testing

/// Entity tags, cached responses and coalesced renders, over real sockets.
struct CacheServerTests {
    private let path = "/v1/effects/confetti.png?w=60&h=50&d=0.5&fps=10"

    private func get(_ client: TestClient, _ path: String, _ fields: String = "", method: String = "GET") throws
        -> TestClient.Response
    {
        try client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        return try client.readResponse(hasBody: method == "GET")
    }

    @Test(arguments: [0, 64 << 20])
    func `a matching entity tag gets 304 without a body`(_ cacheBytes: Int) throws {
        let server = try ServerTests.server { $0.cacheBytes = cacheBytes }
        let client = try TestClient(port: server.port)
        let first = try client.get(path)
        let tag = try #require(first.fields["etag"])
        #expect(tag.hasPrefix("\"") && tag.count == 24 && first.status == 200)
        for field in [tag, "W/\(tag)", "\"a\", \(tag)", "*"] {
            let response = try get(client, path, "If-None-Match: \(field)\r\n")
            #expect(response.status == 304 && response.body.isEmpty, "\(field)")
            #expect(response.fields["etag"] == tag && response.fields["cache-control"] == first.fields["cache-control"])
            #expect(response.fields["content-type"] == nil && response.fields["vary"] == first.fields["vary"])
        }
        for field in ["\"other\"", "\(tag.dropLast())", "\(tag)x", ""] {
            let response = try get(client, path, "If-None-Match: \(field)\r\n")
            #expect(response.status == 200 && response.body == first.body, "\(field)")
        }
        let head = try get(client, path, method: "HEAD")
        #expect(head.status == 200 && head.fields["etag"] == tag)
        #expect(try get(client, path, "If-None-Match: \(tag)\r\n", method: "HEAD").status == 304)
    }

    @Test func `the entity tag depends on the effect, not on the query's wording`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        func tag(_ target: String) throws -> String? { try get(client, target, method: "HEAD").fields["etag"] }
        let base = try #require(try tag(path))
        #expect(try tag("/v1/effects/confetti.png?fps=10&d=500ms&h=50.0&w=60") == base)
        let others = [
            path + "&seed=8", path + "&palette=auto", path + "&effort=fast", path.replacing(".png", with: ".gif"),
            path.replacing(".png", with: ".webp"), path.replacing(".png", with: ".still.png"),
            path.replacing(".png", with: ".still.png") + "&at=0.2", path.replacing(".png", with: ".sheet.png"),
            path.replacing(".png", with: ".sheet.css"), path.replacing(".png", with: ".sheet.json"),
            path.replacing(".png", with: ".json"), path.replacing("confetti", with: "stars"), path + "&motion=still",
        ]
        let tags = try others.map { try tag($0) }
        #expect(!tags.contains(nil) && Set(tags + [base]).count == others.count + 1)
        // Responses other than the effect have no entity tag.
        #expect(try client.get(path + "&dry=1").fields["etag"] == nil)
        #expect(try client.get(path + "&explain=1").fields["etag"] == nil)
    }

    @Test func `a cached image is identical and not rendered again`() throws {
        let pictures = CountedPictures()
        let server = try ServerTests.server { $0.library = pictures }
        let client = try TestClient(port: server.port)
        let spec =
            #"{"canvas":{"width":40,"height":30},"timing":{"duration":0.5,"fps":8},"assets":{"a":{"image":"a.png"}},"layers":[{"emitterCells":[{"contents":"a","burst":{"count":9},"lifetime":1,"velocity":40}]}]}"#
        let name = Data(spec.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        let target = "/v1/s/\(name).png"
        let first = try client.get(target)
        #expect(first.status == 200 && first.fields["transfer-encoding"] == "chunked")
        // The first response was stored on completion: the second has a length and reads no picture file.
        let asked = pictures.count
        let second = try client.get(target)
        #expect(second.body == first.body && second.fields["etag"] == first.fields["etag"])
        #expect(second.fields["content-length"] == "\(first.body.count)" && pictures.count == asked)
        // HEAD now knows the length.
        let head = try get(client, target, method: "HEAD")
        #expect(head.fields["content-length"] == "\(first.body.count)")
        // A changed picture under the same name makes a different effect.
        pictures.color = 0xFF00_00FF
        let fresh = try get(client, target + "?motion=full")
        #expect(fresh.fields["etag"] != first.fields["etag"] && fresh.body != first.body)
    }

    /// Endings of files that are streamed, made as a whole, and packed.
    @Test(arguments: ["png", "webp", "svg"], [0, 2000])
    func `HEAD knows the length of a file that is not in the cache`(_ ending: String, _ cacheBytes: Int) throws {
        let server = try ServerTests.server { $0.cacheBytes = cacheBytes }
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti.\(ending)?w=120&h=90&d=1&fps=10&seed=5"
        #expect(try get(client, target, method: "HEAD").fields["content-length"] == nil)
        let coding = "Accept-Encoding: gzip\r\n"
        let file = try get(client, target, coding)
        #expect(file.status == 200 && file.body.count > 2000)
        // The end of a stream is noted after its last byte is sent.
        var head = try get(client, target, coding, method: "HEAD")
        for _ in 0..<1000 where head.fields["content-length"] == nil {
            usleep(1000)
            head = try get(client, target, coding, method: "HEAD")
        }
        #expect(head.fields["content-length"] == "\(file.body.count)" && head.fields["etag"] == file.fields["etag"])
        #expect(try get(client, target + "0", method: "HEAD").fields["content-length"] == nil)
        // A vector without a content coding is another file.
        if ending == "svg" { #expect(try get(client, target, method: "HEAD").fields["content-length"] == nil) }
    }

    @Test func `concurrent requests share one render, which survives a leaving client`() throws {
        let registry = PrometheusRegistry()
        let server = try ServerTests.server {
            $0.renderThreads = 2
            $0.metrics = registry
        }
        let big = "/v1/effects/confetti.png?w=400&h=400&d=2&fps=30&seed=5"
        let clients = try (0..<8).map { _ in try TestClient(port: server.port) }
        let release = try server.pool.hold()
        for client in clients { try client.send("GET \(big) HTTP/1.1\r\nHost: a\r\n\r\n") }
        while server.waiters < 8 { usleep(1000) }
        release()
        // All clients have joined. Otherwise the render could end with the first client and start again.
        for client in clients { try client.awaitAnswer() }
        clients[0].reset()
        let bodies = try clients.dropFirst().map { try $0.readResponse() }
        #expect(bodies.allSatisfy { $0.status == 200 && $0.body == bodies.first?.body })
        let one = try #require(bodies.first)
        #expect(try APNGReader(one.body).frames.count == 60)
        #expect(Set(bodies.map { $0.fields["etag"] }).count == 1)
        // Requests are counted at their end, slightly after a client sees it.
        func counts(_ prefix: String) -> [String: Int] {
            let lines = registry.page().split(separator: "\n").filter { $0.hasPrefix(prefix + "{") }
            let pairs = lines.map { $0.dropFirst(prefix.count).split(separator: " ") }
            return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? -1) })
        }
        let end = ContinuousClock.now + .seconds(60)
        while counts("hanabi_cache_requests_total").values.reduce(0, +) < clients.count
            || counts("hanabi_renders_total").isEmpty, ContinuousClock.now < end
        {
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(counts("hanabi_renders_total") == [#"{effect="confetti",format="apng",outcome="ok"}"#: 1])
        let results = counts("hanabi_cache_requests_total")
        #expect(results[#"{result="miss"}"#] == 1 && results[#"{result="coalesced"}"#] == 7)
    }

    @Test func `a failed render fails all its clients and can be requested again`() throws {
        let server = try ServerTests.server { $0.limits.maximumOutputBytes = 3000 }
        let clients = try (0..<3).map { _ in try TestClient(port: server.port) }
        let target = "/v1/effects/confetti.webp?w=200&h=200&d=1"
        for client in clients { try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients { #expect(try client.readResponse().status == 422) }
        #expect(try clients[0].get(target).status == 422)
        #expect(try clients[0].get("/v1/effects/confetti.webp?w=20&h=20&d=0.1").status == 200)
    }

    @Test func `an image beyond the cache's size limit is still sent to every reader`() throws {
        let server = try ServerTests.server { $0.maximumCachedBytes = 10_000 }
        let clients = try (0..<4).map { _ in try TestClient(port: server.port) }
        let target = "/v1/effects/confetti.png?w=300&h=300&d=1.5&fps=24"
        for client in clients { try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") }
        let bodies = try clients.map { try $0.readResponse().body }
        #expect(bodies.allSatisfy { $0 == bodies[0] && $0.count > 20_000 })
        #expect(try clients[0].get(target).fields["transfer-encoding"] == "chunked")
    }
}

/// An asset library with one picture under any name, which counts its requests.
private final class CountedPictures: AssetLibrary {
    private let state: Mutex<(count: Int, color: UInt32)>

    init() { state = Mutex((0, 0xFFFF_FFFF)) }

    var count: Int { state.withLock { $0.count } }
    var color: UInt32 {
        get { state.withLock { $0.color } }
        set { state.withLock { $0.color = newValue } }
    }

    func picture(_ source: String, maximumPixels: Int) -> Picture {
        let color = state.withLock { state in
            state.count += 1
            return state.color
        }
        return Picture(width: 1, height: 1, pixels: [color])
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "pictures")
    }
}

/// Vectors, which are text: compressed for those who take it, and under a policy of their own.
struct VectorServerTests {
    private let path = "/v1/effects/confetti.svg?seed=5&w=120&h=90&d=1"

    @Test(arguments: [0, 64 << 20], [false, true])
    func `each client gets the coding that it accepts, whoever asked first`(_ cacheBytes: Int, _ gzipFirst: Bool) throws
    {
        let server = try ServerTests.server { $0.cacheBytes = cacheBytes }
        let client = try TestClient(port: server.port)
        func get(_ coding: String) throws -> TestClient.Response {
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: \(coding)\r\n\r\n")
            return try client.readResponse()
        }
        var bodies: [String: [UInt8]] = [:]
        for coding in (gzipFirst ? ["gzip", "identity"] : ["identity", "gzip"]) + ["gzip", "identity"] {
            let response = try get(coding)
            #expect(response.status == 200 && response.fields["content-type"] == "image/svg+xml")
            #expect(response.fields["content-encoding"] == (coding == "gzip" ? "gzip" : nil))
            #expect(response.fields["vary"]?.contains("Accept-Encoding") == true)
            #expect(response.fields["content-security-policy"]?.contains("style-src 'unsafe-inline'; sandbox") == true)
            #expect(response.fields["x-content-type-options"] == "nosniff")
            if let known = bodies[coding] { #expect(known == response.body) }
            bodies[coding] = response.body
        }
        let plain = try #require(bodies["identity"])
        let packed = try #require(bodies["gzip"])
        #expect(String(decoding: plain, as: UTF8.self).hasPrefix("<svg xmlns=") && packed.count < plain.count / 2)
        #expect(Array(packed.prefix(2)) == [0x1F, 0x8B])
    }

    @Test func `stills, specs and negotiation give vectors, too`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let still = try client.get("/v1/effects/confetti.still.svg?at=0.5&w=120&h=90&d=1")
        let text = String(decoding: still.body, as: UTF8.self)
        #expect(still.status == 200 && text.contains("<use") && !text.contains("animation"))
        try client.send("GET /v1/effects/confetti?w=90&h=90&d=1 HTTP/1.1\r\nHost: a\r\nAccept: image/svg+xml\r\n\r\n")
        #expect(try client.readResponse().fields["content-type"] == "image/svg+xml")
        let estimate = try client.get(path + "&dry=1")
        #expect(String(decoding: estimate.body, as: UTF8.self).contains("milliseconds"))
    }

    @Test(arguments: ["svg", "lottie.json", "lottie", "tgs", "tracks.json", "still.svg"], ["dry=1", "explain=1"])
    func `an estimate says that a vector would have too many pieces`(_ ending: String, _ question: String) throws {
        let query = "seed=5&w=120&h=90&d=1"
        let whole = try ServerTests.server()
        let open = try TestClient(port: whole.port)
        #expect(try open.get("/v1/effects/confetti.\(ending)?\(query)&\(question)").status == 200)
        for most in [5, 12] {
            let server = try ServerTests.server { $0.limits.maximumPieces = most }
            let client = try TestClient(port: server.port)
            let refused = try JSONParser.parse(try client.get("/v1/effects/confetti.\(ending)?\(query)").body)
            let asked = try client.get("/v1/effects/confetti.\(ending)?\(query)&\(question)")
            let problem = try JSONParser.parse(asked.body)
            #expect(asked.status == 422 && problem["type"] == "urn:hanabi:problem:too-large")
            #expect(problem["detail"] == refused["detail"], "\(problem)")
            #expect(try client.get("/v1/effects/confetti.png?\(query)&\(question)").status == 200)
        }
    }

    /// Regression: a vector ignored its byte budget.
    @Test(arguments: ["svg", "lottie.json", "lottie", "tgs", "tracks.json", "still.svg"])
    func `a vector keeps a byte budget`(_ ending: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/snowfall.\(ending)?w=240&h=200&d=2&seed=3"
        let free = try client.get(target)
        #expect(free.status == 200 && free.fields["hanabi-reduced"] == nil)
        var last = Int.max
        for share in [1.0, 0.8, 0.5] {
            let most = Int(Double(free.body.count) * share)
            let fitted = try client.get("\(target)&max=\(most)")
            #expect(fitted.status == 200 && fitted.body.count <= most && fitted.body.count <= last)
            #expect(fitted.body == (try client.get("\(target)&max=\(most)")).body)
            last = fitted.body.count
            let reduced = fitted.fields["hanabi-reduced"]
            if ending != "tgs" { #expect(share == 1 ? reduced == "nothing" : reduced?.hasPrefix("tolerance=") == true) }
        }
        // Compressed, a few pieces have fewer bytes than the least budget.
        guard ending != "tgs", ending != "lottie" else { return }
        let tight = try client.get("\(target)&max=1000")
        #expect(tight.status == 422)
        #expect(try JSONParser.parse(tight.body)["type"] == "urn:hanabi:problem:too-large")
        #expect(String(decoding: tight.body, as: UTF8.self).contains("the smallest version has"))
    }

    /// Regression: a vector chosen by `Accept` had no entity tag.
    @Test(arguments: [0, 64 << 20], ["image/svg+xml", "video/lottie+json", "application/vnd.hanabi.tracks+json"])
    func `a vector chosen by negotiation has a tag and is revalidated`(_ cacheBytes: Int, _ type: String) throws {
        let server = try ServerTests.server { $0.cacheBytes = cacheBytes }
        let client = try TestClient(port: server.port)
        func get(_ fields: String) throws -> TestClient.Response {
            let target = "/v1/effects/confetti?seed=5&w=120&h=90&d=1"
            try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nAccept: \(type)\r\n\(fields)\r\n")
            return try client.readResponse(hasBody: !fields.contains("If-None-Match"))
        }
        let plain = try get("")
        let tag = try #require(plain.fields["etag"])
        #expect(plain.status == 200 && plain.fields["vary"]?.hasPrefix("Accept, Accept-Encoding") == true)
        let packed = try get("Accept-Encoding: gzip\r\n")
        let other = try #require(packed.fields["etag"])
        #expect(packed.fields["content-encoding"] == "gzip" && other != tag && packed.body != plain.body)
        #expect(try get("").body == plain.body)
        #expect(try get("Accept-Encoding: gzip\r\n").body == packed.body)
        let fresh = try get("If-None-Match: \(tag)\r\n")
        #expect(fresh.status == 304 && fresh.fields["etag"] == tag && fresh.fields["vary"] == plain.fields["vary"])
        #expect(try get("Accept-Encoding: gzip\r\nIf-None-Match: \(other)\r\n").status == 304)
    }

    @Test func `contents that vectors can't show are refused by name`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/effects/confetti.svg?layers.0.renderMode=maximum&w=90&h=90&d=1")
        #expect(response.status == 422, "\(response.status)")
        let problem = try JSONParser.parse(response.body)
        #expect(problem["type"] == "urn:hanabi:problem:invalid-spec")
        let detail =
            "found the blend mode maximum in layer \"confetti\", which an SVG can't show; allowed: the ending .tracks.json, or that of an image, such as .png"
        #expect(problem["detail"] == .string("/layers/0/renderMode: \(detail)"))
        #expect(
            problem["errors"] == [
                ["pointer": "/layers/0/renderMode", "kind": "conflict", "detail": .string(detail)]
            ]
        )
    }
}
