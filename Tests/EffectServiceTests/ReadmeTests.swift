import Foundation
import Testing

@testable import EffectService

/// Generated sections of the README.
struct ReadmeTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    private static let start = "<!-- Made of the catalogue: HANABI_RECORD=1 swift test --filter Readme -->\n"
    private static let end = "<!-- End of that. -->"

    /// A table row for each family, in the gallery's order.
    private static var presets: String {
        let lines = Preset.families.map { family in
            let names = Preset.inOrder.filter { $0.family == family }.map { "`\($0.name)`" }
            return "| \(family.replacing("-", with: " ")) | \(names.joined(separator: ", ")) |\n"
        }
        return "\n| | |\n| --- | --- |\n\(lines.joined())\n"
    }

    @Test func `the README lists all presets`() throws {
        let text = try MadeText(file: Self.file, start: Self.start, end: Self.end).expect(Self.presets)
        #expect(text.contains("shows all \(Preset.all.count) presets"))
    }
}
