import EffectModel
@testable import SpriteKitImport
import Testing

/// What an import says it could not do.
struct ReportTests {
    @Test func `a file that says nothing unusual gives one remark at most: its texture is not at hand`() throws {
        let made = try Imported { archive in
            // What Xcode writes beside the properties.
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

    @Test func `what is not honoured is reported, with its value`() throws {
        let made = try Imported { archive in
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
        #expect(made.remark("particleAction")?.value == "\"SKMoveTo\"")
        #expect(made.remark("children")?.value == "a list of 2")
        #expect(made.remark("position")?.value == "{3, 4}")
        #expect(made.remark("fieldBitMask").map { "\($0)" }?.hasPrefix("fieldBitMask = 255: ") == true)
    }

    @Test func `unknown keys are reported, in the emitter and in its texture`() throws {
        let made = try Imported { archive in
            [
                ("_surprise", .real(7)), ("nothing", archive.reference(.text("$null"))),
                ("_particleTexture", archive.texture([("_glitter", .text("much"))])),
            ]
        }
        #expect(made.remark("_surprise")?.value == "7")
        #expect(made.remark("nothing")?.value == "nothing")
        #expect(made.remark("particleTexture._glitter")?.value == "\"much\"")
    }

    @Test func `a value of the wrong kind is reported, and the default taken`() throws {
        let made = try Imported { archive in
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
            #expect(made.remark(key)?.reason == "can't be read, and is taken as if it were not there")
        }
    }

    @Test func `a key that stands twice counts once`() throws {
        let made = try Imported { _ in [("_startSpeed", .real(3)), ("startSpeed", .real(4))] }
        #expect(made.cell["velocity"] == 3 && made.remark("startSpeed") != nil)
    }

    @Test func `numbers far off are kept within what a spec takes`() throws {
        let keys = [
            "_lifetimeVariance", "_startSpeed", "_startSpeedVariance", "_emissionAngleVariance", "_rotationSpeed",
            "_startScale", "_scaleSpeed", "_startOpacityVariance", "_opacitySpeed", "_startColorVarianceR",
            "_colorSpeedG", "_xScale", "_startZPosition", "_numParticlesToEmit",
        ]
        for value in [1e300, -1e300, 1e-300] {
            for key in keys {
                var options = SpriteKitImporter.Options()
                options.limits.maximumWork = .max
                let made = try Imported(options: options) { _ in [(key, .real(value)), ("_startColorMix", .real(1))] }
                #expect(made.result.spec.layers.count == 1, "\(key) = \(value)")
            }
        }
    }

    @Test func `a thousand unknown keys make a short report`() throws {
        let made = try Imported { _ in (0..<1000).map { ("key\($0)", .whole($0)) } }
        #expect(made.result.remarks.count == 201)
        #expect(made.result.remarks.last?.value == "801 more")
    }

    @Test func `what goes over the limits says so`() throws {
        #expect {
            var options = SpriteKitImporter.Options()
            options.width = 5000
            _ = try Imported(options: options) { _ in [] }
        } throws: { error in
            guard case SpriteKitImportError.refused = error else { return false }
            return "\(error)".contains("/canvas/width")
        }
    }
}
