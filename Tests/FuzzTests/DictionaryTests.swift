import Foundation
import StrictJSON
import Testing

/// Words that the fuzzers put into specs.
struct DictionaryTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Members of a schema's objects, and their values that are words.
    private static func words(of schema: JSONValue) -> (members: Set<String>, values: Set<String>) {
        var found: (members: Set<String>, values: Set<String>) = ([], [])
        func visit(_ value: JSONValue) {
            switch value {
            case .object(let members):
                for member in members {
                    switch (member.name, member.value) {
                    case ("properties", .object(let own)): found.members.formUnion(own.map(\.name))
                    case ("enum", .array(let own)): for case .string(let word) in own { found.values.insert(word) }
                    case ("const", .string(let word)): found.values.insert(word)
                    default: break
                    }
                    visit(member.value)
                }
            case .array(let elements): elements.forEach(visit)
            default: break
            }
        }
        visit(schema)
        return found
    }

    /// Regression: groups, replicators and likes had names that no fuzzer knew.
    @Test(arguments: ["spec", "packed"])
    func `dictionaries know every member and every word of the schema`(_ name: String) throws {
        let bytes = try [UInt8](Data(contentsOf: Self.root.appendingPathComponent("v1/schema.json")))
        var limits = JSONParser.Limits()
        limits.nodes = 1_000_000
        let words = Self.words(of: try JSONParser.parse(bytes, limits: limits))
        #expect(words.members.count > 300 && words.values.count > 300)
        let path = Self.root.appendingPathComponent("Tests/Fuzzing/Dictionaries/\(name).dict")
        let entries = Set(try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init))
        let members = words.members.filter { !entries.contains(#""\x22\#($0)\x22:""#) }
        let values = words.values.filter { !entries.contains(#""\x22\#($0)\x22""#) }
        #expect(members.isEmpty && values.isEmpty, "\(name).dict lacks \(members.sorted()) and \(values.sorted())")
    }
}
