import Foundation
import TestSupport
import Testing

/// Checks the hand-written declarations of `Sources/CPango/shim.h`.
@Suite("Pango's declarations")
struct PangoHeaderTests {
    @Test("our declarations agree with Pango's own headers")
    func agreement() throws {
        let shim = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/CPango/shim.h")
        // A C compiler rejects a redeclaration of a function that differs from the first.
        let both = """
            #include <pango/pango.h>
            #include <pango/pangoft2.h>
            #include <pango/pangofc-font.h>
            #include <pango/pangofc-fontmap.h>
            #include "\(shim.path)"
            """
        try compile(both)
        // Structures cannot be declared twice, so sizes and offsets of the fields we read are compared.
        let facts = [
            "PANGO_SCALE", "sizeof(PangoRectangle)", "offsetof(PangoRectangle, height)",
            "offsetof(PangoAttribute, start_index)", "offsetof(PangoAttribute, end_index)", "sizeof(PangoGlyphInfo)",
            "offsetof(PangoGlyphInfo, glyph)", "offsetof(PangoGlyphString, num_glyphs)",
            "offsetof(PangoGlyphString, glyphs)", "offsetof(PangoItem, analysis.font)",
            "offsetof(PangoGlyphItem, item)", "offsetof(PangoGlyphItem, glyphs)",
        ]
        let expected = try values(of: facts, after: "#include <pango/pango.h>")
        #expect(try values(of: facts, after: "#include \"\(shim.path)\"") == expected)
        #expect(expected.count == facts.count)
    }

    private func flags() throws -> [String] {
        let result = try ForeignDecoder.run(["pkg-config", "--cflags", "pangoft2"])
        try #require(result.status == 0)
        return String(decoding: result.output, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    private func compile(_ source: String) throws {
        let arguments = ["clang"] + (try flags()) + ["-Werror", "-fsyntax-only", "-x", "c", "-"]
        #expect(try ForeignDecoder.run(arguments, input: Array((source + "\n").utf8)).status == 0)
    }

    /// Returns the values of constant expressions as the compiler computes them.
    private func values(of facts: [String], after head: String) throws -> [String] {
        let source = "#include <stddef.h>\n\(head)\nconst size_t facts[] = {\(facts.joined(separator: ", "))};\n"
        let arguments = ["clang"] + (try flags()) + ["-S", "-emit-llvm", "-x", "c", "-o", "-", "-"]
        let result = try ForeignDecoder.run(arguments, input: Array(source.utf8))
        try #require(result.status == 0)
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("@facts") })
        let list = try #require(line.split(separator: "[").last?.split(separator: "]").first)
        return list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
