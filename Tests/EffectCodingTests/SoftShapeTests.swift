import EffectCost
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectModel

/// Shapes that are blurred or have light around them: images that are drawn when a render starts.
struct SoftShapeTests {
    private func asset(_ members: String, limits: RenderLimits = RenderLimits()) throws -> Asset {
        let spec = try EffectSpec(
            text:
                #"{"assets": {"a": {\#(members)}}, "layers": [{"emitterCells": [{"contents": "a", "birthRate": 1, "lifetime": 1}]}]}"#,
            limits: limits
        )
        return try #require(spec.assets["a"])
    }

    private func picture(_ members: String) throws -> (pixels: Picture, asset: Asset) {
        let asset = try asset(members)
        guard case .picture(let picture, _) = asset.content else { throw CancellationError() }
        return (picture, asset)
    }

    private func alphas(_ picture: Picture) -> [Double] {
        picture.levels[0].pixels.map { Double($0 >> 24) / 255 }
    }

    /// Alpha at a distance in points from the middle to the right.
    private func alpha(_ soft: (pixels: Picture, asset: Asset), at x: Double) -> Double {
        let (picture, density) = (soft.pixels, Double(soft.pixels.width) / soft.asset.size.x)
        let column = Int(Double(picture.width) / 2 + x * density)
        return Double(picture.levels[0].pixels[picture.height / 2 * picture.width + column] >> 24) / 255
    }

    /// Shapes with their areas in square points.
    private static let areas: [(String, Double)] = [
        (#""shape": "circle", "size": 30"#, 706.86), (#""shape": "ring", "size": 40, "innerRadius": 0.6"#, 804.25),
        (#""shape": "triangle", "size": [30, 50]"#, 750), (#""shape": "square", "size": 9.3"#, 86.49),
        (
            #""path": "M0 0H30V20H0Z M5 5H25V15H5Z", "viewBox": [0, 0, 30, 20], "fillRule": "evenodd", "size": [30, 20]"#,
            400
        ),
        (#""path": "M0 0H30V20H0Z M5 5H25V15H5Z", "viewBox": [0, 0, 30, 20], "size": [30, 20]"#, 600),
        (#""path": "M0 0H30V20H0Z M5 5V15H25V5Z", "viewBox": [0, 0, 30, 20], "size": [30, 20]"#, 400),
        // Half a circle above a square with a round corner, left open.
        (#""path": "M0 10A10 10 0 0 1 20 10Q20 20 10 20H0", "viewBox": [0, 0, 20, 20], "size": 20"#, 340.41),
    ]

    @Test(arguments: areas)
    func `coverage is that of the outline`(_ members: String, _ area: Double) throws {
        // A glow without strength leaves the shape, at three pixels per point.
        let soft = try picture(members + #", "glow": {"strength": 0, "radius": 2}"#)
        let sum = alphas(soft.pixels).reduce(0, +) / 9
        #expect(abs(sum - area) < 0.004 * area, "\(sum), \(area)")
    }

    @Test(arguments: [1.0, 3, 8])
    func `a blur is near a Gaussian and keeps the sum`(_ deviation: Double) throws {
        let soft = try picture(#""shape": "square", "size": 60, "blur": \#(deviation)"#)
        for x in stride(from: 0, to: 30 + 2.5 * deviation, by: deviation / 2) {
            func part(_ edge: Double) -> Double { 0.5 * (1 + erf(edge / (deviation * 2.0.squareRoot()))) }
            let density = Double(soft.pixels.width) / soft.asset.size.x
            let place =
                ((x * density + Double(soft.pixels.width) / 2).rounded(.down) + 0.5) / density - soft.asset.size.x / 2
            let expected = part(30 - place) - part(-30 - place)
            #expect(abs(alpha(soft, at: x) - expected) < 0.03, "\(x): \(alpha(soft, at: x)), \(expected)")
        }
        let density = Double(soft.pixels.width) / soft.asset.size.x
        let area = alphas(soft.pixels).reduce(0, +) / density / density
        #expect(abs(area - 3600) < 40, "\(area)")
    }

    @Test func `light is behind the shape, in its own color`() throws {
        let soft = try picture(
            #""shape": "circle", "size": 20, "glow": {"radius": 4, "strength": 1.5, "color": "lime"}"#
        )
        let picture = soft.pixels
        let row = Array(
            picture.levels[0].pixels[picture.height / 2 * picture.width..<(picture.height / 2 + 1) * picture.width]
        )
        #expect(row[picture.width / 2] == 0xFFFF_FFFF)
        let lit = row[Int(Double(picture.width) / 2 + 14 * Double(picture.width) / soft.asset.size.x)]
        #expect(lit & 0xFF == 0 && lit >> 8 & 0xFF == lit >> 24 && lit >> 24 > 40 && lit >> 24 < 200)
        // The image ends where the light does.
        #expect(row[0] >> 24 <= 2 && soft.asset.size.x >= 20 + 6 * 4 && soft.asset.size.x < 20 + 6 * 4 + 4)
    }

    @Test func `a fill stays in its place`() throws {
        let soft = try picture(
            #""shape": "square", "size": 40, "fill": "linear:90deg,red,blue", "glow": {"strength": 0, "radius": 5}"#
        )
        let picture = soft.pixels
        let row = Array(
            picture.levels[0].pixels[picture.height / 2 * picture.width..<(picture.height / 2 + 1) * picture.width]
        )
        func color(_ x: Double) -> UInt32 {
            row[Int(Double(picture.width) / 2 + x * Double(picture.width) / soft.asset.size.x)]
        }
        #expect(color(-19) & 0xFF > 240 && color(19) >> 16 & 0xFF > 240)
        #expect(abs(Int(color(0) & 0xFF) - 127) < 8)
    }

    @Test(arguments: [
        #""shape": "star", "corners": 6, "size": 20, "tint": [1, 0, 0, 0.5], "blur": 2"#,
        #""path": "M0 0h9v9z", "viewBox": [0, 0, 9, 9], "size": 30, "fill": "radial:gold,navy", "glow": {"radius": 3, "color": "gold"}"#,
        #""shape": "ring", "innerRadius": 0.7, "blur": 1, "glow": {}"#,
    ])
    func `a written spec is read as the same`(_ members: String) throws {
        let spec = try EffectSpec(
            text:
                #"{"assets": {"a": {\#(members)}}, "layers": [{"emitterCells": [{"contents": "a", "birthRate": 1, "lifetime": 1}]}]}"#
        )
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    @Test func `equal shapes share an image`() throws {
        let star = #"{"shape": "star", "size": 20, "glow": {}}"#
        let spec = try EffectSpec(
            text:
                #"{"layers": [{"emitterCells": [{"contents": \#(star), "birthRate": 1, "lifetime": 1}, {"contents": \#(star), "birthRate": 1, "lifetime": 1}]}]}"#
        )
        let pictures = try #require(spec.layers[0].content.emitter).emitterCells.compactMap { cell -> Picture? in
            guard case .picture(let picture, _)? = cell.ownAsset?.content else { return nil }
            return picture
        }
        #expect(pictures.count == 2 && pictures[0] === pictures[1])
    }

    @Test(arguments: [
        (#""shape": "dot", "blur": 2"#, "blur"), (#""gradient": {"colors": ["red", "blue"]}, "glow": {}"#, "glow"),
        (#""shape": "star", "blur": 51"#, "blur"), (#""shape": "star", "glow": {"radius": 0}"#, "glow/radius"),
        (#""shape": "star", "glow": {"strength": 5}"#, "glow/strength"),
        (#""shape": "star", "glow": {"glow": 5}"#, "glow/glow"),
    ])
    func `what can't be soft is refused by its name`(_ members: String, _ place: String) throws {
        let error = try #require(throws: SpecError.self) { _ = try asset(members) }
        #expect(error.faults.map(\.pointer) == ["/assets/a/" + place], "\(error.faults)")
    }

    @Test func `images of soft shapes count as images`() throws {
        var limits = RenderLimits()
        limits.maximumPicturePixels = 10_000
        let error = try #require(throws: SpecError.self) {
            _ = try asset(#""shape": "star", "size": 100, "glow": {}"#, limits: limits)
        }
        #expect(error.faults.first?.kind == .tooMuch && error.faults.first?.pointer == "/assets/a/glow")
        limits.maximumPicturePixels = 1_000_000
        limits.maximumPictures = 0
        let none = try #require(throws: SpecError.self) {
            _ = try asset(#""shape": "star", "glow": {}"#, limits: limits)
        }
        #expect(none.faults.map(\.kind) == [.tooMuch])
    }

    /// Extremes of size make neither a large image nor an empty one.
    @Test(arguments: ["0.01", "2048", "[200000, 0.0001]", "[0.0001, 200000]"], [0, 0.001, 50.0])
    func `an image has few pixels, however large the shape is`(_ size: String, _ blur: Double) throws {
        let soft = try picture(#""shape": "heart", "size": \#(size), "blur": \#(blur), "glow": {"radius": 0.5}"#)
        #expect((1...2048).contains(soft.pixels.width) && (1...2048).contains(soft.pixels.height))
        #expect(soft.pixels.width * soft.pixels.height <= 262_144)
    }

    /// Regression: a body of 2 kB took a reading thread 0.2 seconds, whether its spec was valid or not.
    @Test func `a soft shape is drawn when its pixels are needed, and can be stopped`() throws {
        let soft = try picture(#""shape": "star", "size": 100, "blur": 1, "glow": {}"#)
        #expect(!soft.pixels.isDrawn && soft.pixels.grain.count > 5 && soft.pixels.workOfShape != nil)
        var checks = 0
        let isDone = soft.pixels.draw {
            checks += 1
            return checks > 20
        }
        #expect(!isDone && !soft.pixels.isDrawn)
        #expect(soft.pixels.draw { false } && soft.pixels.isDrawn)
        #expect(soft.pixels.levels[0].pixels.count == soft.pixels.width * soft.pixels.height)
    }

    @Test(arguments: [#""blur": 6"#, #""glow": {"radius": 5}"#, #""blur": 1, "glow": {"radius": 8, "strength": 2}"#])
    func `estimates of an image that is not drawn are near it`(_ members: String) throws {
        for size in [16.0, 60] {
            let soft = try picture(#""shape": "heart", "size": \#(size), \#(members)"#)
            let estimated = soft.pixels.grain
            for (level, grain) in zip(soft.pixels.levels, estimated) where level.width > 8 {
                #expect(
                    grain > 0.5 * level.grain && grain < level.grain + 0.5,
                    "\(level.width): \(grain), \(level.grain)"
                )
            }
        }
    }

    @Test(arguments: [
        (#"{"text": "a🎉", "glow": {}}"#, "letters in colors of their own"), (#"{"emoji": "🎉", "blur": 1}"#, "an emoji"),
    ])
    func `what can't be soft is named`(_ contents: String, _ found: String) throws {
        let layer = #"{"layers": [{"type": "sprite", "contents": \#(contents)}]}"#
        let error = try #require(throws: SpecError.self) {
            _ = try EffectSpec(json: JSONParser.parse([UInt8](layer.utf8)), library: Colored())
        }
        #expect(error.faults.first?.found.hasSuffix(" with " + found) == true, "\(error.faults)")
    }

    /// A path far outside of its box lies within the image, which stays centered on the box.
    @Test func `a path may leave its box`() throws {
        let soft = try picture(#""path": "M100 0h10v10h-10z", "viewBox": [0, 0, 10, 10], "size": 10, "blur": 1"#)
        #expect(soft.asset.size.x > 210 && alpha(soft, at: 100) > 0.9 && alpha(soft, at: 0) == 0)
    }
}

/// A library whose letters are all images.
private struct Colored: AssetLibrary {
    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        Picture(width: 1, height: 1, pixels: [0])
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        .picture(Picture(width: 1, height: 1, pixels: [.max]), size: SIMD2(16, 16))
    }
}
