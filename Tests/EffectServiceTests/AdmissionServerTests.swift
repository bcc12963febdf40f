import EffectCost
import EffectModel
import Foundation
import TestSupport
import Testing
@testable import WorkScheduling

@testable import EffectService

/// An overloaded service, over real sockets.
struct AdmissionServerTests {
    private let small = "w=60&h=50&d=0.5&fps=10"

    private func effect(_ seed: Int, _ ending: String = "png") -> String {
        "/v1/effects/confetti.\(ending)?\(small)&seed=\(seed)"
    }

    private func ask(_ client: TestClient, _ path: String, _ fields: String = "") throws {
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    }

    /// Sends a request and returns once it is queued.
    private func queue(_ server: EffectServer, _ client: TestClient, _ path: String, _ fields: String = "") throws {
        let before = server.pool.figures.waiting
        try ask(client, path, fields)
        server.pool.wait { $0.waiting != before }
    }

    @Test func `requests that need no rendering are answered while no thread renders`() throws {
        let server = try ServerTests.server { $0.limits.maximumItems = 10_000 }
        let client = try TestClient(port: server.port)
        let kept = try client.get(effect(1))
        let tag = try #require(kept.fields["etag"])
        let release = try server.pool.hold()
        defer { release() }
        #expect(try client.get(effect(1)).body == kept.body)
        // An equivalent request that must be parsed to find the cached response.
        #expect(try client.get(effect(1) + "&motion=full").body == kept.body)
        try ask(client, effect(1), "If-None-Match: \(tag)\r\n")
        #expect(try client.readResponse().status == 304)
        // Never rendered here; the entity tag is computed from the spec.
        let unseen = effect(2)
        try client.send("HEAD \(unseen) HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.readResponse(hasBody: false)
        #expect(head.status == 200)
        try ask(client, unseen, "If-None-Match: \(try #require(head.fields["etag"]))\r\n")
        #expect(try client.readResponse().status == 304)
        for (path, status) in [
            (effect(3) + "&W=5", 400), (effect(3) + "&w=70", 400), ("/v1/effects/confetti.png?w=4000", 422),
            (effect(3) + "&dry=1", 200), (effect(3) + "&explain=1", 200), ("/v1/effects", 200),
            ("/v1/effects/none.png", 404),
            (effect(3, "sheet.json"), 200), (effect(3, "sheet.css"), 200), ("/v1/schema.json", 200),
            ("/openapi.yaml", 200),
            ("/v1/effects/confetti.json", 422),
        ] {
            #expect(try client.get(path).status == status, "\(path)")
        }
        #expect(try client.post("/v1/render", Array("{".utf8)).status == 400)
        #expect(try client.post("/v1/render?dry=1", Array("{}".utf8)).status == 422)
        let options = Array(#"{"particleCount": 20}"#.utf8)
        #expect(try client.post("/v1/import/canvas-confetti", options).status == 200)
        #expect(server.pool.figures.waiting == 0)
    }

    @Test(arguments: [true, false])
    func `a service whose render or reading queue stays full reports that it is not ready`(_ isReading: Bool) throws {
        let server = try ServerTests.server {
            ($0.renderThreads, $0.maximumWaiting) = (1, 1)
            ($0.readingThreads, $0.maximumReading) = (1, 1)
            $0.unreadyAfter = .zero
        }
        let client = try TestClient(port: server.port)
        let pool = isReading ? server.reading : server.pool
        let release = try pool.hold()
        for _ in 0..<2 { #expect(try client.get("/readyz").status == 200) }
        let waiting = try TestClient(port: server.port)
        try ask(waiting, effect(1))
        pool.wait { $0.waiting == 1 }
        // The next request is refused.
        let refused = try client.get(effect(2))
        #expect(refused.status == 503 && refused.text.contains("urn:hanabi:problem:busy"))
        _ = try client.get("/readyz")
        Thread.sleep(forTimeInterval: 0.01)
        let full = try client.get("/readyz")
        #expect(full.status == 503 && full.text.contains("the queue has been full for"))
        #expect(full.fields["retry-after"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        #expect(try client.get("/healthz").status == 200)
        release()
        #expect(try waiting.readResponse().status == 200)
        #expect(try client.get("/readyz").status == 200)
    }

    @Test func `a caller without queued renders displaces one of a caller that fills the queue`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
            $0.maximumWaiting = 3
        }
        let release = try server.pool.hold()
        let flood = try (0..<3).map { _ in try TestClient(port: server.port) }
        for (seed, client) in flood.enumerated() { try queue(server, client, effect(seed)) }
        let refused = try TestClient(port: server.port).get(effect(7))
        let wait = try #require(refused.fields["retry-after"].flatMap { Int($0) })
        #expect(refused.status == 503 && (1...60).contains(wait) && refused.fields["cache-control"] == "no-store")
        #expect(refused.text.contains("urn:hanabi:problem:busy"))
        #expect(refused.text.contains("the queue is full: 3 renders are queued; allowed: at most 3"))
        let other = try TestClient(port: server.port, from: "127.0.0.2")
        try ask(other, effect(8))
        let displaced = try flood[2].readResponse()
        #expect(displaced.status == 503 && displaced.fields["retry-after"] != nil)
        #expect(displaced.text.contains("the queue slot went to a caller with less work queued"))
        // A third caller displaces a render only of a caller with more than one.
        let third = try TestClient(port: server.port, from: "127.0.0.3")
        try ask(third, effect(9))
        #expect(try flood[1].readResponse().status == 503)
        #expect(try TestClient(port: server.port, from: "127.0.0.4").get(effect(10)).status == 503)
        release()
        for client in [flood[0], other, third] { #expect(try client.readResponse().status == 200) }
    }

    @Test func `a render is dropped when its client resets, not when the client ends writing`() throws {
        let server = try ServerTests.server { $0.renderThreads = 1 }
        let release = try server.pool.hold()
        let (patient, gone) = (try TestClient(port: server.port), try TestClient(port: server.port))
        try queue(server, patient, effect(1))
        try queue(server, gone, effect(2))
        // The client has half-closed its connection and still reads.
        patient.endWriting()
        gone.close()
        server.pool.wait { $0.waiting == 1 }
        release()
        // RFC 9110 §15.2: a client may discard an unsolicited 1xx response.
        #expect(try patient.readResponse().status == 100)
        let picture = try patient.readResponse()
        #expect(try picture.status == 200 && APNGReader(picture.body).frames.count == 5)
        server.pool.awaitIdle()
    }

    @Test func `a coalesced client keeps its render when the leader is displaced`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
            $0.maximumWaiting = 3
        }
        let release = try server.pool.hold()
        let greedy = try (0..<3).map { _ in try TestClient(port: server.port) }
        for (seed, client) in greedy.enumerated() { try queue(server, client, effect(seed)) }
        // The follower joins the greedy caller's youngest render, whose queue slot goes to another address.
        let follower = try TestClient(port: server.port, from: "127.0.0.2")
        try ask(follower, effect(2))
        while server.waiters < 4 { usleep(1000) }
        let other = try TestClient(port: server.port, from: "127.0.0.3")
        try ask(other, effect(8))
        #expect(try greedy[2].readResponse().status == 503)
        // The follower has resubmitted and displaced a render of the caller with two.
        #expect(try greedy[1].readResponse().status == 503)
        release()
        for client in [greedy[0], follower, other] { #expect(try client.readResponse().status == 200) }
    }

    @Test func `slow renders of one address do not starve another`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
        }
        // Each slow render takes many times as long as a fast one; WebP is not streamed.
        let slow = (0..<4).map { "/v1/effects/confetti.webp?w=500&h=500&d=5&fps=30&seed=\($0)" }
        let flood = try slow.map { _ in try TestClient(port: server.port) }
        for (client, path) in zip(flood, slow) { try ask(client, path) }
        server.pool.wait { $0.running + $0.waiting == 4 }
        let other = try TestClient(port: server.port, from: "127.0.0.2")
        for seed in 0..<2 {
            #expect(try other.get(effect(seed)).status == 200)
            #expect(try other.get(effect(seed, "still.png")).status == 200)
        }
        // All slow renders would be done by now in FIFO order.
        let left = server.pool.figures
        #expect(left.waiting + left.running + left.setAside > 0)
        for client in flood { client.reset() }
        server.pool.awaitIdle()
    }

    @Test func `predicted work in the queue is limited`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
            $0.maximumWaitingWork = 1_000_000
        }
        let client = try TestClient(port: server.port)
        // An idle thread accepts a render of any cost.
        #expect(try client.get(effect(1)).status == 200)
        let release = try server.pool.hold()
        defer { release() }
        let refused = try client.get(effect(2))
        #expect(refused.status == 503 && refused.text.contains("allowed: at most 1000000"))
        #expect(refused.fields["retry-after"] != nil)
    }

    @Test func `a wait beyond the deadline is refused immediately`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
            $0.maximumWaitingWork = 1_000_000_000_000
            $0.renderTimeout = .seconds(10)
        }
        // The machine's speed is unknown, but the predictions are not: the queue is filled with minutes of predicted
        // work of the same caller.
        let release = try server.pool.hold()
        let own = try #require(IPAddress("127.0.0.1"))
        for _ in 0..<3 {
            try server.pool.submit(Job(WorkerPool.Ticket(Caller(own)), work: 100e9) { _ in .brokenOff })
        }
        let refused = try TestClient(port: server.port).get(effect(1))
        #expect(refused.status == 503 && refused.text.contains("the predicted wait is"))
        #expect(refused.fields["retry-after"] == "60")
        release()
    }

    @Test func `a queued render is removed with its last client`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
        }
        let release = try server.pool.hold()
        let clients = try (0..<3).map { _ in try TestClient(port: server.port) }
        try queue(server, clients[0], effect(1))
        // Joins the first client's render.
        try ask(clients[1], effect(1))
        try queue(server, clients[2], "/v1/effects/confetti.json?\(small)")
        clients[2].reset()
        server.pool.wait { $0.waiting <= 1 }
        clients[0].reset()
        let posted = try TestClient(port: server.port)
        let spec = #"{"layers": [{"emitterCells": [{"contents": "circle", "birthRate": 9, "lifetime": 1}]}]}"#
        try posted.send(
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(spec.utf8.count)\r\n\r\n\(spec)"
        )
        server.pool.wait { $0.waiting >= 2 }
        posted.reset()
        server.pool.wait { $0.waiting <= 1 }
        clients[1].reset()
        server.pool.wait { $0.waiting <= 0 }
        // A new request for the same effect is not affected.
        let again = try TestClient(port: server.port)
        try queue(server, again, effect(1))
        release()
        #expect(try again.readResponse().status == 200)
    }

    @Test func `a trusted proxy names the callers`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 1
            $0.maximumWaiting = 2
            $0.trustedProxies = (try? [AddressBlock("127.0.0.1/32")]) ?? []
        }
        let release = try server.pool.hold()
        let flood = try (0..<2).map { _ in try TestClient(port: server.port) }
        for (seed, client) in flood.enumerated() {
            try queue(server, client, effect(seed), "X-Forwarded-For: 198.51.100.7\r\n")
        }
        // An untrusted address counts as itself, whatever it claims.
        let liar = try TestClient(port: server.port, from: "127.0.0.2")
        try ask(liar, effect(3), "X-Forwarded-For: 203.0.113.1\r\n")
        #expect(try flood[1].readResponse().status == 503)
        let again = try TestClient(port: server.port, from: "127.0.0.2")
        try ask(again, effect(4), "X-Forwarded-For: 203.0.113.2\r\n")
        #expect(try again.readResponse().status == 503)
        // A caller named by the proxy finds no slot when every caller has at most one.
        let named = try TestClient(port: server.port)
        try ask(named, effect(5), "X-Forwarded-For: 203.0.113.2\r\n")
        #expect(try named.readResponse().status == 503)
        release()
        #expect(try flood[0].readResponse().status == 200 && liar.readResponse().status == 200)
    }

    @Test func `the reading queue is limited, and cached responses bypass it`() throws {
        let server = try ServerTests.server {
            $0.readingThreads = 1
            $0.maximumReading = 1
        }
        let client = try TestClient(port: server.port)
        let kept = try client.get(effect(1))
        let release = try server.reading.hold()
        let waiting = try TestClient(port: server.port)
        try ask(waiting, effect(2))
        server.reading.wait { $0.waiting >= 1 }
        let refused = try client.get(effect(3))
        #expect(refused.status == 503 && refused.text.contains("1 requests are queued; allowed: at most 1"))
        #expect(refused.fields["retry-after"] == "1")
        #expect(try client.get(effect(1)).body == kept.body)
        // A disconnecting client withdraws its request.
        waiting.reset()
        server.reading.wait { $0.waiting <= 0 }
        release()
        #expect(try client.get(effect(3)).status == 200)
    }

    @Test func `a caller never holds more stream slots than it leaves free`() throws {
        let places = StreamSlots(5)
        let (a, b) = (Caller.version4(1), Caller.version4(2))
        var held = [places.take(for: a), places.take(for: a), places.take(for: a)]
        #expect(held.allSatisfy { $0 != nil } && places.take(for: a) == nil)
        held.append(places.take(for: b))
        #expect(held[3] != nil && places.take(for: b) == nil && places.taken == 4)
        held.removeFirst(2)
        #expect(places.taken == 2)
        held.append(places.take(for: b))
        #expect(held[2] != nil)
        held = []
        #expect(places.taken == 0 && StreamSlots(0).take(for: a) == nil)
        let one = StreamSlots(1)
        let only = one.take(for: a)
        #expect(only != nil && one.take(for: b) == nil)
    }

    @Test func `a caller gets at most half of the dump slots`() throws {
        let server = try ServerTests.server { $0.maximumStreams = 2 }
        let slow = try TestClient(port: server.port, receiveBufferBytes: 4096)
        try ask(slow, "/v1/effects/confetti.json")
        try slow.awaitAnswer()
        let dump = "/v1/effects/confetti.json?w=20&h=20&d=0.1"
        let refused = try TestClient(port: server.port).get(dump)
        #expect(refused.status == 503 && refused.text.contains("1 of 2 are taken"))
        #expect(refused.fields["retry-after"] != nil)
        #expect(try TestClient(port: server.port, from: "127.0.0.2").get(dump).status == 200)
    }
}
