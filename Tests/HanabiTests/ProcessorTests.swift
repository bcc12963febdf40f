import CBox2D
import Foundation
import TestSupport
import Testing

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

    private static let heap = #"""
        {"canvas": {"width": 200, "height": 160}, "timing": {"duration": 3, "fps": 10}, "layers": [
          {"type": "shatter", "source": "red", "tile": 20, "duration": 9,
           "dynamics": {"gravity": {"angle": 1.4, "magnitude": 1}, "pushes": [{"angle": [0, 6.3], "magnitude": [0, 0.15]}],
                        "attachments": [{"item": [10, 10], "anchorPoint": [30, 0], "frequency": 2}],
                        "collision": {"boundaries": ["canvas", {"path": "M0 80 C50 120 150 120 200 80"}]},
                        "fields": [{"type": "vortex", "falloff": 0.7, "minimumRadius": 20},
                                   {"type": "turbulence", "animationSpeed": 2}],
                        "item": {"friction": 0.3, "elasticity": 0.5, "angularVelocity": [-9, 9], "resistance": 0.3}}}]}
        """#

    /// Glibc selects functions by CPU features, which a tunable can mask.
    @Test(arguments: [
        "glibc.cpu.hwcaps=-FMA_Usable,-AVX2_Usable,-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load",
        "glibc.cpu.hwcaps=-AVX,-AVX2,-FMA,-FMA4,-SSE4_1,-SSE4_2,-ERMS",
    ])
    func `a heap is bit-identical with other C library functions`(_ tunables: String) throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hanabi")
        let folder = FileManager.default.temporaryDirectory
        let spec = folder.appending(path: "hanabi-\(UUID().uuidString).json")
        try Data(Self.heap.utf8).write(to: spec)
        defer { try? FileManager.default.removeItem(at: spec) }
        func dump(_ environment: [String: String]) throws -> [UInt8] {
            let arguments = ["render", "--spec", spec.path, "--format", "json", "-o", "-"]
            let result = try ForeignProgram.run([program.path] + arguments, environment: environment)
            #expect(result.status == 0)
            return result.output
        }
        let (usual, other) = (try dump([:]), try dump(["GLIBC_TUNABLES": tunables]))
        #expect(usual.count > 10_000 && usual == other)
    }
}
