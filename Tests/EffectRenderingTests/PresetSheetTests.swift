import AssetFiles
import EffectCost
import EffectModel
import Foundation
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Visual regression test of every preset against the reviewed image `Tests/Goldens/presets.png`. `HANABI_RECORD=1
/// swift test --filter PresetSheet` records it anew.
struct PresetSheetTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent("presets.png")
    private static let (side, columns) = (72, 14)

    /// Returns a preset's tile over gray, shrunk to fit: RGB in rows of `side`.
    private func tile(_ preset: Preset, _ renderer: EffectRenderer) throws -> [UInt8] {
        let spec = try PresetRequest.spec(
            preset: preset.name,
            [],
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        // Most presets are characteristic at this instant.
        let moment = spec.timing.duration * spec.timing.speed * 0.35
        let picture = try #require(LibPNG.decode(try renderer.renderSnapshot(.times([moment]), of: spec)))
        let factor = Double(max(picture.width, picture.height)) / Double(Self.side)
        var pixels = [UInt8](repeating: 96, count: Self.side * Self.side * 3)
        for y in 0..<Int(Double(picture.height) / factor) {
            for x in 0..<Int(Double(picture.width) / factor) {
                var sums = [0, 0, 0]
                var count = 0
                for v in Int(
                    Double(y) * factor
                )..<min(picture.height, max(Int(Double(y + 1) * factor), Int(Double(y) * factor) + 1)) {
                    for u in Int(
                        Double(x) * factor
                    )..<min(picture.width, max(Int(Double(x + 1) * factor), Int(Double(x) * factor) + 1)) {
                        let place = (v * picture.width + u) * 4
                        let alpha = Int(picture.rgba[place + 3])
                        for channel in 0..<3 {
                            sums[channel] += Int(picture.rgba[place + channel]) * alpha + 96 * (255 - alpha)
                        }
                        count += 255
                    }
                }
                for channel in 0..<3 { pixels[(y * Self.side + x) * 3 + channel] = UInt8(sums[channel] / count) }
            }
        }
        return pixels
    }

    @Test func `every preset matches its reviewed tile`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let presets = Preset.inOrder
        let rows = (presets.count + Self.columns - 1) / Self.columns
        let width = Self.side * Self.columns
        var sheet = [UInt8](repeating: 255, count: width * rows * Self.side * 4)
        func place(_ index: Int, _ x: Int, _ y: Int) -> Int {
            ((index / Self.columns * Self.side + y) * width + index % Self.columns * Self.side + x) * 4
        }
        for (index, preset) in presets.enumerated() {
            let pixels = try tile(preset, renderer)
            for y in 0..<Self.side {
                for x in 0..<Self.side {
                    for channel in 0..<3 {
                        sheet[place(index, x, y) + channel] = pixels[(y * Self.side + x) * 3 + channel]
                    }
                }
            }
        }
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil {
            let bytes = try #require(LibPNG.encode(width: width, height: rows * Self.side, rgba: sheet))
            try Data(bytes).write(to: Self.file)
        }
        let golden = try #require(LibPNG.decode(Array(Data(contentsOf: Self.file))))
        #expect((golden.width, golden.height) == (width, rows * Self.side))
        guard golden.rgba.count == sheet.count else { return }
        for (index, preset) in presets.enumerated() {
            var difference = 0
            var shown = Set<UInt32>()
            for y in 0..<Self.side {
                for x in 0..<Self.side {
                    var color: UInt32 = 0
                    for channel in 0..<3 {
                        let offset = place(index, x, y) + channel
                        difference += abs(Int(golden.rgba[offset]) - Int(sheet[offset]))
                        color = color << 8 | UInt32(sheet[offset])
                    }
                    shown.insert(color)
                }
            }
            // Tolerates other versions of the fonts. A tile of a single color would be empty.
            #expect(Double(difference) / Double(Self.side * Self.side * 3) < 0.5, "\(preset.name)")
            #expect(shown.count > 3, "\(preset.name)")
        }
    }
}
