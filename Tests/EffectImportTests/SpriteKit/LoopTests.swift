import EffectCost
import EffectModel
import EffectSimulation
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Number of particles and duration of imported loops.
struct LoopTests {
    /// Returns the ids of the particles in a loop, each counted once.
    private func births(_ made: ImportedEmitter) -> Set<Int> {
        let spec = made.result.spec
        let simulation = Simulation(spec)
        return (0..<spec.timing.frameCount).reduce(into: []) { births, frame in
            for group in simulation.drawList(ofFrame: frame).groups { births.formUnion(group.items.map(\.id)) }
        }
    }

    private func slow(_ rate: Double, _ options: ImportOptions = .init(), life: Double = 0.05) throws
        -> ImportedEmitter
    {
        try ImportedEmitter(options: options) { _ in [("_birthrate", .real(rate)), ("_lifetime", .real(life))] }
    }

    @Test(arguments: [
        (0.2, 5.0, 1), (0.45, 4.433333, 2), (0.05, 20, 1), (0.3, 3.333333, 1), (1.3, 3.833333, 5), (7, 4, 28),
    ])
    func `a loop lasts for a whole number of births`(rate: Double, seconds: Double, count: Int) throws {
        let made = try slow(rate)
        #expect(made.result.document["timing"]?["duration"] == .number(seconds))
        #expect(made.cell["birthRate"] == .number(rate) && births(made).count == count)
        #expect(made.keys == ["particleTexture"])
    }

    @Test(arguments: [0.01, 0.2, 0.45, 2.7])
    func `a rate too slow for its loop yields one birth`(rate: Double) throws {
        var options = ImportOptions()
        options.duration = 1
        let given = try slow(rate, options)
        #expect(births(given).count == max(1, Int(rate.rounded())))
        #expect((given.note("particleBirthRate") != nil) == (rate < 0.5))
        // The frame limit sets the duration.
        let longest = try slow(0.01)
        #expect(longest.result.document["timing"]?["duration"] == 20 && births(longest).count == 1)
        #expect(longest.note("particleBirthRate")?.reason.contains("one birth within the 20 s") == true)
    }

    @Test func `thinning leaves at least one particle in a loop`() throws {
        var options = ImportOptions()
        options.limits.maximumLiveParticles = 60
        // Every loop of whole seconds has too many at 200 per second, because long-lived particles are shown repeatedly.
        let made = try slow(200, options, life: 50)
        #expect(births(made).count >= 1)
        #expect(made.result.notes.filter { $0.field == "particleBirthRate" }.allSatisfy { $0.found == "200" })
    }

    @Test func `a shortened loop is reported`() throws {
        var options = ImportOptions()
        options.limits.maximumLiveParticles = 37
        let made = try ImportedEmitter(options: options) { _ in [] }
        #expect(made.result.document["timing"]?["duration"] == 3)
        #expect(made.note("particleBirthRate")?.reason.contains("4 s would exceed the limits") == true)
        options = .init()
        options.limits.maximumDuration = 0.5
        let short = try ImportedEmitter(options: options) { _ in [] }
        #expect(short.result.document["timing"]?["duration"] == 0.5 && short.note("particleBirthRate") != nil)
    }

    @Test func `an emitter that cannot loop is reported`() throws {
        let made = try ImportedEmitter { _ in [("_lifetime", .real(100))] }
        #expect(made.result.document["timing"]?["loop"] == nil)
        #expect(made.note("particleLifetime")?.reason.contains("starts empty") == true)
    }

    @Test func `an emitter with a particle count plays once`() throws {
        let made = try ImportedEmitter { _ in [("_numParticlesToEmit", .whole(5))] }
        #expect(made.result.document["timing"]?["loop"] == "once" && made.result.spec.timing.loop == .times(1))
        #expect(made.keys == ["particleTexture"])
    }

    @Test func `particles cut off by the end are reported`() throws {
        let made = try ImportedEmitter { _ in [("_numParticlesToEmit", .whole(100)), ("_lifetime", .real(30))] }
        #expect(made.result.document["timing"]?["duration"] == 20)
        let reason = "the last particle dies after 40 s, and 20 s are shown"
        #expect(made.note("numParticlesToEmit")?.reason == reason)
        let late = try ImportedEmitter { _ in [("_numParticlesToEmit", .whole(3)), ("_birthrate", .real(0.01))] }
        #expect(late.note("numParticlesToEmit")?.reason == "no particle is born within the 20 s shown")
    }

    @Test func `an emitter without visible particles is reported`() throws {
        #expect(try ImportedEmitter { _ in [("_lifetime", .real(0))] }.note("particleLifetime") != nil)
        for rate in [0.0, -3, 1e-9] {
            let made = try ImportedEmitter { _ in [("_birthrate", .real(rate))] }
            #expect(made.note("particleBirthRate")?.reason == "no particle is ever born")
        }
    }

    @Test func `a thinned particle count is reported`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_numParticlesToEmit", .whole(100_000)), ("_birthrate", .real(100_000)),
                ("_startSize", archive.reference(.text("{4, 4}"))),
            ]
        }
        #expect(made.note("numParticlesToEmit")?.found == "100000")
        #expect(made.note("numParticlesToEmit")?.reason == "reduced to 12500: a higher number would exceed the limits")
    }
}
