@testable import EffectRendering
@testable import EffectService
import Foundation
import TestSupport
import Testing

/// Compressed dumps, random seeds and pinned versions, over real sockets.
struct FreshnessServerTests {
    private let small = "w=60&h=50&d=0.5&fps=10"

    private func get(_ client: TestClient, _ path: String, _ fields: String = "", method: String = "GET") throws
        -> TestClient.Response
    {
        try client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        return try client.readResponse(hasBody: method == "GET")
    }

    // MARK: gzip

    @Test func `a dump is compressed for clients that accept gzip`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti.json?\(small)"
        let plain = try client.get(target)
        #expect(plain.fields["content-encoding"] == nil && plain.fields["vary"] == "Accept-Encoding")
        for field in ["gzip", "br, GZIP;q=0.5, *;q=0", "*", "x-gzip", "deflate , gzip ;q=1.000"] {
            let packed = try get(client, target, "Accept-Encoding: \(field)\r\n")
            #expect(packed.fields["content-encoding"] == "gzip", "\(field)")
            #expect(packed.body.count < plain.body.count / 3)
            #expect(try ForeignDecoder.gunzip(packed.body) == plain.body, "\(field)")
            #expect(packed.fields["vary"] == "Accept-Encoding")
            // Different bytes have a different strong validator.
            let tag = try #require(packed.fields["etag"])
            #expect(tag != plain.fields["etag"])
            #expect(try get(client, target, "Accept-Encoding: gzip\r\nIf-None-Match: \(tag)\r\n").status == 304)
            #expect(try get(client, target, "If-None-Match: \(tag)\r\n").status == 200)
        }
        for field in ["identity", "br", "gzip;q=0", "*, gzip;q=0.000", ""] {
            let response = try get(client, target, "Accept-Encoding: \(field)\r\n")
            #expect(response.fields["content-encoding"] == nil && response.body == plain.body, "\(field)")
        }
        let head = try get(client, target, "Accept-Encoding: gzip\r\n", method: "HEAD")
        #expect(head.fields["content-encoding"] == "gzip" && head.fields["content-length"] == nil)
    }

    @Test func `images and data other than dumps are not compressed`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        for target in ["/v1/effects/confetti.png?\(small)", "/v1/effects/confetti.json?\(small)&explain=1"] {
            let response = try get(client, target, "Accept-Encoding: gzip\r\n")
            #expect(response.status == 200 && response.fields["content-encoding"] == nil, "\(target)")
            #expect(response.fields["vary"]?.contains("Accept-Encoding") != true, "\(target)")
        }
    }

    @Test func `a POSTed spec's dump is compressed`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let body =
            #"{"canvas":{"width":40,"height":30},"timing":{"duration":0.5,"fps":8},"layers":[{"emitterCells":[{"contents":"circle","burst":{"count":9},"lifetime":1}]}]}"#
        let head =
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
        func post(_ fields: String) throws -> TestClient.Response {
            try client.send("\(head)Content-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)")
            return try client.readResponse()
        }
        let plain = try post("")
        let packed = try post("Accept-Encoding: gzip\r\n")
        #expect(plain.fields["vary"] == "Accept, Accept-Encoding" && packed.fields["vary"] == "Accept, Accept-Encoding")
        #expect(packed.fields["content-encoding"] == "gzip")
        #expect(try ForeignDecoder.gunzip(packed.body) == plain.body)
    }

    // MARK: Seeds

    @Test func `a random seed redirects to a fixed one`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        var seen: Set<String> = []
        for _ in 0..<4 {
            let response = try get(
                client,
                "/v1/effects/confetti.png?w=60&seed=random&h=50&on-error=image",
                method: "HEAD"
            )
            #expect(response.status == 302 && response.fields["cache-control"] == "no-store")
            #expect(response.fields["etag"] == nil)
            let location = try #require(response.fields["location"])
            let match = try #require(
                location.wholeMatch(of: /\/v1\/effects\/confetti\.png\?w=60&seed=([0-9]+)&h=50&on-error=image/)
            )
            seen.insert(String(match.1))
            #expect(try get(client, location, method: "HEAD").status == 200)
        }
        #expect(seen.count > 1)
        // Different spellings are ordinary text seeds, and repetitions are refused.
        #expect(try client.get("/v1/effects/confetti.png?\(small)&seed=Random").status == 200)
        #expect(try client.get("/v1/effects/confetti.png?\(small)&seed=random&seed=random").status == 400)
    }

    @Test func `a signed URL with a random seed redirects to a signed URL`() throws {
        let key = try SigningKey(text: "k:00112233445566778899aabbccddeeff")
        let server = try ServerTests.server { $0.access.signingKeys = [key] }
        let client = try TestClient(port: server.port)
        let signed = try #require(
            URLSignature.signed("/v1/effects/confetti.png?\(small)&seed=random", with: key, expires: nil)
        )
        let location = try #require(try client.get(signed).fields["location"])
        #expect(try client.get(location).status == 200)
        #expect(try client.get(location.replacing("seed=", with: "seed=1")).status == 403)
        // The redirect keeps all parameters and the expiry.
        let wordy = try URLSignature.sign(
            "/v1/effects/confetti.png?w=60&on-error=image&seed=random&h=no",
            with: key,
            expires: 5_000_000_000
        )
        let redirected = try client.get(wordy)
        let other = try #require(redirected.fields["location"])
        let pattern =
            /\/v1\/effects\/confetti\.png\?exp=5000000000&h=no&on-error=image&seed=[0-9]+&w=60&sig=k\.[A-Za-z0-9_-]{43}/
        #expect(redirected.status == 302 && other.wholeMatch(of: pattern) != nil, "\(other)")
        let shown = try client.get(other)
        #expect(shown.status == 200 && shown.fields["hanabi-error"] == "invalid-parameters 400")
    }

    // MARK: Operator settings

    @Test(arguments: [
        (60, 30, "public, max-age=60, stale-while-revalidate=30"), (60, 0, "public, max-age=60"),
        (0, 0, "public, max-age=0"),
    ])
    func `the operator sets the cache lifetime of effects`(_ age: Int, _ stale: Int, _ expected: String) throws {
        let server = try ServerTests.server {
            ($0.caching.maximumAge, $0.caching.staleWhileRevalidate) = (age, stale)
        }
        let client = try TestClient(port: server.port)
        for ending in ["png", "still.png", "json", "sheet.css"] {
            let target = "/v1/effects/confetti.\(ending)?\(small)"
            // Rendered, cached, and revalidated.
            for number in 0..<3 {
                let answer = try get(client, target, number == 2 ? "If-None-Match: *\r\n" : "")
                #expect(answer.fields["cache-control"] == expected, "\(ending) \(number)")
            }
            let pinned = try get(client, "\(target)&version=\(hanabiVersion)")
            #expect(pinned.fields["cache-control"] == "public, max-age=31536000, immutable")
        }
        #expect(try client.get("/openapi.yaml").fields["cache-control"] == "public, max-age=3600")
    }

    @Test(arguments: CachePolicy.TagField.allCases)
    func `effects carry cache tags for purging`(_ field: CachePolicy.TagField) throws {
        let server = try ServerTests.server { $0.caching.tagField = field }
        let client = try TestClient(port: server.port)
        let separator = [.cacheTag, .edgeCacheTag].contains(field) ? "," : " "
        let name = field.rawValue.lowercased()
        for ending in ["png", "still.png", "json"] {
            let target = "/v1/effects/confetti.\(ending)?\(small)"
            let expected = ["hanabi", "hanabi-version-\(hanabiVersion)", "hanabi-effect-confetti"]
            for number in 0..<3 {
                let answer = try get(client, target, number == 2 ? "If-None-Match: *\r\n" : "")
                #expect(answer.fields[name] == expected.joined(separator: separator), "\(ending) \(number)")
            }
        }
        for target in ["/v1/effects/confetti.png?w=no", "/v1/effects/confetti.png?dry=1", "/openapi.yaml", "/healthz"] {
            #expect(try client.get(target).fields[name] == nil, "\(target)")
        }
        let untagged = try ServerTests.server()
        let plain = try TestClient(port: untagged.port).get("/v1/effects/confetti.png?\(small)")
        #expect(plain.status == 200 && plain.fields[name] == nil)
    }

    // MARK: Versions

    @Test func `a signed URL with a pinned version is immutable until its expiry`() throws {
        let key = try SigningKey(text: "k:00112233445566778899aabbccddeeff")
        let server = try ServerTests.server {
            $0.access.signingKeys = [key]
            $0.access.unixTime = { 1000 }
        }
        let client = try TestClient(port: server.port)
        for ending in ["png", "still.png"] {
            let target = "/v1/effects/confetti.\(ending)?\(small)"
            let pinned = try URLSignature.sign("\(target)&version=\(hanabiVersion)", with: key)
            let short = try URLSignature.sign("\(target)&version=\(hanabiVersion)", with: key, expires: 1060)
            // Rendered, cached, and revalidated.
            for number in 0..<3 {
                let fields = number == 2 ? "If-None-Match: *\r\n" : ""
                let forever = try get(client, pinned, fields)
                #expect(forever.fields["cache-control"] == "public, max-age=31536000, immutable", "\(number)")
                let minute = try get(client, short, fields).fields["cache-control"]
                #expect(minute == "public, max-age=60, immutable", "\(number)")
                let plain = try get(client, URLSignature.sign(target, with: key), fields).fields["cache-control"]
                #expect(plain == "public, max-age=86400, stale-while-revalidate=604800")
            }
        }
    }

    @Test func `a pinned version gets an immutable response, and a wrong one is refused`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti.png?\(small)"
        let plain = try client.get(target)
        let forever = "public, max-age=31536000, immutable"
        for _ in 0..<2 {
            let pinned = try client.get("\(target)&version=\(hanabiVersion)")
            #expect(pinned.status == 200 && pinned.fields["cache-control"] == forever)
            #expect(pinned.body == plain.body && pinned.fields["etag"] == plain.fields["etag"])
        }
        let tag = plain.fields["etag"] ?? ""
        let same = try get(client, "\(target)&version=\(hanabiVersion)", "If-None-Match: \(tag)\r\n")
        #expect(same.status == 304 && same.fields["cache-control"] == forever)
        #expect(try client.get(target).fields["cache-control"] != forever)
        for other in ["9.9.9", "", "latest", "0.1"] {
            let wrong = try client.get("\(target)&version=\(other)")
            #expect(wrong.status == 409 && wrong.fields["cache-control"] == "no-store", "\(other)")
            #expect(String(decoding: wrong.body, as: UTF8.self).contains("wrong-version"))
        }
        #expect(try client.get("\(target)&version=\(hanabiVersion)&version=\(hanabiVersion)").status == 400)
        #expect(
            try client.get("/v1/effects/confetti.still.png?\(small)&version=\(hanabiVersion)").fields["cache-control"]
                == forever
        )
        #expect(
            try client.get("/v1/effects/confetti.png?\(small)&version=\(hanabiVersion)&dry=1").fields["cache-control"]
                == "no-store"
        )
    }
}
