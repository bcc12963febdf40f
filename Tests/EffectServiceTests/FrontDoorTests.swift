import AssetFiles
import Brotli
import EffectCoding
import EffectCost
import EffectModel
import Foundation
import PackagedFiles
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

@testable import EffectService

/// Discovery of the service: catalog, gallery, explanations and specs in a path, over real sockets.
struct FrontDoorTests {
    private let small = "w=60&h=40&d=0.3&fps=10"

    @Test func `the catalog lists every preset with its parameters`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/effects")
        #expect(response.status == 200 && response.fields["content-type"] == "application/json")
        // Larger than the service's own JSON limits.
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(response.body))
        guard case .array(let effects)? = document["effects"], case .array(let parameters)? = document["parameters"],
            case .object(let palettes)? = document["palettes"]
        else {
            Issue.record("no catalog")
            return
        }
        #expect(effects.compactMap { $0["name"]?.text } == Preset.inOrder.map(\.name))
        #expect(effects.count >= 51 && palettes.count >= 30)
        let names = Set(parameters.compactMap { $0["name"]?.text })
        #expect(names == Set(QueryParameter.all.keys))
        for effect in effects {
            guard case .object(let own)? = effect["parameters"] else { continue }
            #expect(own.allSatisfy { names.contains($0.name) })
            // Pieces that differ have a range of all in place of a value.
            guard case .object(let spans)? = effect["spans"] else {
                Issue.record("no spans")
                continue
            }
            let ends = spans.map { $0.value.text?.split(separator: "..").compactMap { Double($0) } ?? [] }
            #expect(ends.allSatisfy { (1...2).contains($0.count) && $0 == $0.sorted() }, "\(spans)")
            #expect(spans.allSatisfy { effect["parameters"]?[$0.name]?.text == "" })
            if effect["name"]?.text == "cannon" { #expect(effect["spans"]?["size"] != nil) }
            #expect(effect["url"]?.text == "/v1/effects/\(effect["name"]?.text ?? "").png")
            #expect(effect["img"]?.text?.hasPrefix("<img src=\"/v1/effects/") == true)
        }
    }

    /// Regression: the catalog had the numbers of a canvas of another size: 198 pieces where `cannon` has 157.
    @Test func `the catalog has the number of pieces that a URL without parameters has`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(client.get("/v1/effects").body))
        guard case .array(let effects)? = document["effects"] else {
            Issue.record("no catalog")
            return
        }
        func births(_ name: String, _ query: String) throws -> JSONValue? {
            try JSONParser.parse(client.get("/v1/effects/\(name).png?dry=1\(query)").body)["births"]?["found"]
        }
        var count = 0
        for effect in effects {
            guard let name = effect["name"]?.text, let pieces = effect["parameters"]?["n"]?.text, Int(pieces) ?? 0 > 1
            else { continue }
            count += 1
            #expect(try births(name, "&n=\(pieces)") == births(name, ""), "\(name): \(pieces)")
        }
        #expect(count > 10)
    }

    @Test func `the catalog is the same for all clients and cacheable`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        func ask(_ host: String, _ fields: String = "", method: String = "GET") throws -> TestClient.Response {
            try client.send("\(method) /v1/effects HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n")
            return try client.readResponse(hasBody: method == "GET")
        }
        let first = try ask("evil.example:1")
        let second = try ask("good.example", "X-Forwarded-Host: evil.example\r\n")
        #expect(first.status == 200 && first.body == second.body && !first.text.contains("example"))
        #expect(!first.text.contains("http:") && !first.text.contains("https:"))
        #expect(first.fields["cache-control"] == "public, no-cache" && first.fields["vary"] == "Accept-Encoding")
        let tag = try #require(first.fields["etag"])
        #expect(second.fields["etag"] == tag)
        let same = try ask("a", "If-None-Match: \(tag)\r\n")
        #expect(same.status == 304 && same.fields["cache-control"] == "public, no-cache" && same.body.isEmpty)
        #expect(same.fields["etag"] == tag)
        #expect(try ask("a", "If-None-Match: \"other\"\r\n").body == first.body)
        #expect(try ask("a", method: "HEAD").fields["content-length"] == "\(first.body.count)")
        // Different limits change the values in the catalog.
        let narrow = try ServerTests.server { $0.limits.maximumSide = 100 }
        #expect(try TestClient(port: narrow.port).get("/v1/effects").fields["etag"] != tag)
    }

    @Test(arguments: [
        "/", "/effects/confetti?w=20", "/gallery.css", "/gallery.js", "/player.js", "/player-gl.js",
        "/player-trail.js", "/player-mask.js", "/player-image.js", "/player-tracks.js", "/player-call.js", "/hanabi.js",
        "/gallery-icon.svg",
        "/gallery-forms.js", "/gallery-emitter.js", "/gallery-pieces.js", "/gallery-snippets.js",
        "/edit", "/edit.css", "/edit.js", "/docs", "/docs.css", "/docs.js",
    ])
    func `the gallery is served with a policy that forbids foreign resources`(_ path: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let response = try client.get(path)
        #expect(response.status == 200 && response.body.count > 300)
        let policy = try #require(response.fields["content-security-policy"])
        #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe") && !policy.contains("http"))
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(!response.text.contains("http://") || path.hasSuffix(".svg") || path == "/gallery.js", "\(path)")
    }

    @Test func `the player with all of its parts has less than 14 kB as it is sent`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        var sizes: [String: Int] = [:]
        for part in PageFiles.names where part.hasPrefix("player") && part != "player-call.js" {
            try client.send("GET /\(part) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            let answer = try client.readResponse()
            #expect(answer.fields["content-encoding"] == "gzip", "\(part)")
            sizes[part] = answer.body.count
        }
        // An effect is played by the other parts, or is the image that this one shows.
        let removed = sizes.removeValue(forKey: "player-image.js")
        let image = try #require(removed)
        #expect(sizes.count == 5 && sizes.values.reduce(0, +) < 14_000 && image < 1_000, "\(sizes), \(image)")
        // Confetti needs these two.
        #expect(try #require(sizes["player.js"]) + #require(sizes["player-tracks.js"]) < 9_000)
    }

    @Test func `scripts are sent without comments, and with everything else`() throws {
        let script = "/** A\n * b. */\nconst a = 'x'; // c\n  // d\n  /* e */\n\nconst b = `//`;\n"
        #expect(PageFiles.withoutComments(script) == "const a = 'x'; // c\n\nconst b = `//`;\n")
        let mixed = "/* a */ b();\n/*/ c\n d */ e();\n/* f */\ng();\n"
        #expect(PageFiles.withoutComments(mixed) == " b();\n e();\ng();\n")
        for name in PageFiles.names where name.hasSuffix(".js") {
            let lines = String(decoding: PageFiles.bytes(name), as: UTF8.self).split(separator: "\n")
            let isComment = #/ *(\/\/|\/\*|\* ).*/#
            #expect(lines.count > 10 && !lines.contains { $0.wholeMatch(of: isComment) != nil }, "\(name)")
        }
    }

    /// A comment on a line with code would be sent.
    @Test func `comments of scripts have lines of their own`() throws {
        let quoted = #/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/#
        let mixed = #/(?! *(?:\/\/|\/\*|\*)).*[;,{}()\[\]] +\/[\/*].*| *\/?\*.*\*\/ *[^ ].*/#
        func isMixed(_ line: some StringProtocol) -> Bool {
            String(line).replacing(quoted, with: "''").wholeMatch(of: mixed) != nil
        }
        #expect(isMixed("let a = 1; // b") && isMixed("f(); /* b */") && isMixed("/* a */ f();"))
        #expect(!isMixed("// a") && !isMixed("f('; // b');") && !isMixed("/** A, // b. */") && !isMixed("a = b / c;"))
        for name in PageFiles.names where name.hasSuffix(".js") {
            let source = String(decoding: PackagedFile.bytes("Pages/\(name)"), as: UTF8.self)
            for line in source.split(separator: "\n") { #expect(!isMixed(line), "\(name): \(line)") }
        }
    }

    /// Files for browsers, the catalog and the schema.
    @Test(arguments: [
        "/", "/edit", "/edit.css", "/edit.js", "/docs", "/docs.js", "/gallery.js", "/player.js", "/v1/effects",
        "/v1/schema.json",
    ])
    func `documents are compressed, and validated by a tag for each coding`(_ path: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        func ask(_ fields: String = "", method: String = "GET") throws -> TestClient.Response {
            try client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            return try client.readResponse(hasBody: method == "GET")
        }
        let plain = try ask()
        let packed = try ask("Accept-Encoding: gzip\r\n")
        let smallest = try ask("Accept-Encoding: gzip, br\r\n")
        #expect(plain.status == 200 && plain.fields["content-encoding"] == nil && packed.status == 200)
        #expect(packed.fields["content-encoding"] == "gzip" && packed.body.count < plain.body.count)
        #expect(
            packed.body.starts(with: [0x1F, 0x8B]) && packed.fields["content-type"] == plain.fields["content-type"]
        )
        #expect(smallest.fields["content-encoding"] == "br" && smallest.body.count < packed.body.count)
        #expect(smallest.body == Brotli.packed(plain.body))
        let tags = try [plain, packed, smallest].map { try #require($0.fields["etag"]) }
        #expect(Set(tags).count == 3)
        for answer in [plain, packed, smallest] {
            #expect(answer.fields["vary"] == "Accept-Encoding")
            // A page's scripts are of its version, and so is the catalog that they read.
            #expect(answer.fields["cache-control"] == "public, no-cache")
        }
        let same = try ask("Accept-Encoding: gzip\r\nIf-None-Match: \(tags[1])\r\n")
        #expect(same.status == 304 && same.body.isEmpty && same.fields["etag"] == tags[1])
        #expect(same.fields["content-encoding"] == nil && same.fields["vary"] == "Accept-Encoding")
        #expect(try ask("If-None-Match: \(tags[1])\r\n").body == plain.body)
        let head = try ask("Accept-Encoding: gzip\r\n", method: "HEAD")
        #expect(head.fields["content-length"] == "\(packed.body.count)" && head.fields["etag"] == tags[1])
    }

    @Test func `the page of an effect has a title, a description and a picture of its own`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let index = try client.get("/")
        for preset in Preset.inOrder {
            let page = try client.get("/effects/\(preset.name)?w=40")
            let (title, summary) = (preset.title, preset.summary)
            // None of the presets has a character that HTML needs escaped.
            #expect(!(title + summary).contains { "&<\"".contains($0) }, "\(preset.name)")
            #expect(page.status == 200 && page.text.contains("<title>\(title) · Hanabi</title>"), "\(preset.name)")
            #expect(page.text.components(separatedBy: "<title>").count == 2)
            #expect(page.text.contains("<meta name=\"description\" content=\"\(summary)\">"), "\(preset.name)")
            #expect(page.text.contains("<meta property=\"og:title\" content=\"\(title) · Hanabi\">"))
            let still = "/v1/effects/\(preset.name).still.png?w=1200&h=630"
            let picture = still.replacingOccurrences(of: "&", with: "&amp;")
            #expect(page.text.contains("<meta property=\"og:image\" content=\"\(picture)\">"))
            #expect(page.fields["etag"] != index.fields["etag"])
        }
        #expect(!index.text.contains("og:image") && index.text.contains("name=\"description\""))
    }

    @Test func `the picture of a link has the parameters of the effect, and a size of its own`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let query =
            "c=ff0000%2C%22gold&utm_source=chat&w=40&max=9kB&canvas.width=300&utm.source=x&layers.0.opacity=0.5&seed=7"
        let page = try client.get("/effects/hearts?\(query)").text
        let own = "c=ff0000%2C%22gold&amp;layers.0.opacity=0.5&amp;seed=7"
        #expect(page.contains("content=\"/v1/effects/hearts.still.png?w=1200&amp;h=630&amp;\(own)\">"))
        // A query that names nothing of the effect leaves the page alone.
        let plain = try client.get("/effects/hearts")
        #expect(try client.get("/effects/hearts?utm_source=chat&w=40").fields["etag"] == plain.fields["etag"])
        let small = try client.get(
            "/v1/effects/hearts.still.png?w=1200&h=630&c=ff0000,gold&layers.0.opacity=0.5&seed=7"
        )
        #expect(small.status == 200 && small.fields["content-type"] == "image/png")
    }

    @Test func `an effect that does not exist is a page that says so`() throws {
        let server = try ServerTests.server()
        let answer = try TestClient(port: server.port).get("/effects/nope?seed=3")
        #expect(answer.status == 404 && answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["content-type"] == "text/html; charset=utf-8" && answer.text.contains("/gallery."))
    }

    @Test func `links that sites show are absolute where the service knows its address`() throws {
        let server = try ServerTests.server { $0.publicAddress = PublicAddress("https://Effects.example.org/") }
        let client = try TestClient(port: server.port)
        let page = try client.get("/effects/hearts?seed=3").text
        let origin = "https://effects.example.org"
        #expect(
            page.contains(
                "<meta property=\"og:image\" content=\"\(origin)/v1/effects/hearts.still.png?w=1200&amp;h=630&amp;seed=3\">"
            )
        )
        #expect(page.contains("<meta property=\"og:url\" content=\"\(origin)/effects/hearts?seed=3\">"))
        #expect(page.contains("<link rel=\"canonical\" href=\"\(origin)/effects/hearts\">"))
        let index = try client.get("/").text
        #expect(index.contains("<meta property=\"og:url\" content=\"\(origin)/\">"))
        #expect(index.contains("<meta property=\"og:image\" content=\"\(origin)/v1/effects/"))
        // An unknown effect has no address, whether the gallery was asked for before it or after it.
        let missing = try client.get("/effects/nope").text
        #expect(!missing.contains("<title>Hearts") && !missing.contains("canonical") && !missing.contains("og:url"))
        #expect(try client.get("/").text == index)
        // The host of a request may be anyone's.
        let plain = try ServerTests.server()
        let open = try TestClient(port: plain.port)
        try open.send("GET /effects/hearts HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n")
        #expect(try !open.readResponse(hasBody: true).text.contains("evil"))
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example"), ("HTTP://LOCALHOST:8080/", "http://localhost:8080"),
        ("https://[::1]:8443", "https://[::1]:8443"), ("https://1.2.3.4", "https://1.2.3.4"),
    ])
    func `a public address is a scheme, a host and a port`(_ text: String, _ address: String) {
        #expect(PublicAddress(text)?.text == address)
    }

    @Test(arguments: [
        "", "a.example", "ftp://a.example", "https://", "https:///x", "https://a.example/x", "https://a..b",
        "https://a.example:0", "https://a.example:70000", "https://a.example:", "https://u@a.example",
        "https://a.example?x", "https://a.example#x", "https://-a.example", "https://a\"b", "https://[::1",
        "https://[x]",
        "https://ä.example", "https://a.example//",
    ])
    func `anything else is no public address`(_ text: String) { #expect(PublicAddress(text) == nil) }

    @Test func `every file that a page or a script names is served under a hash of it, and kept for good`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        var open = ["", "effects/confetti", "edit", "docs"]
        var seen: Set<String> = []
        let reference =
            #/(?:<(?:link|script|img)[^>]*(?:href|src)="|from '\.|import\('|src: ')\/([\w.-]+\.(?:js|css|svg))/#
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            let file = try client.get("/\(name)")
            #expect(file.status == 200, "\(name)")
            let named = file.text.matches(of: reference).map { String($0.1) }
            #expect(name.contains(".") || named.count > 2, "\(name)")
            open += named
            if name.contains(".") {
                #expect(name.firstMatch(of: #/^[a-z-]+\.[0-9a-f]{12}\.(js|css|svg)$/#) != nil, "\(name)")
                #expect(file.fields["cache-control"] == "public, max-age=31536000, immutable", "\(name)")
                #expect(file.fields["content-security-policy"]?.contains("script-src 'self'") == true)
            } else {
                #expect(file.fields["cache-control"] == "public, no-cache" && file.fields["etag"] != nil)
            }
            let isLarge = name.hasPrefix("gallery.") || name.hasPrefix("player.")
            // The editor reads programs when one is pasted.
            let most = name.hasPrefix("edit-run.") || name.hasPrefix("edit-script.") ? 26_000 : 16_000
            if name.hasSuffix(".js"), !isLarge { #expect(file.body.count < most, "\(name)") }
        }
        #expect(seen.count > 30)
        // All files but the player's parts, which the player names: those it loads from the place it comes from.
        let stems = Set(seen.map { String($0.prefix { $0 != "." }) })
        let others = PageFiles.names.filter {
            !$0.hasSuffix(".html") && !stems.contains(String($0.prefix { $0 != "." }))
        }
        #expect(others.allSatisfy { $0.hasPrefix("player-") || $0 == "hanabi.js" }, "\(others)")
    }

    @Test func `the player names its parts by their hashes, and by their own names to those who embed it`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let hashed = try #require(PageFiles.hashed["player.js"])
        let text = try client.get("/\(hashed.name)").text
        for part in PageFiles.names where part.hasPrefix("player-") && part != "player-call.js" {
            let name = try #require(PageFiles.hashed[part]?.name)
            #expect(text.contains("'\(name)'") || text.contains("'./\(name)'"), "\(part)")
            #expect(try client.get("/\(name)").fields["cache-control"]?.contains("immutable") == true)
            #expect(try client.get("/player.js").text.contains(part))
        }
    }

    @Test func `a file keeps its own name, and answers to the hash of another version without being kept`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let hashed = try #require(PageFiles.hashed["edit.js"])
        let own = try client.get("/edit.js")
        #expect(own.status == 200 && own.fields["cache-control"] == "public, no-cache")
        #expect(own.body == PageFiles.bytes("edit.js") && own.body != hashed.text)
        let old = try client.get("/edit.0123456789ab.js")
        #expect(old.status == 200 && old.fields["cache-control"] == "no-store" && old.body == own.body)
        for path in [
            "/edit.0123456789a.js", "/edit.0123456789ag.js", "/nope.0123456789ab.js", "/gallery.0123456789ab.html",
        ] {
            #expect(try client.get(path).status == 404, "\(path)")
        }
        let current = try client.get("/\(hashed.name)")
        let tag = try #require(current.fields["etag"])
        try client.send("GET /\(hashed.name) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n")
        #expect(try client.readResponse(hasBody: false).status == 304)
    }

    @Test func `pages that do not exist, and parameters of pages without any, are refused`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        #expect(try client.get("/edit.html").status == 404 && client.get("/docs.html").status == 404)
        #expect(try client.get("/edit.js?x=1").status == 400 && client.get("/edit.js/").status == 404)
        #expect(try client.get("/v1/effects/").status == 404 && client.get("/effects/nope/").status == 404)
        #expect(try client.get("//").status == 404 && client.get("/edit//").status == 404)
    }

    @Test func `pages have addresses with a slash at the end, and any query`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        for (typed, page) in [
            ("/edit/", "/edit"), ("/docs/?utm_source=mail", "/docs"), ("/edit?x=1", "/edit"), ("/effects", "/"),
            ("/effects/", "/"),
            ("/effects/hearts/", "/effects/hearts"),
        ] {
            let answer = try client.get(typed)
            #expect(try answer.status == 200 && answer.body == client.get(page).body)
        }
    }

    @Test func `an explained spec renders the same effect`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let query = "\(small)&c=gold&n=30&from=corners&shapes=star,heart&seed=x"
        let picture = try client.get("/v1/effects/cannon.png?\(query)")
        #expect(picture.status == 200)
        for path in ["cannon", "cannon.png", "cannon.gif", "cannon.json", "cannon.still.png"] {
            let spec = try client.get("/v1/effects/\(path)?\(query)&explain=1")
            #expect(spec.status == 200 && spec.fields["content-type"] == "application/json")
            // A spec describes no still.
            let isStill = path.hasSuffix(".still.png")
            let again = try client.post(isStill ? "/v1/render.still.png" : "/v1/render", spec.body)
            let isOther = isStill || path.hasSuffix(".gif") || path.hasSuffix(".json")
            let expected = isOther ? try client.get("/v1/effects/\(path)?\(query)").body : picture.body
            #expect(again.body == expected, "\(path)")
        }
    }

    /// Regression: the explained spec kept its own format, which the path's ending had overridden.
    @Test(arguments: ["png", "gif", "webp", "json"])
    func `an explained spec of a path has the format of the path's ending`(_ ending: String) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let text =
            #"{"layers":[{"type":"sprite","contents":"star"}],"canvas":{"width":40,"height":40},"#
            + #""timing":{"duration":0.5,"fps":4},"output":{"effort":"fast","format":"webp"}}"#
        for path in ["/v1/s/\(base64url(Array(text.utf8)))", "/v1/z/\(base64url(Zlib.deflate(Array(text.utf8))))"] {
            let asked = try client.get("\(path).\(ending)")
            let explained = try client.get("\(path).\(ending)?explain=1").body
            let posted = try client.post("/v1/render", explained)
            #expect(asked.status == 200 && posted.body == asked.body)
            #expect(try JSONParser.parse(explained)["output"]?["effort"] == "fast")
        }
    }

    /// Regression: members that did not fit a changed one were at fault, and no parameter was named.
    @Test(arguments: ["iris.png?layers.0.shape=blinds", "tumble.png?layers.0.dynamics.fields.0.type=vortex"])
    func `a fault beside the changed member names the parameter`(_ path: String) throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let answer = try TestClient(port: server.port).get("/v1/effects/\(path)")
        let problem = try JSONParser.parse(answer.body)
        let parameter = try #require(path.split(separator: "?").last?.split(separator: "=").first)
        guard case .array(let faults)? = problem["errors"] else {
            Issue.record("no faults")
            return
        }
        #expect(answer.status == 400 && !faults.isEmpty)
        for fault in faults { #expect(fault["parameter"] == .string(String(parameter))) }
    }

    /// Regression: the cost was declared as gzip, but sent as plain text.
    @Test func `a dry run of a dump has no content coding`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let spec = Array(#"{"layers":[{"type":"sprite","contents":"star"}],"output":{"format":"json"}}"#.utf8)
        func answer(_ method: String, _ path: String, _ fields: String = "", body: [UInt8] = []) throws
            -> TestClient.Response
        {
            var head = "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\(fields)"
            if !body.isEmpty { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
            try client.send(head + "\r\n" + String(decoding: body, as: UTF8.self))
            return try client.readResponse(hasBody: method != "HEAD")
        }
        let answers = [
            try answer("GET", "/v1/effects/confetti.json?dry=1&\(small)"),
            try answer("GET", "/v1/effects/confetti.ndjson?dry=1&\(small)"),
            try answer("GET", "/v1/effects/confetti?dry=1&\(small)", "Accept: application/json\r\n"),
            try answer("GET", "/v1/s/\(base64url(spec)).json?dry=1"),
            try answer("POST", "/v1/render?dry=1", body: spec),
        ]
        for answer in answers {
            #expect(answer.status == 200 && answer.fields["content-encoding"] == nil)
            #expect(try JSONParser.parse(answer.body)["frames"] != nil)
        }
        let head = try answer("HEAD", "/v1/effects/confetti.json?dry=1&\(small)")
        #expect(head.status == 200 && head.fields["content-encoding"] == nil)
    }

    @Test func `a dry run returns the predicted cost and the limits`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let body = try client.get("/v1/effects/confetti?explain=1&\(small)").body
        for response in [
            try client.get("/v1/effects/confetti.png?dry=1&\(small)"), try client.post("/v1/render?dry=1", body),
        ] {
            #expect(response.status == 200 && response.fields["cache-control"] == "no-store")
            let cost = try JSONParser.parse(response.body)
            #expect(cost["frames"]?["found"] == 3 && cost["frames"]?["limit"] == 600)
            #expect(cost["pixels"]?["found"] == 7200)
            for name in ["births", "particles", "work"] { #expect(cost[name]?["found"]?.double ?? 0 > 0) }
        }
        #expect(try client.post("/v1/render?dry=2", body).status == 400)
        #expect(try client.post("/v1/render?x=2", body).status == 400)
    }

    @Test func `reduced motion gets a still image`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let still = try client.get("/v1/effects/confetti.still.png?\(small)").body
        let moving = try client.get("/v1/effects/confetti.png?\(small)")
        #expect(moving.fields["vary"]?.contains("Sec-CH-Prefers-Reduced-Motion") == true)
        #expect(moving.fields["accept-ch"] == "Sec-CH-Prefers-Reduced-Motion")
        #expect(try client.get("/v1/effects/confetti.png?\(small)&motion=still").body == still)
        let head = "HTTP/1.1\r\nHost: a\r\nSec-CH-Prefers-Reduced-Motion: \"reduce\"\r\n\r\n"
        try client.send("GET /v1/effects/confetti.png?\(small) \(head)")
        #expect(try client.readResponse().body == still)
        try client.send("GET /v1/effects/confetti.png?\(small)&motion=full \(head)")
        let full = try client.readResponse()
        #expect(full.body == moving.body && full.fields["vary"] == nil)
        // Data is not affected by reduced motion.
        try client.send("GET /v1/effects/confetti.json?\(small) \(head)")
        #expect(try client.readResponse().fields["content-type"] == "application/json")
    }

    // MARK: Specs in a path

    private func base64url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test func `a spec in a path yields the same bytes as a POST request`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let spec = Array(
            #"{"canvas":{"width":50,"height":40},"timing":{"duration":0.5,"fps":8},"layers":[{"emitterCells":[{"contents":"star","burst":{"count":9},"lifetime":1,"velocity":40,"emissionRange":"1turn"}]}]}"#
                .utf8
        )
        let posted = try client.post("/v1/render", spec).body
        #expect(try client.get("/v1/s/\(base64url(spec)).png").body == posted)
        #expect(try client.get("/v1/z/\(base64url(Zlib.deflate(spec))).png").body == posted)
        #expect(try client.get("/v1/s/\(base64url(spec)).json").fields["content-type"] == "application/json")
        let still = try client.get("/v1/s/\(base64url(spec)).still.png?at=0.25")
        let postedStill = try client.post("/v1/render.still.png?at=0.25", spec)
        #expect(still.status == 200 && still.body == postedStill.body)
        #expect(try client.get("/v1/s/\(base64url(spec)).png?dry=1").text.contains("frames"))
    }

    @Test(arguments: [100_000, 10_000])
    func `an explained spec is indented unless the service would not read it then`(_ limit: Int) throws {
        let server = try ServerTests.server { $0.maximumBodyBytes = limit }
        let client = try TestClient(port: server.port)
        let document = try client.get("/v1/effects/cannon.png?explain=1").text
        #expect((2000...50_000).contains(document.utf8.count))
        let explained = try client.get("/v1/effects/hanabi.png?explain=1").text
        #expect(explained.contains("\n  ") == (limit == 100_000))
    }

    @Test func `a path without a valid spec is refused, even if it would decompress to a large one`() throws {
        let server = try ServerTests.server { $0.maximumBodyBytes = 10_000 }
        let client = try TestClient(port: server.port)
        for (path, status) in [
            ("/v1/s/!!.png", 400), ("/v1/s/.png", 400), ("/v1/s/YQ.png", 400), ("/v1/s/YQ", 404), ("/v1/s/YQ.bmp", 404),
            ("/v1/z/YQ.png", 400), ("/v1/s/\(base64url(Array("{}".utf8))).png", 422), ("/v1/s/a+b.png", 400),
            ("/v1/s/\(base64url(Array("{}".utf8))).png?w=3", 400),
            ("/v1/z/\(base64url(Zlib.deflate([UInt8](repeating: 0x20, count: 4_000_000)))).png", 413),
            ("/v1/z/\(base64url(Array(Zlib.deflate(Array("{}".utf8)).dropLast(5)))).png", 400),
        ] {
            let response = try client.get(path)
            #expect(response.status == status, "\(path.prefix(60))")
            #expect(response.fields["cache-control"] == "no-store")
        }
    }

    @Test(arguments: [
        (
            "effects/confetti.jpg",
            "effects have no ending .jpg; allowed: .png, .apng, .webp, .gif, .avif, .mp4, .webm, .mov, .hevc.mov, .svg, "
        ),
        ("effects/confetti.strip.webp", "effects have no ending .strip.webp; allowed: "),
        ("effects/confetti.", "effects have no ending .; allowed: "),
        ("effects/confeti.jpg", "there is no preset \"confeti\"; did you mean confetti?"),
        ("s/e30.jpg", "a spec in a path has no ending .jpg; allowed: .png, "),
        ("z/e30", "a spec in a path needs an ending; allowed: .png, "),
        ("render.jpg", "a POSTed spec has no ending .jpg; allowed: .png, .apng, .webp, "),
    ])
    func `an unknown extension is refused with the available ones`(_ path: String, _ detail: String) throws {
        let server = try ServerTests.server()
        let answer = try TestClient(port: server.port).get("/v1/\(path)")
        #expect(answer.status == 404)
        let found = try JSONParser.parse(answer.body)["detail"]?.text ?? ""
        #expect(found.hasPrefix(detail), "\(found)")
    }
}
