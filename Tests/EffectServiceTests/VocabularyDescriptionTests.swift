import EffectCoding
import EffectModel
import Foundation
import StrictJSON
import Testing
@testable import EffectCatalog

@testable import EffectService

/// Agreement of `openapi.yaml` with the table of query parameters and with the schema of specs. One test after another, since they
/// record parts of one file.
@Suite(.serialized) struct VocabularyDescriptionTests {
    private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let file = top.appendingPathComponent("openapi.yaml")

    private static let start =
        "    # From the table of parameters: make record\n"
    private static let end = "    # End of the table.\n"

    /// Parameters described by hand, because they name their paths and have their own limits.
    private static let byHand: Set<String> = [
        "w", "h", "dpr", "d", "fps", "seed", "slow", "palette", "loop", "hold", "effort", "max", "keep", "t0", "bg",
        "fit", "shutter",
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
        let start = "\n  /v1/effects/\(route):\n    parameters: ["
        let rest = try #require(text.range(of: start)).upperBound
        let end = try #require(text.range(of: "]\n", range: rest..<text.endIndex)).lowerBound
        var names = text[rest..<end].matches(of: /parameters\/(\w+)'/).map { String($0.output.1) }
        let table = QueryParameter.table.map(\.name)
        // The table stands where its first name is; what belongs to the route alone is around it.
        let place = names.firstIndex(where: table.contains) ?? names.count
        names.removeAll(where: table.contains)
        names.insert(contentsOf: table, at: min(place, names.count))
        try MadeText(file: Self.file, start: start, end: "]\n").expect(Self.references(names))
        let isOfFrames = route.hasSuffix("{effect}.{format}") || route == "{effect}"
        for name in ResponseOptions.names where name != "motion" || !route.contains("sheet") {
            guard name != "forms" || isOfFrames else { continue }
            #expect(names.contains(name), "\(name)")
        }
        for name in ["onError", "exp", "sig"] { #expect(names.contains(name), "\(name)") }
    }

    /// References to parameters, four to a line.
    private static func references(_ names: [String]) -> String {
        let all = names.map { "{$ref: '#/components/parameters/\($0)'}" }
        return stride(from: 0, to: all.count, by: 4).map { all[$0..<min($0 + 4, all.count)].joined(separator: ", ") }
            .joined(separator: ",\n      ")
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

    /// `make record` records the file.
    @Test func `the schema in the repository is the generated schema`() throws {
        let file = Self.top.appendingPathComponent("v1/schema.json").resolvingSymlinksInPath()
        let made = JSONWriter.prettyBytes(of: EffectSpec.jsonSchema())
        if ProcessInfo.processInfo.environment["HANABI_RECORD"] != nil { try Data(made).write(to: file) }
        let isSame = try [UInt8](Data(contentsOf: file)) == made
        #expect(isSame, "record v1/schema.json anew")
    }

    @Test func `every reference of the API description leads somewhere`() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let references = Set(text.matches(of: /\$ref: '?([^', }\n]+)/).map { String($0.output.1) })
        // The path at which the service has the schema, relative to that of the description.
        #expect(references.contains("v1/schema.json"))
        #expect(Route(["v1", "schema.json"]) == .schema)
        let schema = EffectSpec.jsonSchema()
        for reference in references {
            let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let names = parts.count > 1 ? parts[1].split(separator: "/").map(String.init) : []
            switch parts[0] {
            case "":
                #expect(names.count == 3 && names[0] == "components", "\(reference)")
                let section = try #require(text.range(of: "\n  \(names[1]):\n"), "\(reference)")
                let entry = text.range(of: "\n    \(names[2]):", range: section.lowerBound..<text.endIndex)
                #expect(entry != nil, "\(reference)")
            case "v1/schema.json":
                let found = names.reduce(schema as JSONValue?) { $0?[$1] }
                #expect(found != nil, "\(reference)")
            default: Issue.record("\(reference)")
            }
        }
    }

    @Test func `the API description lists every preset`() throws {
        var lines = [""]
        for name in Preset.all.keys.sorted() {
            if lines[lines.count - 1].count + name.count > 110 { lines.append("") }
            lines[lines.count - 1] += "\(name), "
        }
        let list = lines.joined(separator: "\n      ").dropLast(2).replacing(", \n", with: ",\n")
        let start =
            "\n    effect:\n      name: effect\n      in: path\n      required: true\n      schema: {type: string, enum: ["
        try MadeText(file: Self.file, start: start, end: "]}\n").expect(String(list))
    }
}
