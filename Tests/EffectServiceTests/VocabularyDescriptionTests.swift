import EffectCoding
import EffectModel
import Foundation
import Testing
@testable import EffectCatalog

@testable import EffectService

/// Agreement of `openapi.yaml` with the table of query parameters.
struct VocabularyDescriptionTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("openapi.yaml")

    private static let start =
        "    # From the table of parameters: HANABI_RECORD=1 swift test --filter VocabularyDescription\n"
    private static let end = "    # End of the table.\n"

    /// Parameters described by hand, because they name their paths and have their own limits.
    private static let byHand: Set<String> = [
        "w", "h", "dpr", "d", "fps", "seed", "slow", "palette", "loop", "hold", "effort", "max", "t0", "bg",
    ]

    private static func schema(_ parameter: QueryParameter) -> String {
        switch parameter.kind {
        case .number(_, _, let unit, let isRange):
            isRange || unit != .none ? "{type: [number, string]}" : "{type: number}"
        case .whole: "{type: integer}"
        case .choice(let names): "{type: string, enum: [\(names.joined(separator: ", "))]}"
        case .flag: "{enum: [0, 1, 'true', 'false']}"
        case .color, .colors, .text, .bytes: "{type: string}"
        }
    }

    private static var block: String {
        QueryParameter.table.filter { !byHand.contains($0.name) }.map { parameter in
            let origin = parameter.origin.map { " A name of \($0)'s, with its meaning." } ?? ""
            let text = "\(parameter.summary)\(origin) Allowed: \(parameter.allowed)."
            return """
                    \(parameter.name):
                      {name: \(parameter.name), in: query, schema: \(schema(parameter)),
                      description: '\(text.replacing("'", with: "''"))'}

                """
        }.joined()
    }

    @Test func `the API description contains the generated table`() throws {
        let text = try MadeText(file: Self.file, start: Self.start, end: Self.end).expect(Self.block)
        for name in Self.byHand { #expect(text.contains("\n    \(name): {name: \(name), in: query"), "\(name)") }
    }

    @Test(arguments: [
        "{effect}.{format}", "{effect}.still.{format}", "{effect}.strip.png", "{effect}.sheet.{part}", "{effect}",
    ])
    func `every route of a preset takes every parameter`(_ route: String) throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(text.range(of: "\n  /v1/effects/\(route):\n")).upperBound
        let end = try #require(text.range(of: "\n    get:", range: start..<text.endIndex)).lowerBound
        for parameter in QueryParameter.table {
            #expect(
                text[start..<end].contains("{$ref: '#/components/parameters/\(parameter.name)'}"),
                "\(parameter.name)"
            )
        }
        for name in ResponseOptions.names where name != "motion" || !route.contains("sheet") {
            #expect(text[start..<end].contains("/parameters/\(name)'}"), "\(name)")
        }
        for name in ["onError", "exp", "sig"] {
            #expect(text[start..<end].contains("/parameters/\(name)'}"), "\(name)")
        }
    }

    @Test func `the API description lists every kind of problem and error`() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        for kind in Problem.Kind.allCases {
            #expect(text.contains("urn:hanabi:problem:\(kind.rawValue)"), "\(kind)")
            #expect(text.contains("\n        | `\(kind.rawValue)` |"), "\(kind)")
        }
        for kind in SpecFault.Kind.allCases { #expect(text.contains("\n        - `\(kind.rawValue)`: "), "\(kind)") }
        for form in ErrorForm.allCases { #expect(text.contains(form.rawValue), "\(form)") }
    }

    @Test func `the API description lists every preset`() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(text.range(of: "\n    effect:\n")).upperBound
        let list = try #require(text.range(of: "enum: [", range: start..<text.endIndex)).upperBound
        let end = try #require(text.range(of: "]", range: list..<text.endIndex)).lowerBound
        let names = text[list..<end].split { ", \n".contains($0) }.map(String.init)
        #expect(names == Preset.all.keys.sorted())
    }
}
