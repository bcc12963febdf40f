import EffectService
import StrictJSON
import TestSupport
import Testing

/// Predicted render times, over HTTP.
struct PriceServerTests {
    @Test func `data of a large canvas is served`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/confetti.json?w=2048&h=2048&d=12&fps=30&dry=1"
        let answer = try client.get(path)
        #expect(answer.status == 200)
        let document = try JSONParser.parse(answer.body)
        #expect(document["pixels"]?["found"] == 0)
        let work = try #require(document["work"]?["found"]?.double)
        let time = try #require(document["milliseconds"]?["found"]?.double)
        #expect(abs(time - work / 1e6) < 0.01 && document["milliseconds"]?["limit"] == 25_000)
    }
}

extension JSONValue {
    fileprivate var double: Double? { if case .number(let number) = self { number } else { nil } }
}
