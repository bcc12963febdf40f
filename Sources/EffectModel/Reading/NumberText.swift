/// Numbers as people write them in URLs and units.
public enum NumberText {
    /// The shortest text that reads back as `number`, without a point where it is whole.
    package static func plain(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }

    /// `-?digits[.digits]` and nothing else: `nil` for the rest. Swift's own parser would take
    /// `nan`, `0x1p9` and `+5`.
    public static func decimal(_ text: some StringProtocol) -> Double? {
        var digitsBefore = 0
        var digitsAfter: Int?
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where index == 0: continue
            case UInt8(ascii: ".") where digitsAfter == nil && digitsBefore > 0: digitsAfter = 0
            case 0x30...0x39:
                if let count = digitsAfter { digitsAfter = count + 1 } else { digitsBefore += 1 }
            default: return nil
            }
        }
        guard digitsBefore > 0, digitsAfter != 0, text.utf8.count <= 40 else { return nil }
        return Double(text).map { $0 == 0 ? 0 : $0 }  // −0 and 0 are one value in a spec
    }
}
