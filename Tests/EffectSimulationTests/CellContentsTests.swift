import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing

/// Cells of which each piece shows one of several contents.
struct CellContentsTests {
    private func spec(_ contents: String, cell: String = "", emitter: String = "", count: Int = 400, seed: Int = 1)
        throws -> EffectSpec
    {
        try EffectSpec(
            text: """
                {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 2, "fps": 10}, "seed": \(seed),
                 "assets": {"large": {"shape": "circle", "size": 40}}, "layers": [
                  {"emitterPosition": [100, 100], \(emitter)"emitterCells": [
                    {"contents": \(contents), "birthRate": 0, "burst": {"count": \(count)}, "lifetime": 3, "velocity": 20,
                     "emissionRange": "1turn"\(cell)}]}]}
                """
        )
    }

    /// Number of pieces by the name of what they show.
    private func shown(_ spec: EffectSpec, at time: Double = 1) -> [String: Int] {
        let simulation = Simulation(spec)
        let items = simulation.drawList(at: time).groups.flatMap(\.items)
        return Dictionary(grouping: items) { simulation.sprites[$0.sprite].name }.mapValues(\.count)
    }

    @Test func `each piece has one of the contents, in the shares of their weights`() throws {
        let spec = try spec(#"["star", {"contents": "large", "weight": 2}, {"contents": "heart", "weight": 0}]"#)
        #expect(try EffectSpec(json: spec.json) == spec)
        let counts = shown(spec)
        #expect(counts.keys.sorted() == ["large", "star"] && counts.values.reduce(0, +) == 400)
        #expect((230...300).contains(counts["large"] ?? 0))
        // The same at any time and in each simulation, others for another seed.
        #expect(shown(spec) == counts && shown(spec, at: 2) == counts)
        let ids = { (spec: EffectSpec) in
            let simulation = Simulation(spec)
            return simulation.drawList(at: 1).groups.flatMap(\.items).map { simulation.sprites[$0.sprite].name }
        }
        #expect(ids(spec) == ids(spec))
        #expect(try ids(spec) != ids(self.spec(#"["star", {"contents": "large", "weight": 2}]"#, seed: 2)))
    }

    @Test func `a list of one is like its content`() throws {
        let (one, plain) = (Simulation(try spec(#"["star"]"#)), Simulation(try spec(#""star""#)))
        #expect(one.drawList(at: 1) == plain.drawList(at: 1) && one.sprites == plain.sprites)
    }

    @Test func `all contents are priced, and those without any name are drawn`() throws {
        let own = #"[{"shape": "star", "size": 9}, {"shape": "heart", "size": 9}]"#
        #expect(shown(try spec(own)).count == 2)
        let (small, large) = (RenderCost(of: try spec(own)).work, RenderCost(of: try spec(#"["star", "large"]"#)).work)
        #expect(RenderCost(of: try spec(#""large""#)).work > large && large > small)
    }

    @Test func `bodies have the size of what they show`() throws {
        let bodies =
            #""emitterShape": "rectangle", "emitterSize": [180, 180], "dynamics": {"gravity": [0, 1], "collision": {}}, "#
        let simulation = Simulation(try spec(#"["star", "large"]"#, emitter: bodies, count: 12))
        let items = simulation.drawList(at: 1.5).groups.flatMap(\.items)
        let large = items.filter { simulation.sprites[$0.sprite].name == "large" }
        #expect(large.count > 2 && large.count < items.count)
        // Balls of 40 points keep each other away.
        for (index, item) in large.enumerated() {
            for other in large.dropFirst(index + 1) {
                #expect(((item.position - other.position) * (item.position - other.position)).sum() > 30 * 30)
            }
        }
    }

    @Test(arguments: [
        ("[]", "", "/contents"), (#"["nothing"]"#, "", "/contents/0"), ("[1]", "", "/contents/0"),
        (#"[{"contents": "star", "weight": 0}]"#, "", "/contents"),
        (#"[{"contents": "star", "weight": -1}]"#, "", "/contents/0/weight"),
        (#"["star", "heart"]"#, #", "contentsFrameCount": 4"#, "/contentsFrameCount"),
        (#"["star", "heart"]"#, #", "contentsFrameMode": "sequential""#, "/contentsFrameMode"),
        (#"["star", "heart"]"#, #", "contentsFrameMode": "random""#, "/contentsFrameMode"),
    ])
    func `wrong lists are refused by their place`(_ contents: String, _ cell: String, place: String) throws {
        let error = try #require(throws: SpecError.self) { _ = try spec(contents, cell: cell) }
        #expect(error.faults.map(\.pointer) == ["/layers/0/emitterCells/0" + place])
    }
}
