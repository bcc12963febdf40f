internal import EffectModel
import StrictJSON

/// Text from files for display in a terminal or a log.
extension String {
    /// The text in quotes, escaped and shortened.
    var excerpt: String { JSONValue.string(self).excerpt }

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
