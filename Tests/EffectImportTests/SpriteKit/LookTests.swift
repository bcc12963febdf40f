import EffectCost
import EffectModel
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Import of sizes, textures and blending.
struct LookTests {
    @Test func `scales are imported unchanged and end at zero`() throws {
        let made = try ImportedEmitter { _ in
            [("_startScale", .float(0.5)), ("_startScaleVariance", .float(0.4)), ("_scaleSpeed", .float(-0.5))]
        }
        #expect(made.cell["scale"] == 0.5 && made.cell["scaleRange"] == 0.4 && made.cell["scaleSpeed"] == -0.5)
        #expect(made.cell["negativeScale"] == "hide")
    }

    @Test func `a scale sequence replaces scale, range and speed`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_particleScaleSequence", archive.numbers([0, 0.25, 0.75], [0.2, 0.7, 0.1])),
                ("_startScale", .real(3)), ("_startScaleVariance", .real(1)), ("_scaleSpeed", .real(1)),
            ]
        }
        #expect(
            made.behavior(0) == [
                "type": "valueOverLife", "keyPath": "scale", "values": [0.2, 0.7, 0.1], "locations": [0, 0.25, 0.75],
            ]
        )
        #expect(made.cell["scale"] == nil && made.cell["scaleRange"] == nil && made.cell["scaleSpeed"] == nil)
    }

    @Test(arguments: [(0, "oldestLast"), (1, "additive"), (5, "screen")])
    func `supported blend modes become render modes`(mode: Int, name: String) throws {
        let made = try ImportedEmitter { _ in [("_particleBlendMode", .whole(mode))] }
        #expect(made.layer["renderMode"] == .string(name))
        #expect(made.note("particleBlendMode") == nil)
    }

    @Test(arguments: [
        (2, "subtract"), (3, "multiply"), (4, "multiplyX2"), (6, "replace"), (7, "multiplyAlpha"), (9, "9"),
    ])
    func `unsupported blend modes are reported`(mode: Int, name: String) throws {
        let made = try ImportedEmitter { _ in [("_particleBlendMode", .whole(mode))] }
        #expect(made.layer["renderMode"] == "oldestLast")
        #expect(made.note("particleBlendMode")?.found == name)
    }

    @Test(arguments: [(0, "oldestLast"), (1, "oldestFirst"), (2, "unordered")])
    func `the render order is kept`(order: Int, name: String) throws {
        let made = try ImportedEmitter { _ in [("particleRenderOrder", .whole(order))] }
        #expect(made.layer["renderMode"] == .string(name))
    }

    // MARK: Textures

    private func texture(
        _ members: [(String, String)],
        size: String? = nil,
        filter: Int = 1,
        options: ImportOptions = ImportOptions()
    ) throws -> ImportedEmitter {
        try ImportedEmitter(options: options) { archive in
            var all = members.map { ($0, archive.reference(.text($1))) } + [("_filteringMode", Plist.whole(filter))]
            if let size { all.append(("_pixelSize", archive.size(size))) }
            return [("_particleTexture", archive.texture(all))]
        }
    }

    @Test func `a missing texture becomes a soft dot of its size`() throws {
        let made = try texture([("_imgName", "spark.png")], size: "{40, 30}")
        #expect(made.asset == ["shape": "dot", "size": [40, 30]])
        #expect(made.note("particleTexture")?.found == "\"spark.png\"")
        #expect(try texture([("_imgName", "spark.png")]).asset == ["shape": "dot", "size": [64, 64]])
    }

    @Test func `pictures are found by name, with or without an extension`() throws {
        var options = ImportOptions()
        options.library = Pictures(names: ["spark.png", "ash@2x.png", "dust@3x.jpg"])
        let plain = try texture([("_imgName", "spark.png")], options: options)
        #expect(plain.asset == ["image": "spark.png"] && plain.result.notes.isEmpty)
        #expect(try texture([("_imgName", "spark")], size: "{8, 8}", options: options).asset["image"] == "spark.png")
        #expect(
            try texture([("_imgName", "ash")], size: "{8, 9}", options: options).asset
                == ["image": "ash@2x.png", "size": [8, 9]]
        )
        // A texture without a size uses the picture's size in points at its @2x or @3x scale.
        #expect(
            try texture([("_imgName", "ash.png")], options: options).asset == [
                "image": "ash@2x.png", "size": [0.5, 0.5],
            ]
        )
        #expect(try texture([("_imgName", "dust")], options: options).asset["size"] == [0.333333, 0.333333])
        #expect(try texture([("_imgName", "dust.png")], options: options).asset["shape"] == "dot")
        // The subtexture of an atlas has the name.
        let part = try texture([("_imgName", "atlas"), ("_subTextureName", "ash")], options: options)
        #expect(part.asset["image"] == "ash@2x.png")
    }

    @Test func `a picture can be assigned to a texture`() throws {
        var options = ImportOptions()
        options.library = Pictures(names: ["glow.png"])
        options.pictures = ["spark.png": "glow.png", "ash": "nowhere.png"]
        #expect(try texture([("_imgName", "spark.png")], options: options).asset == ["image": "glow.png"])
        let missing = try texture([("_imgName", "ash")], options: options)
        #expect(missing.asset["shape"] == "dot")
        #expect(missing.note("particleTexture")?.reason.contains("\"nowhere.png\" is an unknown picture") == true)
    }

    @Test(arguments: [
        ("spark.png", "spark"), ("spark", "spark.png"), ("spark@2x.png", "spark"), ("spark.png", "spark.jpg"),
    ])
    func `a texture is assigned with or without its extension`(texture: String, name: String) throws {
        var options = ImportOptions()
        options.library = Pictures(names: ["glow.png", "wrong.png"])
        options.pictures = [name: "glow.png", "other": "wrong.png"]
        let made = try self.texture([("_imgName", texture)], options: options)
        #expect(made.asset == ["image": "glow.png"])
        #expect(made.result.notes.map(\.found) == ["\"other\""])
        #expect(made.note("particleTexture")?.reason.contains("\"\(texture)\"") == true)
    }

    @Test func `a part of a picture is imported with the origin at the lower edge`() throws {
        var options = ImportOptions()
        options.library = Pictures(names: ["glow.png"])
        func part(_ rectangle: String, size: String? = nil) throws -> ImportedEmitter {
            try ImportedEmitter(options: options) { archive in
                let text = archive.reference(.text(rectangle))
                var members = [
                    ("_imgName", archive.reference(.text("glow"))),
                    ("_textRect", archive.object("NSValue", [("NS.rectval", text), ("NS.special", .whole(3))])),
                ]
                if let size { members.append(("_size", archive.size(size))) }
                return [("_particleTexture", archive.texture(members))]
            }
        }
        let made = try part("{{0, 0}, {0.5, 0.25}}", size: "{32, 16}")
        #expect(made.cell["contentsRect"] == [0, 0.75, 0.5, 0.25] && made.asset["size"] == [64, 64])
        #expect(made.result.notes.isEmpty)
        #expect(try part("{{0.3, 0.7}, {0.7, 0.3}}").cell["contentsRect"] == [0.3, 0, 0.7, 0.3])
        let outside = try part("{{0.5, 0}, {0.75, 1}}")
        #expect(outside.cell["contentsRect"] == nil)
        #expect(outside.note("particleTexture.textureRect")?.found == "{{0.5, 0}, {0.75, 1}}")
        // A missing picture has no part.
        options.library = NoAssets()
        #expect(try part("{{0, 0}, {0.5, 0.25}}", size: "{32, 16}").asset == ["shape": "dot", "size": [32, 16]])
    }

    @Test func `a texture's crop is reported`() throws {
        func crop(_ scale: String, _ offset: String) throws -> [String] {
            try ImportedEmitter { archive in
                [
                    (
                        "_particleTexture",
                        archive.texture([
                            ("_imgName", archive.reference(.text("a"))), ("_cropScale", archive.size(scale)),
                            ("_cropOffset", archive.size(offset)),
                        ])
                    )
                ]
            }
            .keys
        }
        #expect(try crop("{1, 1}", "{0, 0}") == ["particleTexture"])
        let both = ["particleTexture.cropScale", "particleTexture.cropOffset", "particleTexture"]
        #expect(try crop("{0.5, 0.5}", "{0.25, 0}") == both)
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Imports an emitter with an embedded picture of `count` bytes.
    private func embedded(_ count: Int, _ options: ImportOptions) throws -> ImportedEmitter {
        try ImportedEmitter(options: options) { archive in
            let bytes = Self.png + Array(repeating: 0, count: count - Self.png.count)
            return [("_particleTexture", archive.texture([("_imageData", .data(bytes))]))]
        }
    }

    @Test func `a picture is decoded once, however many variants are tried`() throws {
        let library = CountingPictures()
        var options = ImportOptions()
        options.library = library
        options.limits.maximumLiveParticles = 1
        #expect(throws: ImportError.self) { try embedded(100, options) }
        #expect(library.count == 1)
        options.limits = RenderLimits()
        #expect(try embedded(100, options).asset["image"] != nil)
        #expect(library.count == 2)
    }

    @Test func `a picture that makes the spec too large is omitted`() throws {
        var options = ImportOptions()
        options.library = Pictures(names: [])
        let small = try embedded(100_000, options)
        #expect(small.asset["image"] != nil && small.result.notes.isEmpty)
        let medium = try embedded(300_000, options)
        #expect(medium.asset["image"] != nil)
        #expect(medium.note("particleTexture")?.reason.contains("--max-body-bytes") == true)
        let large = try embedded(12_600_000, options)
        #expect(large.asset["shape"] == "dot" && large.note("particleTexture")?.reason.contains("16777216") == true)
        #expect(JSONWriter.prettyBytes(of: medium.result.document).count <= EffectSpec.maximumFileBytes)
    }

    @Test func `an embedded picture becomes a data URI`() throws {
        var options = ImportOptions()
        options.library = Pictures(names: [])
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        for wraps in [false, true] {
            let made = try ImportedEmitter(options: options) { archive in
                let data = wraps ? archive.object("NSMutableData", [("NS.data", .data(png))]) : .data(png)
                return [("_particleTexture", archive.texture([("_imageData", data), ("_isData", .flag(true))]))]
            }
            #expect(made.asset == ["image": "data:image/png;base64,iVBORw0KGgoBAgM="])
            #expect(made.result.notes.isEmpty)
        }
    }

    @Test func `particles without a texture are rectangles in their color`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_particleTexture", archive.reference(.text("$null"))),
                ("_startSize", archive.reference(.text("{6, 4}"))), ("_startColorR", .real(1)),
                ("_startColorG", .real(0.5)), ("_startColorA", .real(0.5)),
            ]
        }
        #expect(made.asset == ["shape": "rectangle", "size": [6, 4]])
        #expect(made.cell["color"] == [1, 0.5, 0, 0.5])
    }

    @Test func `the particle size overrides the texture size`() throws {
        let made = try ImportedEmitter { archive in [("_startSize", archive.reference(.text("{6, 4}")))] }
        #expect(made.asset == ["shape": "dot", "size": [6, 4]])
    }

    @Test func `nearest filtering is kept`() throws {
        let made = try texture([("_imgName", "spark.png")], filter: 0)
        #expect(made.cell["magnificationFilter"] == "nearest" && made.cell["minificationFilter"] == "nearest")
        #expect(try texture([("_imgName", "spark.png")]).cell["magnificationFilter"] == nil)
    }
}
