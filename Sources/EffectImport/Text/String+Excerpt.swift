internal import EffectModel
import StrictJSON

/// Text from files for display in a terminal or a log.
extension String {
    /// The text in quotes, escaped and shortened.
    var excerpt: String {
        let written = JSONValue.string(self).excerpt
        guard written.unicodeScalars.contains(where: \.isDeceptive) else { return written }
        return written.unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.isDeceptive else { return text.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// Name of a member: unchanged if it is a word, otherwise in quotes.
    var asKey: String {
        let isWord = utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "$"): true
            default: false
            }
        }
        return isWord && (1...64).contains(utf8.count) ? self : excerpt
    }
}

extension Unicode.Scalar {
    /// Whether JSON allows the scalar unescaped, but a terminal may interpret it as a command or reorder the text
    /// around it: controls from U+0080 on, line separators, and right-to-left marks.
    fileprivate var isDeceptive: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
