import AssetFiles
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering

/// Rendering, dumps and prices of shape layers.
struct ShapeLayerTests {
    private func spec(
        _ layers: String,
        canvas: String = #"{"width": 60, "height": 40}"#,
        timing: String = #"{"duration": 1, "fps": 4}"#
    ) throws -> EffectSpec {
        try EffectSpec(text: #"{"canvas": \#(canvas), "timing": \#(timing), "layers": [\#(layers)]}"#)
    }

    private func pictures(_ spec: EffectSpec) -> [Bitmap] {
        let simulation = Simulation(spec)
        var rasterizer = Rasterizer(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            background: .transparent,
            sprites: simulation.sprites,
            sumsLight: spec.sumsLight
        )
        return (0..<spec.timing.frameCount).map { frame in
            rasterizer.draw(simulation.drawList(ofFrame: frame))
            return rasterizer.bitmap
        }
    }

    /// Covered area in pixels, edge pixels counted by their coverage.
    private func area(_ bitmap: Bitmap) -> Double { bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }

    private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] >> 24 }

    @Test func `a path keeps its place on the canvas at every scale`() throws {
        for scale in [1, 2, 3] {
            let picture = try pictures(
                spec(
                    #"{"type": "shape", "path": "M10 10H30V20H10Z"}"#,
                    canvas: #"{"width": 60, "height": 40, "scale": \#(scale)}"#
                )
            )[0]
            #expect(area(picture) == Double(200 * scale * scale))
            #expect(alpha(picture, 10 * scale, 10 * scale) == 255 && alpha(picture, 10 * scale - 1, 10 * scale) == 0)
            #expect(
                alpha(picture, 30 * scale - 1, 20 * scale - 1) == 255 && alpha(picture, 30 * scale, 15 * scale) == 0
            )
        }
    }

    @Test func `the stroke is centered on the path above the fill, and both fade as one`() throws {
        let shape =
            ##"{"type": "shape", "path": "M20 10H40V30H20Z", "fillColor": "#00f", "strokeColor": "#f00", "lineWidth": 4"##
        let picture = try pictures(spec(shape + "}"))[0]
        #expect(area(picture) == 24 * 24)
        #expect(picture.pixels[20 * 60 + 21] == 0xFF00_00FF && picture.pixels[20 * 60 + 18] == 0xFF00_00FF)
        #expect(picture.pixels[20 * 60 + 30] == 0xFFFF_0000)
        let faint = try pictures(spec(shape + #", "opacity": 0.5}"#))[0]
        for (own, other) in zip(picture.pixels, faint.pixels) where own >> 24 == 255 {
            #expect(
                other >> 24 == 128 && (own & 0xFF > 0) == (other & 0xFF > 0)
                    && (own & 0xFF_0000 > 0) == (other & 0xFF_0000 > 0)
            )
        }
    }

    @Test func `a stroke grows with its strokeEnd`() throws {
        let spec = try spec(
            #"""
            {"type": "shape", "path": "M10 20H50", "fillColor": null, "strokeColor": "black", "lineWidth": 10,
             "animations": [{"type": "basic", "keyPath": "strokeEnd", "from": 0, "to": 1, "duration": 1}]}
            """#
        )
        #expect(pictures(spec).map(area) == [0, 100, 200, 300])
    }

    @Test func `a path morphs together with its stroke`() throws {
        let spec = try spec(
            #"""
            {"type": "shape", "path": "M20 10H30V20H20Z", "strokeColor": "red", "lineWidth": 2,
             "animations": [{"type": "basic", "keyPath": "path", "to": "M20 10H40V30H20Z", "duration": 1}]}
            """#
        )
        for (picture, side) in zip(pictures(spec), [12, 14.5, 17, 19.5]) {
            #expect(abs(area(picture) - side * side) < 0.1)
        }
    }

    @Test func `a transformed shape covers the expected area`() throws {
        for turn in [0.0, 0.3, 1.2] {
            let picture = try pictures(
                spec(
                    #"""
                    {"type": "shape", "path": "M0 0H20", "viewBox": [0, 0, 20, 0], "fillColor": null, "strokeColor": "red",
                     "lineWidth": 4, "transform": {"scale": [1.5, 2], "rotation": \#(turn)}}
                    """#
                )
            )[0]
            #expect(abs(area(picture) - 30 * 8) < 0.5)
        }
    }

    /// Checks pixels against distances. The rasterizer's sum is the true area of a path whose sides do not meet in one
    /// pixel.
    @Test func `the stroke of a curve covers the points within half its width`() throws {
        let picture = try pictures(
            spec(
                #"""
                {"type": "shape", "path": "M5 20C20 -20 30 60 55 15", "fillColor": null, "strokeColor": "red",
                 "lineWidth": 7, "lineCap": "round", "lineJoin": "round"}
                """#
            )
        )[0]
        let points = (0...400).map { step in
            let (t, r) = (Double(step) / 400, 1 - Double(step) / 400)
            let a = SIMD2<Double>(5, 20) * (r * r * r) + SIMD2<Double>(20, -20) * (3 * r * r * t)
            return a + SIMD2<Double>(30, 60) * (3 * r * t * t) + SIMD2<Double>(55, 15) * (t * t * t)
        }
        for y in stride(from: 0, to: 40, by: 3) {
            for x in 0..<60 {
                var covered = 0
                for index in 0..<16 {
                    let place = SIMD2(
                        Double(x) + (Double(index % 4) + 0.5) / 4,
                        Double(y) + (Double(index / 4) + 0.5) / 4
                    )
                    let nearest = points.reduce(Double.infinity) { min($0, (($1 - place) * ($1 - place)).sum()) }
                    if nearest <= 3.5 * 3.5 { covered += 1 }
                }
                #expect(abs(Double(alpha(picture, x, y)) / 255 - Double(covered) / 16) < 0.16, "\(x), \(y)")
            }
        }
    }

    @Test func `a dump contains the outlines of shapes`() throws {
        let spec = try spec(
            #"""
            {"type": "shape", "name": "s", "path": "M20 10H40V30Z", "fillRule": "evenodd", "strokeColor": "red"},
            {"type": "sprite", "contents": "star", "z": 1}
            """#
        )
        let frame = try JSONParser.parse(FrameDump(Simulation(spec)).piece(1))
        guard case .array(let items)? = frame["items"] else {
            Issue.record("no items")
            return
        }
        #expect(items.map { $0["sprite"] } == [-1, -1, 0] && items.map { $0["cell"] } == ["fill", "stroke", "sprite"])
        #expect(items[0]["path"] == "M-10 -10L10 -10L10 10Z" && items[0]["fillRule"] == "evenodd")
        #expect(items[1]["fillRule"] == "nonzero" && items[2]["path"] == nil)
        guard case .string(let path)? = items[1]["path"] else { return }
        _ = try SVGPath(path)
    }

    // MARK: Prices

    private static let shapes = [
        #"{"type": "shape", "path": "M20 20H280V180H20Z", "strokeColor": "red", "lineWidth": 9}"#,
        #"{"type": "shape", "path": "M20 20L280 180", "fillColor": null, "strokeColor": "red", "lineWidth": 3}"#,
        #"""
        {"type": "shape", "path": "M60 20C300 20 0 180 240 180", "fillColor": null, "strokeColor": "red", "lineWidth": 20, "lineCap": "round",
         "animations": [{"type": "basic", "keyPath": "strokeEnd", "from": 0, "to": 1, "duration": 1}]}
        """#,
        #"""
        {"type": "shape", "path": "M150 20A80 80 0 0 1 150 180A80 80 0 0 1 150 20Z", "fillColor": "navy", "strokeColor": "gold",
         "lineWidth": 6, "lineDashPattern": [10, 6], "animations": [{"keyPath": "lineDashPhase", "values": [0, 160], "duration": 1}]}
        """#,
        #"""
        {"type": "shape", "path": "M100 50H200V150H100Z", "strokeColor": "red", "lineWidth": 6,
         "animations": [{"type": "basic", "keyPath": "path", "to": "M20 20A30 30 0 1 1 250 150Z", "duration": 1}]}
        """#,
    ]

    @Test(arguments: shapes)
    func `touched pixels are close to the prediction`(_ layer: String) throws {
        let spec = try spec(
            layer,
            canvas: #"{"width": 300, "height": 200}"#,
            timing: #"{"duration": 1, "fps": 20}"#
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        let touched = Double(pictures(spec).reduce(0) { $0 + $1.pixels.count { $0 != 0 } })
        let predicted = survey.total[.touched]
        #expect(predicted >= 0.6 * touched && predicted <= 3 * touched + 40, "\(predicted) for \(touched)")
    }

    @Test(arguments: shapes)
    func `the upper bound exceeds the price and grows with the shape`(_ layer: String) throws {
        func work(_ layer: String, _ scale: Int = 1) throws -> (bound: Double, found: Double) {
            let spec = try spec(
                layer,
                canvas: #"{"width": 300, "height": 200, "scale": \#(scale)}"#,
                timing: #"{"duration": 1, "fps": 20}"#
            )
            let price = RenderPrice(of: try spec.prepared(for: .apng, limits: RenderLimits()))
            return (price.cost.work, price.work)
        }
        let (one, three) = (try work(layer), try work(layer, 3))
        #expect(one.bound > one.found && three.bound > three.found)
        #expect(three.bound > 3 * one.bound && three.found > 2 * one.found)
        let wide = layer.replacing("\"lineWidth\": ", with: "\"lineWidth\": 2")
        #expect(try work(wide).bound > one.bound)
    }

    @Test func `a shape supports mask, opacity and blend like any layer`() throws {
        let members = #"{"type": "shape", "path": "M0 0H60V40H0Z""#
        let mask = #""mask": {"contents": {"shape": "rectangle", "size": [20, 10]}}"#
        #expect(try area(pictures(spec(members + ", " + mask + "}"))[0]) == 200)
        let added = ##"{"type": "sprite", "contents": "#800000", "size": "cover"}, "## + members
        let sum = try pictures(spec(added + ##", "fillColor": "#400000", "blend": "add"}"##))[0]
        #expect(sum.pixels[0] == 0xFF00_00C0)
    }
}
