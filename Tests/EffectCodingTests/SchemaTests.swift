import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectCost
@testable import EffectModel
@testable import StrictJSON

/// Agreement of the JSON Schema with the reader. An independent validator checks that the schema is valid and accepts
/// what the reader accepts (`Tests/Smoke/schema.py`).
struct SchemaTests {
    private let schema = EffectSpec.jsonSchema()

    private func faults(_ json: JSONValue) -> [SpecFault] {
        do throws(SpecError) {
            _ = try EffectSpec(json: json, library: Squares())
            return []
        } catch {
            return error.faults
        }
    }

    /// Returns the schema's definition of a kind of object.
    private func definition(_ name: String) -> JSONValue? { name.isEmpty ? schema : schema["$defs"]?[name] }

    private func names(_ keyword: String, of definition: String) -> [String] {
        guard case .object(let members)? = self.definition(definition)?[keyword] else { return [] }
        return members.map(\.name)
    }

    /// Returns every object within a value.
    private func objects(in json: JSONValue) -> [JSONValue] {
        switch json {
        case .object(let members): [json] + members.flatMap { objects(in: $0.value) }
        case .array(let elements): elements.flatMap(objects)
        default: []
        }
    }

    @Test func `every kind of object is tested`() {
        guard case .object(let definitions)? = schema["$defs"] else {
            Issue.record("no definitions")
            return
        }
        let closed = definitions.filter { $0.value["additionalProperties"] == false }.map(\.name)
        #expect(Set(closed + [""]) == Set(ObjectKind.all.map(\.name)))
        #expect(closed.count > 40)
    }

    @Test(arguments: ObjectKind.all)
    func `an object's members in the schema are the members that the reader knows`(_ kind: ObjectKind) throws {
        #expect(faults(kind.document([])).isEmpty)
        let decoyKey = "zzzzzzzzzzzzzzzz"
        let fault = try #require(
            faults(kind.document([.init(decoyKey, 1)])).first { $0.pointer.hasSuffix("/" + decoyKey) }
        )
        let asked = fault.allowed.dropFirst("allowed: ".count).split(separator: ", ").map(String.init)
        #expect(names("properties", of: kind.name).sorted() == asked)
    }

    @Test(arguments: ObjectKind.all)
    func `an unsupported member is not offered, and only its harmless values are accepted`(_ kind: ObjectKind) {
        let offered = names("properties", of: kind.name)
        for pattern in names("patternProperties", of: kind.name) {
            let name = String(pattern.dropFirst().dropLast())
            #expect(!offered.contains(name))
            let found = faults(kind.document([.init(name, ["x"])])).map(\.kind)
            #expect(found == [.notSupportedYet], "\(kind.name).\(name)")
            guard case .array(let harmless)? = definition(kind.name)?["patternProperties"]?[pattern]?["enum"] else {
                Issue.record("\(kind.name).\(name) may be anything")
                continue
            }
            for value in harmless { #expect(faults(kind.document([.init(name, value)])).isEmpty) }
        }
    }

    @Test(arguments: ObjectKind.all)
    func `a default in the schema matches an omitted member`(_ kind: ObjectKind) throws {
        guard case .object(let members)? = definition(kind.name)?["properties"] else { return }
        let plain = try EffectSpec(json: kind.document([]), library: Squares())
        for member in members {
            guard let value = member.value["default"], !kind.needed.contains(member.name) else { continue }
            let found = faults(kind.document([.init(member.name, value)]))
            #expect(found.isEmpty, "\(kind.name).\(member.name)")
            guard found.isEmpty else { continue }
            let spec = try EffectSpec(json: kind.document([.init(member.name, value)]), library: Squares())
            #expect(kind.result(spec) == kind.result(plain), "\(kind.name).\(member.name)")
        }
    }

    @Test func `every reference resolves, and every definition and member has a description`() {
        guard case .object(let definitions)? = schema["$defs"] else {
            Issue.record("no definitions")
            return
        }
        let references = Set(
            objects(in: schema).compactMap { if case .string(let text)? = $0["$ref"] { text } else { nil } }
        )
        for reference in references {
            #expect(definitions.contains { reference == "#/$defs/\($0.name)" }, "\(reference)")
        }
        #expect(references.count == definitions.count)
        for kind in ObjectKind.all {
            #expect(definition(kind.name)?["description"] != nil, "\(kind.name)")
            guard case .object(let members)? = definition(kind.name)?["properties"] else { continue }
            for member in members {
                // The `type` constant of a kind needs no description.
                let isPlain = member.name == "type" && member.value["const"] != nil
                #expect(isPlain || member.value["description"] != nil, "\(kind.name).\(member.name)")
            }
        }
        #expect(EffectSpec.jsonSchema() == schema)
    }

    @Test func `the glossary describes existing members only`() {
        let objects =
            ObjectKind.all.map { $0.name.isEmpty ? "EffectSpec" : $0.name }
            + ["Layer", "Behavior", "Animation", "Attachment", "Field"]
        let families = Set(objects + objects.compactMap { $0.split(separator: ".").first.map(String.init) })
        for name in Set(Glossary.objects.keys).union(Glossary.members.keys) {
            #expect(families.contains(name) || name == "RandomNumber", "\(name)")
        }
        for (object, sentences) in Glossary.members where object != "RandomNumber" {
            let known = ObjectKind.all.filter { ($0.name.isEmpty ? "EffectSpec" : $0.name).hasPrefix(object) }
                .flatMap { names("properties", of: $0.name) }
            #expect(Set(sentences.keys).subtracting(known).isEmpty, "\(object)")
        }
    }

    @Test func `every detail of the glossary is in the schema`() throws {
        let text = String(decoding: JSONWriter.bytes(of: schema), as: UTF8.self)
        for (object, details) in Glossary.details {
            for (member, detail) in details {
                let written = String(decoding: JSONWriter.bytes(of: .string(detail)), as: UTF8.self)
                #expect(text.contains(written.dropFirst().dropLast()), "\(object).\(member)")
            }
        }
    }

    @Test func `an operator's limits lower the bounds in the schema`() {
        var limits = RenderLimits()
        limits.maximumDuration = 5
        limits.maximumSide = 100_000
        let lowered = EffectSpec.jsonSchema(limits: limits)["$defs"]
        #expect(schema["$defs"]?["Timing"]?["properties"]?["duration"]?["maximum"] == 30)
        #expect(lowered?["Timing"]?["properties"]?["duration"]?["maximum"] == 5)
        #expect(lowered?["Canvas"]?["properties"]?["width"]?["maximum"] == 16_384)
        guard case .string(let text)? = lowered?["Timing"]?["properties"]?["duration"]?["description"] else {
            Issue.record("no description")
            return
        }
        #expect(text.contains("0.01...5 "))
    }

    @Test func `a document may name its schema without changing its meaning`() throws {
        guard case .object(let members) = Specs.one() else { return }
        let plain = try EffectSpec(json: .object(members))
        let named = try EffectSpec(json: .object([.init("$schema", "http://localhost/v1/schema.json")] + members))
        #expect(named == plain)
        #expect(JSONWriter.bytes(of: named.json) == JSONWriter.bytes(of: plain.json))
        #expect(faults(.object(members + [.init("$schema", 1)])).map(\.pointer) == ["/$schema"])
        let nested = faults(Specs.one(cell: [.init("$schema", "x")])).map(\.pointer)
        #expect(nested == ["/layers/0/emitterCells/0/$schema"])
    }

    @Test func `a key path ends in a single animatable name`() {
        // The schema derives the type of the values from the end of the key path.
        let names = Self.animatableNames
        for name in names {
            #expect(!names.contains { $0 != name && $0.hasSuffix("." + name) }, "\(name)")
        }
    }

    private static let animatableNames = Set(
        EmitterCell.animatable.flatMap(\.names) + Behavior.animatable.flatMap(\.names)
    )
}

/// An asset library that returns the same outline for every text and picture.
private struct Squares: AssetLibrary {
    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        throw .unusable(found: "a picture", allowed: "none")
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        .outline(.box(half: SIMD2(text.fontSize / 2, text.fontSize / 2)))
    }
}
