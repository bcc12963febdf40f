import AssetFiles
import StrictJSON
import TestSupport
import Testing

@testable import EffectRendering
@testable import EffectService

/// Stars filled by a conic and by a linear gradient.
private let fill = #"{"shape": "star", "fill": {"gradient": {"type": "conic", "colors": ["red", "blue"]}}}"#
private let plain = #"{"shape": "star", "fill": {"gradient": {"colors": ["red", "blue"]}}}"#

/// Places and kinds of errors in problem documents.
struct ProblemPlaceTests {
    private func errors(_ answer: TestClient.Response) throws -> [JSONValue] {
        guard case .array(let errors)? = try JSONParser.parse(answer.body)["errors"] else { return [] }
        return errors
    }

    /// Regression: the place was a member of the layer that there is not.
    @Test(arguments: [
        (
            #""assets": {"a/b": \#(fill)}, "layers": [{"type": "sprite", "contents": "a/b"}]"#, "lottie",
            "/assets/a~1b/fill"
        ),
        (#""layers": [{"type": "sprite", "contents": \#(fill)}]"#, "svg", "/layers/0/contents/fill"),
        (
            #""layers": [{"type": "group", "layers": [{"emitterCells": [{"contents": "dot", "birthRate": 9, "lifetime": 1}, {"contents": \#(fill), "birthRate": 9, "lifetime": 1}]}]}]"#,
            "tgs", "/layers/0/layers/0/emitterCells/1/contents/fill"
        ),
        (
            #""layers": [{"emitterCells": [{"contents": \#(plain), "birthRate": 9, "lifetime": 1, "redSpeed": -0.5}]}]"#,
            "svg", "/layers/0/emitterCells/0/contents/fill"
        ),
    ])
    func `a gradient that a vector can't show is named where it stands`(
        _ members: String,
        _ format: String,
        _ pointer: String
    ) throws {
        let server = try ServerTests.server()
        let spec = #"{"canvas": {"width": 99, "height": 99}, "output": {"format": "\#(format)"}, \#(members)}"#
        let answer = try TestClient(port: server.port).post("/v1/render", Array(spec.utf8))
        #expect(answer.status == 422)
        #expect(try errors(answer).map { $0["pointer"] } == [.string(pointer)])
    }

    @Test(arguments: [("l1 2", 2001), ("                    ", 2000)])
    func `a path over a limit is too much, not an error of its syntax`(_ part: String, _ count: Int) throws {
        let server = try ServerTests.server()
        let path = "M0 0" + String(repeating: part, count: count)
        let spec = #"{"assets": {"a": {"path": "\#(path)"}}, "layers": [{"type": "sprite", "contents": "a"}]}"#
        let error = try #require(try errors(TestClient(port: server.port).post("/v1/render", Array(spec.utf8))).first)
        #expect(error["kind"] == "too-much" && error["pointer"] == "/assets/a/path")
    }

    @Test(arguments: [("0.5turn", "180deg"), ("3.5TURN", "1260deg"), ("100grad", "90deg"), ("-0.25turn", "-90deg")])
    func `angles have the units of CSS`(_ angle: String, _ degrees: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        func still(_ angle: String) throws -> [UInt8] {
            let answer = try client.get("/v1/effects/confetti.still.png?w=40&h=30&d=0.2&bg=linear:\(angle),red,blue")
            #expect(answer.status == 200)
            return answer.body
        }
        #expect(try still(angle) == still(degrees))
    }

    @Test(arguments: ["90", "11turn", "turn", ".5"])
    func `an angle without a unit or out of range says what is allowed`(_ angle: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let answer = try client.get("/v1/effects/confetti.png?dry=1&bg=linear:\(angle),red,blue")
        #expect(answer.status == 400)
        guard case .string(let detail)? = try errors(answer).first?["detail"] else {
            Issue.record("no detail")
            return
        }
        #expect(detail.contains("0.25turn") && detail.contains("(deg, grad, rad, turn)"))
    }

    /// Regression: a file of too many bytes or pieces had no `errors`.
    @Test(arguments: [
        ("confetti.svg?max=1000", "/output/maxBytes"), ("confetti.png?w=300&h=300&max=1000", "/output/maxBytes"),
        ("hanabi.svg", "/layers"),
    ])
    func `a file that is too large has its place`(_ target: String, _ pointer: String) throws {
        let server = try ServerTests.server()
        let answer = try TestClient(port: server.port).get("/v1/effects/\(target)")
        #expect(answer.status == 422)
        #expect(try JSONParser.parse(answer.body)["type"] == "urn:hanabi:problem:too-large")
        #expect(try errors(answer).map { $0["pointer"] } == [.string(pointer)])
    }

    /// Regression: a budget of as many bytes as a sticker may have was taken for none.
    @Test func `a sticker that is too large is the fault of its budget, if it has one`() throws {
        let budget = RenderError.bytesOfSticker
        for (error, pointer) in [
            (RenderError.budgetTooSmall(budget: budget, smallest: 70_000), "/output/maxBytes"),
            (RenderError.stickerTooLarge(smallest: 70_000), "/layers"),
        ] {
            let text = String(decoding: JSONWriter.bytes(of: .array(Problem(error).faults)), as: UTF8.self)
            #expect(text.contains(#""pointer":"\#(pointer)""#) && text.contains("at most \(budget) bytes"), "\(text)")
        }
    }

    /// Regression: `HEAD` and `If-None-Match: *` answered as if the vector existed, and `dry=1` named a layer after the sticker's
    /// end.
    @Test(arguments: ["story.tgs?d=6", "smoke.tgs", "hanabi.svg"])
    func `no question tells of a vector that can't be made`(_ target: String) throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/\(target)\(target.contains("?") ? "&" : "?")w=200&h=200"
        let refused = try client.get(path)
        #expect(refused.status == 422)
        let asked = try client.get(path + "&dry=1")
        #expect(asked.status == refused.status)
        #expect(try errors(asked) == errors(refused))
        for (method, fields) in [("HEAD", ""), ("GET", "If-None-Match: *\r\n"), ("HEAD", "If-None-Match: *\r\n")] {
            try client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            #expect(try client.readResponse(hasBody: method != "HEAD").status == refused.status, "\(method) \(fields)")
        }
        try client.send(
            "HEAD /v1/effects/smoke.png?w=200&h=200 HTTP/1.1\r\nHost: a\r\n\r\n"
        )
        #expect(try client.readResponse(hasBody: false).status == 200)
    }

    /// Regression: the tag of a GIF on an opaque background, and of other forms, changed with its matte.
    @Test func `a matte that nothing shows is no difference`() throws {
        func tag(_ ending: String, _ query: String) throws -> String? {
            let server = try ServerTests.server()
            let client = try TestClient(port: server.port)
            try client.send("HEAD /v1/effects/confetti.\(ending)?w=90&h=90&d=1&\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try client.readResponse(hasBody: false)
            #expect(answer.status == 200)
            return answer.fields["etag"]
        }
        #expect(try tag("gif", "bg=white&matte=red") == tag("gif", "bg=white&matte=blue"))
        #expect(try tag("gif", "matte=red") != tag("gif", "matte=blue"))
        for ending in ["png", "webp"] { #expect(try tag(ending, "matte=red") == tag(ending, "matte=blue")) }
    }
}
