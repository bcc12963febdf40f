import AssetFiles
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectRendering
@testable import EffectService

/// Predicted bytes and work of all forms (`dry=1&forms=all`).
struct FormsServerTests {
    private let small = "w=160&h=120&d=1&fps=20"
    private static let singleImages = ["still.png", "sheet.png"]

    private func entries(_ answer: TestClient.Response) throws -> [JSONValue] {
        guard case .array(let list)? = try JSONParser.parse(answer.body)["forms"] else { return [] }
        return list
    }

    /// A service with letters and pictures.
    private static func server() throws -> EffectServer {
        try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
    }

    private func number(_ value: JSONValue?) -> Double? { if case .number(let number)? = value { number } else { nil } }

    private func text(_ value: JSONValue?) -> String? { if case .string(let text)? = value { text } else { nil } }

    @Test(arguments: ["confetti", "firework", "smoke", "snowfall"])
    func `every form has its bytes, within twice the truth, or its problem`(_ preset: String) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let answer = try client.get("/v1/effects/\(preset).png?\(small)&dry=1&forms=all")
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
        #expect(answer.fields["cache-control"] == "public, no-cache")
        let list = try entries(answer)
        let names = list.compactMap { text($0["form"]) }
        let frames = OutputFormat.allCases.filter { $0 != .apng && !$0.isVideo }.map(\.fileExtension)
        #expect(Set(names) == Set(frames + Self.singleImages))
        #expect(list.count == names.count && names.filter { $0 == "webp" }.count == 2)
        for entry in list {
            let form = try #require(text(entry["form"]))
            let own = text(entry["parameters"]).map { "&\($0)" } ?? ""
            let file = try client.get("/v1/effects/\(preset).\(form)?\(small)\(own)")
            guard !Self.singleImages.contains(form) else {
                #expect(file.status == 200 && file.fields["content-type"] == text(entry["mediaType"]))
                #expect(entry["bytes"] == nil && text(entry["reason"])?.contains("sheets") == true)
                #expect((number(entry["milliseconds"]) ?? 0) > 0)
                continue
            }
            guard let bytes = number(entry["bytes"]) else {
                #expect(entry["milliseconds"] == nil)
                #expect(number(entry["problem"]?["status"]) == Double(file.status) && file.status == 422)
                #expect(try entry["problem"]?["detail"] == JSONParser.parse(file.body)["detail"])
                continue
            }
            #expect(file.status == 200 && file.fields["content-type"] == text(entry["mediaType"]))
            // An archive is as long as its animation says, which is fitted once for both.
            if form == "lottie" { #expect(bytes == Double(file.body.count)) }
            let ratio = bytes / Double(file.body.count)
            #expect(ratio >= 0.5 && ratio <= 2, "\(form)\(own): \(bytes) of \(file.body.count)")
            #expect((number(entry["milliseconds"]) ?? 0) > 0)
            let isText = ["svg", "lottie.json", "tracks.json", "json", "ndjson"].contains(form)
            #expect((entry["gzipBytes"] != nil) == isText)
        }
    }

    @Test func `a form that can't show the effect has the detail of its own answer`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let list = try entries(client.get("/v1/effects/like.png?\(small)&dry=1&forms=all"))
        let sticker = try #require(list.first { text($0["form"]) == "tgs" })
        let own = try JSONParser.parse(client.get("/v1/effects/like.tgs?\(small)").body)
        #expect(sticker["problem"]?["detail"] == own["detail"] && sticker["problem"]?["type"] == own["type"])
        #expect(sticker["bytes"] == nil && list.contains { $0["bytes"] != nil })
    }

    @Test(arguments: [
        ("confetti", true), ("cannon", false), ("cannon?max=60000", true), ("cannon?target=slack", false),
        ("cannon?palette=8&d=1", false),
    ])
    func `a still and a sheet have the price or the problem of their own URLs`(_ effect: String, _ isRefused: Bool)
        throws
    {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let parts = effect.split(separator: "?")
        let query = parts.count > 1 ? "&\(parts[1])" : ""
        let list = try entries(client.get("/v1/effects/\(parts[0]).png?dry=1&forms=all\(query)"))
        for form in Self.singleImages {
            let entry = try #require(list.first { text($0["form"]) == form })
            let own = try JSONParser.parse(client.get("/v1/effects/\(parts[0]).\(form)?dry=1\(query)").body)
            #expect(entry["milliseconds"] == own["milliseconds"]?["found"], "\(form)")
            #expect(entry["problem"]?["detail"] == own["detail"], "\(form)")
            #expect((entry["problem"] != nil) == (isRefused && form == "sheet.png"), "\(form)")
        }
    }

    @Test func `sizes are predicted within a bound of work, the least work first`() {
        #expect(EffectHandler.sized([5, 1, 3], within: 10) == [true, true, true])
        #expect(EffectHandler.sized([5, 1, 3], within: 8) == [false, true, true])
        #expect(EffectHandler.sized([0, 4, 4, 0], within: 5) == [true, true, false, true])
        #expect(EffectHandler.sized([.infinity, 2], within: 1) == [false, false])
        #expect(EffectHandler.sized([], within: 1).isEmpty)
    }

    @Test func `a budget bounds the predicted bytes`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let list = try entries(client.get("/v1/effects/confetti.png?\(small)&max=9kB&dry=1&forms=all"))
        for entry in list where !["json", "ndjson"].contains(text(entry["form"])) {
            let bytes = number(entry["bytes"]) ?? 0
            #expect(bytes <= 9000 && (bytes > 0 || entry["reason"] != nil || entry["problem"] != nil))
            // Which file fits is not known, so neither is its size after gzip.
            #expect(bytes < 9000 || entry["gzipBytes"] == nil)
        }
        let vector = try #require(list.first { text($0["form"]) == "lottie.json" })
        #expect(number(vector["bytes"]) == 9000)
    }

    /// Regression: forms that a budget refuses had bytes, among them data.
    @Test func `a budget that a form can't keep is its problem, or its reason`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let query = "w=300&h=300&d=1&fps=20&max=1000"
        let list = try entries(client.get("/v1/effects/confetti.png?\(query)&dry=1&forms=all"))
        for form in ["json", "ndjson", "svg", "lottie.json", "tracks.json"] {
            let entry = try #require(list.first { text($0["form"]) == form })
            let own = try client.get("/v1/effects/confetti.\(form)?\(query)")
            #expect(own.status >= 400)
            #expect(number(entry["problem"]?["status"]) == Double(own.status), "\(form)")
            #expect(try entry["problem"]?["detail"] == JSONParser.parse(own.body)["detail"], "\(form)")
        }
        let image = try #require(list.first { text($0["form"]) == "png" })
        #expect(image["bytes"] == nil && text(image["reason"])?.contains("smallest version") == true)
    }

    /// Regression: the second of two URLs got the first one's comparison, since both have the same spec.
    @Test(arguments: [["target=slack", "target=slack&max=128000"], ["target=slack&max=128000", "target=slack"]])
    func `a budget of one's own is compared apart from a target's`(_ queries: [String]) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        for query in queries {
            let list = try entries(client.get("/v1/effects/confetti.png?\(small)&\(query)&dry=1&forms=all"))
            let data = try #require(list.first { text($0["form"]) == "json" })
            #expect((data["problem"] == nil) == (query == "target=slack"), "\(query)")
        }
    }

    @Test func `a target's budget concerns no data`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let list = try entries(client.get("/v1/effects/confetti.png?\(small)&target=slack&dry=1&forms=all"))
        let data = try #require(list.first { text($0["form"]) == "json" })
        #expect(data["problem"] == nil && data["bytes"] != nil)
    }

    @Test func `a comparison has an entity tag, and is kept`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let target = "/v1/effects/confetti.png?\(small)&dry=1&forms=all"
        let (first, second) = (try client.get(target), try client.get(target))
        let tag = try #require(first.fields["etag"])
        #expect(first.body == second.body && second.fields["etag"] == tag)
        try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n")
        let known = try client.readResponse(hasBody: false)
        #expect(known.status == 304 && known.body.isEmpty)
        try client.send("HEAD \(target)&seed=9 HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.readResponse(hasBody: false)
        #expect(head.status == 200 && head.fields["etag"] != nil && head.fields["etag"] != tag)
    }

    @Test func `a form without bytes has a reason`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let list = try entries(client.get("/v1/effects/hanabi.png?w=1200&h=600&fps=30&dry=1&forms=all"))
        let missing = list.filter { $0["bytes"] == nil && $0["problem"] == nil }
        #expect(!missing.isEmpty)
        for entry in missing { #expect(text(entry["reason"])?.isEmpty == false) }
    }

    @Test func `a POSTed spec and a path without an ending have forms, too`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        #expect(try entries(client.get("/v1/effects/confetti?\(small)&dry=1&forms=all")).count > 10)
        let spec = #"""
            {"canvas": {"width": 60, "height": 60}, "timing": {"duration": 0.5, "fps": 10},
             "layers": [{"emitterCells": [{"contents": "dot", "birthRate": 20, "lifetime": 1}]}]}
            """#
        let answer = try client.post("/v1/render?dry=1&forms=all", Array(spec.utf8))
        #expect(answer.status == 200)
        #expect(try entries(answer).count > 10)
    }

    @Test(arguments: [
        ("confetti.png?forms=all", "forms"), ("confetti.png?dry=1&forms=png", "forms"),
        ("confetti.png?dry=0&forms=all", "forms"), ("confetti.png?dry=1&forms=all&motion=still", "motion"),
        ("confetti.still.png?dry=1&forms=all", "forms"), ("confetti.sheet.png?dry=1&forms=all", "forms"),
    ])
    func `forms stand beside dry alone, for frames`(_ target: String, _ parameter: String) throws {
        let server = try Self.server()
        let answer = try TestClient(port: server.port).get("/v1/effects/\(target)")
        #expect(answer.status == 400)
        guard case .array(let errors)? = try JSONParser.parse(answer.body)["errors"] else {
            Issue.record("no errors in \(answer.body.count) bytes")
            return
        }
        #expect(errors.map { text($0["parameter"]) } == [parameter])
    }
}
