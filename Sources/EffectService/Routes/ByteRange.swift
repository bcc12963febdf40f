internal import HTTPTypes

/// The bytes of a finished answer that a request asks for with `Range`.
///
/// - Source: RFC 9110 §13.1.5 (`If-Range`), §14.1 and §14.2.
enum ByteRange: Sendable, Equatable {
    /// All bytes: nothing else is asked for, or what is asked for can't be read, or is several parts.
    case whole
    /// Some bytes, at least one.
    case part(Range<Int>)
    /// Bytes that the answer does not have.
    case beyond

    /// The range that a request asks for, once its other conditions have led to a whole answer.
    ///
    /// - Parameters:
    ///   - count: Bytes of the answer.
    ///   - tag: Entity tag of the answer.
    init(_ head: HTTPRequest, count: Int, tag: EntityTag) {
        self = .whole
        // No other method has ranges.
        guard head.method == .get, let field = head.headerFields[.range] else { return }
        // A part of other bytes would be of no use. Weak tags never match, nor do dates: answers have none.
        if let condition = head.headerFields[.ifRange], condition != tag.text { return }
        guard let asked = Self.range(in: field) else { return }
        switch asked {
        case .last(let length):
            self = length == 0 || count == 0 ? .beyond : .part(max(0, count - length)..<count)
        case .from(let first, let last):
            // The first byte is below the length, so the sum can't overflow.
            self = first >= count ? .beyond : .part(first..<min(last, count - 1) + 1)
        }
    }

    private enum Asked {
        /// A number of bytes at the end.
        case last(Int)
        /// Bytes between two places, both included.
        case from(Int, Int)
    }

    /// The only range of a field such as `bytes=0-499`, `bytes=500-` or `bytes=-500`.
    private static func range(in field: String) -> Asked? {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ranges = parts[1].split(separator: ",").map { $0.trimmingSpace }.filter { !$0.isEmpty }
        guard ranges.count == 1, let dash = ranges[0].firstIndex(of: "-") else { return nil }
        let (start, end) = (ranges[0][..<dash], ranges[0][ranges[0].index(after: dash)...])
        if start.isEmpty { return number(end).map { .last($0) } }
        guard let first = number(start) else { return nil }
        if end.isEmpty { return .from(first, .max) }
        guard let last = number(end), first <= last else { return nil }
        return .from(first, last)
    }

    /// A number of digits alone; `Int.max` for one that is larger.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}

extension Substring {
    fileprivate var trimmingSpace: Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var rest = drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
