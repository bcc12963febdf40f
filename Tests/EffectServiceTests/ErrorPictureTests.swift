import EffectModel
import Foundation
import HTTPTypes
import Logging
import SmallHTTP
import Synchronization
import Telemetry
import TestSupport
import Testing
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// Errors as images for `<img>`. `HANABI_PICTURES=folder` writes the images to a folder for inspection.
struct ErrorPictureTests {
    private let small = "w=60&h=50&d=0.5&fps=10"

    private func send(_ client: TestClient, _ target: String, _ fields: String = "", method: String = "GET") throws
        -> TestClient.Response
    {
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        return try client.readResponse(hasBody: method == "GET")
    }

    private func show(_ bytes: [UInt8], _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["HANABI_PICTURES"] else { return }
        try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent("error-\(name).png"))
    }

    @Test(arguments: [
        ("/v1/effects/confetti.png?w=4000", "invalid-parameters 422", 422, 320, 120),
        ("/v1/effects/confetti.png?wdth=300", "invalid-parameters 400", 400, 320, 120),
        ("/v1/effects/confetti.png?w=300&h=200&wind=x", "invalid-parameters 400", 400, 300, 200),
        ("/v1/effects/confetti.png?w=300&h=200&dpr=2&wind=x", "invalid-parameters 400", 400, 600, 400),
        ("/v1/effects/confetti.png?w=300&h=200&dpr=x", "invalid-parameters 400", 400, 320, 120),
        ("/v1/effects/confetti.png?w=31&h=200&g=x", "invalid-parameters 400", 400, 320, 120),
        ("/v1/effects/confetti.png?w=32&h=32&g=x", "invalid-parameters 400", 400, 32, 32),
        ("/v1/effects/confetti.png?w=1024&h=1024&g=x", "invalid-parameters 400", 400, 1024, 1024),
        ("/v1/effects/confetti.png?w=1025&h=100&g=x", "invalid-parameters 400", 400, 320, 120),
        ("/v1/effects/nothing.png?w=400&h=100", "not-found 404", 404, 400, 100),
        ("/v1/effects/confetti.bmp?w=400&h=100", "not-found 404", 404, 400, 100),
        ("/v1/s/e30.png", "invalid-spec 422", 422, 320, 120), ("/v1/z/e30.png", "bad-request 400", 400, 320, 120),
        ("/v1/effects/confetti.json?g=x", "invalid-parameters 400", 400, 320, 120),
    ])
    func `an error becomes an image if the request asks for one`(
        _ target: String,
        _ name: String,
        _ status: Int,
        _ width: Int,
        _ height: Int
    ) throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let mark = target.contains("?") ? "&" : "?"
        for (form, expected) in [("image", 200), ("image-with-status", status)] {
            let response = try client.get("\(target)\(mark)on-error=\(form)")
            #expect(response.status == expected && response.fields["hanabi-error"] == name)
            #expect(response.fields["content-type"] == "image/png" && response.fields["cache-control"] == "no-store")
            #expect(
                response.fields["access-control-expose-headers"]?.contains("Hanabi-Error") == true
                    && response.fields["etag"] == nil
            )
            let picture = try StillReader(response.body)
            #expect((picture.width, picture.height) == (width, height))
            try show(response.body, "\(name.replacing(" ", with: "-"))-\(width)x\(height)")
            let head = try send(client, "\(target)\(mark)on-error=\(form)", method: "HEAD")
            #expect(head.status == expected && head.fields["hanabi-error"] == name)
            #expect(head.fields["content-length"] == "\(response.body.count)")
        }
        let problem = try client.get("\(target)\(mark)on-error=problem")
        #expect(problem.status == status && problem.fields["content-type"] == "application/problem+json")
        #expect(problem.fields["hanabi-error"] == nil)
    }

    @Test func `a successful response is unaffected by on-error and not rendered twice`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        let plain = try client.get("/v1/effects/confetti.png?\(small)")
        let other = try client.get("/v1/effects/confetti.png?on-error=image&\(small)")
        #expect(other.body == plain.body && other.fields["etag"] == plain.fields["etag"])
        #expect(other.fields["content-length"] == "\(plain.body.count)" && other.fields["hanabi-error"] == nil)
        let tag = try #require(plain.fields["etag"])
        let same = try send(client, "/v1/effects/confetti.png?on-error=image&\(small)", "If-None-Match: \(tag)\r\n")
        #expect(same.status == 304)
        // Sheet data does not repeat the parameter.
        let sheet = try client.get("/v1/effects/confetti.sheet.css?w=40&h=40&d=0.2&fps=5&on-error=image")
        #expect(sheet.status == 200 && !sheet.text.contains("on-error"))
        // The parameter is unknown on other routes.
        #expect(try client.get("/v1/effects?on-error=image").status == 400)
        #expect(try client.post("/v1/render?on-error=image", Array("{}".utf8)).status == 400)
        #expect(try client.get("/v1/effects/confetti.png?on-error=no").status == 400)
        #expect(try client.get("/v1/effects/confetti.png?on-error=problem&on-error=problem").status == 400)
        #expect(
            try client.get("/v1/effects/confetti.png?\(small)&onerror=image").text.contains("did you mean on-error?")
        )
        #expect(try send(client, "/v1/effects/confetti.png?on-error=image", method: "POST").status == 405)
    }

    @Test func `a service may show error images by default to clients that accept images`() throws {
        let server = try ServerTests.server { $0.errorForm = .image }
        let client = try TestClient(port: server.port)
        for target in [
            "/v1/effects/confetti.png?g=x", "/v1/effects/confetti?g=x", "/v1/effects/none.still.png",
            "/v1/effects/confetti.bmp", "/v1/s/e30.webp", "/v1/effects/confetti.sheet.png?g=x",
        ] {
            let response = try client.get(target)
            #expect(response.status == 200 && response.fields["content-type"] == "image/png")
        }
        for target in [
            "/v1/effects/confetti.json?g=x", "/v1/effects/confetti.ndjson?g=x",
            "/v1/effects/confetti.png?explain=1&g=x", "/v1/effects/none.png?dry=1",
            "/v1/effects/confetti.sheet.css?g=x", "/v1/s/e30.sheet.json",
            "/v1/effects/confetti.png?g=x&on-error=problem",
            "/v1/none", "/healthz?x=1",
        ] {
            let response = try client.get(target)
            #expect(response.status >= 400 && response.fields["content-type"] == "application/problem+json")
        }
        let data = try send(client, "/v1/effects/confetti?g=x", "Accept: application/json\r\n")
        #expect(data.status == 400 && data.fields["vary"] == "Accept")
        #expect(try send(client, "/v1/effects/confetti?g=x", "Accept: image/*\r\n").fields["vary"] == "Accept")
        #expect(try client.post("/v1/render", Array("{}".utf8)).status == 422)
    }

    @Test func `a missing signature and an expired one are shown`() throws {
        let key = try SigningKey(id: "a", secret: Array(0..<16))
        let server = try ServerTests.server { $0.access.signingKeys = [key] }
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/effects/confetti.png?on-error=image")
        #expect(response.status == 200 && response.fields["hanabi-error"] == "signature-required 403")
        try show(response.body, "signature-required")
        let past = try client.get(URLSignature.sign("/v1/effects/confetti.png?on-error=image", with: key, expires: 5))
        #expect(past.status == 200 && past.fields["hanabi-error"] == "signature-expired 403")
        // The parameter is covered by the signature.
        let signed = try URLSignature.sign("/v1/effects/confetti.png?\(small)", with: key)
        #expect(try client.get(signed + "&on-error=image").fields["hanabi-error"] == "signature-invalid 403")
    }

    @Test func `a busy service sends Retry-After with the error image`() throws {
        let server = try ServerTests.server {
            $0.renderThreads = 0
            $0.maximumWaiting = 0
        }
        let client = try TestClient(port: server.port)
        let busy = try client.get("/v1/effects/confetti.png?\(small)&on-error=image-with-status")
        #expect(busy.status == 503 && busy.fields["hanabi-error"] == "busy 503" && busy.fields["retry-after"] == "1")
        let image = try client.get("/v1/effects/confetti.png?\(small)&on-error=image")
        #expect(image.status == 200 && image.fields["retry-after"] == "1")
    }

    @Test func `a timed-out render becomes an error image`() throws {
        let server = try ServerTests.server { $0.renderTimeout = .zero }
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti.webp?w=300&h=300&on-error="
        let response = try client.get(target + "image-with-status")
        #expect(response.status == 503 && response.fields["content-type"] == "image/png")
        #expect(["busy 503", "render-timeout 503"].contains(response.fields["hanabi-error"]))
        // The image is not cached: a client that asks for problems gets one.
        #expect(try client.get(target + "problem").fields["content-type"] == "application/problem+json")
    }

    @Test(arguments: [
        (RenderError.outOfTime as any Error, "render-timeout 503", 503),
        (WorkerPool.Busy(.waitedTooLong, found: 1, limit: 1, drain: 1), "busy 503", 503),
        (AccessRefusal.signatureInvalid, "signature-invalid 403", 403),
        (CocoaError(.featureUnsupported), "internal 500", 500),
    ])
    func `every kind of error has an image`(_ error: any Error, _ name: String, _ status: Int) throws {
        let head = HTTPRequest(
            method: .get,
            scheme: nil,
            authority: nil,
            path: "/v1/s/e30.png?on-error=image-with-status"
        )
        let answer = Problem(error).response(to: head, .problem, RequestRecord(head, Routing(head.path)))
        #expect(answer.head.status.code == status && answer.head.headerFields[.hanabiError] == name)
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("no picture")
            return
        }
        #expect(try StillReader(bytes).width == 320)
    }

    @Test(arguments: ["image", "image-with-status", "problem"])
    func `an internal error is logged as an error in either form`(_ form: String) throws {
        let log = RequestLog()
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/v1/s/e30.png?on-error=\(form)")
        let record = RequestRecord(head, Routing(head.path))
        let answer = Problem(CocoaError(.featureUnsupported)).response(to: head, .problem, record)
        record.note { $0.error = "unsupported" }
        ServiceObserver(metrics: ServiceMetrics(PrometheusRegistry()), logger: log.logger)
            .requestEnded(RequestSummary(request: head, status: answer.head.status, attachment: record))
        let event = try #require(log.events.withLock { $0.first })
        #expect(event.level == .error && event.fields["outcome"] == "failed" && event.fields["problem"] == "internal")
        #expect(event.fields["status"] == (form == "image" ? "200" : "500"))
    }

    // MARK: The image itself

    private func picture(_ title: String, _ detail: String, _ width: Int, _ height: Int) throws -> StillReader {
        let bytes = try ErrorPicture(title, detail, width: width, height: height).bytes
        try show(bytes, "\(title)-\(width)x\(height)")
        return try StillReader(bytes)
    }

    @Test func `text is legible on light and dark pages`() throws {
        let picture = try picture("400 Bad Request", "w: found \"wide\"; allowed: a whole number", 320, 120)
        // A panel at the top, transparent below.
        let alphas = stride(from: 3, to: picture.rgba.count, by: 4).map { picture.rgba[$0] }
        let panel = alphas.prefix { $0 == 255 }.count
        #expect(panel % 320 == 0 && panel > 320 * 60 && alphas.dropFirst(panel).allSatisfy { $0 == 0 })
        func linear(_ index: Int) -> Double {
            let share = Double(picture.rgba[index]) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        func luminance(_ index: Int) -> Double {
            0.2126 * linear(index) + 0.7152 * linear(index + 1) + 0.0722 * linear(index + 2)
        }
        // Contrast of 4.5 for text, WCAG 2.2 §1.4.3.
        let all = Set(stride(from: 0, to: 4 * panel, by: 4).map(luminance)).sorted()
        let ground = try #require(all.last)
        #expect(all.count == 4 && all.dropLast().allSatisfy { (ground + 0.05) / ($0 + 0.05) >= 4.5 })
    }

    @Test(arguments: [(1, 1), (2, 40), (40, 2), (5, 5), (32, 32), (33, 1024), (320, 120), (1024, 1024)])
    func `every size and text is accepted`(_ width: Int, _ height: Int) throws {
        let every = String(decoding: (0...255).map { UInt8($0) }, as: UTF8.self)
        for detail in [
            "", " ", "\n\n", every, String(repeating: "a", count: 5000), String(repeating: "word ", count: 1000), "🎉é",
        ] {
            let picture = ErrorPicture("500", detail, width: width, height: height)
            let read = try StillReader(picture.bytes)
            #expect((read.width, read.height) == (width, height))
        }
    }

    @Test(arguments: [(1024, 1024), (600, 1024), (1024, 200), (320, 1024), (33, 1024)])
    func `the opaque panel is limited in size`(_ width: Int, _ height: Int) throws {
        for length in [5, 60, 300, 900, 5000] {
            let detail = String(repeating: "word and ", count: length / 9 + 1)
            let read = try picture("400 Bad Request", detail, width, height)
            let opaque = stride(from: 3, to: read.rgba.count, by: 4).prefix { read.rgba[$0] == 255 }.count
            #expect(opaque <= ErrorPicture.largestPanel && opaque % width == 0)
            #expect(stride(from: 4 * opaque + 3, to: read.rgba.count, by: 4).allSatisfy { read.rgba[$0] == 0 })
        }
    }

    @Test func `each printable letter has its own glyph, and other bytes share the question mark's`() {
        let glyphs = (UInt8(0x21)...0x7E).map(ErrorGlyphs.rows)
        #expect(Set(glyphs).count == glyphs.count && !glyphs.contains(0))
        #expect(glyphs.allSatisfy { $0 >> 40 == 0 } && ErrorGlyphs.rows(of: 0x20) == 0)
        for byte in [UInt8(0), 0x1F, 0x7F, 0xFF] {
            #expect(ErrorGlyphs.rows(of: byte) == ErrorGlyphs.rows(of: UInt8(ascii: "?")))
        }
    }
}
