import AssetFiles
import EffectCost
import EffectModel
import EffectService
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Frame dumps as NDJSON, over real sockets.
struct DumpLineTests {
    private func server() throws -> EffectServer {
        try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
    }

    private let query = "w=60&h=50&fit=native&d=0.5&fps=10&seed=7"

    private func base64url(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
    }

    private func lines(_ body: [UInt8]) -> [[UInt8]] { body.split(separator: 0x0A).map(Array.init) }

    @Test(arguments: ["confetti", "like", "reveal", "shatter", "ribbons", "emoji-rain"])
    func `lines are the head and the frames of the dump`(_ preset: String) throws {
        let server = try server()
        let client = try TestClient(port: server.port)
        let answer = try client.get("/v1/effects/\(preset).ndjson?\(query)")
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/x-ndjson")
        #expect(answer.fields["transfer-encoding"] == "chunked" && answer.body.last == 0x0A)
        let dump = try client.get("/v1/effects/\(preset).json?\(query)")
        // Byte by byte: the head up to its frames, each frame, and the closing brackets.
        let lines = lines(answer.body)
        let joined = lines[0].dropLast() + ",\"frames\":[\n".utf8 + lines.dropFirst().joined(separator: ",\n".utf8)
        let isSame = Array(joined + "]}\n".utf8) == dump.body
        #expect(isSame)
        let head = try JSONParser.parse(lines[0])
        #expect(head["frameCount"] == .number(Double(lines.count - 1)) && head["frames"] == nil)
        for line in lines { #expect(try JSONParser.parse(line)["items"] != nil || line == lines[0]) }
    }

    @Test func `a POSTed spec, a path and Accept yield the same lines`() throws {
        let server = try server()
        let client = try TestClient(port: server.port)
        let spec = #"{"timing": {"duration": 0.5}, "layers": [{"type": "like"}]}"#
        let asked = spec.replacing("{\"timing\"", with: "{\"output\": {\"format\": \"ndjson\"}, \"timing\"")
        let posted = try client.post("/v1/render", Array(asked.utf8))
        #expect(posted.status == 200 && posted.fields["content-type"] == "application/x-ndjson")
        try client.send(
            """
            POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: application/x-ndjson\r\n\
            Content-Length: \(spec.utf8.count)\r\n\r\n\(spec)
            """
        )
        let accepted = try client.readResponse().body == posted.body
        let packed = try client.get("/v1/s/\(base64url(spec)).ndjson").body == posted.body
        #expect(accepted && packed)
        // A format in the URL conflicts with the extension, whatever Accept says.
        let conflict = try client.get("/v1/effects/like.json?output.format=ndjson")
        #expect(conflict.status == 400 && conflict.text.contains("output.format"))
    }

    @Test(arguments: [".json", ".ndjson", ""])
    func `a dump is exempt from the pixel limit`(_ ending: String) throws {
        let server = try ServerTests.server { $0.limits.maximumPixels = 1000 }
        let client = try TestClient(port: server.port)
        for accept in ending.isEmpty ? ["application/json", "application/x-ndjson"] : ["*/*"] {
            try client.send(
                "GET /v1/effects/confetti\(ending)?\(query) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n"
            )
            #expect(try client.readResponse().status == 200)
        }
        #expect(try client.get("/v1/effects/confetti.png?\(query)").status == 422)
        try client.send("GET /v1/effects/confetti?\(query) HTTP/1.1\r\nHost: a\r\nAccept: image/png\r\n\r\n")
        #expect(try client.readResponse().status == 422)
    }

    @Test func `motion and gzip treat lines as data`() throws {
        let server = try server()
        let client = try TestClient(port: server.port)
        let whole = try client.get("/v1/effects/confetti.ndjson?\(query)")
        let still = try client.get("/v1/effects/confetti.ndjson?\(query)&motion=still").body == whole.body
        #expect(still)
        try client.send(
            "GET /v1/effects/confetti.ndjson?\(query) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
        )
        let packed = try client.readResponse()
        #expect(packed.fields["content-encoding"] == "gzip" && packed.body.count * 3 < whole.body.count)
        #expect(packed.fields["etag"] != whole.fields["etag"])
    }
}
