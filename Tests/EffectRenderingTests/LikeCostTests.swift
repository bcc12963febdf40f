import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing

/// Predicted costs of likes with text.
struct LikeCostTests {
    private func spec(_ members: String) throws -> EffectSpec {
        let text = #"""
            {"canvas": {"width": 200, "height": 300}, "timing": {"duration": 2, "fps": 20},
             "layers": [{"type": "like", "press": 1.5, "button": {}\#(members)}]}
            """#
        var limits = RenderLimits()
        limits.maximumWork = .max
        return try EffectSpec(
            json: JSONParser.parse(Array(text.utf8)),
            limits: limits,
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
    }

    @Test func `the counter counts as live particles`() throws {
        let plain = RenderCost(of: try spec(""))
        let counted = RenderCost(of: try spec(#", "counter": {}"#))
        #expect(counted.liveParticles == plain.liveParticles + 4 && counted.births == plain.births + 4)
    }

    @Test func `live particles and births never exceed the prediction`() throws {
        let quiet = #", "cells": 1, "counter": {}, "cell": {"birthRate": 0.001}"#
        let spec = try spec(quiet)
        let simulation = Simulation(spec)
        let most = (0..<40).map { simulation.drawList(ofFrame: $0).groups.flatMap(\.items).count }.max() ?? 0
        let cost = RenderCost(of: spec)
        #expect(most > 1 && Double(most) <= cost.liveParticles && Double(simulation.birthCount) <= cost.births)
    }

    @Test func `the mask is priced for button, emoji and counter`() throws {
        let mask = #""mask": {"contents": {"path": "M0 0L10 0L0 10L10 10L5 0L5 10Z", "size": 300}}"#
        func price(_ layer: String) throws -> Double {
            func work(_ members: String) throws -> Double {
                let text = #"{"layers": [{\#(layer)\#(members)}], "timing": {"duration": 2, "fps": 20}}"#
                var limits = RenderLimits()
                limits.maximumWork = .max
                let json = try JSONParser.parse(Array(text.utf8))
                return RenderCost(
                    of: try EffectSpec(
                        json: json,
                        limits: limits,
                        library: LocalAssets(fontDirectories: TestFonts.directories)
                    )
                ).work
            }
            return try work(", " + mask) - work("")
        }
        let one = try price(#""type": "sprite", "contents": "circle""#)
        #expect(try price(#""type": "like""#) > 2.5 * one)
    }
}
