import EffectCatalog
import EffectSimulation
import Foundation
import StrictJSON
import Testing

@testable import EffectVectors

/// Keyframes and compositions of Lotties: none at one time, none of broken sides, none twice.
struct LottieEconomyTests {
    /// Regression: the tiles of these had sides like 17.857, which the schema forbids.
    @Test(arguments: ["shatter-linear", "shatter-sprites", "tumble"])
    func `sides of compositions are whole numbers`(_ preset: String) throws {
        var count = 0
        try LottieTests.visit(try LottieTests.parsed(try LottieTests.document(preset))) { object in
            guard object["ty"]?.double == 0 else { return }
            for side in ["w", "h"] {
                let length = try #require(object[side]?.double)
                #expect(length == length.rounded() && length >= 1)
            }
            count += 1
        }
        #expect(count > 10)
    }

    /// Regression: cubics shorter than the last decimal of a time gave two keyframes at one time.
    @Test func `curves shorter than the last decimal of a time have no keyframe`() throws {
        func cubic(_ start: Double, _ end: Double, _ low: Double, _ high: Double) -> Channel.Cubic {
            let third = (high - low) / 3
            return Channel.Cubic(start: start, end: end, values: SIMD4(low, low + third, high - third, high))
        }
        func times(_ text: String) throws -> [Double] {
            try JSONParser.parse(Array(text.utf8))["k"]?.elements.compactMap { $0["t"]?.double } ?? []
        }
        let curve = LottieCurve.moving([
            cubic(3, 3.002, 0, 1), cubic(3.002, 10, 1, 50), cubic(10, 10.003, 50, 51), cubic(10.003, 20, 51, 0),
            cubic(20, 20.001, 0, 1),
        ])
        #expect(try times(LottieProperty.scalar(curve, digits: 1)) == [3, 10, 20])
        let lines = [(3.0, [0.0]), (3.004, [5]), (9, [2]), (12, [7]), (12.001, [8])]
        #expect(try times(LottieProperty.lines(lines, digits: 1)) == [3, 9, 12])
        #expect(LottieProperty.scalar(.moving([cubic(5, 5.001, 0, 9)]), digits: 1) == LottieProperty.still("9"))
    }

    @Test(arguments: Preset.all.keys.sorted())
    func `no two keyframes of a property share a time`(_ preset: String) throws {
        let document: LottieDocument
        do { document = try LottieTests.document(preset) } catch VectorError.unsupported { return }
        LottieTests.visit(try LottieTests.parsed(document)) { object in
            guard object["a"]?.double == 1, let keys = object["k"]?.elements else { return }
            let times = keys.compactMap { $0["t"]?.double }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
        }
    }

    /// Regression: a count of pieces wrote all of them, with the outline of each.
    @Test(arguments: ["cc-snow", "comet", "word-fountain"])
    func `a count of pieces writes none, and ends at the same limits`(_ preset: String) throws {
        let simulation = try VectorSceneTests.simulation(preset, seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 100_000, curves: .cubics, tolerance: 0.1) { false }
        func document(_ elements: Int, isCounted: Bool) throws -> LottieDocument {
            let options = LottieDocument.Options(elements: elements, bytes: 1 << 26, isCounted: isCounted)
            return try LottieDocument(scene, of: simulation.spec, sprites: simulation.sprites, options) { _, _ in "" }
        }
        func isEnough(_ elements: Int, isCounted: Bool) throws -> Bool {
            do {
                _ = try document(elements, isCounted: isCounted)
                return true
            } catch VectorError.tooManyPieces {
                return false
            }
        }
        #expect(
            try document(100_000, isCounted: true).text.utf8.count * 10
                < document(100_000, isCounted: false).text.utf8.count
        )
        for elements in [10, 30, 60, 100, 150, 250, 400] {
            #expect(try isEnough(elements, isCounted: true) == isEnough(elements, isCounted: false))
        }
    }

    @Test(arguments: ["cc-snow", "easter", "word-fountain"])
    func `long shapes that many layers repeat are one composition each`(_ preset: String) throws {
        let document = try LottieTests.document(preset)
        #expect(!document.text.utf8.contains { $0 < 32 && $0 != 10 })
        let root = try LottieTests.parsed(document)
        var uses: [[UInt8]: Int] = [:]
        LottieTests.visit(root) { object in
            if object["ks"] != nil, let shapes = object["shapes"] {
                uses[JSONWriter.bytes(of: shapes), default: 0] += 1
            }
        }
        for (shapes, count) in uses { #expect((count - 1) * (shapes.count - 100) < 3000) }
        // Their origin is where the layer has it.
        let comps = root["assets"]?.elements ?? []
        var shared = 0
        LottieTests.visit(root) { layer in
            guard layer["ty"]?.double == 0, let anchor = layer["ks"]?["a"]?["k"]?.numbers else { return }
            let comp = comps.first { $0["id"] == layer["refId"] }
            #expect(comp?["layers"]?.elements.first?["ks"]?["p"]?["k"]?.numbers == anchor)
            #expect(layer["w"]?.double == 2 * anchor[0] && layer["h"]?.double == 2 * anchor[1])
            shared += 1
        }
        #expect(shared > 8)
    }
}
