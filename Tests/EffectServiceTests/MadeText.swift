import Foundation
import Testing

/// A part of a text in the repository that is made of the code, between two lines that say so.
struct MadeText {
    let file: URL
    let start: String
    let end: String

    /// Holds the part between the marks against `expected`; under `HANABI_RECORD`, replaces it.
    ///
    /// - Returns: The whole text.
    @discardableResult
    func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        var text = try String(contentsOf: file, encoding: .utf8)
        let from = try #require(text.range(of: start), sourceLocation: sourceLocation).upperBound
        let to = try #require(text.range(of: end), sourceLocation: sourceLocation).lowerBound
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil {
            text.replaceSubrange(from..<to, with: expected)
            try text.write(to: file.resolvingSymlinksInPath(), atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[from..<to]) == expected, sourceLocation: sourceLocation)
        }
        return text
    }
}
