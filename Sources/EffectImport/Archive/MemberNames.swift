/// Names of a file's members as numbers, so that frequent lookups do not compare text.
struct MemberNames: Sendable {
    /// Maximum length of a name in bytes; no property's name is longer.
    static let maximumBytes = 256

    private var numbers: [PlainText: Int32] = [:]
    /// Numbers by index in the property list; 0 for values that are not names.
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

    /// Returns the index of the first of `keys` with this name.
    func index(of name: PlainText, among keys: ArraySlice<Int>) -> Int? {
        guard let number = numbers[name] else { return nil }
        return keys.firstIndex { places[$0] == number }
    }
}
