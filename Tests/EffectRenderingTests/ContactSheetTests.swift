import AssetFiles
import EffectCoding
import EffectModel
import EffectSimulation
import Foundation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing

/// Visual regression test of every shape and mode, behavior and kind of contents against the reviewed image
/// `Tests/Goldens/contact-sheet.png`. `make record` records it anew.
struct ContactSheetTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent("contact-sheet.png")

    /// Returns straight RGBA pixels of one tile.
    private func pixels(of tile: ContactSheet.Tile, _ library: LocalAssets) throws -> [UInt8] {
        let spec = try EffectSpec(json: JSONParser.parse(Array(tile.text.utf8)), library: library)
        let simulation = Simulation(spec)
        var rasterizer = Rasterizer(
            width: ContactSheet.width,
            height: ContactSheet.height,
            background: spec.canvas.background,
            sprites: simulation.sprites
        )
        rasterizer.draw(simulation.drawList(at: tile.time))
        // Premultiplied and straight colors are equal on an opaque background.
        return rasterizer.bitmap.pixels.flatMap { (pixel: UInt32) -> [UInt8] in
            [0, 8, 16, 24].map { (shift: UInt32) -> UInt8 in UInt8(pixel >> shift & 0xFF) }
        }
    }

    @Test func `every tile matches the reviewed contact sheet`() throws {
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        let tiles = ContactSheet.tiles
        let (width, height) = (ContactSheet.width * ContactSheet.columns, ContactSheet.height)
        let rows = (tiles.count + ContactSheet.columns - 1) / ContactSheet.columns
        var sheet = [UInt8](repeating: 255, count: width * height * rows * 4)
        let line = ContactSheet.width * 4
        func place(_ index: Int, _ y: Int) -> Int {
            ((index / ContactSheet.columns * height + y) * width + index % ContactSheet.columns * ContactSheet.width)
                * 4
        }
        for (index, tile) in tiles.enumerated() {
            let pixels = try pixels(of: tile, library)
            for y in 0..<height {
                sheet.replaceSubrange(place(index, y)..<place(index, y) + line, with: pixels[y * line..<(y + 1) * line])
            }
        }
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil {
            let bytes = try #require(LibPNG.encode(width: width, height: height * rows, rgba: sheet))
            try Data(bytes).write(to: Self.file)
        }
        let golden = try #require(LibPNG.decode(Array(Data(contentsOf: Self.file))))
        #expect((golden.width, golden.height) == (width, height * rows))
        guard golden.rgba.count == sheet.count else { return }
        for (index, tile) in tiles.enumerated() {
            var difference = 0
            var shown = Set<UInt32>()
            for y in 0..<height {
                for offset in place(index, y)..<place(index, y) + line {
                    difference += abs(Int(sheet[offset]) - Int(golden.rgba[offset]))
                    if offset % 4 == 0 { shown.insert(UInt32(sheet[offset]) << 8 | UInt32(sheet[offset + 1])) }
                }
            }
            // Letters may differ slightly with other versions of the installed fonts.
            let allowed = tile.isLettering ? 4 * ContactSheet.width * height : 0
            #expect(difference <= allowed, "\(tile.name)")
            #expect(shown.count > 1, "\(tile.name) shows nothing")
        }
    }
}

extension ContactSheet.Tile {
    fileprivate var isLettering: Bool { name.hasPrefix("text") || name.hasPrefix("emoji") }
}
