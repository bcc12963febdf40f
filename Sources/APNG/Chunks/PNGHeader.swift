/// Start of a PNG, static or animated: signature and `IHDR`.
///
/// - Source: PNG Specification, Third Edition, §5.2, §11.2.1.
struct PNGHeader {
    let bytes: [UInt8]

    /// Header of an 8-bit RGBA image, or of an indexed one, whose palette chunks are not included.
    ///
    /// - Parameter depth: Bits per palette index; `nil` for RGBA.
    /// - Throws: ``APNGError/size(width:height:)`` for sides that the format cannot hold.
    init(width: Int, height: Int, depth: Int? = nil) throws(APNGError) {
        let sides = 1...0x7FFF_FFFF
        guard sides.contains(width), sides.contains(height) else { throw .size(width: width, height: height) }
        let header = try Chunk("IHDR") { data in
            data.append(bigEndian: UInt32(width))
            data.append(bigEndian: UInt32(height))
            // Bit depth, color type (RGBA or indexed), deflate, adaptive filters, no interlace.
            data.append(contentsOf: depth.map { [UInt8($0), 3] } ?? [8, 6])
            data.append(contentsOf: [0, 0, 0])
        }
        bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header.bytes
    }
}
