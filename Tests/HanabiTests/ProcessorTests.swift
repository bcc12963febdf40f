import ArgumentParser
import CBox2D
import Foundation
import TestSupport
import Testing

@testable import HanabiProgram

/// Box2D uses the program's own sine, which is the same on less capable processors.
@Suite struct `Rigid bodies on any processor` {
    @Test func `Box2D calls the program's own sine, accurate to half a unit in the last place`() throws {
        typealias Sines = @convention(c) (Float, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
        // Resolved the way the loader resolves the symbol for a library.
        let symbol = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "sincosf"))
        let found = unsafeBitCast(symbol, to: Sines.self)
        for number in -20_000...20_000 {
            let angle = Float(number) * 0.0173
            var (sine, cosine) = (Float(0), Float(0))
            found(angle, &sine, &cosine)
            var (exactCosine, exactSine) = (0.0, 0.0)
            hanabi_turn(Double(angle), &exactCosine, &exactSine)
            #expect(sine == (angle == 0 ? angle : Float(exactSine)) && cosine == Float(exactCosine))
            #expect(abs(exactSine - sin(Double(angle))) < 1e-13 && abs(exactCosine - cos(Double(angle))) < 1e-13)
        }
        for (x, y) in [(0.001, -3.0), (0.5, 2.5), (7, 0), (123.4, -0.7)] {
            #expect(abs(hanabi_power(x, y) / pow(x, y) - 1) < 1e-13)
            #expect(abs(hanabi_exponential(y) / exp(y) - 1) < 1e-14)
        }
    }

    /// Layers with rigid bodies on a canvas of 200 × 160 points, by what acts on them.
    private static let scenes = [
        "everything": shatter(
            #"""
            "gravity": {"angle": 1.4, "magnitude": 1}, "pushes": [{"angle": [0, 6.3], "magnitude": [0, 0.15]}],
            "attachments": [{"item": [10, 10], "anchorPoint": [30, 0], "frequency": 2}],
            "collision": {"boundaries": ["canvas", {"path": "M0 80 C50 120 150 120 200 80"}]},
            "fields": [{"type": "vortex", "falloff": 0.7, "minimumRadius": 20}, {"type": "turbulence", "animationSpeed": 2}],
            "item": {"friction": 0.3, "elasticity": 0.5, "angularVelocity": [-9, 9], "resistance": 0.3}
            """#
        ),
        "push": shatter(
            #"""
            "gravity": [0, 0.2], "item": {"density": 1.5},
            "pushes": [{"angle": [0, 6.3], "magnitude": [0, 0.1], "targetOffsetFromCenter": [3, -4]},
                       {"mode": "continuous", "pushDirection": [0.02, [-0.03, 0]], "beginTime": 0.5}]
            """#
        ),
        "snap": shatter(
            #"""
            "gravity": [0, 1], "pushes": [{"angle": [0, 6.3], "magnitude": [0, 0.1]}], "snap": {"damping": 0.3, "beginTime": 0.3}
            """#
        ),
        "attachment": shatter(
            #"""
            "gravity": [0, 1], "attachments": [{"attachedTo": "neighbors", "frequency": 3, "damping": 0.2},
              {"item": [10, 10], "anchorPoint": [10, 0]}, {"item": [190, 10], "anchorPoint": [190, 0]}]
            """#
        ),
        "collision": shatter(
            #"""
            "gravity": [0.1, 1], "item": {"elasticity": 0.6, "friction": 0.4, "angularVelocity": [-9, 9]},
            "collision": {"boundaries": ["canvas", {"path": "M0 80 C50 120 150 120 200 80"}, {"from": [0, 120], "to": [90, 150]}]}
            """#
        ),
        "fields": shatter(
            #"""
            "item": {"charge": [-1, 1], "resistance": 0.2, "linearVelocity": [[-50, 50], [-50, 50]]},
            "fields": [{"type": "radialGravity", "strength": 0.2, "minimumRadius": 30}, {"type": "noise", "strength": 0.2, "animationSpeed": 1},
              {"type": "electric", "strength": 2, "minimumRadius": 20}, {"type": "magnetic", "strength": 2}, {"type": "drag", "strength": 0.2},
              {"type": "spring", "strength": 0.3}]
            """#
        ),
        "particles": #"""
        {"emitterPosition": [60, 20], "dynamics": {"gravity": [0, 1], "item": {"elasticity": 0.4, "friction": 0.3},
         "collision": {"boundaries": ["canvas", {"from": [0, 70], "to": [130, 110]}]},
         "fields": [{"type": "turbulence", "strength": 0.2}]},
         "emitterCells": [
          {"name": "ball", "contents": {"shape": "circle", "size": 14}, "color": "tomato", "blueRange": 0.3, "birthRate": 14, "lifetime": 2,
           "velocity": [40, 120], "emissionRange": "60deg", "scale": [0.6, 1.2]},
          {"name": "brick", "contents": {"shape": "rectangle", "size": [20, 10]}, "color": "#00808080", "birthRate": 8, "lifetime": 9,
           "velocity": [40, 120], "emissionRange": "60deg", "spin": [-6, 6]}]}
        """#,
        "sprites": #"""
        {"type": "sprite", "name": "a", "contents": {"shape": "square", "size": 30}, "color": "tomato", "position": [90, 30],
         "dynamics": {"gravity": [0, 1], "pushes": [{"angle": [0, 6.3], "magnitude": [0, 0.1]}],
          "collision": {"boundaries": ["canvas", {"path": "M0 120 Q100 170 200 120"}]}, "item": {"elasticity": 0.4, "friction": 0.3}}},
        {"type": "sprite", "contents": {"shape": "circle", "size": 34}, "color": "gold", "position": [110, 70], "dynamics": "a",
         "dynamicItem": {"collisionBoundsType": "ellipse", "elasticity": 0.8}},
        {"type": "sprite", "contents": {"shape": "star", "size": 40}, "color": "#3040ffc0", "position": [70, 70], "dynamics": "a"}
        """#,
    ]

    private static func shatter(_ dynamics: String) -> String {
        #"{"type": "shatter", "source": {"image": "built-in/card-light"}, "tile": 20, "duration": 9, "dynamics": {\#(dynamics)}}"#
    }

    /// Runs the program and returns the file that it makes of a scene.
    private func rendered(
        _ scene: String,
        _ format: String,
        _ arguments: [String] = [],
        _ environment: [String: String] = [:]
    ) throws -> [UInt8] {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hanabi")
        let spec = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString).json")
        let layers = try #require(Self.scenes[scene])
        let text =
            #"{"canvas": {"width": 200, "height": 160}, "timing": {"duration": 3, "fps": 10}, "layers": [\#(layers)]}"#
        try Data(text.utf8).write(to: spec)
        defer { try? FileManager.default.removeItem(at: spec) }
        let result = try ForeignProgram.run(
            [program.path, "render", "--spec", spec.path, "--format", format, "-o", "-"] + arguments,
            environment: environment
        )
        #expect(result.status == 0)
        return result.output
    }

    /// Glibc selects functions by CPU features, which a tunable can mask.
    @Test(arguments: [
        "glibc.cpu.hwcaps=-FMA_Usable,-AVX2_Usable,-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load",
        "glibc.cpu.hwcaps=-AVX,-AVX2,-FMA,-FMA4,-SSE4_1,-SSE4_2,-ERMS",
    ])
    func `a heap is bit-identical with other C library functions`(_ tunables: String) throws {
        let usual = try rendered("everything", "json")
        let other = try rendered("everything", "json", [], ["GLIBC_TUNABLES": tunables])
        #expect(usual.count > 10_000 && usual == other)
    }

    @Test(arguments: scenes.keys.sorted())
    func `poses and frames are bit-identical with the loops of every processor`(_ scene: String) throws {
        for (format, least) in [("json", 10_000), ("apng", 2_000)] {
            let usual = try rendered(scene, format)
            #expect(usual.count > least, "\(format) of \(usual.count) bytes")
            for kernels in Kernels.all {
                let other = try rendered(scene, format, ["--vectors", kernels.name])
                #expect(usual == other, "\(format) with \(kernels.name)")
            }
        }
    }

    @Test func `loops that the processor lacks are refused`() {
        #expect(throws: (any Error).self) { try Render.parse(["confetti", "-o", "-", "--vectors", "sse9"]) }
        #expect(throws: Never.self) { try Render.parse(["confetti", "-o", "-", "--vectors", "any"]) }
    }
}
