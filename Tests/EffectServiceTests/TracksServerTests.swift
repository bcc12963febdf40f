import AssetFiles
import Compression
import EffectCatalog
import EffectCost
import EffectModel
import EffectRendering
@testable import EffectService
import Foundation
import StrictJSON
import TestSupport
import Testing
import WorkScheduling

/// Tracks over real sockets.
struct TracksServerTests {
    private static let type = "application/vnd.hanabi.tracks+json"
    private let path = "/v1/effects/confetti.tracks.json?seed=5&w=120&h=90&d=1"

    private func parsed(_ body: [UInt8]) throws -> JSONValue {
        var limits = JSONParser.Limits()
        limits.nodes = 1_000_000
        return try JSONParser.parse(body, limits: limits)
    }

    @Test(arguments: [0, 64 << 20])
    func `tracks have their type, a tag, and the coding that the client takes`(_ cacheBytes: Int) throws {
        let server = try ServerTests.server { $0.cacheBytes = cacheBytes }
        let client = try TestClient(port: server.port)
        let plain = try client.get(path)
        #expect(plain.status == 200 && plain.fields["content-type"] == Self.type)
        #expect(plain.fields["vary"]?.contains("Accept-Encoding") == true)
        let root = try parsed(plain.body)
        #expect(root["version"] == 1 && root["duration"] == 1 && root["canvas"]?["width"] == 120)
        #expect(root["paused"] == nil)
        for _ in 0..<2 {
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            let packed = try client.readResponse()
            #expect(packed.fields["content-encoding"] == "gzip" && packed.body.count < plain.body.count / 2)
            #expect(packed.fields["etag"] != plain.fields["etag"])
        }
        let tag = try #require(plain.fields["etag"])
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n")
        #expect(try client.readResponse(hasBody: false).status == 304)
    }

    /// Pieces of tracks are no elements of a page.
    @Test func `tracks may have twice the pieces of an SVG`() throws {
        let query = "seed=5&w=120&h=90&d=1"
        let open = try ServerTests.server()
        let document = try parsed(try TestClient(port: open.port).get("/v1/effects/confetti.tracks.json?\(query)").body)
        guard case .array(let layers) = document["layers"], case .array(let pieces) = layers.first?["pieces"] else {
            Issue.record("no pieces")
            return
        }
        let count = pieces.count
        for (most, svg, tracks) in [(count, 200, 200), ((count + 1) / 2, 422, 200), ((count - 1) / 2, 422, 422)] {
            let server = try ServerTests.server { $0.limits.maximumPieces = most }
            let client = try TestClient(port: server.port)
            #expect(try client.get("/v1/effects/confetti.svg?\(query)").status == svg)
            #expect(try client.get("/v1/effects/confetti.tracks.json?\(query)").status == tracks)
        }
    }

    @Test func `specs, paths and negotiation give the same tracks`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let plain = try client.get(path)
        try client.send(
            "GET /v1/effects/confetti?seed=5&w=120&h=90&d=1 HTTP/1.1\r\nHost: a\r\nAccept: \(Self.type)\r\n\r\n"
        )
        let negotiated = try client.readResponse()
        #expect(negotiated.fields["content-type"] == Self.type && negotiated.body == plain.body)
        let spec = try client.get(path + "&explain=1")
        #expect(spec.status == 200 && spec.text.contains("\"tracks.json\""))
        let posted = try client.post("/v1/render", spec.body)
        #expect(posted.fields["content-type"] == Self.type && posted.body == plain.body)
        let packed = Data(spec.body).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        #expect(try client.get("/v1/s/\(packed).tracks.json").body == plain.body)
    }

    @Test(arguments: [Self.type, "image/svg+xml"])
    func `imports give vectors by negotiation`(_ type: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let settings = #"{"particleCount": 20, "spread": 70, "origin": {"y": 0.6}}"#
        func post(_ path: String, _ body: String, _ accept: String) throws -> TestClient.Response {
            let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\nContent-Type: application/json\r\n"
            try client.send("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try client.readResponse()
        }
        let path = "/v1/import/canvas-confetti?w=120&h=90"
        let imported = try post(path, settings, type)
        #expect(imported.status == 200 && imported.fields["content-type"] == type)
        let report = try JSONParser.parse(try post(path, settings, "application/json").body)
        let spec = String(decoding: JSONWriter.bytes(of: try #require(report["spec"])), as: UTF8.self)
        #expect(try post("/v1/render", spec, type).body == imported.body)
    }

    @Test func `who asks for a still gets tracks that stand still`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let root = try parsed(try client.get(path + "&motion=still").body)
        #expect(root["paused"] == true && root["still"] != nil)
    }

    @Test func `blend modes that other vectors refuse are there`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let answer = try client.get(path + "&layers.0.renderMode=maximum")
        #expect(answer.status == 200 && answer.text.contains("\"blend\":\"maximum\""))
    }

    /// A trail is the way that its head has gone, which a layer that moves takes elsewhere.
    @Test func `trails that are carried along are refused by name`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let spec = """
            {"canvas": {"width": 200, "height": 100}, "timing": {"duration": 2, "fps": 30}, "layers": [{"type": "group", "name": "g",
              "animations": [{"type": "basic", "keyPath": "position", "from": [0, 0], "to": [100, 0], "duration": 2}],
              "layers": [{"type": "emitter", "name": "e", "emitterPosition": [20, 50], "emitterCells": [{"contents": "circle",
                "birthRate": 5, "lifetime": 2, "velocity": 30, "trail": {"duration": 0.5, "width": 4}}]}]}],
             "output": {"format": "tracks.json"}}
            """
        let answer = try client.post("/v1/render", Array(spec.utf8))
        let problem = try JSONParser.parse(answer.body)
        #expect(answer.status == 422 && problem["type"] == "urn:hanabi:problem:invalid-spec")
        let detail =
            "found trails that move as a whole in layer \"e\", which tracks can't show; allowed: the ending .json, or that of an image, such as .png"
        #expect(problem["detail"] == .string("/layers/0/layers/0: \(detail)"))
    }

    @Test func `confetti has at most 20 kB, and no preset more than 128 kB, but for a whole show, with gzip`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        for name in Preset.all.keys.sorted() {
            let spec = try PresetRequest.spec(
                preset: name,
                [PresetRequest.Parameter("seed", "1")],
                limits: RenderLimits().ofData,
                library: LocalAssets(fontDirectories: TestFonts.directories)
            )
            var bytes: [UInt8] = []
            do {
                try renderer.render(RenderPlan(frames: spec, as: .tracks)) { bytes += $0 }
            } catch RenderError.notAVector(let contents, _, _, _, _) {
                // Only what a player can't show is left out.
                #expect(["trails that move as a whole", "a blur"].contains(contents), "\(name)")
                continue
            }
            let size = try GzipStream.packed(bytes).count
            let most = ["confetti": 20_000, "hanabi": 200_000][name] ?? 131_072
            #expect(size <= most, "\(name): \(size)")
            // Images may have these letters in their base64.
            let text = String(decoding: bytes, as: UTF8.self)
            for before in [":", ",", "["] { #expect(!text.contains(before + "nan"), "\(name)") }
        }
    }
}
