import AssetFiles
import EffectCoding
import EffectModel
import Foundation
import StrictJSON

/// A fixed effect to render.
struct Workload {
    let name: String
    let document: JSONValue

    func spec() throws -> EffectSpec {
        try EffectSpec(json: document, library: LocalAssets(fontDirectories: LocalAssets.systemFonts))
    }

    static let all = [
        Workload(name: "confetti 400×400, 90 frames", document: confetti(width: 400, height: 400)),
        Workload(name: "the same on 1920×1080", document: confetti(width: 1920, height: 1080)),
        Workload(name: "glow 400×400, 90 frames", document: glow),
        Workload(name: "shatter 400×400, 60", document: shatter),
        Workload(name: "rain 375×812, 120 frames", document: rain),
    ]

    /// About 300 pieces of 8–12 px in five colors on the canvas at all times, emitted around its center. The pieces do
    /// not depend on the canvas size.
    static func confetti(width: Double, height: Double) -> JSONValue {
        let shapes: [JSONValue] = ["square", "circle", "triangle", "square", "circle"]
        let colors: [JSONValue] = ["#26ccff", "#a25afd", "#ff5e7e", "#88ff5a", "#fcff42"]
        let cells: [JSONValue] = zip(shapes, colors).enumerated().map { index, look in
            [
                "name": .string("c\(index)"), "contents": look.0, "color": look.1, "birthRate": 600,
                "birthPhase": 0.5, "lifetime": 6, "velocity": 60, "velocityRange": 60, "emissionRange": "1turn",
                "emissionSpace": "planar", "scale": 0.83, "scaleRange": 0.17, "spin": 2, "spinRange": 6,
            ]
        }
        // Sixty pieces per cell are emitted within 0.1 s and then drift apart.
        let burst: JSONValue = ["keyPath": "birthRate", "values": [1, 1], "duration": 0.1, "fillMode": "removed"]
        return [
            "canvas": ["width": .number(width), "height": .number(height)], "timing": ["duration": 3, "fps": 30],
            "layers": [
                [
                    "name": "confetti", "emitterShape": "line", "emitterSize": [300, 1],
                    "emitterPosition": ["50%", "50%"], "birthRate": 0, "animations": [burst],
                    "emitterCells": .array(cells),
                ]
            ],
        ]
    }

    /// 200 soft lights of 24–36 px with additive blending, all over the canvas.
    static let glow: JSONValue = {
        let colors: [JSONValue] = ["#ff6040", "#40a0ff", "#60ff80", "#ffd040"]
        let cells: [JSONValue] = colors.enumerated().map { index, color in
            [
                "name": .string("g\(index)"), "contents": "dot", "color": color, "birthRate": 25, "lifetime": 2,
                "velocity": 25, "velocityRange": 15, "emissionRange": "1turn", "emissionSpace": "planar",
                "scale": 1.9, "scaleRange": 0.38,
            ]
        }
        return [
            "canvas": ["width": 400, "height": 400], "timing": ["duration": 3, "fps": 30, "prewarm": 4],
            "layers": [
                [
                    "name": "glow", "emitterShape": "rectangle", "emitterSize": ["90%", "90%"],
                    "emitterPosition": ["50%", "50%"], "renderMode": "additive", "emitterCells": .array(cells),
                ]
            ],
        ]
    }()

    /// A picture shattered into 400 rotating, falling tiles of 20 px.
    static let shatter: JSONValue = [
        "canvas": ["width": 400, "height": 400], "timing": ["duration": 2, "fps": 30],
        "layers": [
            [
                "type": "shatter", "source": ["image": "built-in/card-light", "size": 400], "tile": 20,
                "mode": "dynamics", "duration": 2,
            ]
        ],
    ]

    /// The rain preset at its own size.
    static let rain: JSONValue = {
        let cells: [JSONValue] = (0..<5).map { index in
            [
                "name": .string("c\(index)"), "contents": index % 2 == 0 ? "circle" : "triangle",
                "color": index < 3 ? "purple" : "orange", "birthRate": 50, "lifetime": 10, "velocity": 500,
                "velocityRange": 250, "emissionLongitude": "180deg", "emissionRange": "45deg",
                "spinRange": "1080deg", "scale": 0.75, "scaleRange": 0.25,
            ]
        }
        return [
            "canvas": ["width": 375, "height": 812], "timing": ["duration": 4, "fps": 30],
            "layers": [
                [
                    "name": "rain", "emitterShape": "line", "emitterPosition": ["50%", 0],
                    "emitterSize": ["100%", 1], "emitterCells": .array(cells),
                    "animations": [
                        [
                            "keyPath": "birthRate", "values": [1, 0, 0], "timingFunction": "easeIn",
                            "duration": 3, "fillMode": "forwards",
                        ]
                    ],
                ]
            ],
        ]
    }()
}
