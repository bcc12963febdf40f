/// Text from a file, compared by its bytes.
///
/// Swift's own `==` tests canonical equivalence in Unicode: it normalizes text outside of ASCII at every comparison. A
/// file may have a name of a megabyte of combining marks, and refer to it a million times.
struct PlainText: Sendable, Hashable, ExpressibleByStringLiteral {
    let string: String

    init(_ string: String) { self.string = string }

    init(stringLiteral string: String) { self.string = string }

    /// - Complexity: O(1) for texts of different lengths.
    static func == (a: PlainText, b: PlainText) -> Bool {
        a.string.utf8.count == b.string.utf8.count && a.string.utf8.elementsEqual(b.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        string.utf8.span.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
