import EffectModel
import EffectService
import StrictJSON
import TestSupport
import Testing

/// Output forms other than animated PNG, over real sockets.
struct DeliveryServerTests {
    private let small = "w=60&h=50&d=0.5&fps=10"
    private let spec = #"""
        {"canvas": {"width": 40, "height": 30}, "timing": {"duration": 0.5, "fps": 10}, "output": {"format": "gif"},
         "layers": [{"emitterPosition": ["50%", "50%"], "emitterCells":
           [{"contents": "circle", "birthRate": 30, "lifetime": 1, "velocity": 40, "emissionRange": "1turn"}]}]}
        """#

    @Test(arguments: [
        ("gif", "image/gif", "GIF89a"), ("webp", "image/webp", "RIFF"), ("avif", "image/avif", "\0\0\0"),
        ("sheet.png", "image/png", "\u{89}PNG"),
        ("sheet.json", "application/json", "{"), ("sheet.css", "text/css; charset=utf-8", ".hanabi-confetti {"),
    ])
    func `the extension of the path selects the form`(_ ending: String, _ type: String, _ beginning: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/effects/confetti.\(ending)?\(small)")
        #expect(response.status == 200 && response.fields["content-type"] == type)
        let first = beginning.unicodeScalars.map { UInt8($0.value) }
        #expect(response.body.starts(with: first))
        #expect(try client.get("/v1/effects/confetti.\(ending)?\(small)").body == response.body)
        try client.send("HEAD /v1/effects/confetti.\(ending)?\(small) HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.readResponse(hasBody: false)
        #expect(head.status == 200 && head.fields["content-type"] == type)
    }

    @Test(arguments: [
        ("image/gif", "image/gif"), ("image/webp", "image/webp"),
        ("image/avif,image/webp,image/apng,*/*;q=0.8", "image/webp"), ("image/apng,*/*;q=0.8", "image/apng"),
        ("image/*", "image/png"), ("image/webp,image/gif;q=0.9", "image/webp"),
        ("application/json", "application/json"),
    ])
    func `a path without extension is negotiated by Accept`(_ accept: String, _ type: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        try client.send("GET /v1/effects/confetti?\(small) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n")
        let response = try client.readResponse()
        #expect(response.status == 200 && response.fields["content-type"] == type)
        #expect(response.fields["vary"]?.contains("Accept") == true)
    }

    @Test func `a POSTed spec selects its form`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.post("/v1/render", Array(spec.utf8))
        #expect(response.status == 200 && response.fields["content-type"] == "image/gif")
        let sheet = try client.post("/v1/render.sheet.json", Array(spec.utf8))
        #expect(sheet.status == 200)
        #expect(try JSONParser.parse(sheet.body)["meta"]?["image"] == "sheet.png")
        // The ending wins over the spec's format, and over `Accept`.
        for (ending, type) in [("png", "image/png"), ("webp", "image/webp"), ("svg", "image/svg+xml")] {
            let named = try client.post("/v1/render.\(ending)", Array(spec.utf8))
            #expect(named.status == 200 && named.fields["content-type"] == type, "\(ending)")
            #expect(named.fields["vary"]?.contains("Accept,") != true && named.fields["vary"] != "Accept", "\(ending)")
        }
        #expect(try client.post("/v1/render.gif", Array(spec.utf8)).body == response.body)
        #expect(try client.post("/v1/render.bmp", Array(spec.utf8)).status == 404)
        #expect(try client.post("/v1/render.gif?w=20", Array(spec.utf8)).status == 400)
    }

    @Test func `output.format selects the form of a preset`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let gif = try client.get("/v1/effects/confetti?\(small)&output.format=gif")
        #expect(gif.fields["content-type"] == "image/gif")
        let explained = try client.get("/v1/effects/confetti?\(small)&output.format=gif&explain=1").body
        #expect(try client.post("/v1/render", explained).body == gif.body)
    }

    @Test(arguments: ["gif", "webp", "avif", "png"])
    func `a still image keeps its byte budget`(_ ending: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let free = try client.get("/v1/effects/confetti.\(ending)?w=200&h=150&d=1&fps=10&motion=still")
        let most = free.body.count / 2
        let fitted = try client.get("/v1/effects/confetti.\(ending)?w=200&h=150&d=1&fps=10&motion=still&max=\(most)")
        #expect(free.status == 200 && fitted.status == 200 && fitted.body.count <= most)
        #expect(fitted.fields["hanabi-reduced"]?.isEmpty == false)
    }

    @Test(arguments: ["gif", "webp", "avif"])
    func `reduced motion gets one frame in the same format`(_ ending: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let moving = try client.get("/v1/effects/confetti.\(ending)?\(small)")
        let still = try client.get("/v1/effects/confetti.\(ending)?\(small)&motion=still")
        #expect(still.status == 200 && still.fields["content-type"] == "image/\(ending)")
        #expect(
            still.body.count < moving.body.count && (ending == "avif" || still.body.prefix(4) == moving.body.prefix(4))
        )
        if ending == "gif" {
            // A single image between the loop extension and the trailer.
            #expect(
                moving.body.occurrences(of: [0x21, 0xF9, 4]) == 5 && still.body.occurrences(of: [0x21, 0xF9, 4]) == 1
            )
        } else if ending == "avif" {
            let name = Array("moov".utf8)
            #expect(moving.body.occurrences(of: name) == 1 && still.body.occurrences(of: name) == 0)
        } else {
            let name = Array("ANMF".utf8)
            #expect(moving.body.occurrences(of: name) == 5 && still.body.occurrences(of: name) == 0)
        }
    }

    @Test func `a sheet's parts name its image with the same query`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let query = "\(small)&c=ff0000,00ff00&seed=%22%20x"
        let atlas = try JSONParser.parse(client.get("/v1/effects/confetti.sheet.json?\(query)").body)
        #expect(atlas["meta"]?["image"] == .string("confetti.sheet.png?\(query)"))
        let style = try client.get("/v1/effects/confetti.sheet.css?\(query)").text
        #expect(style.contains("url(\"confetti.sheet.png?\(query)\")"))
        #expect(try client.get("/v1/effects/confetti.sheet.png?\(query)").status == 200)
        // A spec in the path names its image by the path segment.
        let packed = "eyJsYXllcnMiOltdfQ"
        #expect(try client.get("/v1/s/\(packed).sheet.json").status == 422)
    }

    @Test(
        arguments: [
            ("gif?matte=ff000080", 400, "/output/matte"), ("webp?quality=0", 400, "/output/quality"),
            ("webp?quality=best", 400, "/output/quality"),
            ("png?poster=last", 400, #"\"first\", \"best\", or seconds"#),
            ("png?poster=0.6", 400, "seconds in 0...0.5, the duration"), ("gif?poster=0.6", 400, "/output/poster"),
            ("sheet.png?max=200kB", 400, "/output/maxBytes"), ("sheet.png?at=1", 400, nil),
            ("sheet.css?motion=still", 400, "motion"), ("png?output.format=gif", 400, "output.format"),
            ("png?explain=1&motion=still", 400, "explain"),
        ] as [(String, Int, String?)]
    )
    func `unsupported options of a form are refused`(_ ending: String, _ status: Int, _ pointer: String?) throws {
        let server = try ServerTests.server()
        let response = try TestClient(port: server.port).get("/v1/effects/confetti.\(ending)&\(small)")
        #expect(response.status == status)
        if let pointer { #expect(response.text.contains(pointer)) }
    }

    @Test(arguments: ["gif", "webp", "avif", "png", "still.png", "strip.png", "sheet.png"])
    func `dry predicts the cost of the form`(_ ending: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let cost = try JSONParser.parse(client.get("/v1/effects/confetti.\(ending)?\(small)&dry=1").body)
        #expect(cost["frames"]?["found"] == (ending == "strip.png" ? 4 : 5))
        guard case .number(let work) = cost["work"]?["found"] else {
            Issue.record("no work")
            return
        }
        #expect(work > 0)
    }
}

extension [UInt8] {
    /// Returns the number of occurrences of `other`.
    fileprivate func occurrences(of other: [UInt8]) -> Int {
        indices.filter { self[$0...].starts(with: other) }.count
    }
}
