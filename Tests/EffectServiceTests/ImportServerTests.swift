import EffectCatalog
import EffectModel
import EffectService
import StrictJSON
import TestSupport
import Testing

/// Import of other programs' documents, over real sockets.
struct ImportServerTests {
    private func post(
        _ client: TestClient,
        _ target: String,
        _ body: String,
        type: String = "application/json",
        accept: String = "*/*"
    ) throws -> TestClient.Response {
        try client.send(
            """
            POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\
            Accept: \(accept)\r\n\r\n\(body)
            """
        )
        return try client.readResponse()
    }

    private static let plist = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>maxParticles</key><integer>9</integer><key>particleLifespan</key>
        <real>1</real><key>startParticleSize</key><real>9</real></dict></plist>
        """
    /// Returns a keyed archive of one object as XML.
    private static func archive(_ name: String, _ members: String) -> String {
        """
        <?xml version="1.0"?><plist version="1.0"><dict><key>$top</key><dict><key>root</key><dict><key>CF$UID</key>
        <integer>1</integer></dict></dict><key>$objects</key><array><string>$null</string><dict>\(members)<key>$class</key><dict>
        <key>CF$UID</key><integer>2</integer></dict></dict><dict><key>$classname</key><string>\(name)</string><key>$classes</key>
        <array><string>\(name)</string></array></dict></array></dict></plist>
        """
    }
    private static let emitter = archive(
        "SKEmitterNode",
        "<key>_birthrate</key><real>10</real><key>_lifetime</key><real>1</real>"
    )
    private static let system = archive(
        "SCNParticleSystem",
        "<key>birthRate</key><real>10</real><key>particleVelocity</key><real>1</real>"
    )
    private static let caml = """
        <caml><CAEmitterLayer bounds="0 0 50 40"><emitterCells><CAEmitterCell birthRate="9" lifetime="1" contents="a.png"/>
        </emitterCells></CAEmitterLayer></caml>
        """

    private static let costly = #"""
        {"lifetime": {"min": 0.5, "max": 100000}, "frequency": 0.01, "emitterLifetime": -1, "maxParticles": 500, "pos": {"x": 0, "y": 0},
         "behaviors": [{"type": "alpha", "config": {"alpha": {"list": [{"value": 1, "time": 0}, {"value": 0, "time": 1}]}}},
           {"type": "moveSpeed", "config": {"speed": {"list": [{"value": 200, "time": 0}, {"value": 50, "time": 1}]}}}]}
        """#

    @Test(arguments: [
        ("canvas-confetti", #"{"particleCount": 9}"#, "application/json"),
        (
            "particle-emitter", #"{"lifetime": {"min": 1, "max": 1}, "frequency": 0.1}"#,
            "application/vnd.pixi+json; charset=utf-8"
        ),
        ("vortex", #"{"birthRate": 9, "tags": ["circle"]}"#, "application/json"),
        ("cocos-plist", plist, "application/x-plist"), ("caml", caml, "text/xml"),
        ("sks", emitter, "application/octet-stream"), ("scenekit", system, "application/x-plist"),
        ("tsparticles", #"{"particles": {"number": {"value": 9}, "move": {"enable": true}}}"#, "application/json"),
    ])
    func `an import returns a renderable spec and a report`(
        _ format: String,
        _ body: String,
        _ type: String
    ) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/import/\(format)?w=60&h=50&d=0.5&fps=10&bg=101828"
        let response = try post(client, target, body, type: type)
        #expect(response.status == 200 && response.fields["content-type"] == "application/json")
        #expect(response.fields["vary"] == "Accept")
        let answer = try JSONParser.parse(response.body)
        let spec = try #require(answer["spec"])
        #expect(
            spec["canvas"]?["width"] == 60 && spec["timing"]?["fps"] == 10 && spec["canvas"]?["background"] == "101828"
        )
        for list in ["ignored", "approximated"] {
            guard case .array(let notes)? = answer[list] else {
                Issue.record("no \(list)")
                continue
            }
            for note in notes { #expect(note["field"] != nil && note["found"] != nil && note["reason"] != nil) }
        }
        let render = try post(
            client,
            "/v1/render",
            String(decoding: JSONWriter.bytes(of: spec), as: UTF8.self),
            accept: "image/png"
        )
        #expect(render.status == 200)
        let file = try APNGReader(render.body)
        #expect((file.width, file.height) == (60, 50))
        // Import and rendering in one request.
        let picture = try post(client, target, body, type: type, accept: "image/png")
        #expect(picture.fields["content-type"] == "image/png" && picture.body == render.body)
    }

    @Test(
        arguments: [
            ("vortex", "{", "application/json", 400, "invalid-import"),
            ("vortex", "{}", "application/json", 400, "invalid-import"),
            ("caml", "<caml>", "application/xml", 400, "invalid-import"),
            ("caml", "<caml/>", "application/xml", 422, "invalid-import"),
            ("cocos-plist", "bplist00", "application/octet-stream", 400, "invalid-import"),
            ("canvas-confetti", #"{"particleCount": 0}"#, "application/json", 422, "invalid-import"),
            ("canvas-confetti", #"{"particleCount": 300000}"#, "application/json", 422, "invalid-spec"),
            // Within every limit but that of work, which only a render checks.
            ("particle-emitter", costly, "application/json", 422, "invalid-spec"),
            ("canvas-confetti?w=9000", "{}", "application/json", 422, "invalid-spec"),
            ("canvas-confetti?w=0", "{}", "application/json", 400, "invalid-parameters"),
            ("canvas-confetti?w=1&w=1", "{}", "application/json", 400, "invalid-parameters"),
            ("canvas-confetti?seed=1", "{}", "application/json", 400, "invalid-parameters"),
            ("sks", "bplist00", "application/octet-stream", 400, "invalid-import"),
            ("sks", system, "text/xml", 400, "invalid-import"),
            ("sks", "{}", "application/json", 415, "unsupported-media-type"),
            ("scenekit", emitter, "application/octet-stream", 400, "invalid-import"),
            ("scenekit", "<plist/>", "application/xml", 400, "invalid-import"),
            ("tsparticles", "{}", "application/json", 400, "invalid-import"),
            ("tsparticles", #"{"particles": {}}"#, "application/json", 422, "invalid-import"),
            ("canvas-confetti", "{}", "text/xml", 415, "unsupported-media-type"),
            ("caml", "<caml/>", "application/json", 415, "unsupported-media-type"),
            ("lottie", "{}", "application/json", 404, "not-found"),
        ]
    )
    func `a document that cannot be imported is refused with a problem`(
        _ target: String,
        _ body: String,
        _ type: String,
        _ status: Int,
        _ kind: String
    ) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try post(client, "/v1/import/\(target)", body, type: type)
        #expect(response.status == status && response.fields["content-type"] == "application/problem+json")
        let problem = try JSONParser.parse(response.body)
        #expect(problem["type"] == .string("urn:hanabi:problem:\(kind)"), "\(response.text)")
    }

    @Test(arguments: [("w=0", "w", "1...100000"), ("fps=99", "fps", "0.1...65"), ("d=x", "d", "0.01...100000")])
    func `a parameter out of range names its bounds`(_ query: String, _ name: String, _ bounds: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try post(client, "/v1/import/vortex?\(query)", "{}", type: "application/json")
        let detail = try JSONParser.parse(response.body)["detail"]?.text ?? ""
        #expect(
            detail.hasPrefix("\(name): found ") && detail.hasSuffix("; allowed: a number in \(bounds)"),
            "\(detail)"
        )
    }

    @Test func `imports accept POST and OPTIONS only`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/import/vortex")
        #expect(response.status == 405 && response.fields["allow"] == "POST, OPTIONS")
        let none = try post(client, "/v1/import/vortex", #"{"speed": 1}"#, accept: "image/bmp")
        #expect(none.status == 406)
    }
}
