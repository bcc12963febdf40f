import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
@testable import EffectVectors
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Shadows and soft edges that change. Regression: they stood still in SVGs and Lotties.
struct ChangingEdgeTests {
    private static func simulation(_ layers: String) throws -> Simulation {
        try Simulation(
            EffectSpec(
                text:
                    #"{"canvas": {"width": 120, "height": 100}, "timing": {"duration": 2, "fps": 30}, "layers": [\#(layers)]}"#
            )
        )
    }

    private static func lottie(_ simulation: Simulation) throws -> (document: JSONValue, rate: Double) {
        let scene = try VectorScene(simulation, maximumPieces: 1000, curves: .cubics, tolerance: 0.1) { false }
        let options = LottieDocument.Options(elements: 10_000, bytes: 1 << 24, isSticker: false)
        let made = try LottieDocument(scene, of: simulation.spec, sprites: simulation.sprites, options) { _, _ in
            "data:image/png;base64,"
        }
        let document = try LottieTests.parsed(made)
        return (document, try #require(document["fr"]?.double))
    }

    private static func svg(_ simulation: Simulation) throws -> String {
        let scene = try VectorScene(simulation, maximumPieces: 1000) { false }
        let limits = SVGDocument.Limits(elements: 10_000, bytes: 1 << 24)
        return try SVGDocument(scene, of: simulation.spec, sprites: simulation.sprites, limits) { _ in nil }.text
    }

    /// Values of the first effect of a kind in a Lottie, one property after another.
    private static func effect(_ type: Double, in document: JSONValue) throws -> [JSONValue?] {
        var found: [JSONValue?]?
        LottieTests.visit(document) { object in
            if object["ty"]?.double == type, let values = object["ef"]?.elements, found == nil {
                found = values.map { $0["v"] }
            }
        }
        return try #require(found)
    }

    /// A white square on a card that grows, with a shadow whose numbers all change but for the duration.
    private static let card = #"""
        {"type": "group", "name": "g", "size": [60, 40], "backgroundColor": "white", "shadowOpacity": 0.9, "shadowRadius": 2,
         "shadowOffset": [6, 2], "animations": [
           {"keyPath": "size", "values": [[60, 40], [90, 70]], "duration": 2},
           {"keyPath": "shadowRadius", "values": [2, 12], "duration": 2},
           {"keyPath": "shadowOffset", "values": [[6, 2], [-6, 9], [-6, -9]], "duration": 2},
           {"keyPath": "shadowOpacity", "values": [0.9, 0.3], "duration": 2},
           {"keyPath": "shadowColor", "values": ["#000000", "#ff0080"], "duration": 2}],
         "layers": [{"type": "shape", "name": "s", "path": "M50 40h20v20h-20z", "fillColor": "red"}]}
        """#

    @Test func `a Lottie's shadow changes as in the draw lists`() throws {
        let simulation = try Self.simulation(Self.card)
        let (document, rate) = try Self.lottie(simulation)
        let values = try Self.effect(25, in: document)
        for time in [0.1, 0.5, 0.77, 1.4, 1.9] {
            let shadow = try #require(simulation.drawList(at: time).groups.first?.shadow)
            let found = values.map { LottieTests.values($0, at: time * rate) }
            let (alpha, angle, distance) = (found[1][0], found[2][0] * .pi / 180, found[3][0])
            let offset = SIMD2(sin(angle), -cos(angle)) * distance
            #expect(abs(alpha / 255 - shadow.color.w) < 0.02)
            // Draw lists have whole pixels.
            #expect(
                abs(offset.x - shadow.offset.x) < 0.7 && abs(offset.y - shadow.offset.y) < 0.7,
                "\(offset) at \(time)"
            )
            #expect(abs(found[4][0] - shadow.feather / 6 * 4) < 0.4)
            for index in 0..<3 { #expect(abs(found[0][index] - shadow.color[index]) < 0.02) }
        }
    }

    @Test func `an SVG's shadow has a clock where it changes, and none where it stands still`() throws {
        let moving = try Self.svg(Self.simulation(Self.card))
        let filter = try #require(moving.firstMatch(of: /\{(?<rule>[^}]*drop-shadow[^}]*)\}/)?.rule)
        #expect(filter.contains("animation:") && filter.contains("max(0px,calc(1px*") && !filter.contains("NaN"))
        let still = try Self.svg(
            Self.simulation(
                #"""
                {"type": "group", "shadowOpacity": 0.5, "shadowRadius": 3, "shadowOffset": [4, 6], "layers": [
                  {"type": "shape", "path": "M50 40h20v20h-20z", "fillColor": "red"}]}
                """#
            )
        )
        #expect(still.contains("drop-shadow(4px 6px ") && !still.contains("animation:"))
    }

    @Test func `the soft edge of a mask grows with its layer`() throws {
        let simulation = try Self.simulation(
            #"""
            {"type": "group", "animations": [{"type": "basic", "keyPath": "transform.scale", "from": 1, "to": 3, "duration": 2}],
             "layers": [{"type": "reveal", "from": "transparent", "to": "red", "startRadius": 5, "endRadius": 20, "feather": 6,
                         "duration": 2}]}
            """#
        )
        func feather(at time: Double) throws -> Double {
            func find(_ groups: [DrawList.Group]) -> Double? {
                groups.lazy.compactMap { $0.mask?.feather ?? find($0.groups) }.first
            }
            return try #require(find(simulation.drawList(at: time).groups))
        }
        #expect(try feather(at: 1.9) > 2 * feather(at: 0.1))
        #expect(try Self.svg(simulation).contains("filter:blur(max(0px,calc(1px*"))
        let (document, rate) = try Self.lottie(simulation)
        let blur = try Self.effect(29, in: document)
        for time in [0.1, 1, 1.9] {
            let found = LottieTests.values(blur[0], at: time * rate)[0] * 0.3
            #expect(abs(found - (try feather(at: time)) / 6) < 0.2)
        }
    }
}
