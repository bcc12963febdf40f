import CZlib

/// The reference's packing, for what tests send.
public enum Zlib {
    /// In zlib's own format.
    public static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        compress(&packed, &length, bytes, UInt(bytes.count))
        return Array(packed.prefix(Int(length)))
    }
}
