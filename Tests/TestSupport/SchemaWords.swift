public import Foundation
import StrictJSON

/// Words of specs, as the JSON Schema in the repository has them.
public struct SchemaWords {
    /// Names of members of objects.
    public private(set) var members: Set<String> = []
    /// Values that are words.
    public private(set) var values: Set<String> = []

    /// Folder of the repository.
    public static let top = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads `v1/schema.json`.
    ///
    /// - Parameter omitted: Names of definitions whose words do not count.
    public init(without omitted: Set<String> = []) throws {
        let bytes = try [UInt8](Data(contentsOf: Self.top.appendingPathComponent("v1/schema.json")))
        var limits = JSONParser.Limits()
        limits.nodes = 1_000_000
        visit(try JSONParser.parse(bytes, limits: limits), omitted)
    }

    private mutating func visit(_ value: JSONValue, _ omitted: Set<String>) {
        switch value {
        case .object(let members):
            for member in members {
                switch (member.name, member.value) {
                case ("properties", .object(let own)): self.members.formUnion(own.map(\.name))
                case ("enum", .array(let own)): for case .string(let word) in own { values.insert(word) }
                case ("const", .string(let word)): values.insert(word)
                case ("$defs", .object(let own)):
                    for definition in own where !omitted.contains(definition.name) { visit(definition.value, omitted) }
                    continue
                default: break
                }
                visit(member.value, omitted)
            }
        case .array(let elements): for element in elements { visit(element, omitted) }
        default: break
        }
    }
}
