import AssetFiles
import EffectCoding
import EffectModel
import EffectService
import Foundation
import Logging
import SmallHTTP
import StrictJSON
import TestSupport
import Testing

/// Text and picture assets, from the request to the response.
@Suite("Assets over HTTP")
struct AssetTests {
    /// A document with one large static asset in the center.
    private static func document(_ asset: JSONValue) -> JSONValue {
        [
            "canvas": ["width": 120, "height": 60], "timing": ["duration": 0.1, "fps": 10], "assets": ["a": asset],
            "layers": [
                [
                    "emitterPosition": [60, 30],
                    "emitterCells": [["contents": "a", "burst": ["count": 1], "lifetime": 10]],
                ]
            ],
        ]
    }

    private static func answer(_ document: JSONValue, _ library: any AssetLibrary) throws -> TestClient.Response {
        var configuration = EffectServer.Configuration()
        configuration.http.eventLoops = 1
        configuration.renderNiceness = 0
        configuration.library = library
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = EffectServer(configuration, logger: logger)
        try server.start()
        let client = try TestClient(port: server.port)
        let body = JSONWriter.bytes(of: document)
        try client.send(
            "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.count)\r\n\r\n"
        )
        try client.send(body)
        return try client.readResponse()
    }

    @Test("letters are drawn at the asset's position with their metrics")
    func letters() throws {
        let response = try Self.answer(
            Self.document(["text": "HHHH", "fontSize": 32]),
            LocalAssets(fontDirectories: TestFonts.directories)
        )
        #expect(response.status == 200)
        let picture = try #require(LibPNG.decode(response.body))
        func isDrawn(_ x: Int, _ y: Int) -> Bool { picture.rgba[(y * picture.width + x) * 4 + 3] > 127 }
        let columns = (0..<picture.width).filter { x in (0..<picture.height).contains { isDrawn(x, $0) } }
        let rows = (0..<picture.height).filter { y in (0..<picture.width).contains { isDrawn($0, y) } }
        let (left, right) = (try #require(columns.first), try #require(columns.last))
        let (top, bottom) = (try #require(rows.first), try #require(rows.last))
        // DejaVu Sans: four advances of 1540 minus the bearings of 201 at both ends; capitals are 1493 high; 2048 units
        // per em.
        let (width, height) = (32.0 * 5758 / 2048, 32.0 * 1493 / 2048)
        #expect(abs(Double(right - left + 1) - width) <= 1)
        #expect(abs(Double(bottom - top + 1) - height) <= 1)
        #expect(abs(left + right - 119) <= 1 && abs(top + bottom - 59) <= 1)
        // The space between two stems is transparent.
        #expect(!isDrawn(60, 30))
    }

    @Test("an unavailable asset is reported with its pointer")
    func faults() throws {
        let cases: [(JSONValue, any AssetLibrary, pointer: String, word: String)] = [
            (["text": "a"], NoAssets(), "/assets/a/text", "no fonts"),
            (["text": "a\u{E123}"], LocalAssets(fontDirectories: TestFonts.directories), "/assets/a/text", "U+E123"),
            (["emoji": "a\nb"], LocalAssets(fontDirectories: TestFonts.directories), "/assets/a/emoji", "U+000A"),
            (
                ["text": "a", "font": "DejaVu Sanz"], LocalAssets(fontDirectories: TestFonts.directories),
                "/assets/a/font", "did you mean DejaVu Sans?"
            ),
            (
                ["image": "../../etc/passwd"], LocalAssets(fontDirectories: TestFonts.directories), "/assets/a/image",
                "no image files"
            ),
            (
                ["image": "http://127.0.0.1/a.png"], LocalAssets(fontDirectories: TestFonts.directories),
                "/assets/a/image", "never fetched"
            ),
            (
                ["image": "data:image/png;base64,AAAA"], LocalAssets(fontDirectories: TestFonts.directories),
                "/assets/a/image", "neither PNG nor JPEG"
            ),
        ]
        for (asset, library, pointer, word) in cases {
            let response = try Self.answer(Self.document(asset), library)
            #expect(response.status == 422)
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(text.contains(pointer) && text.contains(word), "\(text)")
        }
    }

    @Test("canonically equivalent letters are distinct")
    func canonicalEquivalents() throws {
        // U+FA19 normalizes to U+795E, but a font may draw them differently.
        let (old, new) = (TextStyle(text: "\u{FA19}", fontSize: 20), TextStyle(text: "\u{795E}", fontSize: 20))
        #expect(old != new && Set([old, new, old]).count == 2)
        #expect(old == TextStyle(text: "\u{FA19}", fontSize: 20))
    }

    @Test(
        "a long line of text and a flat one round-trip",
        arguments: ["WWWWWWWWWWWWWWWW", "_"]
    )
    func canonicalSizes(text: String) throws {
        let json = Self.document(["text": .string(text), "fontSize": 512, "size": text == "_" ? 0.01 : .null])
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        let spec = try EffectSpec(json: json, library: library)
        let again = try EffectSpec(json: spec.json, library: library)
        #expect(again == spec && again.json == spec.json)
        let size = try #require(spec.assets["a"]?.size)
        #expect(text == "_" ? size.min() < 0.01 : size.max() > 2048)
    }
}
