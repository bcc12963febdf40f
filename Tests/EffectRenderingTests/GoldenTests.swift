import AssetFiles
import EffectCost
import EffectModel
import Foundation
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Regression test of reviewed pixels, one line per frame: a hash of the decoded pixels, never of the compressed bytes,
/// so that a better encoder changes nothing here.
///
/// `HANABI_RECORD=1 swift test --filter Golden` records the files anew; review the images before committing. Recorded
/// with Swift 6.3 on glibc 2.36, x86_64: `sin` of another C library could change a pixel at a rounding boundary.
struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Goldens")
    private static let top = folder.deletingLastPathComponent().deletingLastPathComponent()
    private static let images = top.appendingPathComponent("Documentation/Images")

    private static let scenes: [(name: String, text: String)] = [
        ("shapes", shapes), ("lights", lights), ("line", line), ("contents", contents),
    ]

    /// Every built-in shape and a path with each fill rule, spinning over an opaque background.
    private static let shapes = #"""
        {"canvas": {"width": 96, "height": 64, "background": "#203040"}, "timing": {"duration": 1, "fps": 6}, "seed": 3,
         "assets": {"ring": {"path": "M0 0H12V12H0ZM3 3V9H9V3Z", "size": 20}, "arc": {"path": "M0 6A6 6 0 1 1 12 6Z", "size": [18, 9]}},
         "layers": [{"emitterPosition": ["50%", "50%"], "emitterCells": [
           {"name": "a", "contents": "circle", "color": "gold", "birthRate": 8, "lifetime": 2, "velocity": 40, "emissionRange": "1turn"},
           {"name": "b", "contents": "square", "color": "tomato", "birthRate": 8, "lifetime": 2, "velocity": 40, "emissionRange": "1turn", "spin": 5},
           {"name": "c", "contents": "triangle", "color": "#0f08", "birthRate": 8, "lifetime": 2, "velocity": 40, "emissionRange": "1turn", "spin": -4},
           {"name": "d", "contents": "ring", "color": "white", "birthRate": 4, "lifetime": 2, "velocity": 30, "emissionRange": "1turn", "spin": 2},
           {"name": "e", "contents": "arc", "color": "violet", "birthRate": 4, "lifetime": 2, "velocity": 30, "emissionRange": "1turn", "scaleSpeed": 1}]}]}
        """#

    /// Additive lights on a transparent canvas whose layer fades.
    private static let lights = #"""
        {"canvas": {"width": 64, "height": 64, "scale": 1.5}, "timing": {"duration": 1, "fps": 6}, "seed": "lights",
         "layers": [{"emitterPosition": ["50%", "70%"], "renderMode": "additive",
           "animations": [{"keyPath": "opacity", "values": [1, 0.2], "duration": 1}],
           "emitterCells": [{"contents": "circle", "color": [1, 0.4, 0.2, 0.5], "redRange": 0.3, "birthRate": 40, "lifetime": 1,
             "velocity": [20, 60], "emissionLongitude": "-90deg", "emissionRange": "60deg", "alphaSpeed": -0.4, "scale": [0.5, 1.5]}]}]}
        """#

    /// A line emitter with ranges of every kind, over time.
    private static let line = #"""
        {"canvas": {"width": 80, "height": 80}, "timing": {"duration": 2, "fps": 4}, "seed": 11,
         "layers": [{"emitterShape": "line", "emitterPosition": ["50%", 0], "emitterSize": ["100%", 1], "emitterCells": [
           {"contents": "square", "color": "teal", "birthRate": 30, "lifetime": [0.5, 2], "velocity": [20, 60], "greenRange": 0.4,
            "emissionLongitude": "180deg", "emissionRange": "45deg", "yAcceleration": 20, "spin": [-9, 9], "scale": [-0.5, 1], "rotation": 1}]}]}
        """#

    /// Every built-in shape, side by side, at three angles.
    private static let contents: String = {
        let shapes = ["circle", "square", "triangle", "polygon", "star", "ring", "heart", "ribbon"]
        let assets = shapes.map { "\"\($0)\": {\"shape\": \"\($0)\", \"size\": 24}" }
        let layers = shapes.enumerated().map { index, shape in
            """
            {"emitterPosition": [\(20 + 32 * index), 20], "emitterCells": [{"contents": "\(shape)", "lifetime": 9,
             "birthRate": 0, "burst": {"count": 1}, "color": "navy", "spin": 0.5}]}
            """
        }
        return """
            {"canvas": {"width": 264, "height": 40, "background": "white"}, "timing": {"duration": 3, "fps": 1}, "seed": 4,
             "assets": {\(assets.joined(separator: ", "))}, "layers": [\(layers.joined(separator: ", "))]}
            """
    }()

    private func render(_ spec: EffectSpec) throws -> APNGReader {
        let pool = WorkerPool(threads: 2, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).renderAnimation(spec) { bytes += $0 }
        if ProcessInfo.processInfo.environment["HANABI_PICTURES"] != nil {
            try Data(bytes).write(to: URL(fileURLWithPath: NSTemporaryDirectory() + "golden-\(spec.seed).png"))
        }
        return try APNGReader(bytes)
    }

    private func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    @Test(arguments: scenes.indices)
    func `pixels match the reviewed frames`(_ index: Int) throws {
        let scene = Self.scenes[index]
        let lines = try render(EffectSpec(text: scene.text)).composed().map(hash).joined(separator: "\n") + "\n"
        let file = Self.folder.appendingPathComponent("\(scene.name).txt")
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil {
            try lines.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == lines)
    }

    /// Images of the documentation, and the URLs that are said to make them. Those with letters or emoji in them depend on the fonts.
    private static let gallery: [(name: String, parameters: String, hasLetters: Bool)] = [
        ("firework", "w=260&h=160&slow=2&fps=20", false), ("firework-duck", "w=260&h=180&slow=2&fps=20&seed=4", false),
        ("fountain", "w=240&h=260&fps=24&fit=native", false), ("stars", "w=300&h=200&t0=20&d=3&fps=12", false),
        ("reveal", "w=188&h=250&slow=2&fps=20", false),
        ("shatter", "w=188&h=250&fps=12&d=1.5", false),
        ("like", "w=220&h=280&layers.0.press=0.9&layers.0.cell.birthRate=4&d=2&fps=10", true),
        ("confetti-all", "w=300&h=200&d=2&fps=15", true),
        ("story", "w=135&h=180&fps=6", true),
        ("explode", "w=360&h=200&fit=cover&n=150", false), ("checkmark", "w=200&h=200", false),
        ("word-burst", "text=Bravo&w=360&h=200", true),
    ]

    @Test(arguments: gallery.indices)
    func `images of the documentation are the service's, and small`(_ index: Int) throws {
        let (name, query, hasLetters) = Self.gallery[index]
        let bytes = try Array(Data(contentsOf: Self.images.appendingPathComponent("\(name).png")))
        #expect(bytes.count < 500_000)
        let text = try ["README.md", "Documentation/url-parameters.md"].map {
            try String(contentsOf: Self.top.appendingPathComponent($0), encoding: .utf8)
        }.joined()
        // Whole, or followed by `loop=once`, which may add frames at the end.
        let isSaid = ["`", "'", "&loop=once"].contains { text.contains("\(name).png?\(query)\($0)") }
        #expect(isSaid)
        let parameters = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=")
            return PresetRequest.Parameter(String(parts[0]), String(parts[1]))
        }
        let spec = try PresetRequest.spec(
            preset: name,
            parameters,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let (shown, made) = try (APNGReader(bytes), render(spec))
        #expect((made.width, made.height, made.plays) == (shown.width, shown.height, shown.plays))
        #expect(made.frames.count == shown.frames.count)
        // Compared as `Bool`, so that a failure does not print millions of pixels.
        let isSame = made.composed() == shown.composed()
        #expect(isSame || hasLetters)
    }

    /// The image at the top of the README is what its spec gives, pixel for pixel.
    @Test func `the README's image is the service's`() throws {
        let shown = try APNGReader(Array(Data(contentsOf: Self.images.appendingPathComponent("fireworks.png"))))
        let text = try String(contentsOf: Self.images.appendingPathComponent("fireworks.json"), encoding: .utf8)
        let made = try render(EffectSpec(text: text))
        #expect(made.frames.count == shown.frames.count)
        #expect((made.width, made.height, made.plays) == (shown.width, shown.height, shown.plays))
        let isSame = made.composed() == shown.composed()
        #expect(isSame)
    }

    /// A picture that was looked at is what its URL gives, pixel for pixel.
    @Test func `the confetti that was looked at is the service's`() throws {
        let shown = try APNGReader(Array(Data(contentsOf: Self.folder.appendingPathComponent("confetti.png"))))
        let parameters = [("w", "640"), ("h", "240"), ("d", "1.5"), ("fps", "24"), ("seed", "7")].map {
            PresetRequest.Parameter($0.0, $0.1)
        }
        let spec = try PresetRequest.spec(preset: "confetti", parameters, limits: RenderLimits())
        let made = try render(spec)
        #expect(made.frames.count == shown.frames.count)
        #expect((made.width, made.height, made.plays) == (shown.width, shown.height, shown.plays))
        let isSame = made.composed() == shown.composed()
        #expect(isSame)
    }
}
