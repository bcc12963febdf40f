import EffectModel
import Foundation
import Testing

/// Places outside the code that know each kind of behavior.
struct BehaviorCoverageTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    @Test(arguments: Behavior.Kind.allCases)
    func `every behavior has a tile of the contact sheet, a description and a start in the editor`(
        _ kind: Behavior.Kind
    )
        throws
    {
        let name = kind.rawValue
        #expect(
            ContactSheet.tiles.contains { $0.name == name },
            "Tests/EffectRenderingTests/ContactSheet.swift lacks \(name)"
        )
        let page = try Self.text("Documentation/specs.md")
        #expect(page.contains("`\(name)`"), "Documentation/specs.md lacks \(name)")
        let script = try Self.text("Sources/CResources/Pages/edit-starters.js")
        let start = try #require(script.range(of: "export const behaviors = {")).upperBound
        let end = try #require(script.range(of: "};", range: start..<script.endIndex)).lowerBound
        let starts = script[start..<end]
        #expect(starts.contains(" \(name): {"), "Sources/CResources/Pages/edit-starters.js lacks \(name)")
    }
}
