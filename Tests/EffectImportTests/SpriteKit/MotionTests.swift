import EffectCost
import EffectModel
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Import of births and motion, property by property.
struct MotionTests {
    @Test func `birth rates and lifetimes are imported unchanged`() throws {
        let made = try ImportedEmitter { _ in
            [
                ("_birthrate", .float(455.28)), ("_lifetime", .float(2.5)), ("_lifetimeVariance", .float(0.3)),
            ]
        }
        #expect(made.cell["birthRate"] == 455.28)
        #expect(made.cell["lifetime"] == 2.5)
        #expect(made.cell["lifetimeRange"] == 0.3)
        #expect(made.cell["duration"] == nil && made.cell["burst"] == nil)
        #expect(made.result.document["rangeConvention"] == "half")
    }

    @Test func `an endless emitter becomes a seamless loop`() throws {
        let made = try ImportedEmitter { _ in [] }
        #expect(made.result.document["timing"] == ["duration": 4, "fps": 30, "loop": "seamless"])
        // Nearly endless lives would pile up in a loop.
        let long = try ImportedEmitter { _ in [("_lifetime", .real(1e9))] }
        #expect(long.result.document["timing"] == ["duration": 4, "fps": 30])
        #expect(long.cell["lifetime"] == 1_000_000 && long.keys.contains("particleLifetime"))
    }

    @Test func `a loop that costs too much is shortened`() throws {
        var options = ImportOptions()
        options.limits.maximumLiveParticles = 37
        let made = try ImportedEmitter(options: options) { _ in [] }
        // 10 per second that live for 2 s: at most all births of a loop, and one more.
        #expect(made.result.document["timing"]?["duration"] == 3)
        #expect(made.cell["birthRate"] == 10)
    }

    @Test func `too many particles are thinned and reported`() throws {
        func small(_ archive: inout EmitterArchive) -> (String, Plist?) {
            ("_startSize", archive.reference(.text("{4, 4}")))
        }
        let made = try ImportedEmitter { [("_birthrate", .real(12_000)), small(&$0)] }
        #expect(made.cell["birthRate"] == 6000)
        #expect(made.note("particleBirthRate")?.reason == "reduced to 6000: a higher number would exceed the limits")
        // Equal duration with proportionally fewer particles.
        let counted = try ImportedEmitter {
            [("_birthrate", .real(100_000)), ("_numParticlesToEmit", .whole(100_000)), small(&$0)]
        }
        #expect(counted.cell["birthRate"] == 12_500 && counted.cell["duration"] == 1)
    }

    @Test func `an emitter with a particle count is shown until the last particle is gone`() throws {
        let made = try ImportedEmitter { _ in
            [("_numParticlesToEmit", .whole(256)), ("_birthrate", .real(2048)), ("_lifetime", .real(0.4))]
        }
        #expect(made.cell["birthRate"] == 2048 && made.cell["duration"] == 0.125 && made.cell["birthPhase"] == 0)
        // 0.525 s, rounded up to whole frames.
        #expect(made.result.document["timing"] == ["duration": 0.533333, "fps": 30, "loop": "once"])
    }

    @Test func `an overlong emission is cut and reported`() throws {
        let made = try ImportedEmitter { _ in [("_numParticlesToEmit", .whole(1000)), ("_birthrate", .real(10))] }
        #expect(made.result.document["timing"]?["duration"] == 20)
        #expect(made.note("numParticlesToEmit")?.reason == "the births would take 100 s, and 20 s are shown")
    }

    @Test func `size, duration and frame rate are options`() throws {
        var options = ImportOptions()
        (options.width, options.height, options.duration, options.fps) = (100, 60, 1.5, 20)
        options.background = "black"
        let made = try ImportedEmitter(options: options) { _ in [] }
        #expect(made.result.document["canvas"] == ["width": 100, "height": 60, "background": "black"])
        #expect(made.result.document["timing"] == ["duration": 1.5, "fps": 20, "loop": "seamless"])
        #expect(made.layer["emitterPosition"] == [50, 30])
    }

    @Test func `the emitter is at the canvas center, and y is flipped`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_startPosition", archive.reference(.text("{10, 20}"))),
                ("_startPositionVariance", archive.reference(.text("{46.8, 15}"))),
                ("_acceleration", archive.reference(.text("{6, -150}"))),
                ("_emissionAngle", .float(1.5)), ("_emissionAngleVariance", .float(0.35)),
                ("_startSpeed", .real(100)), ("_startSpeedVariance", .real(50)),
            ]
        }
        #expect(made.layer["emitterPosition"] == [170, 220])
        #expect(made.layer["emitterShape"] == "rectangle" && made.layer["emitterMode"] == "volume")
        #expect(made.layer["emitterSize"] == [46.8, 15])
        #expect(made.cell["xAcceleration"] == 6 && made.cell["yAcceleration"] == 150)
        #expect(made.cell["emissionLongitude"] == -1.5 && made.cell["emissionRange"] == 0.35)
        #expect(made.cell["emissionSpace"] == "planar")
        #expect(made.cell["velocity"] == 100 && made.cell["velocityRange"] == 50)
    }

    @Test func `an emitter without a position range is a point`() throws {
        let made = try ImportedEmitter { _ in [] }
        #expect(made.layer["emitterPosition"] == [160, 240])
        #expect(made.layer["emitterShape"] == nil && made.layer["emitterSize"] == nil)
    }

    @Test func `rotations are negated`() throws {
        let made = try ImportedEmitter { _ in
            [
                ("_startRotation", .real(0.5)), ("_startRotationVariance", .float(6.28)), ("_rotationSpeed", .real(3)),
            ]
        }
        #expect(made.cell["rotation"] == -0.5 && made.cell["rotationRange"] == 6.28 && made.cell["spin"] == -3)
    }

    @Test func `angles of many turns are reduced to the same direction`() throws {
        let made = try ImportedEmitter { _ in [("_emissionAngle", .real(2000 * Double.pi + 1))] }
        guard case .number(let angle)? = made.cell["emissionLongitude"] else {
            Issue.record("no angle")
            return
        }
        #expect(abs(angle + 1) < 1e-5)
    }

    @Test func `the node's position in its scene becomes the layer's`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_zPosition", archive.reference(.real(3))), ("_startZPosition", .real(2)),
                ("_opacity", archive.reference(.real(0.5))), ("_zRotation", archive.reference(.real(0.25))),
                ("_xScale", archive.reference(.real(2))), ("_yScale", archive.reference(.real(-1))),
                ("_name", archive.reference(.text("flames"))),
            ]
        }
        #expect(made.layer["z"] == 5 && made.layer["opacity"] == 0.5 && made.layer["name"] == "flames")
        #expect(made.layer["transform"] == ["scale": [2, -1], "rotation": -0.25])
    }

    @Test func `properties are also read by their documented names`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_birthrate", nil), ("particleBirthRate", .real(33)), ("particleSpeed", .real(7)),
                ("xAcceleration", .real(1)), ("yAcceleration", .real(2)), ("_particleScale", .real(4)),
                ("particlePosition", archive.size("{1, 2}")),
            ]
        }
        #expect(made.cell["birthRate"] == 33 && made.cell["velocity"] == 7 && made.cell["scale"] == 4)
        #expect(made.cell["xAcceleration"] == 1 && made.cell["yAcceleration"] == -2)
        #expect(made.layer["emitterPosition"] == [161, 238])
    }
}
