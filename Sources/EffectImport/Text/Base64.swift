internal import FoundationEssentials

extension [UInt8] {
    /// The bytes in base64, RFC 4648 §4, with padding.
    var base64: String { Data(self).base64EncodedString() }
}
