import EffectModel
import StrictJSON

/// Reader of a Core Animation markup element: its attributes, and children that are a single value.
final class ElementReader {
    let element: XMLTree
    let fields: FieldReader
    private var children: [XMLTree]

    init(_ element: XMLTree, at path: String, _ notes: ImportNotes) {
        self.element = element
        var members = element.attributes.filter { $0.name != "xmlns" && !$0.name.hasPrefix("xmlns:") }
            .map { JSONValue.Member($0.name, .string($0.value)) }
        var children: [XMLTree] = []
        for child in element.children {
            // `<birthRate type="real" value="10"/>`; a color may have more than its value.
            if child.children.isEmpty, let value = child["value"], child["opacity"] == nil {
                members.append(.init(child.name, .string(value)))
            } else {
                children.append(child)
            }
        }
        self.children = children
        fields = FieldReader(members, at: path, notes, readsText: true)
    }

    var path: String { fields.path }
    var notes: ImportNotes { fields.notes }

    /// Takes a child that is more than a value.
    func takeChild(_ name: String) -> XMLTree? {
        children.firstIndex { $0.name == name }.map { children.remove(at: $0) }
    }

    /// Reads numbers separated by spaces, commas or braces.
    func numbers(_ name: String, counts: ClosedRange<Int>, in bounds: ClosedRange<Double> = -1e6...1e6) -> [Double]? {
        guard let text = fields.text(name) else { return nil }
        guard let numbers = Self.numbers(text), counts.contains(numbers.count) else {
            let found = JSONValue.string(text).shown
            notes.ignore(
                fields.place(name),
                found,
                "the value is not \(counts.upperBound) numbers and is ignored"
            )
            return nil
        }
        return numbers.map { notes.kept($0, in: bounds, fields.place(name)) }
    }

    static func numbers(_ text: String) -> [Double]? {
        guard text.utf8.count <= 4096 else { return nil }
        let parts = text.split { " ,;{}()\n\t\r".contains($0) }
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
    }

    /// Reads "r g b" or "r g b a" with components in 0...1, from an attribute, or from a child that may have an
    /// opacity.
    func color(_ name: String) -> SIMD4<Double>? {
        var opacity = 1.0
        var text = ""
        if let child = takeChild(name) {
            opacity = child["opacity"].flatMap { Double($0) } ?? 1
            text = child["value"] ?? child.text
        } else if let given = fields.text(name) {
            text = given
        } else {
            return nil
        }
        guard let numbers = Self.numbers(text), (1...4).contains(numbers.count), opacity.isFinite else {
            notes.ignore(
                fields.place(name),
                JSONValue.string(text).shown,
                "the value is not a color and is ignored"
            )
            return nil
        }
        let rgb = numbers.count < 3 ? SIMD3(repeating: numbers[0]) : SIMD3(numbers[0], numbers[1], numbers[2])
        let alpha = numbers.count == 4 ? numbers[3] : numbers.count == 2 ? numbers[1] : 1
        return SIMD4(rgb, alpha * opacity).clamped(lowerBound: .zero, upperBound: .one)
    }

    /// Reports all remaining members as ignored.
    func refuseTheRest(_ reason: String = "the field is unknown and ignored") {
        fields.refuseTheRest(reason)
        for child in children {
            notes.ignore(fields.place(child.name), "<\(child.name)>", reason)
        }
        children = []
    }
}
