import EffectService
import SmallHTTP
import TestSupport
import Testing

/// Refused connections get a problem document.
struct ConnectionLimitTests {
    @Test func `a connection beyond the limit per address is refused with a problem`() throws {
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

    @Test func `health checks alone are answered when all connections are taken`() throws {
        let server = try ServerTests.server { $0.http.maximumConnections = 1 }
        let first = try TestClient(port: server.port)
        #expect(try first.get("/healthz").status == 200)
        #expect(try TestClient(port: server.port).get("/healthz").status == 200)
        let refusal = try TestClient(port: server.port).get("/openapi.yaml")
        #expect(refusal.status == 503 && refusal.fields["retry-after"] == "1")
        #expect(refusal.text.contains("all 1 connections are in use"))
    }
}
