import StrictJSON
import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectModel

/// Parsing of shape layers.
struct ShapeSpecTests {
    private func spec(_ members: String, canvas: String = #"{"width": 200, "height": 100}"#) throws -> EffectSpec {
        try EffectSpec(text: #"{"canvas": \#(canvas), "layers": [{"type": "shape", \#(members)}]}"#)
    }

    private func fault(_ members: String) -> SpecFault? {
        do {
            _ = try spec(members)
            return nil
        } catch { return (error as? SpecError)?.faults.first }
    }

    @Test func `defaults match Core Animation`() throws {
        let layer = try spec(#""path": "M0 0H10""#).layers[0]
        let shape = try #require(layer.shape)
        #expect(shape.fillColor == Color("black") && shape.fillRule == .nonzero && shape.strokeColor == nil)
        let style = shape.stroke
        #expect(style == StrokeStyle() && style.lineWidth == 1 && style.lineCap == .butt && style.lineJoin == .miter)
        #expect(style.miterLimit == 10 && style.lineDashPattern.isEmpty && style.lineDashPhase == 0)
        #expect(style.strokeStart == 0 && style.strokeEnd == 1)
        // The path is in canvas points.
        #expect(layer.position == [100, 50] && shape.middle(on: Canvas()) == [187.5, 250])
    }

    @Test func `the center of a view box is placed at the position`() throws {
        let spec = try spec(#""path": "M0 0H10", "viewBox": [10, 20, 30, 40], "position": [7, 8]"#)
        let shape = try #require(spec.layers[0].shape)
        #expect(shape.outline(on: spec.canvas).segments == [.move([-25, -40]), .line([-15, -40])])
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    /// SVG has the numbers in a text.
    @Test(arguments: [#""0 0 24 24""#, "[0, 0, 24]", "24"])
    func `a box that is no list of four numbers is told its form`(_ box: String) throws {
        let asset = #"{"assets": {"a": {"path": "M0 0H9V9Z", "size": 9, "viewBox": \#(box)}}, "layers": []}"#
        let own = try #require(throws: SpecError.self) { _ = try EffectSpec(text: asset) }
        let shape = try #require(fault(#""path": "M0 0H10", "viewBox": \#(box)"#))
        for fault in [try #require(own.faults.first { $0.pointer == "/assets/a/viewBox" }), shape] {
            #expect(fault.pointer.hasSuffix("/viewBox") && fault.allowed.hasPrefix("[x, y, width, height]"), "\(fault)")
        }
    }

    @Test func `colors may be null`() throws {
        let shape = try #require(
            try spec(##""path": "M0 0H10", "fillColor": null, "strokeColor": "#ff000080""##).layers[0].shape
        )
        #expect(shape.fillColor == nil && shape.strokeColor == Color("#ff000080"))
    }

    @Test func `every number and color can be animated`() throws {
        let animations = [
            #"{"keyPath": "strokeStart", "values": [0, 0.5]}"#, #"{"keyPath": "strokeEnd", "values": [1, 0.5]}"#,
            #"{"keyPath": "lineWidth", "values": [1, 9]}"#, #"{"keyPath": "lineDashPhase", "values": [0, 7]}"#,
            #"{"keyPath": "miterLimit", "values": [1, 5]}"#, #"{"keyPath": "fillColor", "values": ["black", "white"]}"#,
            #"{"keyPath": "strokeColor", "values": ["red", "blue"]}"#,
            #"{"keyPath": "path", "values": ["M0 0H10V10Z", "M0 0H20V20Z"]}"#,
        ].joined(separator: ",")
        let spec = try spec(#""path": "M0 0H10V10Z", "strokeColor": "red", "animations": [\#(animations)]"#)
        let timeline = LayerTimeline(spec.layers[0])
        let shape = try #require(timeline.layer(at: 0.125).shape)
        #expect(shape.stroke.strokeStart == 0.25 && shape.stroke.strokeEnd == 0.75 && shape.stroke.lineWidth == 5)
        #expect(shape.stroke.lineDashPhase == 3.5 && shape.stroke.miterLimit == 3)
        #expect(
            shape.fillColor?.components == [0.5, 0.5, 0.5, 1] && shape.strokeColor?.components == [0.5, 0, 0.5, 1]
        )
        let middle = shape.place.flatMap { shape.morphs(on: spec.canvas).outline(at: $0) }
        #expect(middle?.segments[1] == .line([15 - 100, -50]))
        #expect(try EffectSpec(json: spec.json) == spec)
        #expect(timeline.hasSteadyStroke == false && timeline.largest(shape).stroke.lineWidth == 9)
    }

    @Test func `the path of a mask and the path of a shape are distinct animation targets`() throws {
        let mask = #""mask": {"contents": {"path": "M0 0H9V9Z", "size": 9}}"#
        let both = try spec(
            #"""
            "path": "M0 0H10V10Z", \#(mask), "animations": [
              {"type": "basic", "keyPath": "mask.path", "to": "M0 0H5V5Z"}, {"type": "basic", "keyPath": "path", "to": "M0 0H7V7Z"}]
            """#
        )
        let layer = LayerTimeline(both.layers[0]).layer(at: 0.125)
        #expect(layer.mask?.path == 0.5 && layer.shape?.place == 2.5)
        let outline = layer.shape?.morphs(on: both.canvas).outline(at: 2.5)
        #expect(outline?.segments[1] == .line([8.5 - 100, -50]))
        let one = try spec(
            #""path": "M0 0H9", \#(mask), "animations": [{"type": "basic", "keyPath": "path", "to": "M0 0H7"}]"#
        )
        #expect(one.layers[0].mask?.paths.isEmpty == true && one.layers[0].shape?.paths.count == 2)
    }

    @Test(arguments: [
        (#""fillRule": "nonzero""#, "/path"), (#""path": "M0 0H10", "lineWidth": -1"#, "/lineWidth"),
        (#""path": "M0 0H10", "strokeEnd": 1.1"#, "/strokeEnd"),
        (#""path": "M0 0H10", "lineDashPattern": [0, 0]"#, "/lineDashPattern"),
        (#""path": "M0 0H10", "lineDashPattern": [-1, 2]"#, "/lineDashPattern/0"),
        (#""path": "M0 0H10", "animations": [{"keyPath": "lineCap", "values": [1, 2]}]"#, "/animations/0/keyPath"),
        (#""path": "M0 0H10", "animations": [{"type": "basic", "keyPath": "path", "by": "M0 0"}]"#, "/animations/0/by"),
        (#""path": "M0 0H100", "strokeColor": "red", "lineDashPattern": [0.001]"#, "/lineDashPattern"),
        (#""path": "M0 0H100", "strokeColor": "red", "lineDashPattern": [1e-300, 0]"#, "/lineDashPattern"),
        (
            #""path": "M0 0H100", "strokeColor": "red", "lineDashPattern": [1], "lineCap": "round", "transform": {"scale": 100}, "lineWidth": 900"#,
            "/lineDashPattern"
        ),
    ])
    func `an invalid shape is refused with its pointer`(_ members: String, _ place: String) {
        #expect(fault(members)?.pointer == "/layers/0" + place)
    }

    @Test func `a sprite has no stroke to animate`() {
        let text =
            #"{"layers": [{"type": "sprite", "contents": "star", "animations": [{"keyPath": "strokeEnd", "values": [0, 1]}]}]}"#
        let error = #expect(throws: SpecError.self) { try EffectSpec(text: text) }
        #expect(error?.faults.first?.found == "strokeEnd of a layer of another type than shape")
    }

    @Test func `large, complex paths are accepted`() throws {
        let curves = (0..<600).map {
            "Q\(5 + $0 % 40 * 9) \(20 + $0 / 40 * 30) \(10 + $0 % 40 * 9) \(10 + $0 / 40 * 30)"
        }
        _ = try spec(#""path": "M0 0\#(curves.joined())", "strokeColor": "red", "lineWidth": 3, "lineJoin": "round""#)
    }
}
