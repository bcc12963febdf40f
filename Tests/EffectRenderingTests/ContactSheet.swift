import EffectModel
import TestSupport

/// Thumbnails of every feature of the engine, side by side.
enum ContactSheet {
    /// A thumbnail: name, document, and the instant shown.
    struct Tile: Sendable {
        let name: String
        let text: String
        var time = 1.0
    }

    static let width = 120
    static let height = 90
    static let columns = 8

    static let tiles: [Tile] = shapes + renderModes + behaviors + contents + others

    private static func document(_ layers: String, canvas: String = "", assets: String = "", timing: String = "")
        -> String
    {
        #"{"canvas": {"width": 120, "height": 90, "background": "101822"\#(canvas)}, "timing": {"duration": 3, "fps": 30\#(timing)}, "#
            + #""seed": 5, "assets": {\#(assets)}, "layers": [\#(layers)]}"#
    }

    /// Emission of each shape in each mode, and the resulting directions.
    private static let shapes: [Tile] = ["point", "line", "rectangle", "cuboid", "circle", "sphere", "path", "text"]
        .flatMap { shape in
            ["points", "outline", "surface", "volume"].map { mode in
                let extra =
                    switch shape {
                    case "path": #", "emitterPath": "M-35 20 C-30 -40 30 -40 35 20 Q0 0 -35 20 Z""#
                    case "text": #", "emitterText": {"text": "Ag", "fontSize": 60}"#
                    default: ""
                    }
                let cell = { (color: String, velocity: Int) in
                    #"{"contents": "circle", "color": "\#(color)", "birthRate": 0, "burst": {"count": 250}, "lifetime": 9, "#
                        + #""velocity": \#(velocity), "scale": 0.12}"#
                }
                let layer =
                    #"{"emitterPosition": ["50%", "50%"], "emitterSize": [70, 40], "emitterDepth": 40, "emitterShape": "\#(shape)", "#
                    + #""emitterMode": "\#(mode)"\#(extra), "emitterCells": [\#(cell("gold", 0)), \#(cell("deepskyblue", 9))]}"#
                return Tile(name: "\(shape) \(mode)", text: document(layer))
            }
        }

    private static let renderModes: [Tile] = [
        "unordered", "oldestFirst", "oldestLast", "backToFront", "additive", "screen", "maximum",
    ].map { mode in
        let layer =
            #"{"emitterPosition": [20, 45], "renderMode": "\#(mode)", "emitterCells": [{"contents": "circle", "color": "c04020", "#
            + #""birthRate": 7, "birthPhase": 0, "lifetime": 9, "velocity": 55, "zAcceleration": -9, "greenSpeed": 0.4, "scale": 2}]}"#
        return Tile(name: mode, text: document(layer), time: 1.5)
    }

    /// Pieces emitted in all directions.
    private static func fountain(
        _ cell: String,
        contents: String = "square",
        scale: Double = 0.5,
        assets: String = ""
    ) -> String {
        document(
            #"{"emitterPosition": ["50%", "60%"], "emitterCells": [{"contents": "\#(contents)", "color": "tomato", "greenRange": 0.4, "#
                + #""blueRange": 0.4, "birthRate": 60, "lifetime": 2, "velocity": 40, "velocityRange": 15, "emissionRange": "1turn", "#
                + #""emissionSpace": "planar", "scale": \#(scale), \#(cell)}]}"#,
            assets: assets
        )
    }

    private static let behaviors: [Tile] = [
        ("wave", #"{"type": "wave", "force": [400, 0], "frequency": 1}"#),
        ("drag", #"{"type": "drag", "drag": 4}"#),
        ("alignToMotion", #"{"type": "alignToMotion"}"#),
        ("valueOverLife", #"{"type": "valueOverLife", "keyPath": "scale", "values": [0, 1.2, 0]}"#),
        ("colorOverLife", #"{"type": "colorOverLife", "colors": ["white", "gold", "red", "00002000"]}"#),
        ("light", #"{"type": "light", "position": [40, 20], "falloff": 2, "falloffDistance": 90}"#),
        ("attractor", #"{"type": "attractor", "position": [60, 54], "radius": 30, "stiffness": 60, "falloff": -25}"#),
        ("simpleAttractor", #"{"type": "simpleAttractor", "position": [90, 30], "stiffness": 30}"#),
        ("turbulence", #"{"type": "turbulence", "strength": 160, "size": 30, "speed": 0.5}"#),
        ("vortex", #"{"type": "vortex", "position": [60, 54], "strength": 150, "radius": 20}"#),
        ("wind", #"{"type": "wind", "velocity": [60, -20], "drag": 2, "gust": 0.8}"#),
        ("bounce", #"{"type": "bounce", "bounds": [30, 20, 60, 60], "elasticity": 0.9}"#),
        ("floor", #"{"type": "floor", "y": 80, "elasticity": 0.5}"#),
        (
            "collider",
            #"{"type": "collider", "shape": "circle", "position": [60, 60], "radius": 18, "elasticity": 0.8}"#
        ),
        ("flicker", #"{"type": "flicker", "amount": 1, "frequency": 6}"#),
    ].map { name, behavior in
        let fall = ["floor", "collider"].contains(name) ? #""yAcceleration": 200, "# : ""
        let shape = name == "alignToMotion" ? "triangle" : "square"
        return Tile(
            name: name,
            text: fountain(fall + #""emitterBehaviors": [\#(behavior)]"#, contents: shape),
            time: 1.5
        )
    }

    /// A checkerboard of 8 × 8 pixels in four colors, small enough to show the sampling.
    static let checker =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAATElEQVR42mN4ZmPzv1hO7j+Mtlnw7L9cQDGcZkCWfGZjgyJps+DZfwbKTfh1J+B/bZ7GfxitYRP1X0ROF04zIEv+uhOAIqlhE0UFEwACKYfxMk7QLgAAAABJRU5ErkJggg=="

    private static let contents: [Tile] = {
        let shapes = [
            "circle", "dot", "square", "rectangle", "triangle", "polygon", "star", "heart", "ring", "ribbon", "strip",
            "drop", "flake", "flame", "leaf", "petal", "sparkle", "needle", "puff", "curl", "wisp",
        ]
        let assets = shapes.map { ($0, #""shape": "\#($0)", "size": [60, 45]"#) }
        let more = [
            ("path", #""path": "M0 6A6 6 0 1 1 12 6Q6 0 0 6Z", "viewBox": [0, 0, 12, 12], "size": 60"#),
            (
                "path evenodd",
                #""path": "M6 0L10 12L0 4H12L2 12Z", "viewBox": [0, 0, 12, 12], "fillRule": "evenodd", "size": 60"#
            ),
            ("fill linear", #""shape": "star", "size": 60, "fill": "linear:60deg,white,f08a5d,5b2a86""#),
            (
                "fill radial",
                #""shape": "circle", "size": 60, "fill": {"gradient": {"type": "radial", "#
                    + #""colors": ["white", "gold", "saddlebrown"], "startPoint": [0.35, 0.3], "endPoint": [1.1, 1.05]}}"#
            ),
            (
                "fill conic",
                #""shape": "ring", "innerRadius": 0.7, "size": 60, "fill": "conic:white,goldenrod,white,goldenrod,white""#
            ),
            ("picture", #""image": "\#(checker)", "size": 60"#),
            ("emoji", #""emoji": "🎉", "size": 60"#), ("emoji ZWJ", #""emoji": "👨‍👩‍👧", "size": 60"#),
            ("emoji skin", #""emoji": "👨🏻", "size": 60"#), ("text", #""text": "Hanabi", "size": 90"#),
            ("text Han", #""text": "太棒了", "size": 90"#), ("text Arabic", #""text": "مرحبا", "size": 90"#),
        ]
        return (assets + more).map { name, asset in
            let layer =
                #"{"emitterPosition": ["50%", "50%"], "emitterCells": [{"contents": "a", "color": "f0e0c0", "birthRate": 0, "#
                + #""burst": {"count": 1}, "lifetime": 9, "rotation": 0.3}]}"#
            return Tile(name: name, text: document(layer, assets: #""a": {\#(asset)}"#))
        }
    }()

    private static let others: [Tile] = [
        Tile(
            name: "planes",
            text: fountain(
                #""particleType": "plane", "orientationRange": "1turn", "spin": 4, "back": "navy""#,
                scale: 1
            )
        ),
        Tile(name: "trails", text: fountain(#""trail": 0.6, "yAcceleration": 60"#, contents: "circle")),
        Tile(
            name: "sheet",
            text: fountain(
                #""contentsFrameCount": 4, "contentsFramesPerRow": 2, "contentsFrameMode": "random", "magnificationFilter": "nearest""#,
                assets: #""square": {"image": "\#(checker)", "size": 32}"#
            )
        ),
        Tile(
            name: "sub-cells",
            text: document(
                #"{"emitterPosition": ["50%", "100%"], "renderMode": "additive", "emitterCells": [{"contents": "dot", "birthRate": 3, "#
                    + #""lifetime": 1, "velocity": 90, "emissionLongitude": "-90deg", "emissionRange": "40deg", "yAcceleration": 60, "#
                    + #""scale": 0.5, "emitterCells": [{"contents": "dot", "color": "gold", "on": "death", "birthRate": 0, "#
                    + #""burst": {"count": 40}, "lifetime": 0.8, "velocity": 40, "emissionRange": "1turn", "scale": 0.5, "alphaSpeed": -1}]}]}"#
            ),
            time: 2.2
        ),
        Tile(
            name: "perspective",
            text: document(
                #"{"emitterPosition": ["50%", "50%"], "emitterSize": [120, 90], "emitterShape": "rectangle", "preservesDepth": true, "#
                    + #""renderMode": "backToFront", "emitterCells": [{"contents": "dot", "birthRate": 60, "lifetime": 2, "#
                    + #""emissionLatitude": "90deg", "velocity": 70}]}"#,
                canvas: #", "perspective": 150"#
            ),
            time: 2.5
        ),
        Tile(
            name: "seamless",
            text: document(
                #"{"emitterShape": "line", "emitterPosition": ["50%", 0], "emitterSize": ["100%", 0], "emitterCells": [{"contents": "dot", "#
                    + #""birthRate": 12, "lifetime": 6, "velocity": 15, "emissionLongitude": "180deg"}]}"#,
                timing: #", "loop": "seamless""#
            )
        ),
        Tile(
            name: "drift and mass",
            text: fountain(#""drift": [30, 0], "mass": [0.5, 3], "emitterBehaviors": [{"type": "drag", "drag": 2}]"#)
        ),
        Tile(name: "negative scale", text: fountain(#""scaleSpeed": -0.9"#, contents: "triangle", scale: 1)),
        Tile(name: "part", text: fountain(#""contentsRect": [0, 0, 0.5, 1]"#, contents: "heart", scale: 1)),
    ]
}
