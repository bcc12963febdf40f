/// Digits as ASCII bytes, as protocols and settings define them: no sign, no other script.
extension UInt8 {
    /// Whether the byte is one of `0`…`9`.
    package var isASCIIDigit: Bool {
        0x30...0x39 ~= self
    }

    /// Value of a hexadecimal digit of either case; `nil` for other bytes.
    package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
