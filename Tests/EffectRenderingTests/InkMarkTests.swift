@testable import EffectRendering
import APNG
import EffectModel
import EffectSimulation
import SoftwareRaster
import TestSupport
import Testing

/// Straight colors that the rasterizer records for the encoder.
struct InkMarkTests {
    /// Thin pieces with hardly any opaque pixel, in a few colors or random ones.
    private static func simulation(_ colors: String = ##""color": "#e04070c0", "redRange": 1, "alphaRange": 1"##)
        throws -> Simulation
    {
        let text = #"""
            {"canvas": {"width": 120, "height": 90}, "timing": {"duration": 2, "fps": 30}, "seed": 4,
             "layers": [{"emitterPosition": [60, 45], "emitterShape": "rectangle", "emitterSize": [120, 90],
               "emitterMode": "surface",
               "emitterCells": [{"contents": {"shape": "rectangle", "size": [14, 2.5]}, "birthRate": 60, "lifetime": 2,
                                 "velocity": 30, "emissionRange": "360deg", "spin": 3,
                                 \#(colors)}]}]}
            """#
        return Simulation(try EffectSpec(text: text))
    }

    private static func rasterizer(_ simulation: Simulation, recordsStraightColors: Bool) -> Rasterizer {
        Rasterizer(
            width: 120,
            height: 90,
            background: .transparent,
            sprites: simulation.sprites,
            recordsStraightColors: recordsStraightColors
        )
    }

    private static func encoded(_ bitmap: Bitmap) throws -> [UInt8] {
        try FrameEncoder().encode(FrameEncoder.Picture(bitmap), number: 0, delay: Delay(framesPerSecond: 30))
    }

    @Test func `recorded colors make a smaller file with the same image`() throws {
        let simulation = try Self.simulation(##""color": "#e04070""##)
        var (marked, plain) = (
            Self.rasterizer(simulation, recordsStraightColors: true),
            Self.rasterizer(simulation, recordsStraightColors: false)
        )
        var sizes = (marked: 0, plain: 0)
        for frame in 20..<30 {
            let list = simulation.drawList(ofFrame: frame)
            marked.draw(list)
            plain.draw(list)
            let isSame = marked.bitmap.pixels == plain.bitmap.pixels
            #expect(isSame && marked.bitmap.inkMarks != nil && plain.bitmap.inkMarks == nil)
            sizes.marked += try Self.encoded(marked.bitmap).count
            sizes.plain += try Self.encoded(plain.bitmap).count
        }
        #expect(sizes.marked * 100 < sizes.plain * 99, "\(sizes)")
    }

    @Test func `earlier frames never show through, whatever their number`() throws {
        let simulation = try Self.simulation()
        let list = simulation.drawList(ofFrame: 30)
        var fresh = Self.rasterizer(simulation, recordsStraightColors: true)
        fresh.draw(list)
        let expected = try Self.encoded(fresh.bitmap)
        var used = Self.rasterizer(simulation, recordsStraightColors: true)
        let others = [20, 27, 31, 44].map(simulation.drawList)
        // Frame numbers wrap after 255.
        for round in 0..<520 {
            used.draw(others[round % 4])
            guard round % 16 == 0 || round > 500 || 250..<260 ~= round else { continue }
            used.draw(list)
            let isSame = try Self.encoded(used.bitmap) == expected
            #expect(isSame, "after \(round)")
        }
    }

    @Test func `a copy of a bitmap keeps its own record`() throws {
        let simulation = try Self.simulation()
        var rasterizer = Self.rasterizer(simulation, recordsStraightColors: true)
        rasterizer.draw(simulation.drawList(ofFrame: 30))
        let copy = rasterizer.bitmap
        let before = try Self.encoded(copy)
        rasterizer.draw(simulation.drawList(ofFrame: 45))
        let isSame = try Self.encoded(copy) == before
        #expect(isSame)
    }

    @Test func `large canvases and opaque backgrounds record no colors`() throws {
        let simulation = try Self.simulation()
        let black = try #require(Color("black"))
        for (width, height, background) in [(2049, 2048, Canvas.Background.transparent), (120, 90, .color(black))] {
            var rasterizer = Rasterizer(
                width: width,
                height: height,
                background: background,
                sprites: simulation.sprites,
                recordsStraightColors: true
            )
            rasterizer.draw(simulation.drawList(ofFrame: 30))
            #expect(rasterizer.bitmap.inkMarks == nil)
        }
    }
}
