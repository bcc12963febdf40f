import EffectService
import Foundation
import SmallHTTP
import Telemetry
import TestSupport
import Testing

/// Clients that disconnect at any point must not leave resources allocated.
@Suite struct `Disconnecting clients` {
    /// The way a connection ends.
    enum Leaving: CaseIterable {
        case closing, resetting, halfClosing

        func leave(_ client: TestClient) {
            switch self {
            case .closing: client.close()
            case .resetting: client.reset()
            case .halfClosing: client.endWriting()
            }
        }
    }

    private static let spec = """
        {"canvas": {"width": 300, "height": 300}, "timing": {"duration": 2, "fps": 30}, "layers": [{"emitterPosition": ["50%", "50%"],
        "emitterCells": [{"contents": "star", "birthRate": 200, "lifetime": 2, "velocity": 90, "emissionRange": "1turn"}]}],
        "output": {"format": "FORMAT"}}
        """

    /// Requests with streamed responses, and one with a complete response.
    private static let requests = [
        "GET /v1/effects/confetti.png?d=2&seed=SEED HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/effects/confetti.json?d=2&seed=SEED HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/effects/confetti.still.png?seed=SEED HTTP/1.1\r\nHost: a\r\n\r\n", post("json"), post("apng"),
        post("webp"), post("avif"),
    ]

    private static func post(_ format: String) -> String {
        let body = spec.replacing("FORMAT", with: format)
        return
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test(.timeLimit(.minutes(20)), arguments: Leaving.allCases)
    func `every resource is released wherever a client disconnects`(_ leaving: Leaving) async throws {
        let server = try ServerTests.server { configuration in
            let registry = PrometheusRegistry()
            configuration.metrics = registry
            configuration.metricsPage = .init(type: PrometheusRegistry.mediaType) { Array(registry.page().utf8) }
            configuration.maximumStreams = 200
            configuration.maximumWaiting = 1000
            // A client that waits for more bytes than a short response has would hold up the test until then.
            configuration.http.idleTimeout = .seconds(2)
        }
        var seed = 0
        for request in Self.requests {
            seed += 1
            let bytes = Array(request.replacing("SEED", with: String(seed)).utf8)
            let head = bytes.count - (request.hasPrefix("POST") ? Self.spec.utf8.count : 0)
            // Within the head, after the head, within the body, and after the whole request.
            for sent in Set([1, 20, head - 1, head, (head + bytes.count) / 2, bytes.count - 1, bytes.count]) {
                let client = try TestClient(port: server.port, receiveBufferBytes: 4096)
                try client.send(Array(bytes[..<sent]))
                leaving.leave(client)
            }
            // After reading a part of the response.
            for count in [1, 17, 300, 5000, 40_000] {
                let client = try TestClient(port: server.port, receiveBufferBytes: 4096)
                try client.send(bytes)
                _ = try? client.read(count)
                leaving.leave(client)
            }
        }
        // A connection of its own for each look: on a busy machine the idle timeout passes between two of them.
        func taken() throws -> [String] {
            let page = try TestClient(port: server.port).get("/metrics").text.split(separator: "\n").map(String.init)
            let own = page.filter {
                $0.hasPrefix("hanabi_streams{") || $0.hasPrefix("hanabi_renders_running ")
                    || $0.hasPrefix("hanabi_queue_length ")
            }
            #expect(own.count == 4)
            return own.filter { !$0.hasSuffix(" 0") }
        }
        while try !taken().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }
}
