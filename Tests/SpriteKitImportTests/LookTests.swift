import EffectModel
@testable import SpriteKitImport
import Testing

/// Sizes, textures and blending.
struct LookTests {
    @Test func `scales are the same numbers, and end at nothing`() throws {
        let made = try Imported { _ in
            [("_startScale", .float(0.5)), ("_startScaleVariance", .float(0.4)), ("_scaleSpeed", .float(-0.5))]
        }
        #expect(made.cell["scale"] == 0.5 && made.cell["scaleRange"] == 0.4 && made.cell["scaleSpeed"] == -0.5)
        #expect(made.cell["negativeScale"] == "hide")
    }

    @Test func `a sequence takes the place of scale, range and speed`() throws {
        let made = try Imported { archive in
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
    func `blend modes that are there become render modes`(mode: Int, name: String) throws {
        let made = try Imported { _ in [("_particleBlendMode", .whole(mode))] }
        #expect(made.layer["renderMode"] == .string(name))
        #expect(made.remark("particleBlendMode") == nil)
    }

    @Test(arguments: [
        (2, "subtract"), (3, "multiply"), (4, "multiplyX2"), (6, "replace"), (7, "multiplyAlpha"), (9, "9"),
    ])
    func `other blend modes are reported`(mode: Int, name: String) throws {
        let made = try Imported { _ in [("_particleBlendMode", .whole(mode))] }
        #expect(made.layer["renderMode"] == "oldestLast")
        #expect(made.remark("particleBlendMode")?.value == name)
    }

    @Test(arguments: [(0, "oldestLast"), (1, "oldestFirst"), (2, "unordered")])
    func `the order of drawing is kept`(order: Int, name: String) throws {
        let made = try Imported { _ in [("particleRenderOrder", .whole(order))] }
        #expect(made.layer["renderMode"] == .string(name))
    }

    // MARK: Textures

    private func texture(
        _ members: [(String, String)],
        size: String? = nil,
        filter: Int = 1,
        options: SpriteKitImporter.Options = SpriteKitImporter.Options()
    ) throws -> Imported {
        try Imported(options: options) { archive in
            var all = members.map { ($0, archive.reference(.text($1))) } + [("_filteringMode", Plist.whole(filter))]
            if let size { all.append(("_pixelSize", archive.size(size))) }
            return [("_particleTexture", archive.texture(all))]
        }
    }

    @Test func `a texture that is not at hand becomes a soft spot of its size`() throws {
        let made = try texture([("_imgName", "spark.png")], size: "{40, 30}")
        #expect(made.asset == ["shape": "dot", "size": [40, 30]])
        #expect(made.remark("particleTexture")?.value == "\"spark.png\"")
        #expect(try texture([("_imgName", "spark.png")]).asset == ["shape": "dot", "size": [64, 64]])
    }

    @Test func `pictures are found by their names, with an ending and without`() throws {
        var options = SpriteKitImporter.Options()
        options.library = Pictures(names: ["spark.png", "ash@2x.png"])
        let plain = try texture([("_imgName", "spark.png")], options: options)
        #expect(plain.asset == ["image": "spark.png"] && plain.result.remarks.isEmpty)
        #expect(try texture([("_imgName", "spark")], size: "{8, 8}", options: options).asset["image"] == "spark.png")
        #expect(
            try texture([("_imgName", "ash")], size: "{8, 9}", options: options).asset
                == ["image": "ash@2x.png", "size": [8, 9]]
        )
        // In an atlas, the part has the name.
        let part = try texture([("_imgName", "atlas"), ("_subTextureName", "ash")], options: options)
        #expect(part.asset["image"] == "ash@2x.png")
    }

    @Test func `a picture may be named for a texture`() throws {
        var options = SpriteKitImporter.Options()
        options.library = Pictures(names: ["glow.png"])
        options.pictures = ["spark.png": "glow.png", "ash": "nowhere.png"]
        #expect(try texture([("_imgName", "spark.png")], options: options).asset == ["image": "glow.png"])
        let missing = try texture([("_imgName", "ash")], options: options)
        #expect(missing.asset["shape"] == "dot")
        #expect(missing.remark("particleTexture")?.reason.contains("\"nowhere.png\" is an unknown picture") == true)
    }

    @Test func `a picture within the file becomes a data URI`() throws {
        var options = SpriteKitImporter.Options()
        options.library = Pictures(names: [])
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        for wraps in [false, true] {
            let made = try Imported(options: options) { archive in
                let data = wraps ? archive.object("NSMutableData", [("NS.data", .data(png))]) : .data(png)
                return [("_particleTexture", archive.texture([("_imageData", data), ("_isData", .flag(true))]))]
            }
            #expect(made.asset == ["image": "data:image/png;base64,iVBORw0KGgoBAgM="])
            #expect(made.result.remarks.isEmpty)
        }
    }

    @Test func `without a texture, particles are rectangles of their colour`() throws {
        let made = try Imported { archive in
            [
                ("_particleTexture", archive.reference(.text("$null"))),
                ("_startSize", archive.reference(.text("{6, 4}"))), ("_startColorR", .real(1)),
                ("_startColorG", .real(0.5)), ("_startColorA", .real(0.5)),
            ]
        }
        #expect(made.asset == ["shape": "rectangle", "size": [6, 4]])
        #expect(made.cell["color"] == [1, 0.5, 0, 0.5])
    }

    @Test func `the particles' own size goes before the texture's`() throws {
        let made = try Imported { archive in [("_startSize", archive.reference(.text("{6, 4}")))] }
        #expect(made.asset == ["shape": "dot", "size": [6, 4]])
    }

    @Test func `pixels that are to be seen stay so`() throws {
        let made = try texture([("_imgName", "spark.png")], filter: 0)
        #expect(made.cell["magnificationFilter"] == "nearest" && made.cell["minificationFilter"] == "nearest")
        #expect(try texture([("_imgName", "spark.png")]).cell["magnificationFilter"] == nil)
    }
}
