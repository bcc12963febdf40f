internal import SystemSupport

/// Weight of an element of a field such as `Accept`: its parameter `q`, in thousandths.
///
/// - Source: RFC 9110 §12.4.2.
enum FieldWeight {
    /// The weight of an element without a parameter `q`.
    static let whole = 1000

    /// The weight among an element's parameters, such as `q=0.5`, without spaces and in lower case.
    ///
    /// The RFC does not say what an invalid weight means. It is ignored, as unknown parameters are: an element without
    /// `q` has the whole weight, and whoever names a type can show it.
    static func thousandths(_ parameters: ArraySlice<String>) -> Int {
        parameters.reduce(whole) { weight, parameter in
            guard parameter.hasPrefix("q=") else { return weight }
            // Digits only: `Double` would accept "nan" and "inf".
            let digits = parameter.dropFirst(2)
            guard digits.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }),
                let number = Double(digits), number <= 1
            else { return weight }
            // However small, a weight above 0 excludes nothing.
            return max(number > 0 ? 1 : 0, Int((number * Double(whole)).rounded()))
        }
    }
}
