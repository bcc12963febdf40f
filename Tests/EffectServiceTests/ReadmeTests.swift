import Foundation
import Testing

@testable import EffectService

/// The README, where it is made of the code.
struct ReadmeTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    private static let start = "<!-- Made of the catalogue: HANABI_RECORD=1 swift test --filter Readme -->\n"
    private static let end = "<!-- End of that. -->"

    /// A line for each family, as the gallery has them.
    private static var presets: String {
        let lines = Preset.families.map { family in
            let names = Preset.inOrder.filter { $0.family == family }.map { "`\($0.name)`" }
            return "| \(family.replacing("-", with: " ")) | \(names.joined(separator: ", ")) |\n"
        }
        return "\n| | |\n| --- | --- |\n\(lines.joined())\n"
    }

    @Test func `the README lists all presets`() throws {
        var text = try String(contentsOf: Self.file, encoding: .utf8)
        let from = try #require(text.range(of: Self.start)).upperBound
        let to = try #require(text.range(of: Self.end)).lowerBound
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil {
            text.replaceSubrange(from..<to, with: Self.presets)
            try text.write(to: Self.file.resolvingSymlinksInPath(), atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[from..<to]) == Self.presets)
        }
        #expect(text.contains("shows all \(Preset.all.count) presets"))
    }
}
