import EffectService
import TestSupport
import Testing

/// Indexed images, over HTTP.
struct PaletteServerTests {
    @Test func `a palette is requested by its parameter, and an invalid one is a 400`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let small = "w=60&h=50&d=0.5&fps=10"
        let answer = try client.get("/v1/effects/confetti.png?\(small)&palette=16")
        #expect(answer.status == 200 && answer.fields["transfer-encoding"] == "chunked")
        let count = try APNGReader(answer.body).palette?.count ?? 0
        #expect((2...16).contains(count))
        let wrong = try client.get("/v1/effects/confetti.png?\(small)&palette=300")
        #expect(wrong.status == 400 && String(decoding: wrong.body, as: UTF8.self).contains(#""parameter":"palette""#))
    }
}
