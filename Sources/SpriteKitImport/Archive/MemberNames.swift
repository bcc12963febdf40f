/// The names of a file's members, as numbers: what is looked up often compares those, and no text.
struct MemberNames: Sendable {
    /// Longer ones are no property's.
    static let maximumBytes = 256

    private var numbers: [PlainText: Int32] = [:]
    /// By place in the property list; 0 for what names nothing.
    private var places: [Int32]

    /// - Complexity: O(bytes of `values`).
    init(of values: [PropertyList.Value]) {
        places = Array(repeating: 0, count: values.count)
        for case .dictionary(let keys, _) in values {
            for key in keys where places[key] == 0 {
                guard case .text(let name) = values[key], name.string.utf8.count <= Self.maximumBytes else { continue }
                let number = numbers[name] ?? Int32(numbers.count + 1)
                numbers[name] = number
                places[key] = number
            }
        }
    }

    /// Where the first of `keys` is that reads `name`.
    func index(of name: PlainText, among keys: ArraySlice<Int>) -> Int? {
        guard let number = numbers[name] else { return nil }
        return keys.firstIndex { places[$0] == number }
    }
}
