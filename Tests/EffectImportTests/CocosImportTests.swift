import AssetFiles
import EffectModel
import EffectSimulation
import EffectImport
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Import of cocos2d property lists.
struct CocosImportTests {
    /// A PNG of 4 × 2 red pixels, compressed with gzip and base64 as Particle Designer embeds textures.
    static let png =
        "H4sIAAAAAAACA+sM8HPn5ZLiYmBg4PX0cAkC0ixAzMTBBiTrV9QmAylhTxfHkIo5yX/OH/gwn5HTwHABI4O9OhPTqzk2G4HSDJ6ufi7rnBKaAK6wonZMAAAA"
    /// The start of a TIFF, encoded the same way.
    static let tiff = "H4sIAAAAAAACA/P01GIgFgAALOSAyCwAAAA="
    /// A few numbers as a binary property list.
    static let binary =
        "YnBsaXN0MDDVAQIDBAUGBwgJClVhbmdsZVxtYXhQYXJ0aWNsZXNfEBBwYXJ0aWNsZUxpZmVzcGFuVXNwZWVkXxARc3RhcnRQYXJ0aWNsZVNpemUQABBkEAIjQEkAAAAAAAAjQDAAAAAAAAAIExkmOT9TVVdZYgAAAAAAAAEBAAAAAAAAAAsAAAAAAAAAAAAAAAAAAABr"

    /// Returns a property list; whole numbers are written as integers, as in real files.
    static func plist(_ numbers: KeyValuePairs<String, Double>, _ rest: String = "") -> String {
        let members = numbers.map { name, number in
            "<key>\(name)</key>"
                + (number == number.rounded() ? "<integer>\(Int(number))</integer>" : "<real>\(number)</real>")
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>\(members.joined())\(rest)</dict></plist>
            """
    }

    static let sun = plist([
        "maxParticles": 350, "particleLifespan": 1, "particleLifespanVariance": 0.5, "duration": -1, "emitterType": 0,
        "angle": 90, "angleVariance": 10, "speed": 100, "speedVariance": 20, "gravityx": 10, "gravityy": -90,
        "startColorRed": 1, "startColorGreen": 0.25, "startColorBlue": 0, "startColorAlpha": 1, "finishColorRed": 0,
        "finishColorGreen": 0, "finishColorBlue": 0, "finishColorAlpha": 1, "startParticleSize": 30,
        "startParticleSizeVariance": 6, "finishParticleSize": 15, "sourcePositionx": 160, "sourcePositiony": 200,
        "sourcePositionVariancex": 7, "rotationStart": 90, "rotationEnd": 270, "blendFuncSource": 770,
        "blendFuncDestination": 1,
    ])

    @Test func `gravity, colors and sizes are converted, with y flipped`() throws {
        let made = try Imported(.cocosPlist, Self.sun)
        #expect(made.ignored == ["textureFileName"] && made.approximated == ["rotationEnd"])
        #expect(made["canvas.width"] == 320 && made["canvas.height"] == 480)
        let layer = "layers.0."
        let cell = layer + "emitterCells.0."
        #expect(made[layer + "emitterPosition"] == [160, 280] && made[layer + "renderMode"] == "additive")
        #expect(made[layer + "emitterSize"] == [14, 0])
        #expect(made[cell + "birthRate"] == 350 && made[cell + "lifetime"] == [0.5, 1.5])
        #expect(made[cell + "velocity"] == 100 && made[cell + "velocityRange"] == 20)
        expectClose(
            [made.number(cell + "emissionLongitude"), made.number(cell + "emissionRange")],
            [-.pi / 2, .pi / 9]
        )
        #expect(made[cell + "xAcceleration"] == 10 && made[cell + "yAcceleration"] == 90)
        expectClose([made.number(cell + "rotation"), made.number(cell + "spin")], [.pi / 2, .pi])
        #expect(made[cell + "contents"] == ["shape": "dot", "size": [30, 30]] && made[cell + "scaleRange"] == 0.2)
        #expect(made[cell + "emitterBehaviors.0.values"] == [1, 0.5])
        #expect(made[cell + "emitterBehaviors.1.colors"] == [[1, 0.25, 0, 1], "#000000"])
        // Particles rise at 100 points per second, decelerated by 90 points per second squared.
        let places = made.places(at: 1)
        #expect(places.count > 250 && places.contains { $0.y < -20 } && places.allSatisfy { $0.y < 130 })
    }

    @Test func `an emitter with a duration plays once`() throws {
        let made = try Imported(
            .cocosPlist,
            Self.plist(["maxParticles": 20, "particleLifespan": 2, "duration": 1, "startParticleSize": 8])
        )
        #expect(made["timing.loop"] == "once" && made["timing.duration"] == 3)
        #expect(made.items(at: 1.05).count == 10)
    }

    @Test func `particles in radius mode move between two circles while rotating`() throws {
        let made = try Imported(
            .cocosPlist,
            Self.plist([
                "maxParticles": 100, "particleLifespan": 2, "duration": -1, "emitterType": 1, "maxRadius": 100,
                "minRadius": 20, "rotatePerSecond": 90, "angleVariance": 180, "startParticleSize": 8,
                "sourcePositionx": 160, "sourcePositiony": 240,
            ])
        )
        #expect(made.approximated == ["rotatePerSecond"])
        #expect(made["layers.0.emitterSize"] == [200, 200] && made["layers.0.emitterCells.0.velocity"] == -40)
        // A full turn, counterclockwise.
        expectClose(
            [made.number("timing.duration"), made.number("layers.0.animations.0.to")],
            [4, -2 * .pi],
            within: 1e-3
        )
        let distances = made.places(at: 0).map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
        #expect(distances.count >= 99 && distances.allSatisfy { $0 > 19 && $0 < 101 })
        #expect(distances.contains { $0 < 30 } && distances.contains { $0 > 90 })
    }

    @Test func `embedded textures become pictures, and others are reported`() throws {
        func made(_ data: String) throws -> Imported {
            try Imported(
                .cocosPlist,
                Self.plist(
                    ["maxParticles": 20, "particleLifespan": 2, "startParticleSize": 8],
                    "<key>textureFileName</key><string>art/a.png</string><key>textureImageData</key><string>\(data)</string>"
                ),
                library: LocalAssets(fontDirectories: TestFonts.directories)
            )
        }
        let picture = try made(Self.png)
        #expect(picture.ignored.isEmpty)
        guard case .string(let source)? = picture["layers.0.emitterCells.0.contents.image"] else {
            Issue.record("no picture")
            return
        }
        #expect(source.hasPrefix("data:image/png;base64,iVBORw0KGgo"))
        for data in [
            Self.tiff, "!!", String(Self.png.dropLast(40)), Data([UInt8](repeating: 7, count: 9)).base64EncodedString(),
        ] {
            let other = try made(data)
            #expect(other.ignored == ["textureImageData"])
            #expect(other["layers.0.emitterCells.0.contents.shape"] == "dot")
        }
        #expect(try made(Self.tiff).result.ignored[0].found.hasPrefix("a TIFF"))
    }

    @Test func `binary property lists are read`() throws {
        let bytes = [UInt8](Data(base64Encoded: Self.binary) ?? Data())
        let made = try Imported(.cocosPlist, bytes: bytes)
        #expect(made["layers.0.emitterCells.0.birthRate"] == 50 && made["layers.0.emitterCells.0.velocity"] == 50)
    }

    @Test func `unsupported members are reported`() throws {
        let made = try Imported(
            .cocosPlist,
            Self.plist(
                [
                    "maxParticles": 20, "particleLifespan": 2, "startParticleSize": 8, "radialAcceleration": 5,
                    "tangentialAcceleration": 5, "radialAccelVariance": 1, "blendFuncSource": 774, "emitterSpin": 3,
                    "sourcePositionx": 5000,
                ],
                "<key>speed</key><true/><key>gravityx</key><string>nan</string><key>gravityy</key><string>12</string>"
            )
        )
        #expect(
            Set(made.ignored) == [
                "radialAccelVariance", "blendFuncSource, blendFuncDestination", "emitterSpin", "textureFileName",
                "gravityx",
            ]
        )
        #expect(Set(made.approximated) == ["radialAcceleration", "tangentialAcceleration", "sourcePosition"])
        #expect(made["layers.0.emitterCells.0.yAcceleration"] == -12)
    }
}
