import EffectModel
import StrictJSON

/// Structure-aware mutation of specs. Random byte changes rarely yield another valid document and so never reach the
/// code behind the parser.
struct SpecMutator {
    private var random: SmallGenerator
    private static let schema = SpecSchema()

    init(seed: UInt32) { random = SmallGenerator(state: UInt64(seed)) }

    /// Returns the document with one or more mutations.
    mutating func changed(_ document: JSONValue) -> JSONValue {
        var document = document
        for _ in 0...Int.random(in: 0...3, using: &random) {
            var place = Int.random(in: 0..<document.count, using: &random)
            document = changed(document, at: &place, of: document)
        }
        return document
    }

    /// - Parameter place: Index of the value to mutate, counted down in document order.
    private mutating func changed(_ value: JSONValue, at place: inout Int, of document: JSONValue) -> JSONValue {
        place -= 1
        if place < 0 { return changed(value, in: document) }
        switch value {
        case .array(var elements):
            for index in elements.indices {
                elements[index] = changed(elements[index], at: &place, of: document)
                if place < 0 { break }
            }
            return .array(elements)
        case .object(var members):
            for index in members.indices {
                members[index].value = changed(members[index].value, at: &place, of: document)
                if place < 0 { break }
            }
            return .object(members)
        default: return value
        }
    }

    private mutating func changed(_ value: JSONValue, in document: JSONValue) -> JSONValue {
        // Occasionally copies another part of the document.
        if Int.random(in: 0..<12, using: &random) == 0 {
            return document.value(number: Int.random(in: 0..<document.count, using: &random)) ?? value
        }
        switch value {
        case .object(let members): return .object(changed(members))
        case .array(let elements): return .array(changed(elements))
        case .number(let number): return .number(changed(number))
        case .string: return .string(SpecSchema.texts.randomElement(using: &random) ?? "")
        case .bool(let flag): return .bool(!flag)
        case .null: return .number(1)
        }
    }

    private mutating func changed(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
        var members = members
        let names = Set(members.map(\.name))
        guard let shape = Self.schema.shape(of: names, using: &random), Int.random(in: 0..<8, using: &random) > 0 else {
            if let index = members.indices.randomElement(using: &random) { members.remove(at: index) }
            return members
        }
        guard let member = shape.randomElement(using: &random) else { return members }
        let value = Self.schema.value(of: member.value, depth: 0, using: &random)
        if let index = members.firstIndex(where: { $0.name == member.key }) {
            members[index].value = value
        } else {
            members.append(JSONValue.Member(member.key, value))
        }
        return members
    }

    private mutating func changed(_ elements: [JSONValue]) -> [JSONValue] {
        var elements = elements
        guard let index = elements.indices.randomElement(using: &random) else { return [.number(0)] }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.remove(at: index)
        case 1: elements.swapAt(index, elements.startIndex)
        default: elements.insert(elements[index], at: index)
        }
        return elements
    }

    private mutating func changed(_ number: Double) -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: SpecSchema.numbers.randomElement(using: &random) ?? 0
        case 1: number * 2
        case 2: number / 3
        case 3: -number
        case 4: number + 1
        default: (number * 7).rounded() / 8
        }
    }
}

extension JSONValue {
    /// Number of values in the tree, including itself.
    fileprivate var count: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }

    /// Returns the value at an index in document order, where 0 is the value itself.
    fileprivate func value(number: Int) -> JSONValue? {
        if number == 0 { return self }
        var rest = number - 1
        let parts: [JSONValue] =
            switch self {
            case .array(let elements): elements
            case .object(let members): members.map(\.value)
            default: []
            }
        for part in parts {
            let count = part.count
            if rest < count { return part.value(number: rest) }
            rest -= count
        }
        return nil
    }
}

/// The SplitMix64 generator.
struct SmallGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
