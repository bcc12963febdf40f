import AssetFiles
import EffectCost
import EffectModel
import EffectService
import Foundation
import StrictJSON
import Telemetry
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

    @Test func `lines are sent while later frames are still to be made`() throws {
        let registry = PrometheusRegistry()
        let server = try ServerTests.server { configuration in
            configuration.library = LocalAssets(fontDirectories: TestFonts.directories)
            configuration.metrics = registry
            configuration.metricsPage = .init(type: PrometheusRegistry.mediaType) { Array(registry.page().utf8) }
        }
        let observer = try TestClient(port: server.port)
        func metrics(_ name: String) throws -> [String] {
            try observer.get("/metrics").text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(name) }
        }
        // 600 frames in 21 MB, more than the sockets hold.
        let path = "/v1/effects/confetti.ndjson?w=1000&h=800&fit=native&rate=300&d=10&fps=60&seed=7"
        let slow = try TestClient(port: server.port, receiveBufferBytes: 4096)
        try slow.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        var text: [UInt8] = []
        while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) { text += try slow.read(1) }
        // The length of the first part of the body, the head and the first frame.
        var lines = [""]
        while lines.count < 4 {
            guard let byte = try slow.read(1).first else { break }
            if byte == 0x0A { lines.append("") } else { lines[lines.count - 1].unicodeScalars.append(.init(byte)) }
        }
        let head = try JSONParser.parse(Array(lines[1].utf8))
        let frame = try JSONParser.parse(Array(lines[2].utf8))
        #expect(head["frameCount"] == 600 && frame["time"] == 0 && frame["items"] != nil)
        // The render has a slot, and has not ended: nothing but more room for bytes can end it.
        #expect(try metrics("hanabi_streams{kind=\"dump\"}") == ["hanabi_streams{kind=\"dump\"} 1"])
        #expect(try metrics("hanabi_renders_total").isEmpty)
        let rest = try slow.readToEnd()
        #expect(rest.count > 10_000_000 && rest.suffix(7).elementsEqual("\r\n0\r\n\r\n".utf8))
        while try metrics("hanabi_streams{kind=\"dump\"}") != ["hanabi_streams{kind=\"dump\"} 0"] {}
        #expect(try metrics("hanabi_renders_total").count == 1)
    }
}
