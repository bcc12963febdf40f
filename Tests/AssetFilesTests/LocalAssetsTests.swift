import EffectCoding
import EffectCost
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import AssetFiles

/// Picture file names and `data:` URIs.
@Suite("Picture sources")
struct LocalAssetsTests {
    /// A PNG of a single red pixel with alpha 0x80.
    static let red =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DQAAAEgQGALFXOsAAAAABJRU5ErkJggg=="

    private static func fault(
        _ source: String,
        _ assets: LocalAssets = LocalAssets(fontDirectories: TestFonts.directories)
    ) -> AssetFault? {
        do throws(AssetFault) {
            _ = try assets.picture(source, maximumPixels: 1000)
            return nil
        } catch {
            return error
        }
    }

    private static func text(_ fault: AssetFault?) -> String {
        switch fault {
        case .unusable(let found, let allowed), .unknownFont(let found, let allowed), .tooLarge(let found, let allowed):
            "\(found); \(allowed)"
        case nil: ""
        }
    }

    /// Runs `body` with a temporary directory of files.
    private static func withDirectory(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "hanabi-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: path).appending(path: name)) }
        try body(path)
    }

    private static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
        try PictureFixtures.make("data = saved(ramp('RGBA', \(width), \(height)), 'PNG')").bytes
    }

    // MARK: data: URIs

    @Test(
        "a valid data: URI of an image is decoded",
        arguments: [
            "data:image/png;base64,\(red)", "DATA:Image/PNG;BASE64,\(red)",
            "data:image/png;base64," + red.replacing("=", with: "%3D").replacing("/", with: "%2f"),
        ]
    )
    func good(uri: String) throws {
        let picture = try LocalAssets(fontDirectories: TestFonts.directories).picture(uri, maximumPixels: 1)
        #expect(picture.levels[0].pixels == [0x8000_0080])
    }

    @Test("percent-encoded bytes are decoded")
    func percentEncoded() throws {
        let bytes = try #require(DataURI.base64Decoded(Array(Self.red.utf8)))
        let all = bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(
            try LocalAssets(fontDirectories: TestFonts.directories).picture("data:image/png," + all, maximumPixels: 1)
                .levels[0].pixels == [0x8000_0080]
        )
    }

    @Test(
        "an invalid data: URI is refused",
        arguments: [
            "data:", "data:,", "data:image/png", "data:image/png;base64", "data:;base64,\(red)",
            "data:image/gif;base64,\(red)", "data:image/svg+xml,<svg/>", "data:text/plain,hello",
            "data:image/png;charset=utf-8;base64,\(red)", "data:image/png;base64;base64,\(red)",
            "data:image/png; base64,\(red)", "data:image/png ;base64,\(red)", "data:image/jpg;base64,\(red)",
            "data:image/png;base64,", "data:image/png;base64,\(red.dropLast())", "data:image/png;base64,\(red)=",
            "data:image/png;base64,\(red.dropLast(2))", "data:image/png;base64, \(red)",
            "data:image/png;base64,\(red)\n", "data:image/png;base64,iVBO-_==", "data:image/png;base64,iVBO====",
            "data:image/png;base64,iV=O", "data:image/png;base64,iVB%", "data:image/png;base64,iVB%3",
            "data:image/png;base64,iVB%zz", "data:image/png;base64,iVBORw0KGgp=", "data:image/png,é",
            "data:image/png,#", "data:image/png,\u{0}", "data:image/png;base64,AAAA",
        ]
    )
    func bad(uri: String) { #expect(!Self.text(Self.fault(uri)).isEmpty) }

    @Test("the declared type must be that of the bytes")
    func types() {
        let fault = Self.fault("data:image/jpeg;base64,\(Self.red)")
        #expect(fault == .unusable(found: "a PNG declared as image/jpeg", allowed: "image/png, as the bytes are"))
    }

    @Test("base64 follows RFC 4648 with zero padding bits")
    func base64() {
        func decoded(_ text: String) -> String? {
            DataURI.base64Decoded(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        // RFC 4648 §10.
        let vectors = ["": "", "Zg==": "f", "Zm8=": "fo", "Zm9v": "foo", "Zm9vYg==": "foob", "Zm9vYmFy": "foobar"]
        for (text, expected) in vectors { #expect(decoded(text) == expected) }
        for text in ["Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v=", "=m9v", "Zm-v", "Zm9\n"] {
            #expect(decoded(text) == nil, "\(text)")
        }
    }

    // MARK: Names

    @Test("pictures are found by file name only")
    func directory() throws {
        let files = [
            "star.png": try Self.png(3, 2),
            "Photo.JPEG": try PictureFixtures.make("data = saved(ramp('RGB', 4, 4), 'JPEG')").bytes,
            "notes.txt": Array("hello".utf8), ".hidden.png": try Self.png(1, 1),
        ]
        try Self.withDirectory(files) { path in
            try FileManager.default.createDirectory(atPath: path + "/folder.png", withIntermediateDirectories: false)
            #expect(mkfifo(path + "/pipe.png", 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: path + "/link.png", withDestinationPath: "star.png")
            let directory = try PictureDirectory(path: path)
            #expect(directory.names == ["Photo.JPEG", "link.png", "star.png"])
            let assets = LocalAssets(pictures: directory, fontDirectories: TestFonts.directories)
            #expect(try assets.picture("star.png", maximumPixels: 6).width == 3)
            // Cached pictures are subject to the same limits.
            #expect(throws: AssetFault.self) { try assets.picture("star.png", maximumPixels: 5) }
            #expect(try assets.picture("Photo.JPEG", maximumPixels: 16).height == 4)
            // Loaded pictures survive the deletion of their files.
            try FileManager.default.removeItem(atPath: path + "/link.png")
            #expect(try assets.picture("link.png", maximumPixels: 6).height == 2)
            for name in [
                "../\(URL(filePath: path).lastPathComponent)/star.png", "./star.png", path + "/star.png", "/etc/passwd",
                "..", ".", "", "star.png/", "star.png\u{0}", "STAR.PNG", "notes.txt", ".hidden.png", "folder.png",
                "pipe.png", "%73tar.png", "..\\star.png",
            ] {
                let fault = Self.text(Self.fault(name, assets))
                #expect(fault.contains("unknown image"), "\(name): \(fault)")
            }
            #expect(Self.text(Self.fault("stat.png", assets)).contains("did you mean star.png?"))
        }
    }

    @Test("a file name without a directory and any URL are refused with an explanation")
    func urls() {
        #expect(Self.text(Self.fault("star.png")).contains("no image files"))
        for url in [
            "http://127.0.0.1/a.png", "HTTPS://x/y.png", "file:///etc/passwd", "//host/a.png", "ftp:a", "blob:x",
        ] {
            #expect(Self.text(Self.fault(url)).contains("never fetched"), "\(url)")
        }
    }

    @Test("a missing directory or one with unusable picture files is refused at startup")
    func badDirectories() throws {
        #expect(throws: PictureDirectory.Failure.self) { try PictureDirectory(path: "/nowhere") }
        #expect(throws: PictureDirectory.Failure.self) { try PictureDirectory(path: "/etc/passwd") }
        try Self.withDirectory(["a.png": Array("GIF89a".utf8)]) { path in
            let reason = "the file is neither PNG nor JPEG"
            #expect(throws: PictureDirectory.Failure.notAPicture(path: path + "/a.png", reason: reason)) {
                try PictureDirectory(path: path)
            }
        }
    }

    // MARK: Specs

    @Test("a spec with each kind of picture is read, and its canonical form round-trips")
    func specs() throws {
        let assets = LocalAssets(fontDirectories: TestFonts.directories)
        let document: JSONValue = [
            "canvas": ["width": 100, "height": 100],
            "assets": [
                "i": ["image": .string("data:image/png;base64,\(Self.red)"), "size": 20], "e": ["emoji": "🎉"],
                "t": ["text": "太棒了", "fontSize": 24, "font": "WenQuanYi Micro Hei"], "m": ["text": "Hi 👋"],
            ],
            "layers": [["emitterCells": [Specs.idleCell]]],
        ]
        let spec = try EffectSpec(json: document, library: assets)
        #expect(try EffectSpec(json: spec.json, library: LocalAssets(fontDirectories: TestFonts.directories)) == spec)
        #expect(spec.assets["i"]?.size == SIMD2(20, 20))
        #expect(try #require(spec.assets["t"]).size.x > 3 * 24 * 0.8)
        // Pixels are counted over all pictures of a spec.
        var limits = RenderLimits()
        limits.maximumPicturePixels = 20_000
        let error = #expect(throws: SpecError.self) { try EffectSpec(json: document, limits: limits, library: assets) }
        #expect(error?.faults.first?.kind == .tooMuch)
    }

    @Test("a weight makes letters wider, and the widest allowed width smaller, with the same proportions")
    func weights() throws {
        let assets = LocalAssets(fontDirectories: TestFonts.directories)
        func size(_ members: [JSONValue.Member]) throws -> SIMD2<Double> {
            let text: JSONValue = .object([.init("text", "Bravo"), .init("fontSize", 40)] + members)
            let document: JSONValue = ["assets": ["t": text], "layers": [["emitterCells": [Specs.idleCell]]]]
            let spec = try EffectSpec(json: document, library: assets)
            #expect(try EffectSpec(json: spec.json, library: assets) == spec)
            return try #require(spec.assets["t"]).size
        }
        let plain = try size([])
        let bold = try size([.init("fontWeight", 700)])
        #expect(bold.x > plain.x * 1.05)
        #expect(try size([.init("maxWidth", 8000)]) == plain)
        let narrow = try size([.init("maxWidth", 50)])
        #expect(abs(narrow.x - 50) < 0.2 && abs(narrow.y / narrow.x - plain.y / plain.x) < 0.01)
        let round = try size([.init("font", "Dosis"), .init("fontWeight", 800)])
        #expect(round != plain && round != bold)
        #expect(try size([.init("font", "Nowhere Sans,  dosis , Lobster Two"), .init("fontWeight", 800)]) == round)
        let error = #expect(throws: SpecError.self) { try size([.init("font", "Nowhere Sans, No Serif")]) }
        #expect(error?.faults.first?.pointer == "/assets/t/font")
        let tooHeavy = #expect(throws: SpecError.self) { try size([.init("fontWeight", 1001)]) }
        #expect(tooHeavy?.faults.first?.pointer == "/assets/t/fontWeight")
    }

    @Test("the cache keeps the most recently used pictures within its capacity")
    func cache() {
        let cache = AssetCache<Int, Int>(capacity: 100)
        for key in 0..<3 { cache.keep(key, bytes: 40, for: key) }
        #expect(cache.value(for: 0) == nil && cache.value(for: 1) == 1)
        cache.keep(3, bytes: 40, for: 3)
        #expect(cache.value(for: 2) == nil && cache.value(for: 1) == 1 && cache.bytes == 80)
        cache.keep(4, bytes: 101, for: 4)
        #expect(cache.value(for: 4) == nil && cache.value(for: 3) == 3)
        cache.keep(5, bytes: 20, for: 3)
        #expect(cache.value(for: 3) == 5 && cache.bytes == 60)
        cache.keep(6, bytes: 30, for: 6)
        cache.shrink(to: 50)
        #expect(cache.value(for: 3) == 5 && cache.value(for: 6) == 6 && cache.bytes == 50)
        for key in 10..<2000 { cache.keep(key, bytes: 0, for: key) }
        #expect(cache.value(for: 10) == nil && cache.value(for: 1999) == 1999)
    }
}
