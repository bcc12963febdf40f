import Foundation
import Testing

/// A generated section of a text file in the repository, between two texts that stay.
struct MadeText {
    let file: URL
    let start: String
    let end: String

    /// Compares the section between the markers with `expected`; with `HANABI_RECORD` set, replaces it.
    ///
    /// - Returns: The whole text of the file.
    @discardableResult
    func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        var text = try String(contentsOf: file, encoding: .utf8)
        let from = try #require(text.range(of: start), sourceLocation: sourceLocation).upperBound
        let to = try #require(text.range(of: end, range: from..<text.endIndex), sourceLocation: sourceLocation)
            .lowerBound
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil {
            text.replaceSubrange(from..<to, with: expected)
            try text.write(to: file.resolvingSymlinksInPath(), atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[from..<to]) == expected, sourceLocation: sourceLocation)
        }
        return text
    }
}
