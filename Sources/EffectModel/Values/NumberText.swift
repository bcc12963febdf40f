/// Conversion of numbers to and from text in URLs and units.
public enum NumberText {
    /// The shortest text that round-trips `number`, without a decimal point if it is whole.
    package static func plain(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }

    /// Parses a decimal number as JavaScript does, without an exponent: `2`, `-0.5`, `.5`, `5.`, `+5`. Returns `nil`
    /// for anything else; Swift's parser would also accept `nan` and `0x1p9`.
    public static func decimal(_ text: some StringProtocol) -> Double? {
        var digits = 0
        var hasPoint = false
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where index == 0, UInt8(ascii: "+") where index == 0: continue
            case UInt8(ascii: ".") where !hasPoint: hasPoint = true
            case 0x30...0x39: digits += 1
            default: return nil
            }
        }
        guard digits > 0, text.utf8.count <= 40 else { return nil }
        return Double(text).map { $0 == 0 ? 0 : $0 }  // −0 and 0 are one value in a spec
    }

    /// Regular expression for JSON Schema that matches the input of ``decimal(_:)``.
    package static let pattern = #"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)"#

    /// Parses a decimal number with a unit, which may be empty: `90deg`, `50%`. Returns `nil` if the text does not
    /// start with a number.
    package static func measure(_ text: some StringProtocol) -> (number: Double, unit: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        return decimal(digits).map { ($0, String(text[digits.endIndex...])) }
    }
}
