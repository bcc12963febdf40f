import Foundation
import Testing
@testable import EffectCatalog
@testable import EffectRendering

@testable import EffectService

/// README.md and the pages of Documentation/, held against the code.
struct ReadmeTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    private static let start = "<!-- Generated from the catalog: make record -->\n"
    private static let end = "<!-- End of the generated list. -->"

    /// Paths of README.md and of all pages, from the top of the repository.
    private static let pages: [String] = {
        let folder = top.appending(path: "Documentation").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md", "Docker/README.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    /// A line for each family, as the gallery has them.
    private static var presets: String {
        let lines = Preset.families.map { family in
            let names = Preset.inOrder.filter { $0.family == family }.map { "`\($0.name)`" }
            return "| \(family.replacing("-", with: " ")) | \(names.joined(separator: ", ")) |\n"
        }
        return "\n| | |\n| --- | --- |\n\(lines.joined())\n"
    }

    @Test func `the documentation lists all presets`() throws {
        let file = Self.top.appending(path: "Documentation/url-parameters.md")
        try MadeText(file: file, start: Self.start, end: Self.end).expect(Self.presets)
        try MadeText(file: Self.top.appending(path: "README.md"), start: "the gallery shows all ", end: " presets")
            .expect("\(Preset.all.count)")
    }

    @Test func `presets have the form that the documentation calls their best`() throws {
        let rows = try Self.text("Documentation/presets.md")
            .matches(of: #/(?m)^\| `([\w-]+)` \|.*\| `\.([\w.]+)`[^|]*\|$/#).map { (String($0.1), String($0.2)) }
        #expect(rows.count == Preset.all.count)
        for (name, ending) in rows {
            #expect(Preset.all[name]?.form.fileExtension == ending, "\(name)")
        }
    }

    @Test func `the README is short`() throws {
        #expect(try Self.text("README.md").utf8.count <= 9000)
    }

    @Test(arguments: pages)
    func `relative links lead somewhere`(_ page: String) throws {
        let folder = Self.top.appending(path: page).deletingLastPathComponent()
        let text = try Self.text(page)
        for link in text.matches(of: #/\]\(([^)\s]+)\)/#).map({ String($0.output.1) }) where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? Self.top.appending(path: page) : folder.appending(path: parts[0])
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link)")
            guard parts.count == 2, file.pathExtension == "md" else { continue }
            let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("#") }.map(Self.anchor(of:))
            #expect(headings.contains(parts[1]), "\(page): \(link)")
        }
    }

    /// The anchor that GitHub gives to a heading.
    private static func anchor(of heading: Substring) -> String {
        String(
            heading.drop { $0 == "#" }.dropFirst().lowercased().compactMap { letter -> Character? in
                if letter == " " { return "-" }
                return letter.isLetter || letter.isNumber || letter == "-" || letter == "_" ? letter : nil
            }
        )
    }

    @Test func `every URL parameter is described`() throws {
        let text = try ["url-parameters", "formats"].map { try Self.text("Documentation/\($0).md") }.joined()
        for parameter in QueryParameter.table {
            let isThere = text.contains("`\(parameter.name)`")
            #expect(isThere, "\(parameter.name)")
        }
    }

    @Test func `every metric is described`() throws {
        let text = try Self.text("Documentation/operating.md")
        for name in MetricNames.help.keys.sorted() {
            let isThere = text.contains("`\(name)`") || text.contains("`\(name){")
            #expect(isThere, "\(name)")
        }
    }

    @Test func `every package is listed with its version`() throws {
        let text = try Self.text("Documentation/third-party.md")
        let packages = try Self.text("Package.swift").matches(of: #/\/(swift-[a-z-]+)", exact: "([0-9.]+)"/#)
        #expect(!packages.isEmpty)
        for package in packages {
            let isThere = text.contains("/\(package.output.1)) | \(package.output.2) |")
            #expect(isThere, "\(package.output.1) \(package.output.2)")
        }
    }
}
