import StrictJSON
import TestSupport
import Testing

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
        #expect(detail.contains("0.25turn"))
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
}
