import EffectModel
import Foundation
import Testing

@testable import AssetFiles

/// Fonts whose glyphs are layers of colors (COLR version 0).
@Suite("Layered fonts")
struct LayeredFontTests {
    /// A font whose A is 1 em wide and high: red below, blue of half alpha above, and in the middle a fifth of an em in the text's
    /// own color. Made with fontTools.
    private static let font = """
        AAEAAAAMAIAAAwBAQ09MUgANACcAAALwAAAAIENQQUwAgP8SAAADEAAAABZPUy8yRSBHVQAAAUgAAABgY21hcAAMAJQAAAG0AAAA
        NGdseWYxQYDLAAAB9AAAAHxoZWFkYv5EyAAAAMwAAAA2aGhlYQfRA+oAAAEEAAAAJGhtdHgD6AGQAAABqAAAAAxsb2NhAEkAbgAA
        AegAAAAMbWF4cAAHAAYAAAEoAAAAIG5hbWUGmRSOAAACcAAAAF1wb3N0AAMAAAAAAtAAAAAgAAEAAAABAABFuLf+Xw889QADA+gA
        AAAAAAAAAAAAAAAAAAAAAAAAAAPoA+gAAAADAAIAAAAAAAAAAQAAA+gAAAAAA+gAAAAAA+gAAQAAAAAAAAAAAAAAAAAAAAEAAQAA
        AAUABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAADA+gBkAAFAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEA
        AAAAAAAAAAAAAAA/Pz8/AAAAQQBBA+gAAAAAA+gAAAAAAAAAAAAAAAAAAAAAACAAAAPoAAAAAAAAAAABkAAAAAIAAAADAAAAFAAD
        AAEAAAAUAAQAIAAAAAQABAABAAAAQf//AAAAQf///8AAAQAAAAAAAAAMABgAJAAxAD4AAQAAAAAB9AH0AAMAADERIREB9AH0/gwA
        AQAAAAAD6APoAAMAADERIRED6APo/BgAAQAAAAAD6AH0AAMAADERIRED6AH0/gwAAQAAAfQD6APoAAMAABERIRED6AH0AfT+DAAB
        AZABkAJYAlgAAwAAATUzFQGQyAGQyMgAAAAABAA2AAEAAAAAAAEABgAAAAEAAAAAAAIABwAGAAMAAQQJAAEADAANAAMAAQQJAAIA
        DgAZTGF5ZXJzUmVndWxhcgBMAGEAeQBlAHIAcwBSAGUAZwB1AGwAYQByAAAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAABAAAADgAAABQAAwABAAAAAwACAAAAAwABAAT//wAAAAIAAQACAAAADgAAAAD///8AAIAAAA==
        """

    @Test("layers lie on each other in the colors of the palette")
    func layers() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hanabi-layers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(Data(base64Encoded: Self.font, options: .ignoreUnknownCharacters))
        try file.write(to: folder.appending(path: "layers.ttf"))
        let assets = LocalAssets(fontDirectories: [folder.path])
        let style = TextStyle(text: "A", font: "Layers", fontSize: 100)
        guard case .picture(let picture, let size) = try assets.glyphs(of: style, maximumPixels: 1 << 20) else {
            Issue.record("no colors")
            return
        }
        #expect(abs(size.x - 100) < 1 && abs(size.y - 100) < 1)
        func pixel(_ x: Double, _ y: Double) -> UInt32 {
            let (column, row) = (Int(x * Double(picture.width)), Int(y * Double(picture.height)))
            return picture.levels[0].pixels[row * picture.width + column]
        }
        #expect(pixel(0.5, 0.9) == 0xFF00_00FF, "red")
        #expect(pixel(0.5, 0.1) == 0x8080_0000, "blue of half alpha, premultiplied")
        #expect(pixel(0.5, 0.5) == 0xFFFF_FFFF, "the text's own color")
    }
}
