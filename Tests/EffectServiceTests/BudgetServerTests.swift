import EffectService
import StrictJSON
import TestSupport
import Testing

/// Byte budgets, over HTTP.
struct BudgetServerTests {
    @Test func `a response names its reductions`() throws {
        let server = try ServerTests.server()
        let small = "w=120&h=90&d=1&fps=30"
        let client = try TestClient(port: server.port)
        let fitted = try client.get("/v1/effects/confetti.png?\(small)&max=14kB")
        #expect(fitted.status == 200 && fitted.body.count <= 14_000)
        #expect(fitted.fields["content-length"] == "\(fitted.body.count)")
        #expect(fitted.fields["hanabi-reduced"]?.contains("palette=") == true)
        #expect(fitted.fields["access-control-expose-headers"]?.contains("Hanabi-Reduced") == true)
        let tight = try client.get("/v1/effects/confetti.png?\(small)&max=1000")
        #expect(tight.status == 422)
        #expect(try JSONParser.parse(tight.body)["type"] == "urn:hanabi:problem:too-large")
        #expect(try client.get("/v1/effects/confetti.json?\(small)&max=1000").status == 400)
    }
}
