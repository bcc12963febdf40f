import AssetFiles
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// Parsing of batch lines, and equality of their output with the service's.
struct BatchLineTests {
    private static let spec = #"""
        {"canvas": {"width": 40, "height": 30}, "timing": {"duration": 0.3, "fps": 10},
         "assets": {"word": {"text": "Hallo", "fontSize": 9}},
         "layers": [{"emitterPosition": ["50%", "50%"], "emitterCells":
           [{"contents": "circle", "birthRate": 30, "lifetime": 1, "velocity": 40, "emissionRange": "1turn"},
            {"contents": "word", "birthRate": 5, "lifetime": 1}]}]}
        """#.replacing("\n", with: " ")

    /// The spec in a path segment.
    private static let packed =
        "eyJjYW52YXMiOnsid2lkdGgiOjQwLCJoZWlnaHQiOjMwfSwidGltaW5nIjp7ImR1cmF0aW9uIjowLjMsImZwcyI6MTB9LCJsYXll"
        + "cnMiOlt7ImVtaXR0ZXJQb3NpdGlvbiI6WyI1MCUiLCI1MCUiXSwiZW1pdHRlckNlbGxzIjpbeyJjb250ZW50cyI6ImNpcmNsZSIs"
        + "ImJpcnRoUmF0ZSI6MzAsImxpZmV0aW1lIjoxLCJ2ZWxvY2l0eSI6NDB9XX1dfQ"

    private func line(_ text: String) throws(BatchProblem) -> BatchLine { try BatchLine(Array(text.utf8)) }

    private func problem(_ text: String) throws -> BatchProblem {
        try #require(throws: BatchProblem.self) { () throws(BatchProblem) in try line(text) }
    }

    // MARK: Reading

    @Test(arguments: [
        (#""url": "/v1/effects/confetti.png""#, "a1.png"), (#""url": "/v1/effects/confetti.apng?w=5""#, "a1.png"),
        (#""url": "/v1/effects/confetti.webp""#, "a1.webp"), (#""url": "/v1/effects/confetti.gif""#, "a1.gif"),
        (#""url": "/v1/effects/confetti.json""#, "a1.json"),
        (#""url": "/v1/effects/confetti.still.png?at=1""#, "a1.still.png"),
        (#""url": "/v1/effects/confetti.strip.png""#, "a1.strip.png"),
        (#""url": "/v1/effects/confetti.sheet.png""#, "a1.sheet.png"),
        (#""url": "/v1/effects/confetti.sheet.json""#, "a1.sheet.json"),
        (#""url": "/v1/effects/confetti.sheet.css""#, "a1.sheet.css"), (#""url": "/v1/s/e30.webp""#, "a1.webp"),
        (#""url": "https://example.org/v1/effects/confetti.gif?seed=ü#top""#, "a1.gif"),
        (#""spec": {}"#, "a1.png"), (#""spec": {}, "format": "apng""#, "a1.png"),
        (#""spec": 5, "format": "png""#, "a1.png"), (#""spec": {"output": {"format": "gif"}}"#, "a1.gif"),
        (#""spec": {"output": {"format": "apng"}}, "format": "png""#, "a1.png"),
        (#""spec": {"output": {"format": "bmp"}}"#, "a1.png"), (#""spec": {}, "format": "webp""#, "a1.webp"),
        (#""spec": {}, "format": "tracks.json""#, "a1.tracks.json"),
        (#""spec": {}, "format": "json""#, "a1.json"),
        (#""spec": {}, "format": "ndjson""#, "a1.ndjson"),
        (#""spec": {}, "format": "still.png", "at": "0.5""#, "a1.still.png"),
        (#""spec": {"output": {"format": "gif"}}, "format": "strip.png""#, "a1.strip.png"),
    ])
    func `the file extension follows the URL or the format`(_ members: String, _ file: String) throws {
        let line = try line(#"{"name": "a1", \#(members)}"#)
        #expect(line.name == "a1" && line.fileName == file)
    }

    @Test(arguments: [
        "a", "A", "7", "_", "a.b-c_d", "a..b", "-a", ".a", "..", ".", "", "a/b", "../a", "a b", "ä", "a\u{0}", "a\n",
        String(repeating: "a", count: 200), String(repeating: "a", count: 201),
    ])
    func `a name has plain characters only`(_ name: String) throws {
        let isPlain = name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9._-]{0,199}/) != nil
        let text = String(decoding: JSONWriter.bytes(of: ["name": .string(name), "spec": [:]]), as: UTF8.self)
        guard isPlain else {
            let problem = try problem(text)
            #expect(problem.kind == "invalid-line" && problem.faults.map { $0["pointer"] } == ["/name"])
            #expect(problem.name == nil)
            return
        }
        #expect(try line(text).fileName == name + ".png")
    }

    @Test(
        arguments: [
            ("", "", "invalid-json"), ("{", "", "invalid-json"), ("\u{FEFF}{}", "", "invalid-json"),
            (#"{"name": "a", "name": "b", "spec": {}}"#, "", "invalid-json"), ("[]", "", "wrong-type"),
            ("5", "", "wrong-type"), ("{}", "/name /url", "missing missing"), (#"{"name": "a"}"#, "/url", "missing"),
            (#"{"name": 5, "spec": {}}"#, "/name", "wrong-type"),
            (#"{"name": "a", "spec": {}, "url": "/"}"#, "/spec", "conflict"),
            (#"{"name": "a", "url": 5}"#, "/url", "wrong-type"),
            (#"{"name": "a", "url": ""}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "v1/effects/confetti.png"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "file:///etc/passwd"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/v1/effects/confetti"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/v1/effects/confetti.bmp"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/v1/effects/confetti.png?seed=%FF"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/healthz"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/v1/effects"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/v1/render.still.png"}"#, "/url", "unknown-value"),
            (#"{"name": "a", "url": "/v1/effects/confetti.png?seed=random"}"#, "/url", "not-offered"),
            (
                #"{"name": "a", "url": "/v1/effects/confetti.png", "format": "gif", "at": "1"}"#, "/format /at",
                "conflict conflict"
            ),
            (#"{"name": "a", "spec": {}, "format": "bmp"}"#, "/format", "unknown-value"),
            (#"{"name": "a", "spec": {}, "format": "sheet.json"}"#, "/format", "unknown-value"),
            (#"{"name": "a", "spec": {}, "format": 5}"#, "/format", "wrong-type"),
            (#"{"name": "a", "spec": {}, "format": "still.png", "at": 5}"#, "/at", "wrong-type"),
            (#"{"name": "a", "spec": {"output": {"format": "gif"}}, "format": "webp"}"#, "/format", "conflict"),
            (#"{"naem": "a", "spec": {}, "a/~b": 1}"#, "/naem /a~1~0b /name", "unknown-name unknown-name missing"),
        ] as [(String, String, String)]
    )
    func `all errors of a line are reported at once`(_ text: String, _ pointers: String, _ kinds: String) throws {
        let problem = try problem(text)
        if kinds == "invalid-json" {
            #expect(problem.kind == kinds && problem.faults.isEmpty && problem.detail.contains("byte "))
            return
        }
        #expect(problem.kind == "invalid-line")
        #expect(problem.faults.map { $0["pointer"] } == Self.list(pointers))
        #expect(problem.faults.map { $0["kind"] } == Self.list(kinds))
        #expect(problem.name == (text.contains(#""name": "a""#) ? "a" : nil))
    }

    private static func list(_ text: String) -> [JSONValue] {
        text.isEmpty ? [""] : text.split(separator: " ").map { .string(String($0)) }
    }

    /// External tools can compute the shard of a line: `printf %s a1.png | sha256sum`.
    @Test func `the key is a plain hash of the file name`() throws {
        #expect(try line(#"{"name": "a1", "spec": {}}"#).key == 0x8613_05B9_19D8_2DF4)
        #expect(try line(#"{"url": "/v1/s/e30.png", "name": "a1"}"#).key == 0x8613_05B9_19D8_2DF4)
    }

    /// A line adds one nesting level to its spec.
    @Test func `a spec in a line may be as large as a POSTed spec`() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try line(#"{"name": "a", "spec": \#(deep)}"#).name == "a")
        let long = "[" + Array(repeating: "1", count: 9999).joined(separator: ",") + "]"
        #expect(try line(#"{"name": "a", "spec": \#(long), "format": "still.png", "at": "best"}"#).name == "a")
    }

    // MARK: Rendering

    private func bytes(_ line: BatchLine) throws -> [UInt8] {
        let pool = WorkerPool(threads: 0, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        try renderer.render(
            line,
            library: LocalAssets(fontDirectories: TestFonts.directories),
            maximumSpecBytes: 1 << 18
        ) { bytes += $0 }
        return bytes
    }

    private static let small = "w=60&h=50&d=0.5&fps=10"

    private static let urls =
        [
            "png", "apng", "webp", "gif", "avif", "tracks.json", "json", "ndjson", "still.png", "strip.png",
            "sheet.png",
            "sheet.json", "sheet.css",
        ].flatMap {
            ["/v1/effects/firework-cat.\($0)?\(small)", "/v1/s/\(packed).\($0)"]
        } + [
            "/v1/effects/confetti.png?\(small)&motion=still", "/v1/effects/confetti.webp?\(small)&motion=still",
            "/v1/effects/confetti.png?\(small)&max=6kB", "/v1/effects/confetti.still.png?\(small)&max=2kB&at=0.3",
            "/v1/effects/confetti.png?\(small)&palette=auto&effort=small&poster=best",
            "/v1/effects/confetti.strip.png?at=0.2,50%25,3&\(small)",
            "/v1/effects/confetti.gif?\(small)&on-error=image",
            "/v1/effects/confetti.png?\(small)&version=\(hanabiVersion)",
        ]

    @Test(arguments: urls) func `a URL yields the same bytes as a GET request`(_ url: String) throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let answer = try TestClient(port: server.port).get(url)
        #expect(answer.status == 200)
        let line = try line(#"{"name": "a", "url": "\#(url)"}"#)
        var expected = answer.text
        // Sheet data names its image: in a batch a file, not a URL.
        for name in ["firework-cat", Self.packed] {
            expected = expected.replacing("\(name).sheet.png?\(Self.small)", with: "a.sheet.png")
            expected = expected.replacing("\"\(name).sheet.png\"", with: "\"a.sheet.png\"")
        }
        let isSame =
            try bytes(line)
            == (url.contains(".sheet.json") || url.contains(".sheet.css") ? Array(expected.utf8) : answer.body)
        #expect(isSame)
    }

    @Test(arguments: ["json", "css"]) func `sheet data names the image file of the line`(_ part: String)
        throws
    {
        let line = try line(#"{"name": "b7", "url": "/v1/effects/like.sheet.\#(part)?\#(Self.small)"}"#)
        let text = try String(decoding: bytes(line), as: UTF8.self)
        #expect(text.contains("\"b7.sheet.png\"") && !text.contains("like.sheet.png"))
        // The CSS class keeps the effect's name.
        #expect(text.contains("like"))
    }

    @Test(arguments: [
        ("", "/v1/render", ""), (#", "format": "apng""#, "/v1/render", "image/apng"),
        (#", "format": "png""#, "/v1/render", "image/png"), (#", "format": "webp""#, "/v1/render", "image/webp"),
        (#", "format": "gif""#, "/v1/render", "image/gif"), (#", "format": "json""#, "/v1/render", "application/json"),
        (#", "format": "tracks.json""#, "/v1/render", "application/vnd.hanabi.tracks+json"),
        (#", "format": "still.png""#, "/v1/render.still.png", ""),
        (#", "format": "still.png", "at": "0.2""#, "/v1/render.still.png?at=0.2", ""),
        (#", "format": "strip.png", "at": "0,0.1""#, "/v1/render.strip.png?at=0,0.1", ""),
    ])
    func `a spec yields the same bytes as a POST request`(_ members: String, _ path: String, _ accept: String) throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let client = try TestClient(port: server.port)
        for output in ["", #""output": {"palette": 16}, "#] {
            let spec = "{\(output)\(Self.spec.dropFirst())"
            try client.send(
                """
                POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
                Content-Length: \(spec.utf8.count)\r\n\(accept.isEmpty ? "" : "Accept: \(accept)\r\n")\r\n\(spec)
                """
            )
            let answer = try client.readResponse()
            #expect(answer.status == 200)
            let line = try line(#"{"name": "a", "spec": \#(spec)\#(members)}"#)
            let isSame = try bytes(line) == answer.body
            #expect(isSame)
        }
    }

    @Test(arguments: [
        "/v1/effects/confeti.png", "/v1/effects/confetti.png?wdth=5&w=-1", "/v1/effects/confetti.png?w=99999",
        "/v1/effects/confetti.png?w=5&w=6", "/v1/effects/confetti.png?max=1",
        "/v1/effects/confetti.png?output.format=gif",
        "/v1/effects/confetti.sheet.png?max=5kB", "/v1/effects/confetti.still.png?at=nonsense",
        "/v1/effects/confetti.png?version=0.0.1", "/v1/effects/confetti.png?w=2000&h=2000&d=30&fps=20",
        "/v1/effects/confetti.json?n=200000", "/v1/effects/confetti.png?on-error=never", "/v1/s/e30.png?at=1",
        "/v1/s/e30.png", "/v1/s/%21.png", "/v1/z/e30.png", "/v1/s/e30e30.png",
    ])
    func `a URL's errors match the service's`(_ url: String) throws {
        let server = try ServerTests.server()
        let answer = try JSONParser.parse(TestClient(port: server.port).get(url).body)
        let found = #expect(throws: (any Error).self) { try bytes(line(#"{"name": "a", "url": "\#(url)"}"#)) }
        let error = try #require(found)
        let problem = (error as? BatchProblem) ?? BatchProblem(error, name: "a")
        let document = problem.json(line: 7)
        #expect(document["line"] == 7 && document["name"] == "a")
        for member in ["type", "detail", "errors"] { #expect(document[member] == answer[member], "\(member)") }
    }

    @Test(arguments: [
        "{}", "5", #"{"layers": 5}"#, #"{"canvas": {"width": 99999}, "layers": []}"#, #"{"layers": [], "naem": 1}"#,
        #"{"layers": [], "output": {"format": "bmp"}}"#,
    ])
    func `a spec's errors match the service's`(_ spec: String) throws {
        let server = try ServerTests.server()
        let answer = try JSONParser.parse(TestClient(port: server.port).post("/v1/render", Array(spec.utf8)).body)
        let found = #expect(throws: (any Error).self) { try bytes(line(#"{"name": "a", "spec": \#(spec)}"#)) }
        let document = BatchProblem(try #require(found), name: "a").json(line: 1)
        for member in ["type", "detail", "errors"] { #expect(document[member] == answer[member], "\(member)") }
    }

    @Test(arguments: ["explain", "dry"]) func `explain and dry are refused in a batch`(_ name: String) throws {
        let found = #expect(throws: PresetRequest.Failure.self) {
            try bytes(line(#"{"name": "a", "url": "/v1/effects/confetti.png?\#(name)=1"}"#))
        }
        let problem = BatchProblem(try #require(found), name: "a")
        #expect(problem.kind == "invalid-parameters" && problem.faults.map { $0["parameter"] } == [.string(name)])
        let plain = try line(#"{"name": "a", "url": "/v1/effects/confetti.png?\#(Self.small)&\#(name)=0"}"#)
        let count = try bytes(plain).count
        #expect(count > 0)
    }
}
