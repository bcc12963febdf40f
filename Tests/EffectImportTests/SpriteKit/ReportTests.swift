import EffectCost
import EffectModel
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Remarks about unsupported members.
struct ReportTests {
    @Test func `an ordinary file gets at most a remark about its missing texture`() throws {
        let made = try ImportedEmitter { archive in
            // Members that Xcode always writes.
            let nothing = archive.reference(.text("$null"))
            return [
                ("_particleAction", nothing), ("_shader", nothing), ("_target", nothing), ("_PKPhysicsBody", nothing),
                ("_fieldBitMask", .whole(0)), ("_emissionDistance", .real(0)), ("_children", archive.list([])),
                (
                    "_info",
                    archive.object("NSMutableDictionary", [("NS.keys", .array([])), ("NS.objects", .array([]))])
                ),
                ("_paused", archive.reference(.flag(true))), ("_version", archive.reference(.whole(0))),
                ("_hidden", archive.reference(.flag(false))), ("_position", archive.size("{0, 0}")),
                ("_acceleration", archive.reference(.text("{0, -0}"))), ("_speed", archive.reference(.real(1))),
                ("_particleScaleSequence", nothing), ("_startSize", archive.reference(.text("{0, 0}"))),
            ]
        }
        #expect(made.keys == ["particleTexture"])
    }

    @Test func `unsupported members are reported with their values`() throws {
        let made = try ImportedEmitter { archive in
            let action = archive.object("SKMoveTo", [])
            let child = archive.object("SKSpriteNode", [])
            return [
                ("_particleAction", action), ("_shader", archive.object("SKShader", [])),
                ("_fieldBitMask", .whole(255)),
                ("_target", archive.object("SKNode", [])), ("_PKPhysicsBody", archive.object("PKPhysicsBody", [])),
                ("_children", archive.list([child, child])), ("_emissionDistance", .real(2)),
                ("_zPositionSpeed", .real(1)), ("_hidden", archive.reference(.flag(true))),
                ("_position", archive.size("{3, 4}")), ("_speed", archive.reference(.real(0.1))),
            ]
        }
        #expect(
            Set(made.keys) == [
                "particleAction", "shader", "fieldBitMask", "targetNode", "physicsBody", "children", "emissionDistance",
                "particleZPositionSpeed", "isHidden", "position", "speed", "particleTexture",
            ]
        )
        #expect(made.note("particleAction")?.found == "\"SKMoveTo\"")
        #expect(made.note("children")?.found == "a list of 2 elements")
        #expect(made.note("position")?.found == "{3, 4}")
        #expect(made.note("fieldBitMask").map { "\($0)" }?.hasPrefix("fieldBitMask = 255: ") == true)
    }

    @Test func `unknown keys are reported in the emitter and in its texture`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_surprise", .real(7)), ("nothing", archive.reference(.text("$null"))),
                ("_particleTexture", archive.texture([("_glitter", .text("much"))])),
            ]
        }
        #expect(made.note("_surprise")?.found == "7")
        #expect(made.note("nothing")?.found == "nothing")
        #expect(made.note("particleTexture._glitter")?.found == "\"much\"")
    }

    @Test func `a value of the wrong kind is reported and replaced by the default`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_startScale", archive.reference(.text("large"))), ("_startPosition", .real(3)),
                ("_startSpeed", .real(.nan)), ("_rotationSpeed", .real(.infinity)),
                ("_particleColorSequence", .text("red")),
            ]
        }
        #expect(made.cell["scale"] == nil && made.cell["velocity"] == nil && made.cell["spin"] == nil)
        for key in [
            "particleScale", "particlePosition", "particleSpeed", "particleRotationSpeed", "particleColorSequence",
        ] {
            #expect(made.note(key)?.reason == "the value is invalid and ignored")
        }
    }

    @Test func `a duplicate key counts once`() throws {
        let made = try ImportedEmitter { _ in [("_startSpeed", .real(3)), ("startSpeed", .real(4))] }
        #expect(made.cell["velocity"] == 3 && made.note("startSpeed") != nil)
        let both = try ImportedEmitter { _ in [("particleSpeed", .real(4)), ("_startSpeed", .real(3))] }
        #expect(both.cell["velocity"] == 3 && both.note("particleSpeed")?.found == "4")
        #expect(both.note("particleSpeed")?.reason.contains("_startSpeed") == true)
    }

    @Test func `an acceleration in two forms is not added twice`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_acceleration", archive.reference(.text("{0, -100}"))), ("_yAcceleration", .real(-100)),
                ("_xAcceleration", .real(7)),
            ]
        }
        #expect(made.cell["yAcceleration"] == 100 && made.cell["xAcceleration"] == nil)
        #expect(made.note("xAcceleration")?.found == "7" && made.note("yAcceleration") == nil)
    }

    @Test func `ineffective values are reported`() throws {
        func notes(_ members: (inout EmitterArchive) -> [(String, Plist?)]) throws -> [ImportNote] {
            try ImportedEmitter(members).result.notes.filter { $0.field != "particleTexture" }
        }
        #expect(try notes { [("_startSize", $0.reference(.text("{64, 0}")))] }.map(\.found) == ["{64, 0}"])
        let order = try ImportedEmitter { _ in [("particleRenderOrder", .whole(5))] }
        #expect(order.layer["renderMode"] == "oldestLast" && order.note("particleRenderOrder")?.found == "5")
        let long = String(repeating: "x", count: 65)
        #expect(try notes { [("_name", $0.reference(.text(long)))] }.map(\.field) == ["name"])
        #expect(try notes { _ in [("_name", .real(3))] }.map(\.field) == ["name"])
        #expect(try notes { _ in [("_numParticlesToEmit", .real(-5))] }.map(\.found) == ["-5"])
        let texture = try notes { archive in
            [("_particleTexture", archive.texture([("_imgName", .real(1)), ("_filteringMode", .text("much"))]))]
        }
        #expect(texture.map(\.field) == ["particleTexture.name", "particleTexture.filteringMode"])
    }

    @Test func `a number of 64 set bits is read`() throws {
        let mask: [UInt8] = [0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8)
        var bytes = EmitterArchive.emitter { _ in [("_fieldBitMask", .data(Array(repeating: 7, count: 17)))] }.binary()
        // Replaces an equally long data value with a head of three bytes.
        let data: [UInt8] = [0x4F, 0x12, 0, 0, 0, 17] + Array(repeating: 7, count: 17)
        let place = try #require(bytes.firstRange(of: data)?.lowerBound)
        bytes.replaceSubrange(place..<(place + mask.count), with: mask)
        let made = try EffectImporter(.spriteKit).effect(from: bytes)
        #expect(made.notes.first { $0.field == "fieldBitMask" }?.found == "1.8446744e+19")
    }

    @Test func `NaN and infinity are reported as such`() throws {
        let made = try ImportedEmitter { _ in [("_startSpeed", .real(.nan)), ("_rotationSpeed", .real(-.infinity))] }
        #expect(made.note("particleSpeed")?.found == "not a number")
        #expect(made.note("particleRotationSpeed")?.found == "-infinity")
    }

    @Test func `keys cannot inject terminal commands`() throws {
        let keys = ["\u{1B}[2J\nNot as in SpriteKit: nothing", "a\u{9B}31mb", "x\u{202E}y", "", "two words"]
        let made = try ImportedEmitter { archive in
            keys.map { ($0, .real(1)) } + [
                ("_name", .data([1])), ("_particleTexture", archive.texture([(keys[0], .real(2))])),
            ]
        }
        let lines = made.result.notes.map(\.description)
        for line in lines {
            let plain = line.unicodeScalars.allSatisfy { $0.isASCII ? $0.value >= 0x20 : $0 == "…" }
            #expect(plain, "\(line.debugDescription)")
        }
        #expect(
            made.note(#""\u001b[2J\nNot as in SpriteKit…""#) != nil
                || lines.contains { $0.hasPrefix(#""\u001b[2J\n"#) }
        )
        #expect(made.note(#""a\u009b31mb""#) != nil && made.note(#""x\u202ey""#) != nil)
        #expect(lines.contains { $0.hasPrefix(#"particleTexture."\u001b[2J"#) } && made.note(#""two words""#) != nil)
    }

    @Test func `extreme numbers are clamped to the spec's range`() throws {
        let keys = [
            "_lifetimeVariance", "_startSpeed", "_startSpeedVariance", "_emissionAngleVariance", "_rotationSpeed",
            "_startScale", "_scaleSpeed", "_startOpacityVariance", "_opacitySpeed", "_startColorVarianceR",
            "_colorSpeedG", "_xScale", "_startZPosition", "_numParticlesToEmit", "_colorBlendSpeed", "_startOpacity",
        ]
        for value in [1e300, -1e300, 1e-300] {
            for key in keys {
                var options = ImportOptions()
                options.limits.maximumWork = .max
                let made = try ImportedEmitter(options: options) { _ in
                    [(key, .real(value)), ("_startColorMix", .real(1))]
                }
                #expect(made.result.spec.layers.count == 1, "\(key) = \(value)")
            }
        }
    }

    @Test(arguments: ["1e300", "-1e300", "1e-300", "100000", "-99900.123456", "2e5"])
    func `extreme positions and sizes are clamped to the spec's range`(number: String) throws {
        for key in ["_startPosition", "_startPositionVariance", "_acceleration", "_startSize"] {
            var options = ImportOptions()
            options.limits.maximumWork = .max
            (options.width, options.height) = (321.7, 480.3)
            let made = try ImportedEmitter(options: options) { archive in
                [(key, archive.reference(.text("{\(number), \(number)}")))]
            }
            #expect(made.result.spec.layers.count == 1, "\(key)")
        }
    }

    @Test func `remarks on known keys precede remarks on unknown keys`() throws {
        let made = try ImportedEmitter { archive in
            (0..<300).map { ("key\($0)", .whole($0)) } + [
                ("_birthrate", .real(12_000)), ("_startZPosition", .real(1e9)),
                ("_startSize", archive.reference(.text("{8, 8}"))),
            ]
        }
        #expect(Set(made.keys.prefix(4)) == ["particleTexture", "particleZPosition", "particleBirthRate"])
        #expect(
            made.result.notes.count == 201 && made.result.notes.last?.reason == "the report is limited to 200 notes"
        )
    }

    @Test func `a thousand unknown keys make a short report`() throws {
        let made = try ImportedEmitter { _ in (0..<1000).map { ("key\($0)", .whole($0)) } }
        #expect(made.result.notes.count == 201)
        #expect(made.result.notes.last?.found == "801 further notes")
    }

    @Test func `an import over the limits is refused with the limit`() throws {
        #expect {
            var options = ImportOptions()
            options.width = 5000
            _ = try ImportedEmitter(options: options) { _ in [] }
        } throws: { error in
            guard case ImportError.refused = error else { return false }
            return "\(error)".contains("/canvas/width")
        }
    }
}
