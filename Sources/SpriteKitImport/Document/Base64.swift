internal import FoundationEssentials

extension [UInt8] {
    /// RFC 4648 §4, with padding.
    var base64: String { Data(self).base64EncodedString() }
}
