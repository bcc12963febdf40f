@testable import EffectCatalog
import EffectModel
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import EffectService

/// Access control over real sockets.
struct AccessServerTests {
    private static let path = "/v1/effects/confetti.png?w=60&h=50&d=0.5&fps=10"

    private func key(_ id: String = "a") throws -> SigningKey {
        try SigningKey(id: id, secret: Array("\(id) 16 bytes and more".utf8))
    }

    private func server(
        _ keys: [SigningKey],
        _ clock: Clock = Clock(),
        _ edit: (inout EffectServer.Configuration) -> Void = { _ in }
    ) throws -> EffectServer {
        try ServerTests.server { configuration in
            configuration.access.signingKeys = keys
            configuration.access.unixTime = { clock.now }
            edit(&configuration)
        }
    }

    private func send(_ client: TestClient, _ target: String, _ fields: String = "", method: String = "GET") throws
        -> TestClient.Response
    {
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        return try client.readResponse(hasBody: method == "GET" || method == "POST")
    }

    private func type(_ response: TestClient.Response) throws -> String? {
        try JSONParser.parse(response.body)["type"]?.text
    }

    @Test func `a signed URL returns the same response as on a server without keys`() throws {
        let key = try key()
        let server = try server([key])
        let client = try TestClient(port: server.port)
        let open = try ServerTests.server()
        let plain = try TestClient(port: open.port).get(Self.path)
        let signed = try URLSignature.sign(Self.path, with: key)
        let response = try client.get(signed)
        #expect(
            response.status == 200 && response.body == plain.body && response.fields["etag"] == plain.fields["etag"]
        )
        #expect(response.fields["cache-control"] == plain.fields["cache-control"])
        let head = try send(client, signed, method: "HEAD")
        #expect(head.status == 200 && head.fields["etag"] == plain.fields["etag"])
        let tag = try #require(plain.fields["etag"])
        #expect(try send(client, signed, "If-None-Match: \(tag)\r\n").status == 304)
        // A conditional request needs a signature too.
        for (target, method) in [(Self.path, "GET"), (Self.path, "HEAD"), (signed + "x", "GET")] {
            #expect(try send(client, target, "If-None-Match: \(tag)\r\n", method: method).status == 403)
        }
        let refused = try client.get(Self.path)
        #expect(refused.status == 403 && refused.fields["cache-control"] == "no-store")
        #expect(try type(refused) == "urn:hanabi:problem:signature-required")
        #expect(try type(client.get(signed.replacing("w=60", with: "w=61"))) == "urn:hanabi:problem:signature-invalid")
    }

    // MARK: Key rotation

    @Test func `a signed vector has its coding and its policy on each request`() throws {
        let key = try key()
        let server = try server([key])
        let client = try TestClient(port: server.port)
        let open = try ServerTests.server()
        let path = "/v1/effects/confetti.svg?w=60&h=50&d=0.5"
        let plain = try send(TestClient(port: open.port), path, "Accept-Encoding: gzip\r\n")
        let signed = try URLSignature.sign(path, with: key)
        for _ in 0..<3 {
            let response = try send(client, signed, "Accept-Encoding: gzip\r\n")
            #expect(response.status == 200 && response.body == plain.body)
            for name in ["content-encoding", "content-type", "content-security-policy", "vary", "etag"] {
                #expect(response.fields[name] == plain.fields[name], "\(name)")
            }
        }
    }

    @Test func `signing keys are replaced at run time, also for cached responses`() throws {
        let (old, new) = (try key("old"), try key("new"))
        let server = try server([old])
        let client = try TestClient(port: server.port)
        let signed = try URLSignature.sign(Self.path, with: old)
        let first = try client.get(signed)
        #expect(first.status == 200)
        var policy = AccessPolicy()
        policy.signingKeys = [old, new]
        server.exchangeKeys(policy)
        let other = try URLSignature.sign(Self.path, with: new)
        #expect(try client.get(signed).status == 200 && client.get(other).body == first.body)
        policy.signingKeys = [new]
        server.exchangeKeys(policy)
        #expect(try client.get(signed).status == 403 && client.get(other).status == 200)
        // The need for keys is fixed at startup.
        policy.signingKeys = []
        policy.bearerKeys = [try BearerKey(text: "a token of 16 characters".replacing(" ", with: "-"))]
        server.exchangeKeys(policy)
        #expect(try client.get(Self.path).status == 403 && client.get(other).status == 403)
        #expect(
            try send(client, "/v1/render", "Content-Type: application/json\r\nContent-Length: 0\r\n", method: "POST")
                .status == 400
        )
    }

    @Test func `bearer tokens are replaced at run time`() throws {
        let (old, new) = ("old-token-0123456789", "new-token-0123456789")
        let server = try server([]) { $0.access.bearerKeys = (try? [BearerKey(text: old)]) ?? [] }
        let client = try TestClient(port: server.port)
        func status(_ token: String) throws -> Int {
            let fields = "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\nContent-Length: 0\r\n"
            return try send(client, "/v1/render", fields, method: "POST").status
        }
        #expect(try status(old) == 400 && status(new) == 401)
        var policy = AccessPolicy()
        policy.bearerKeys = [try BearerKey(text: new)]
        server.exchangeKeys(policy)
        #expect(try status(old) == 401 && status(new) == 400)
        policy.bearerKeys = []
        server.exchangeKeys(policy)
        #expect(try status(new) == 401)
    }

    @Test(arguments: [
        "confetti", "confetti.json", "confetti.still.png", "confetti.strip.png", "confetti.sheet.css", "none.png",
        "confetti.png?explain=1", "confetti.png?dry=1", "confetti.png?w=no", "../effects/confetti.png",
    ])
    func `every form of an effect needs a signature, even with other errors`(_ name: String) throws {
        let key = try key()
        let server = try server([key])
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/\(name)"
        let response = try client.get(target)
        // A path that is not a route is a bad request, not forbidden.
        #expect(response.status == (name.hasPrefix("..") ? 400 : 403))
        #expect(try client.get(URLSignature.sign(target, with: key)).status != 403)
    }

    @Test func `a signed URL has one canonical spelling, to which others redirect`() throws {
        let key = try key()
        let server = try server([key])
        let client = try TestClient(port: server.port)
        let signed = try URLSignature.sign(
            "/v1/effects/confetti.png?w=60&h=60&d=0.2&fps=5&colors=red,%23ff0",
            with: key,
            expires: 5_000_000_000
        )
        #expect(try client.get(signed).status == 200)
        let parts = signed.split(separator: "?")
        for other in [
            signed.replacing("confetti", with: "%63onfetti"), signed.replacing("%2C", with: ","),
            signed.replacing("%23", with: "%23".lowercased()),
            signed.replacing("%2C", with: "%2c"), signed + "&", signed.replacing("&", with: "&&"),
            signed.replacing("w=60", with: "%77=60"),
            signed.replacing("sig=", with: "s%69g="),
            "\(parts[0])?\(parts[1].split(separator: "&").reversed().joined(separator: "&"))",
        ] where other != signed {
            for method in ["GET", "HEAD"] {
                let response = try send(client, other, method: method)
                #expect(response.status == 308 && response.fields["location"] == signed, "\(other)")
                #expect(response.fields["cache-control"] == "no-store")
            }
        }
        // Letters as they are, as curl sends them, all or some.
        let word = try URLSignature.sign("/v1/effects/confetti.png?w=60&h=60&d=0.2&fps=5&seed=\u{E9}\u{E9}", with: key)
        #expect(word.contains("%C3%A9%C3%A9"))
        #expect(try client.get(word).status == 200)
        for other in [word.replacing("%C3%A9", with: "\u{E9}"), word.replacing("%A9%C3%A9", with: "%A9\u{E9}")] {
            let response = try send(client, other, method: "GET")
            #expect(response.status == 308 && response.fields["location"] == word, "\(other)")
        }
        // Caches that sort queries request this form; a redirect would loop.
        let sorted = "\(parts[0])?\(parts[1].split(separator: "&").sorted().joined(separator: "&"))"
        #expect(sorted != signed)
        #expect(try client.get(sorted).status == 200)
        // Servers without keys accept any spelling.
        let open = try ServerTests.server()
        #expect(try TestClient(port: open.port).get("/v1/effects/%63onfetti.still.png?%77=60").status == 200)
    }

    @Test(arguments: ["/%2e%2e/healthz", "/v1/../healthz", "/./healthz", "/v1/effects/%2E./confetti.png"])
    func `a path with dot segments is refused`(_ path: String) throws {
        let server = try ServerTests.server()
        let response = try TestClient(port: server.port).get(path)
        #expect(response.status == 400 && response.text.contains("the path has the segment"))
    }

    @Test func `a spec in a path needs a signature, and other routes do not`() throws {
        let key = try key()
        let server = try server([key])
        let client = try TestClient(port: server.port)
        let spec = Data(
            #"{"layers":[{"emitterCells":[{"contents":"star","burst":{"count":9},"lifetime":1}]}],"timing":{"duration":0.2,"fps":5},"canvas":{"width":40,"height":40}}"#
                .utf8
        )
        let name = spec.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
        #expect(try client.get("/v1/s/\(name).still.png").status == 403)
        #expect(try client.get(URLSignature.sign("/v1/s/\(name).still.png", with: key)).status == 200)
        for target in ["/healthz", "/openapi.yaml", "/v1/schema.json", "/v1/effects", "/player.js", "/gallery.css"] {
            #expect(try client.get(target).status == 200)
        }
        #expect(try client.post("/v1/render.still.png", Array(spec)).status == 200)
        for target in [Self.path, "/v1/s/\(name).png"] {
            #expect(try send(client, target, method: "OPTIONS").status == 204)
        }
        // Specs need no signature.
        #expect(try client.get("/edit").status == 200)
        // The gallery's images would all be refused.
        for target in ["/", "/effects/confetti"] {
            let gallery = try client.get(target)
            #expect(try gallery.status == 403 && type(gallery) == "urn:hanabi:problem:not-offered")
        }
    }

    @Test func `a server without keys treats a signature as an unknown parameter`() throws {
        let key = try key()
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get(URLSignature.sign(Self.path, with: key, expires: 5_000_000_000))
        #expect(response.status == 400 && response.text.contains("\"exp\"") && response.text.contains("\"sig\""))
        #expect(try client.get("/").status == 200)
        // A route without signatures rejects it even on a server with keys.
        let other = try self.server([key])
        #expect(try TestClient(port: other.port).get(URLSignature.sign("/v1/effects", with: key)).status == 400)
    }

    @Test func `a cached response is shared by all signers and expiry times`() throws {
        let (one, two) = (try key("a"), try key("b"))
        let server = try server([one, two])
        let client = try TestClient(port: server.port)
        let first = try client.get(URLSignature.sign(Self.path, with: one))
        // The first response is streamed; cached ones have a content length.
        #expect(first.fields["transfer-encoding"] == "chunked")
        for target in [
            try URLSignature.sign(Self.path, with: one, expires: 5000), try URLSignature.sign(Self.path, with: two),
            try URLSignature.sign(Self.path, with: two, expires: 6000),
            try URLSignature.sign(Self.path + "&on-error=image", with: two, expires: 6000),
        ] {
            let again = try client.get(target)
            #expect(again.fields["content-length"] == "\(first.body.count)" && again.body == first.body)
            #expect(again.fields["etag"] == first.fields["etag"])
        }
        // Requests without a signature are refused, cached or not.
        #expect(try client.get(Self.path).status == 403)
        #expect(try client.get(Self.path + "&on-error=no").status == 403)
        let bad = try URLSignature.sign(Self.path + "&on-error=no", with: one)
        #expect(try client.get(bad).status == 400)
    }

    @Test func `a URL expires on time, and responses are cached no longer than that`() throws {
        let key = try key()
        let clock = Clock()
        let server = try server([key], clock)
        let client = try TestClient(port: server.port)
        let target = try URLSignature.sign(Self.path, with: key, expires: clock.now + 60)
        let first = try client.get(target)
        #expect(first.status == 200 && first.fields["cache-control"] == "public, max-age=60")
        clock.now += 59
        let tag = try #require(first.fields["etag"])
        for response in [
            try client.get(target), try send(client, target, method: "HEAD"),
            try send(client, target, "If-None-Match: \(tag)\r\n"),
        ] {
            #expect(response.fields["cache-control"] == "public, max-age=1" && [200, 304].contains(response.status))
        }
        clock.now += 1
        for response in [try client.get(target), try send(client, target, "If-None-Match: \(tag)\r\n")] {
            #expect(try response.status == 403 && type(response) == "urn:hanabi:problem:signature-expired")
        }
        // A distant expiry does not shorten the cache lifetime.
        let long = try client.get(URLSignature.sign(Self.path, with: key, expires: clock.now + 691_200))
        #expect(long.fields["cache-control"] == "public, max-age=86400, stale-while-revalidate=604800")
        let explained = try client.get(URLSignature.sign(Self.path + "&explain=1", with: key, expires: clock.now + 9))
        #expect(explained.fields["cache-control"] == "public, max-age=9")
        let dry = try client.get(URLSignature.sign(Self.path + "&dry=1", with: key, expires: clock.now + 9))
        #expect(dry.fields["cache-control"] == "no-store")
    }

    @Test func `a key rotation accepts both keys, then the new key only`() throws {
        let (old, new) = (try key("old"), try key("new"))
        let targets = try [old, new].map { try URLSignature.sign(Self.path, with: $0) }
        for (keys, statuses) in [([old], [200, 403]), ([old, new], [200, 200]), ([new], [403, 200])] {
            let server = try server(keys)
            let client = try TestClient(port: server.port)
            #expect(try targets.map { try client.get($0).status } == statuses)
        }
    }

    @Test func `the parts of a sheet carry the key and expiry of their own URL`() throws {
        let (one, two) = (try key("a"), try key("b"))
        let clock = Clock()
        let server = try server([one, two], clock)
        let client = try TestClient(port: server.port)
        let spec = Data(
            #"{"layers":[{"emitterCells":[{"contents":"star","burst":{"count":9},"lifetime":1}]}],"timing":{"duration":0.2,"fps":5},"canvas":{"width":40,"height":40}}"#
                .utf8
        )
        let name = spec.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
        for (folder, stem) in [("/v1/effects/", "confetti"), ("/v1/s/", name)] {
            let query = folder == "/v1/s/" ? "" : "?w=40&h=40&d=0.2&fps=5"
            for ending in ["css", "json"] {
                func part(_ key: SigningKey, _ expires: Int64?) throws -> (text: String, tag: String?, picture: String)
                {
                    let target = "\(folder)\(stem).sheet.\(ending)\(query)"
                    let response = try client.get(URLSignature.sign(target, with: key, expires: expires))
                    #expect(response.status == 200)
                    let text = response.text.replacing("\\/", with: "/")
                    let start = try #require(text.firstRange(of: "\(stem).sheet.png")).lowerBound
                    let picture = folder + text[start...].prefix { $0 != "\"" }
                    return (response.text, response.fields["etag"], picture)
                }
                let plain = try part(one, nil)
                #expect(try plain.picture == URLSignature.sign("\(folder)\(stem).sheet.png\(query)", with: one))
                #expect(try client.get(plain.picture).status == 200)
                // A signature valid for a minute must not yield an image URL valid for longer, cached or not.
                let short = try part(one, clock.now + 60)
                let long = try part(one, clock.now + 90)
                let other = try part(two, clock.now + 90)
                #expect(Set([plain.tag, short.tag, long.tag, other.tag]).count == 4 && plain.tag != nil)
                #expect(try part(one, clock.now + 60) == short)
                #expect(short.picture.contains("exp=\(clock.now + 60)") && other.picture.contains("sig=b."))
                for each in [short, long, other] { #expect(try client.get(each.picture).status == 200) }
                clock.now += 60
                #expect(try client.get(short.picture).status == 403)
                #expect(try client.get(long.picture).status == 200)
            }
        }
    }

    // MARK: Tokens

    private let token = "a-token.of_20~chars+"

    @Test func `a POST without a token is refused before its body is read`() throws {
        let bearer = try [BearerKey(text: token), BearerKey(text: token + "2")]
        let server = try ServerTests.server { $0.access.bearerKeys = bearer }
        for path in ["/v1/render", "/v1/render.webp", "/v1/render.still.png", "/v1/import/vortex"] {
            for (field, error) in [
                ("", false), ("Authorization: Basic abc\r\n", false), ("Authorization: Bearer\r\n", false),
                ("Authorization: Bearer \(token)x\r\n", true), ("Authorization: Bearer \(token.dropLast())\r\n", true),
                ("Authorization: Bearer \(token), Bearer \(token)\r\n", true),
            ] {
                let client = try TestClient(port: server.port)
                // The body is never sent, and its missing content type would be refused as well.
                try client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\(field)\r\n")
                let response = try client.readResponse()
                let challenge = "Bearer realm=\"hanabi\"" + (error ? ", error=\"invalid_token\"" : "")
                #expect(response.status == 401 && response.fields["www-authenticate"] == challenge)
                #expect(try type(response) == "urn:hanabi:problem:unauthorized")
            }
        }
        let client = try TestClient(port: server.port)
        #expect(try client.get(Self.path).status == 200)
        let spec = try client.get(Self.path + "&explain=1").text
        for authorization in ["Bearer \(token)", "bearer  \(token)2"] {
            let fields =
                "Content-Type: application/json\r\nContent-Length: \(spec.utf8.count)\r\nAuthorization: \(authorization)\r\n"
            try client.send("POST /v1/render HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(spec)")
            #expect(try client.readResponse().status == 200)
        }
        // CORS allows the Authorization header.
        let preflight = try send(client, "/v1/render", method: "OPTIONS")
        #expect(
            preflight.fields["access-control-allow-headers"]
                == "Content-Type, Accept, Range, If-Range, X-Request-Id, traceparent, Authorization"
        )
        let open = try ServerTests.server()
        let other = try send(TestClient(port: open.port), "/v1/render", method: "OPTIONS")
        #expect(
            other.fields["access-control-allow-headers"]
                == "Content-Type, Accept, Range, If-Range, X-Request-Id, traceparent"
        )
    }

    // MARK: Presets only, and ceilings

    @Test func `a presets-only server refuses specs, imports and document paths`() throws {
        let server = try ServerTests.server { $0.access.presetsOnly = true }
        let client = try TestClient(port: server.port)
        let small = "w=60&h=50&d=0.5&fps=10"
        for target in ["/v1/s/e30.png", "/v1/z/e30.still.png"] {
            let response = try client.get(target)
            #expect(try response.status == 403 && type(response) == "urn:hanabi:problem:not-offered")
        }
        // The editor has nothing to show without them.
        #expect(try client.get("/edit").status == 403 && client.get("/").status == 200)
        for path in ["/v1/render", "/v1/render.webp", "/v1/render.still.png", "/v1/import/caml"] {
            let response = try client.post(path, Array("{}".utf8))
            #expect(try response.status == 403 && type(response) == "urn:hanabi:problem:not-offered")
        }
        let path = try client.get("/v1/effects/confetti.png?\(small)&layers.0.opacity=0.5&canvas.width=5")
        #expect(try path.status == 403 && type(path) == "urn:hanabi:problem:not-offered")
        guard case .array(let errors)? = try JSONParser.parse(path.body)["errors"] else {
            Issue.record("no errors")
            return
        }
        #expect(errors.compactMap { $0["parameter"]?.text } == ["layers.0.opacity", "canvas.width"])
        #expect(errors.allSatisfy { $0["kind"] == "not-offered" })
        // Parameter names with dots are not document paths.
        #expect(try client.get("/v1/effects/cannon.png?\(small)&origin.y=0.5&colors.palette=64").status == 200)
        #expect(try client.get("/v1/effects/cannon.png?\(small)&explain=1").status == 200)
        #expect(try client.get("/v1/effects/cannon.png?\(small)&wdth=1").status == 400)
        for target in ["/", "/v1/effects", "/healthz"] { #expect(try client.get(target).status == 200) }
        #expect(try send(client, "/v1/render", method: "OPTIONS").status == 204)
    }

    @Test func `a ceiling applies to parameters in the URL, and unlisted names are refused`() throws {
        let server = try ServerTests.server {
            $0.access.parameterCeilings = ["w": 1...300, "fps": 1...20, "d": 0.1...1]
            $0.access.allowedParameters = ["w", "h", "d", "fps", "seed"]
        }
        let client = try TestClient(port: server.port)
        // Confetti's default width is 375 points, and its duration four seconds.
        #expect(try client.get("/v1/effects/confetti.png?h=20").status == 200)
        #expect(try client.get("/v1/effects/confetti.png?w=300&h=20&d=1000ms&fps=20&on-error=problem").status == 200)
        let much = try client.get("/v1/effects/confetti.png?w=301&h=20&d=1001ms")
        #expect(try much.status == 422 && type(much) == "urn:hanabi:problem:invalid-parameters")
        #expect(
            much.text.contains("w: found 301; allowed: 1...300") && much.text.contains("found 1001ms; allowed: 0.1...1")
        )
        let other = try client.get("/v1/effects/confetti.png?w=301&explain=1")
        #expect(try other.status == 403 && type(other) == "urn:hanabi:problem:not-offered")
        #expect(other.text.contains("allowed: d, fps, h, seed, w"))
        #expect(try client.get("/v1/effects/confetti.png?canvas.width=200").status == 403)
    }

    /// Regression: a missing lower bound was reported as null.
    @Test func `a ceiling without a lower bound is reported as a maximum`() throws {
        let server = try ServerTests.server {
            $0.access.parameterCeilings = ["w": -.greatestFiniteMagnitude...800, "n": -.greatestFiniteMagnitude...20]
        }
        let client = try TestClient(port: server.port)
        for (query, detail) in [
            ("w=900", "w: found 900; allowed: at most 800"), ("n=21", "n: found 21; allowed: at most 20"),
            ("particleCount=21", "particleCount: found 21; allowed: at most 20"),
            ("w=wide", #"w: found "wide"; allowed: a number, at most 800"#),
        ] {
            #expect(try JSONParser.parse(client.get("/v1/effects/cannon.png?\(query)").body)["detail"]?.text == detail)
        }
    }

    @Test func `parameter bounds cannot be bypassed with specs`() throws {
        let bearer = try [BearerKey(text: token)]
        let spec = Array(
            #"{"layers":[{"emitterCells":[{"contents":"star","burst":{"count":9},"lifetime":1}]}],"canvas":{"width":900,"height":700}}"#
                .utf8
        )
        let bounds: [(inout AccessPolicy) -> Void] = [
            { $0.parameterCeilings = ["w": 1...100, "h": 1...100] }, { $0.allowedParameters = ["w", "at"] },
            { $0.allowedParameters = [] },
        ]
        for (bound, keys) in bounds.flatMap({ bound in [[], bearer].map { (bound, $0) } }) {
            let server = try ServerTests.server {
                bound(&$0.access)
                $0.access.bearerKeys = keys
            }
            let client = try TestClient(port: server.port)
            #expect(try client.get("/v1/effects/cannon.still.png?w=900&h=700").status >= 400)
            let name = Data(spec).base64EncodedString().replacing("=", with: "")
            let packed = Zlib.deflate(spec)
            let short = Data(packed).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
            for target in ["/v1/s/\(name).still.png", "/v1/s/\(name).json", "/v1/z/\(short).still.png"] {
                let response = try client.get(target)
                #expect(try response.status == 403 && type(response) == "urn:hanabi:problem:not-offered")
            }
            for path in ["/v1/render.still.png", "/v1/import/canvas-confetti"] {
                let body = path.hasSuffix("png") ? spec : Array(#"{"particleCount": 9}"#.utf8)
                let response = try client.post(path, body)
                #expect(response.status == (keys.isEmpty ? 403 : 401))
                // A client with a token is trusted.
                let fields = "Content-Type: application/json\r\nAuthorization: Bearer \(token)\r\n"
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.count)\r\n\r\n\(String(decoding: body, as: UTF8.self))"
                )
                #expect(try client.readResponse().status == (keys.isEmpty ? 403 : 200))
            }
        }
    }

    @Test func `signed URLs with unrestricted POST cause a warning`() throws {
        var policy = AccessPolicy()
        let closings: [(inout AccessPolicy) throws -> Void] = [
            { $0.bearerKeys = try [BearerKey(text: self.token)] }, { $0.presetsOnly = true },
            { $0.parameterCeilings = ["w": 1...100] }, { $0.allowedParameters = [] },
        ]
        #expect(policy.warnings == [])
        policy.signingKeys = [try key()]
        #expect(policy.warnings.count == 1 && policy.warnings.joined().contains("anyone may POST"))
        for close in closings {
            var closed = policy
            try close(&closed)
            #expect(closed.warnings == [])
        }
    }
}

/// A manual clock.
private final class Clock: Sendable {
    private let time = Mutex<Int64>(1000)

    var now: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
