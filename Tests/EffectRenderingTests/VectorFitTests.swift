import AssetFiles
import EffectCost
import EffectModel
import Foundation
import TestSupport
import Testing

@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// The file that says how exactly each preset moves in each vector form.
struct VectorFitTests {
    private static let isRecording = ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/CResources/vectors.json")

    /// Error in pixels, with two digits and rounded up, as text; `null` for a form that is refused.
    private func error(_ preset: String, _ format: OutputFormat, _ renderer: EffectRenderer) throws -> String {
        var spec = try PresetRequest.spec(
            preset: preset,
            [],
            limits: RenderLimits().ofData,
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        spec.output.format = format.format
        do {
            let error = try renderer.errorOfMotion(in: spec, as: format)
            return error == 0 ? "0" : "\((error * 100).rounded(.up) / 100)"
        } catch is RenderError {
            return "null"
        }
    }

    /// All presets when recording; else one of eight, as each takes up to a second.
    @Test func `the catalog says how exact vectors are`() throws {
        let names = Preset.all.keys.sorted()
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let recorded = Self.isRecording ? "" : try String(contentsOf: Self.file, encoding: .utf8)
        var lines: [String] = []
        for (number, name) in names.enumerated() where Self.isRecording || number % 8 == 3 {
            let errors = try VectorFit.forms.map { "\"\($0.fileExtension)\": \(try error(name, $0, renderer))" }
            let line = "  \"\(name)\": {\(errors.joined(separator: ", "))}"
            lines.append(line)
            #expect(Self.isRecording || recorded.contains(line), "\(line)")
        }
        #expect(lines.count >= names.count / 8)
        if Self.isRecording {
            try "{\n\(lines.joined(separator: ",\n"))\n}\n".write(
                to: Self.file.resolvingSymlinksInPath(),
                atomically: true,
                encoding: .utf8
            )
        }
    }

    @Test func `every preset has a fit in every vector form`() {
        #expect(Self.isRecording || Set(VectorFit.all.keys) == Set(Preset.all.keys))
        let forms = Set(VectorFit.forms.map(\.fileExtension))
        for (name, fits) in VectorFit.all { #expect(Set(fits.keys) == forms, "\(name)") }
    }

    @Test func `known motions`() {
        // Straight flights that turn in space.
        #expect(VectorFit.all["confetti"]?["svg"] == .exact)
        // A bloom.
        #expect(VectorFit.all["hanabi"]?["svg"] == .refused)
    }
}
