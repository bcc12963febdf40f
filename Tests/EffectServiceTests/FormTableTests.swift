import AssetFiles
import EffectCost
import EffectModel
import Foundation
import TestSupport
import Testing

@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// The table of forms in the documentation, made by what `dry=1&forms=all` answers.
struct FormTableTests {
    /// Sharp pieces, soft light, a fire on black, an image in pieces and many small lights.
    private static let presets = ["confetti", "smoke", "vortex-fire", "shatter", "stars"]
    private static let start = "<!-- Recorded: make record -->\n"
    private static let end = "\nText forms are"

    /// Text for a number of bytes in kB, to two or three digits.
    private static func kilobytes(_ bytes: Int) -> String {
        bytes < 100_000 ? "\((bytes + 50) / 1000).\((bytes + 50) / 100 % 10)" : "\((bytes + 500) / 1000)"
    }

    private func size(_ preset: String, _ format: OutputFormat, _ quality: String?) throws -> String {
        var spec = try PresetRequest.spec(
            preset: preset,
            quality.map { [PresetRequest.Parameter("quality", $0)] } ?? [],
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        spec.output.format = format.format
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        do {
            let size = try renderer.predictedSize(of: spec, as: format)
            return Self.kilobytes(size.gzipBytes ?? size.bytes)
        } catch is RenderError {
            return "–"
        }
    }

    @Test func `the documentation has the predicted bytes of five effects in all forms`() throws {
        let forms: [(OutputFormat, String?)] =
            [(.png, nil), (.webp, nil), (.webp, "lossless")]
            + OutputFormat.allCases.filter { ![.png, .apng, .webp].contains($0) && !$0.isVideo }.map { ($0, nil) }
        let head = "| kB | \(Self.presets.map { "`\($0)`" }.joined(separator: " | ")) |\n| --- |"
        let rows = try forms.map { format, quality in
            let name = "`.\(format.fileExtension)\(quality.map { "?quality=\($0)" } ?? "")`"
            let sizes = try Self.presets.map { try size($0, format, quality) }
            return "| \(name) | \(sizes.joined(separator: " | ")) |\n"
        }
        let table = head + String(repeating: " --: |", count: Self.presets.count) + "\n" + rows.joined()
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = top.appendingPathComponent("Documentation/formats.md")
        try MadeText(file: file, start: Self.start, end: Self.end).expect(table)
    }
}
