import Foundation
import AssetFiles
import EffectCatalog
import EffectCost
import HTTPTypes
import TestSupport
import Testing

@testable import EffectRendering
@testable import EffectService

/// Forms of a path without an ending, by the `Accept` fields that browsers and other clients send.
@Suite struct `The best form by Accept` {
    private static let chrome = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
    private static let firefox = "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"
    private static let oldFirefox = "image/avif,image/webp,*/*"
    private static let safari =
        "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"

    /// Sends a request without an ending; `nil` for a client without `Accept`.
    private static func ask(
        _ client: TestClient,
        _ target: String,
        _ accept: String?,
        method: String = "GET",
        fields: String = ""
    ) throws -> TestClient.Response {
        let field = accept.map { "Accept: \($0)\r\n" } ?? ""
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(field)\(fields)\r\n")
        return try client.readResponse(hasBody: method != "HEAD")
    }

    @Test(
        arguments: [
            ("confetti", chrome, "image/svg+xml"), ("confetti", firefox, "image/svg+xml"),
            ("confetti", safari, "image/svg+xml"), ("confetti", oldFirefox, "image/webp"),
            ("smoke", chrome, "image/avif"), ("smoke", safari, "image/avif"), ("smoke", oldFirefox, "image/avif"),
            ("smoke", "image/webp,*/*", "image/webp"), ("confetti", "image/png,image/*", "image/png"),
            // Clients that name no type of images.
            ("confetti", nil, "image/png"), ("confetti", "*/*", "image/png"), ("smoke", "image/*", "image/png"),
            ("confetti", "application/json, text/plain, */*", "image/png"),
            // Weights come first.
            ("confetti", "image/svg+xml;q=0.9, image/webp", "image/webp"),
            ("confetti", "image/svg+xml;q=0, image/*", "image/png"),
            ("smoke", "image/gif, image/avif;q=0.5", "image/gif"),
        ] as [(String, String?, String)]
    )
    func `browsers get the lightest form that they name`(_ name: String, _ accept: String?, _ type: String) throws {
        let preset = try #require(Preset.all[name])
        let field = accept.map { $0 }
        let favorites = [preset.form, .webp, .png]
        let found = OutputFormat.preferred(field, among: OutputFormat.allCases, favorites: favorites)
        #expect(found?.name == type)
    }

    @Test func `a path without an ending has the bytes of the form's own path`() throws {
        let server = try ServerTests.server {
            $0.library = LocalAssets(fontDirectories: TestFonts.directories)
        }
        let client = try TestClient(port: server.port)
        for (name, ending) in [("confetti", "svg"), ("smoke", "avif")] {
            let query = "w=120&h=90&d=0.5&seed=3"
            let best = try Self.ask(client, "/v1/effects/\(name)?\(query)", Self.chrome)
            let own = try client.get("/v1/effects/\(name).\(ending)?\(query)")
            #expect(best.status == 200, "\(best.text.prefix(500))")
            #expect(best.body == own.body)
            #expect(best.fields["vary"]?.hasPrefix("Accept") == true && best.fields["etag"] == own.fields["etag"])
            #expect(best.fields["content-security-policy"] == own.fields["content-security-policy"])
            let head = try Self.ask(client, "/v1/effects/\(name)?\(query)", Self.chrome, method: "HEAD")
            #expect(head.fields["content-type"] == own.fields["content-type"])
        }
    }

    @Test func `a vector with too many pieces is replaced by an image`() throws {
        let server = try ServerTests.server { $0.limits.maximumPieces = 20 }
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti?w=120&h=90&d=0.5&seed=3"
        #expect(try client.get("/v1/effects/confetti.svg?w=120&h=90&d=0.5&seed=3").status == 422)
        let own = try client.get("/v1/effects/confetti.webp?w=120&h=90&d=0.5&seed=3")
        // The second time from the cache.
        for _ in 0..<2 {
            let best = try Self.ask(client, target, Self.chrome)
            #expect(best.status == 200 && best.fields["content-type"] == "image/webp" && best.body == own.body)
            #expect(best.fields["etag"] == own.fields["etag"])
        }
        let tag = try #require(own.fields["etag"])
        let known = try Self.ask(client, target, Self.chrome, fields: "If-None-Match: \(tag)\r\n")
        #expect(known.status == 304)
        #expect(try Self.ask(client, target, Self.chrome, method: "HEAD").fields["content-type"] == "image/webp")
        #expect(try Self.ask(client, target + "&dry=1", Self.chrome).status == 200)
        // Nothing else is allowed.
        #expect(try Self.ask(client, target, "image/svg+xml").status == 422)
        #expect(try Self.ask(client, target, "image/svg+xml, image/gif").fields["content-type"] == "image/gif")
    }

    /// An AVIF has a largest frame, which other images exceed.
    @Test func `an image of the best form that is refused is replaced by the next one`() throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let client = try TestClient(port: server.port)
        let query = "w=2000&h=1100&d=0.2&fps=5"
        #expect(try client.get("/v1/effects/smoke.avif?\(query)").status == 422)
        let own = try client.get("/v1/effects/smoke.webp?\(query)")
        for (accept, type) in [(Self.chrome, "image/webp"), ("image/avif, image/png", "image/png")] {
            let best = try Self.ask(client, "/v1/effects/smoke?\(query)", accept)
            #expect(best.status == 200 && best.fields["content-type"] == type, "\(best.text.prefix(500))")
            #expect(type != "image/webp" || best.body == own.body && best.fields["etag"] == own.fields["etag"])
            let head = try Self.ask(client, "/v1/effects/smoke?\(query)", accept, method: "HEAD")
            #expect(head.fields["content-type"] == type)
        }
        // Nothing else is allowed.
        #expect(try Self.ask(client, "/v1/effects/smoke?\(query)", "image/avif").status == 422)
    }

    /// Regression: an AVIF was replaced only where it is the preset's lightest form, never by a vector or a GIF, and not for a POST.
    @Test(arguments: [
        ("image/avif, image/gif;q=0.9", "image/gif"), ("image/avif, image/svg+xml;q=0.9", "image/svg+xml"),
        ("image/avif;q=0.9, image/png;q=0.5", "image/png"),
        ("image/avif, application/vnd.hanabi.tracks+json;q=0.5", "application/vnd.hanabi.tracks+json"),
    ])
    func `a refused image is replaced by any form that is named`(_ accept: String, _ type: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let best = try Self.ask(client, "/v1/effects/confetti?w=2000&h=1100&d=0.2&fps=5&rate=20", accept)
        #expect(best.status == 200 && best.fields["content-type"] == type, "\(best.text.prefix(500))")
        let spec = #"""
            {"canvas": {"width": 2000, "height": 1100}, "timing": {"duration": 0.2, "fps": 5},
             "layers": [{"type": "sprite", "contents": "circle"}]}
            """#
        try client.send(
            """
            POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: \(accept)\r\n\
            Content-Length: \(spec.utf8.count)\r\n\r\n\(spec)
            """
        )
        #expect(try client.readResponse().fields["content-type"] == type)
    }

    @Test func `where all forms are refused, the answer is about the first image`() throws {
        let server = try ServerTests.server { $0.limits.maximumWork = 1000 }
        let client = try TestClient(port: server.port)
        // The frame is too large for an AVIF, and the work for the others.
        let query = "w=2000&h=1100&d=0.3"
        for (accept, first) in [("image/avif, image/webp;q=0.5", "avif"), ("image/webp, image/avif;q=0.5", "webp")] {
            let refusal = try Self.ask(client, "/v1/effects/confetti?\(query)", accept)
            let own = try client.get("/v1/effects/confetti.\(first)?\(query)")
            // All but the number of the request.
            let texts = [refusal, own].map { $0.text.components(separatedBy: "\"instance\"")[0] }
            #expect(refusal.status == 422 && texts[0] == texts[1], "\(texts)")
        }
        let target = "/v1/effects/confetti?w=80&h=60&d=0.3"
        // A client that names no type is not sent what it may not show.
        #expect(try Self.ask(client, target, "*/*").status == 422)
    }

    /// Regression: both spoke of the SVG, which does not keep the budget and is replaced by an image.
    @Test func `a price and a 304 are those of the form that keeps the budget`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let query = "w=60&h=40&d=0.3&fps=10&rate=400&max=1200"
        let accept = "image/svg+xml, image/png;q=0.5"
        let own = try client.get("/v1/effects/confetti.png?\(query)")
        #expect(own.status == 200, "\(own.text)")
        #expect(try client.get("/v1/effects/confetti.svg?\(query)").status == 422)
        let any = try Self.ask(client, "/v1/effects/confetti?\(query)", accept, fields: "If-None-Match: *\r\n")
        #expect(any.status == 304 && any.fields["etag"] == own.fields["etag"])
        let price = try Self.ask(client, "/v1/effects/confetti?\(query)&dry=1", accept)
        #expect(try price.body == client.get("/v1/effects/confetti.png?\(query)&dry=1").body)
    }

    @Test func `motion blur is shown by an image`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti?w=80&h=60&d=0.5&shutter=0.5"
        #expect(try Self.ask(client, target, Self.chrome).fields["content-type"] == "image/webp")
    }

    @Test func `many clients that wait for one refused vector all get the image`() async throws {
        let server = try ServerTests.server { $0.limits.maximumPieces = 20 }
        let port = server.port
        let types = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let client = try TestClient(port: port)
                    return try Self.ask(client, "/v1/effects/confetti?w=80&h=60&d=0.5", Self.chrome).fields[
                        "content-type"
                    ]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(types == Array(repeating: "image/webp", count: 6))
    }

    @Test func `a POSTed spec without a format is a PNG for browsers`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let spec = #"{"layers": [{"type": "sprite", "contents": "circle"}]}"#
        try client.send(
            """
            POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: \(Self.chrome)\r\n\
            Content-Length: \(spec.utf8.count)\r\n\r\n\(spec)
            """
        )
        #expect(try client.readResponse().fields["content-type"] == "image/png")
    }
}

/// Answers to HEAD of a path without an ending, which are those to GET without a body.
@Suite struct `HEAD of the best form` {
    @Test(
        arguments: [
            ("layers.0.blur=3", 200, "image/webp"), ("canvas.bloom=%7B%7D", 200, "image/webp"),
            ("layers.0.bloom=%7B%7D", 200, "image/webp"), ("layers.0.renderMode=maximum", 200, "image/webp"),
            ("seed=2", 200, "image/svg+xml"), ("n=1", 400, "application/problem+json"),
        ]
    )
    func `a HEAD has the type of the GET, before and after it`(_ query: String, _ status: Int, _ type: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti?w=80&h=60&d=0.3&\(query)"
        func ask(_ method: String) throws -> TestClient.Response {
            let accept = "Accept: image/avif,image/webp,image/svg+xml,*/*"
            try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(accept)\r\n\r\n")
            return try client.readResponse(hasBody: method != "HEAD")
        }
        let before = try ask("HEAD")
        let file = try ask("GET")
        let after = try ask("HEAD")
        #expect(file.status == status && before.status == status && after.status == status)
        #expect(file.fields["content-type"] == type)
        for name in ["content-type", "etag", "vary", "cache-control", "accept-ranges", "content-security-policy"] {
            #expect(before.fields[name] == file.fields[name], "\(name) before")
            #expect(after.fields[name] == file.fields[name], "\(name) after")
        }
    }
}
