import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectRendering
@testable import EffectVectors

/// Shapes that are filled with a gradient, from the document to vectors.
struct FillTests {
    private func spec(_ asset: String, cell: String = "") throws -> EffectSpec {
        try EffectSpec(
            text: """
                {"canvas": {"width": 60, "height": 40}, "timing": {"duration": 1, "fps": 8}, "assets": {"a": {\(asset)}}, "layers": [
                  {"emitterPosition": ["50%", "50%"], "emitterCells": [{"contents": "a", "burst": {"count": 3}, "birthRate": 0,
                   "lifetime": 2, "velocity": 20, "emissionRange": "1turn" \(cell)}]}]}
                """
        )
    }

    private func scene(_ spec: EffectSpec) throws -> (VectorScene, Simulation) {
        let simulation = Simulation(spec)
        return (try VectorScene(simulation, maximumPieces: 1000, curves: .cubics, tolerance: 0.1) { false }, simulation)
    }

    private func svg(_ spec: EffectSpec) throws -> String {
        let (scene, simulation) = try scene(spec)
        let limits = SVGDocument.Limits(elements: 1000, bytes: 1 << 20)
        return try SVGDocument(scene, of: spec, sprites: simulation.sprites, limits) { _ in nil }.text
    }

    private func lottie(_ spec: EffectSpec) throws -> String {
        let (scene, simulation) = try scene(spec)
        let options = LottieDocument.Options(elements: 1000, bytes: 1 << 20, isSticker: false)
        return try LottieDocument(scene, of: spec, sprites: simulation.sprites, options) { _, _ in nil }.text
    }

    @Test func `a fill is written as it is read`() throws {
        let spec = try spec(#""shape": "star", "fill": "linear:45deg,gold@0.2,navy@0.9""#)
        let again = try EffectSpec(json: spec.json)
        #expect(again.assets["a"]?.fill == spec.assets["a"]?.fill)
        #expect(spec.assets["a"]?.fill?.locations == [0.2, 0.9])
    }

    @Test(arguments: [
        (#""shape": "dot", "fill": "linear:gold,navy""#, "fill with a dot"),
        (#""gradient": {"colors": ["red", "blue"]}, "size": 8, "fill": "linear:gold,navy""#, "fill with a gradient"),
        (#""shape": "star", "fill": "linear:gold""#, #""linear:gold", which has 1 color"#),
        (#""shape": "star", "fill": "gold""#, #""gold""#),
        (#""shape": "star", "fill": 3"#, "3"),
    ])
    func `what cannot be filled is refused`(_ asset: String, _ found: String) {
        #expect {
            try spec(asset)
        } throws: { error in
            guard let error = error as? SpecError else { return false }
            return error.faults.contains { $0.pointer == "/assets/a/fill" && $0.found == found }
        }
    }

    @Test func `vectors have the gradient in the color of the piece`() throws {
        let spec = try spec(
            #""shape": "heart", "size": [20, 10], "fill": "radial:white,black""#,
            cell: #", "color": "red""#
        )
        let svg = try svg(spec)
        #expect(svg.contains("<radialGradient"))
        #expect(svg.contains("stop-color=\"#f00\""))
        #expect(svg.contains("fill=\"url(#"))
        let lottie = try lottie(spec)
        #expect(lottie.contains(#""ty":"gf","t":2"#))
        #expect(lottie.contains(#""k":[0,1,0,0,1,0,0,0]"#))
    }

    @Test func `vectors refuse a cone, and an SVG a gradient of changing color`() throws {
        let cone = try spec(#""shape": "star", "fill": "conic:gold,navy,gold""#)
        #expect(throws: VectorError.self) { try svg(cone) }
        #expect(throws: VectorError.self) { try lottie(cone) }
        let changing = try spec(#""shape": "star", "fill": "linear:gold,navy""#, cell: #", "redSpeed": -0.5"#)
        #expect(throws: VectorError.unsupported(.changingFill, layer: 0)) { try svg(changing) }
        #expect(VectorError.Unsupported.changingFill.formsThatCan == ["lottie.json", "tracks.json"])
        #expect(try lottie(changing).contains(#""ty":"gf""#))
    }

    @Test func `a gradient takes longer than a color`() throws {
        let plain = try spec(#""shape": "star", "size": 40"#)
        let filled = try spec(#""shape": "star", "size": 40, "fill": "linear:gold,navy""#)
        #expect(RenderCost(of: filled).work > RenderCost(of: plain).work)
        let cone = try spec(#""shape": "star", "size": 40, "fill": "conic:gold,navy,gold""#)
        #expect(RenderCost(of: cone).work > RenderCost(of: filled).work)
    }

    @Test func `an outline that a group makes 500 times larger keeps its digits`() throws {
        func extents(_ end: String) throws -> [Double] {
            let gradient = #"{"gradient": {"type": "radial", "colors": ["red", "blue"], "endPoint": \#(end)}}"#
            let text = try lottie(spec(#""shape": "star", "size": 60, "fill": \#(gradient)"#))
            // Vertices of the path.
            let list = try #require(text.firstMatch(of: /"v":\[\[(.*?)\]\]/)).1
            return list.split(separator: "],[").compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
        }
        let (even, tall) = (try extents("[1, 1]"), try extents("[0.502, 1]"))
        #expect(even.count == 10 && tall.count == 10)
        for (plain, pressed) in zip(even, tall) { #expect(abs(pressed * 250 - plain) < 0.02) }
    }

    @Test func `a poster is not a flash`() {
        let flash = [5.0, 6, 90, 95, 8, 30, 40, 44, 45, 45, 44, 40, 30, 10, 5, 5, 5, 5, 5, 5]
        #expect(Poster.frame(of: flash, fps: 12, isLoop: true) == 8)
        #expect(Poster.frame(of: [0, 0, 7, 7, 7, 0], fps: 12, isLoop: false) == 2)
        #expect(Poster.frame(of: [0, 0, 0, 9, 0, 0, 0, 0], fps: 24, isLoop: false) == 3)
        #expect(Poster.frame(of: [3], fps: 24, isLoop: true) == 0)
    }
}
