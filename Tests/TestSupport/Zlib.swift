import CZlib

/// zlib as the reference compressor for test requests.
public enum Zlib {
    /// Compresses bytes in the zlib format.
    public static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        compress(&packed, &length, bytes, UInt(bytes.count))
        return Array(packed.prefix(Int(length)))
    }
}
