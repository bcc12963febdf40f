import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering

/// Prices of the outlines of assets: paths, and the letters of texts.
struct AssetPriceTests {
    private static func job(_ format: Output.Format) -> RenderPrice.Job {
        format.isData ? .dump : format.isVector ? .vector : .animation
    }

    /// Work of an effect with a few pieces of each of several assets.
    private static func work(_ assets: [String], _ format: Output.Format) throws -> Double {
        let cells = assets.map { #"{"contents": \#($0), "burst": {"count": 1}, "lifetime": 2, "velocity": 5}"# }
        let text = #"""
            {"canvas": {"width": 300, "height": 200}, "timing": {"duration": 1, "fps": 20}, "layers": [
              {"emitterPosition": [150, 100], "emitterCells": [\#(cells.joined(separator: ","))]}]}
            """#
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        let spec = try EffectSpec(json: JSONParser.parse(Array(text.utf8)), limits: RenderLimits(), library: library)
        return RenderPrice(of: spec.prepared(for: format), job(format)).work
    }

    /// Path data of short curves.
    private static func path(_ segments: Int, _ seed: Int) -> String {
        let curves = (0..<segments).map { "s\(($0 + seed) % 7 - 3) \($0 % 5 - 2) \($0 % 9 - 4) \(($0 + seed) % 4 - 2)" }
        return #"{"path": "M0 0\#(curves.joined())Z", "size": 20}"#
    }

    /// Nanoseconds that a segment takes at least, measured.
    private static let least: [(Output.Format, Double)] = [
        (.svg, 700), (.tracks, 700), (.lottie, 900), (.dotLottie, 900), (.tgs, 900), (.json, 1200), (.apng, 100),
    ]

    /// Regression: seven paths of 1,900 curves cost 4 to 9 % of what they took, as outlines were in no price of a vector or a dump.
    @Test(arguments: least)
    func `prices grow with the segments of paths`(_ format: Output.Format, _ least: Double) throws {
        let works = try [300, 600, 1200].map { count in
            try Self.work((0..<4).map { Self.path(count, $0) }, format)
        }
        let (once, thrice) = (works[1] - works[0], works[2] - works[0])
        #expect(once > least * 4 * 300, "\(once / 1200) ns for a segment")
        #expect((2...4).contains(thrice / once), "\(works)")
    }

    /// Regression: thirty texts of fifty letters took up to a hundred times their price.
    @Test(arguments: least)
    func `prices grow with the letters of texts`(_ format: Output.Format, _ least: Double) throws {
        func text(_ count: Int) -> String {
            let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&%@"
            return #"{"text": "\#(letters.prefix(count))", "fontSize": 8}"#
        }
        let works = try [15, 30, 60].map { try Self.work([text($0)], format) }
        #expect(works[1] - works[0] > 15 * 10 * least, "\(works)")
        #expect(works[2] - works[1] > 30 * 10 * least, "\(works)")
    }

    /// A Lottie has the outline of each piece.
    @Test func `copies of a text are priced in a Lottie`() throws {
        func work(_ copies: Int, _ format: Output.Format) throws -> Double {
            let text = #"""
                {"canvas": {"width": 300, "height": 200}, "timing": {"duration": 1, "fps": 20}, "layers": [
                  {"type": "group", "instanceCount": \#(copies), "instanceTransform": {"translation": [3, 3]}, "layers": [
                    {"type": "sprite", "contents": {"path": "M0 0\#(String(repeating: "l3 1l-2 2", count: 200))Z"}}]}]}
                """#
            let spec = try EffectSpec(text: text)
            return RenderPrice(of: spec.prepared(for: format), .vector).work
        }
        #expect(try work(40, .lottie) - work(4, .lottie) > 36 * 400 * 100)
        #expect(try work(40, .svg) < work(40, .lottie))
    }

    /// Regression: a turned shape that is larger than the canvas was counted as if it covered half of it.
    @Test(arguments: [0.0, 0.785])
    func `a shape that covers the canvas has all of its pixels`(_ angle: Double) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 100, "height": 80}, "timing": {"duration": 1, "fps": 10}, "layers": [
                  {"type": "sprite", "contents": {"shape": "square", "size": 1500}, "position": [50, 40], "transform": {"rotation": \#(angle)}}]}
                """#
        )
        let parts = RenderPrice(of: spec.prepared(for: .apng)).parts
        let drawn = try #require(parts.first { $0.stage == .draw })
        let pixels = drawn.tally[.largeShapePixels] / drawn.tally[.frames]
        #expect((7500...8500).contains(pixels), "\(pixels) of 8,000")
    }

    /// Regression: outlines that cross themselves are densest in their middle, which a canvas shows of something larger.
    @Test func `a star that is larger than the canvas has the edges of its middle`() throws {
        func edges(_ size: Int) throws -> Double {
            // {15/7}: each line passes near the middle.
            let corners = (0..<15).map { number in
                let angle = 2 * Double.pi * Double(7 * number) / 15
                return "\(1000 * cos(angle)) \(1000 * sin(angle))"
            }
            let spec = try EffectSpec(
                text: #"""
                    {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 1, "fps": 10}, "layers": [
                      {"type": "sprite", "contents": {"path": "M\#(corners.joined(separator: "L"))Z", "size": \#(size),
                       "viewBox": [-1000, -1000, 2000, 2000]}, "position": [100, 100]}]}
                    """#
            )
            let drawn = try #require(RenderPrice(of: spec.prepared(for: .apng)).parts.first { $0.stage == .draw })
            return drawn.tally[.largeShapeEdges] / drawn.tally[.frames]
        }
        // Fifteen lines cross the canvas, each with at least its width or its height.
        #expect(try edges(2000) > 15 * 200)
    }
}
