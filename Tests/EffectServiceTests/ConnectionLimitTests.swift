import EffectService
import SmallHTTP
import TestSupport
import Testing

/// Connections over a limit are told so as all other problems are.
struct ConnectionLimitTests {
    @Test func `one connection too many from an address is a problem that names the limit`() throws {
        let server = try ServerTests.server { $0.http.maximumConnectionsPerAddress = 1 }
        let first = try TestClient(port: server.port)
        #expect(try first.get("/healthz").status == 200)
        let refusal = try TestClient(port: server.port).readResponse()
        #expect(refusal.status == 429)
        #expect(refusal.fields["content-type"] == "application/problem+json")
        #expect(refusal.fields["retry-after"] == "1" && refusal.fields["cache-control"] == "no-store")
        #expect(refusal.fields["date"] != nil)
        #expect(
            refusal.text.contains("urn:hanabi:problem:busy")
                && refusal.text.contains("all 1 connections of one address")
        )
        #expect(try first.get("/healthz").status == 200)
    }

    @Test func `health is answered when all connections are taken, and nothing else is`() throws {
        let server = try ServerTests.server { $0.http.maximumConnections = 1 }
        let first = try TestClient(port: server.port)
        #expect(try first.get("/healthz").status == 200)
        #expect(try TestClient(port: server.port).get("/healthz").status == 200)
        let refusal = try TestClient(port: server.port).get("/openapi.yaml")
        #expect(refusal.status == 503 && refusal.fields["retry-after"] == "1")
        #expect(refusal.text.contains("all 1 connections are in use"))
    }
}
