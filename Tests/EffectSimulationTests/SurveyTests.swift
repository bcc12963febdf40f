import EffectCoding
import EffectCost
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectSimulation

/// Extrapolation from a sample of particles.
struct SurveyTests {
    private func crowd(_ cell: [JSONValue.Member], limit: Int = 200_000) throws -> EffectSpec {
        var limits = RenderLimits()
        (limits.maximumLiveParticles, limits.maximumBirths) = (limit, limit * 10)
        let common: [JSONValue.Member] = [
            .init("contents", "square"), .init("birthRate", 10_000), .init("lifetime", 1), .init("velocity", 50),
            .init("emissionRange", "360deg"),
        ]
        let json = Specs.one(
            cell: Specs.merged(common, cell),
            canvas: ["width": 400, "height": 400],
            timing: ["duration": 2, "fps": 10]
        )
        return try EffectSpec(json: json, limits: limits)
    }

    private func items(_ simulation: Simulation) -> Double {
        (0..<simulation.spec.timing.frameCount).reduce(0) { sum, frame in
            sum + simulation.drawList(ofFrame: frame).groups.reduce(0) { $0 + Double($1.items.count) }
        }
    }

    @Test(
        arguments: [
            [], [.init("emitterBehaviors", [["type": "turbulence", "strength": 100]])],
            [.init("birthRate", 200), .init("burst", ["count": 8000])],
            [
                .init("birthRate", 50), .init("lifetime", 0.2),
                .init("emitterCells", [["name": "k", "contents": "circle", "birthRate": 1000, "lifetime": 0.5]]),
            ],
        ] as [[JSONValue.Member]]
    )
    func `a sample predicts the total`(_ cell: [JSONValue.Member]) throws {
        let spec = try crowd(cell)
        let cost = RenderCost(of: spec)
        let survey = try #require(Survey(of: spec, cost))
        let all = items(Simulation(spec))
        #expect(abs(survey.total[.items] - all) < 0.2 * all, "\(survey.total[.items]) for \(all)")
    }

    @Test func `sampled particles are identical to the same particles of the full simulation`() throws {
        let spec = try crowd([.init("birthRate", 300), .init("spin", [1, 4]), .init("scale", [0.5, 2])])
        let whole = Simulation(spec)
        let thinning = Thinning(RenderCost(of: spec).crowds, work: 60_000)
        #expect(!thinning.isWhole)
        let few = Simulation(spec, steps: 0, thinning, isSurvey: true) { false }
        #expect(few.birthCount > 10 && few.birthCount < whole.birthCount / 3)
        for frame in [3, 10, 19] {
            let all = Set(
                whole.drawList(ofFrame: frame).groups.flatMap(\.items).map { "\($0.position) \($0.scale) \($0.age)" }
            )
            let kept = few.drawList(ofFrame: frame).groups.flatMap(\.items).map {
                "\($0.position) \($0.scale) \($0.age)"
            }
            #expect(!kept.isEmpty && kept.allSatisfy(all.contains))
        }
    }

    @Test func `each cell has a share of the budget, and unused shares go to the others`() {
        var (small, large, child) = (
            Crowd(layer: 0, cell: 0), Crowd(layer: 0, cell: 1), Crowd(layer: 0, cell: 2, parent: 1)
        )
        (small.births, small.workPerBirth) = (10, 10)
        (large.births, large.workPerBirth) = (1000, 10)
        (child.births, child.workPerBirth) = (100_000, 10)
        let thinning = Thinning([small, large, child], work: 2100)
        #expect(thinning.weight(ofCell: 0, layer: 0) == 1)
        #expect(thinning.weight(ofCell: 1, layer: 0) == 10 && thinning.weight(ofCell: 2, layer: 0) == 1000)
        #expect(thinning.stride(ofCell: 2, layer: 0) == 100)
        #expect(thinning.weight(ofCell: 7, layer: 3) == 1)
        #expect(Thinning([small, large, child], work: .infinity).isWhole && Thinning([], work: 0).isWhole)
    }

    /// Regression: of a small burst that takes much work among others, none or one was counted, as if there were four times as many.
    @Test(arguments: 1...8) func `a laborious cell among others has a fair share of counts`(_ seed: Int) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 320, "height": 320}, "timing": {"duration": 2, "fps": 24}, "seed": \(seed), "layers": [
                  {"emitterPosition": [160, 160], "emitterBehaviors": [\((0..<6).map {
                    #"{"type": "collider", "shape": "circle", "position": [\#(20 + 60 * $0), 288], "radius": 10}"#
                  }.joined(separator: ", "))], "emitterCells": [
                    {"contents": {"shape": "dot", "size": 40}, "burst": {"count": 100}, "lifetime": 3, "velocity": 5, "emissionRange": "1turn"}]},
                  {"emitterPosition": [160, 160], "emitterCells": [\((0..<3).map {
                    #"{"name": "c\#($0)", "contents": "star", "birthRate": 70, "lifetime": 2, "velocity": 100, "emissionRange": "1turn"}"#
                  }.joined(separator: ", "))]}]}
                """
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        #expect((0.6...1.6).contains(survey.total[.dots] / 4800), "\(survey.total[.dots])")
    }

    /// Regression: an imported emitter of a few bytes took seconds to price: two births, each drawn 5000 times in every frame.
    @Test(arguments: [5e4, 1e5, 1.5e5]) func `few frames of long lives in a short loop are inspected`(_ life: Double)
        throws
    {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 20, "fps": 30, "loop": "seamless"},
                 "layers": [{"emitterPosition": [50, 50], "emitterCells": [
                  {"contents": {"shape": "dot", "size": 44}, "birthRate": 0.05, "lifetime": \(life)}]}]}
                """
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        #expect((4...150).contains(survey.inspected), "\(survey.inspected) of 600")
    }

    @Test func `a few frames of a long effect tell about all`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 30, "fps": 20}, "layers": [
                 {"emitterPosition": [50, 50], "emitterCells": [{"contents": "square", "burst": {"count": 30, "spacing": 1}, "lifetime": 0.5}]}]}
                """
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        #expect(survey.inspected == Survey.mostMoments)
        let all = items(Simulation(spec))
        #expect(abs(survey.total[.items] - all) < 0.6 * all, "\(survey.total[.items]) for \(all)")
    }

    @Test func `a survey is deterministic`() throws {
        let spec = try crowd([])
        let cost = RenderCost(of: spec)
        #expect(Survey(of: spec, cost)?.total == Survey(of: spec, cost)?.total)
    }

    /// Regression: a picture that stands still was priced like one that changes, 50 times its work in a lossless WebP.
    @Test(arguments: [(0.0, 1.0), (0.5, 0.75), (1, 0.5), (2, 0)])
    func `the share of frames that repeat the one before is known`(_ moving: Double, _ share: Double) throws {
        let animations =
            moving > 0
            ? #", "animations": [{"keyPath": "position.x", "values": [0, 90], "duration": \#(moving), "fillMode": "both"}]"#
            : ""
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 2, "fps": 50},
                 "layers": [{"type": "sprite", "contents": "star"\#(animations)}]}
                """#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let found = survey.repeated[.frames] / survey.total[.frames]
        #expect(abs(found - share) <= 0.04, "\(found)")
        #expect(abs(survey.repeated[.edges] / survey.total[.edges] - share) <= 0.1)
        // Of some moments, nothing is known about those in between.
        let moments = try #require(Survey(of: spec, RenderCost(of: spec, pictures: 2), at: [0.1, 0.1]))
        #expect(moments.repeated[.frames] == 0)
    }

    /// Regression: the empty corners of the box around a turned shape counted, even where the canvas shows its full middle.
    @Test(arguments: [0, 30, 45]) func `a shape larger than the canvas covers it, turned or not`(_ angle: Int) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 1, "fps": 10},
                 "layers": [{"type": "sprite", "contents": {"shape": "square", "size": 240}, "transform": {"rotation": "\#(angle)deg"}}]}
                """#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let share = survey.total[.hard] / survey.total[.canvas]
        #expect((0.9...1).contains(share), "\(share)")
    }

    /// Regression: ends of rows were taken as the outline's travel by the longer side: a tenth of them for a wide comb.
    @Test(arguments: [(0, 0, 19...26), (90, 0, 1.2...2.5), (0, 180, 19...26), (45, 0, 1.5...4)])
    func `ends of rows are those of the shape as it stands`(_ angle: Int, _ further: Int, _ ends: ClosedRange<Double>)
        throws
    {
        // Twelve teeth side by side, each 20 points high: 24 ends in each row, and 2 in most columns.
        let teeth = (0..<12).map { "M\($0 * 40) 0h24v20h-24Z" }.joined()
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 520, "height": 520}, "timing": {"duration": 1, "fps": 10},
                 "assets": {"comb": {"path": "\#(teeth)", "viewBox": [0, 0, 464, 20], "size": [464, 20]}},
                 "layers": [{"type": "sprite", "contents": "comb", "transform": {"rotation": "\#(angle + further)deg"}}]}
                """#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let turned = Double(angle) * .pi / 180
        let rows = 20 * abs(cos(turned)) + 464 * abs(sin(turned))
        let found = survey.total[.edges] / survey.total[.frames] / rows
        #expect(ends.contains(found), "\(found)")
    }

    private func edges(_ path: String, size: Int = 400, _ member: String = "") throws -> Double {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 1, "fps": 10},
                 "assets": {"s": {"path": "\#(path)", "viewBox": [0, 0, 400, 400], "size": \#(size)}},
                 "layers": [{"type": "sprite", "contents": "s"\#(member)}]}
                """#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        return survey.total[.edges] / survey.total[.frames]
    }

    /// Regression: a part cut out of an outline counted as a box, whose rows are all the same.
    @Test func `a part of an outline has its share of the ends`() throws {
        let bars = (0..<20).map { "M\($0 * 20) 0h10v400h-10Z" }.joined()
        let whole = try edges(bars)
        let part = try edges(bars, #", "contentsRect": [0, 0, 0.99, 0.99]"#)
        #expect(part > whole / 2 && part < whole * 1.5, "\(part) of \(whole)")
    }

    /// Regression: lines between the rows that were looked at had no ends.
    @Test func `lines between the inspected rows and columns have ends`() throws {
        // Rows are inspected at 12.5, 37.5 and so on: bars from 15 to 35.
        let box = "M0 0h400v1h-400ZM0 399h400v1h-400Z"
        let hidden = (0..<16).flatMap { row in (0..<20).map { "M\($0 * 20) \(row * 25 + 15)h10v20h-10Z" } }.joined()
        let plain = try edges(box)
        let found = try edges(box + hidden)
        #expect(found > 5000 && plain < 1700, "\(found), \(plain)")
    }

    /// Regression: one point far away made a shape as thin as its share of the box.
    @Test func `a shape with a point far off the canvas has its ends`() throws {
        let bars = (0..<20).map { "M\($0 * 20) 0h10v400h-10Z" }.joined()
        let near = try edges(bars)
        let far = try edges(bars + "M90000 90000h10v10z")
        #expect(far > near / 2, "\(far) of \(near)")
    }

    /// Regression: what had come to rest had nothing to code in files that only leave out what the first frame has.
    @Test func `what comes to rest is steady, and not what lasts from the first frame`() throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 2, "fps": 50},
                 "layers": [{"type": "sprite", "contents": {"shape": "square", "size": 40}, "animations": [
                   {"keyPath": "position.x", "values": [20, 60], "duration": 0.2, "fillMode": "both"}]}]}
                """#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let (steady, lasting) = (survey.total[.steady], survey.total[.lasting])
        #expect(steady > 0.7 * survey.total[.touched] && lasting < 0.1 * steady, "\(steady), \(lasting)")
    }

    /// Regression: only what looked as in the first frame was steady, but not what a mask shows later.
    @Test(arguments: [(false, 0.7...1.0), (true, 0.0...0.01)])
    func `what a growing mask shows is steady, unless it moves`(_ moves: Bool, _ share: ClosedRange<Double>) throws {
        let motion =
            moves
            ? #", "animations": [{"keyPath": "position.x", "values": [0, 60], "duration": 2, "fillMode": "both"}]"# : ""
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 2, "fps": 24},
                 "layers": [{"type": "group", "mask": {"contents": "circle", "position": [100, 100]},
                   "animations": [{"keyPath": "mask.scale", "values": [0, 30], "duration": 2}],
                   "layers": [{"type": "sprite", "contents": {"gradient": {"colors": ["gold", "crimson"]}}, "size": "cover"\#(motion)}]}]}
                """#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let found = survey.total[.steady] / survey.total[.touched]
        #expect(share.contains(found), "\(found)")
    }

    @Test func `lists look alike without regard to ages, at any depth`() throws {
        func list(_ x: Double, _ age: Double, _ opacity: Double = 1) -> DrawList {
            let item = DrawList.Item(
                id: 1,
                cell: 0,
                sprite: 0,
                age: age,
                position: [x, 0],
                z: 0,
                scale: [1, 1],
                rotation: 0,
                color: [1, 1, 1, 1]
            )
            let inner = DrawList.Group(layer: 1, opacity: opacity, blend: .normal, items: [item])
            let outer = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [], groups: [inner])
            return DrawList(time: age, groups: [outer])
        }
        #expect(list(3, 0).looks(like: list(3, 9)))
        #expect(!list(3, 0).looks(like: list(4, 0)) && !list(3, 0).looks(like: list(3, 0, 0.5)))
    }

    @Test(arguments: [
        #"[{"type": "collider", "shape": "circle", "radius": 3}]"#,
        #"[{"type": "drag", "drag": 1}, {"type": "bounce"}]"#,
    ])
    func `extremely long lives are not simulated for a price`(_ behaviors: String) throws {
        let spec = try EffectSpec(
            text: #"""
                {"layers": [{"timeOffset": 100000, "emitterBehaviors": \#(behaviors), "emitterCells": [
                  {"contents": "circle", "lifetime": 1000000, "burst": {"count": 3}, "yAcceleration": 100}]}]}
                """#
        )
        let cost = RenderCost(of: spec)
        #expect(cost.work > 1e9 && Survey(of: spec, cost) == nil)
    }
}
