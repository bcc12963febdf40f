internal import CTurboJPEG
internal import EffectModel
internal import Memory

/// A JPEG file, decoded by libjpeg-turbo.
struct JPEGFile {
    private let bytes: [UInt8]
    private let header: JPEGHeader

    /// Creates a file from its bytes and reads all markers.
    init(_ bytes: [UInt8]) throws(AssetFault) {
        self.bytes = bytes
        header = try JPEGHeader(bytes)
    }

    func decoded(maximumPixels: Int) throws(AssetFault) -> Picture {
        let (width, height) = (header.width, header.height)
        try PictureFile.check(width: width, height: height, maximumPixels: maximumPixels)
        guard let decoder = tjInitDecompress() else { throw Self.damaged("the decoder failed to start") }
        defer { tjDestroy(decoder) }
        var (foundWidth, foundHeight, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let isRead =
            tjDecompressHeader3(
                decoder,
                bytes,
                UInt(bytes.count),
                &foundWidth,
                &foundHeight,
                &subsampling,
                &space
            ) == 0
        guard isRead, foundWidth == width, foundHeight == height else { throw Self.damaged(Self.message(of: decoder)) }
        let isInk = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
        var pixels = [UInt32](repeating: 0, count: width * height)
        let isDecoded = pixels.withMutableMemory { pixels in
            tjDecompress2(
                decoder,
                bytes,
                UInt(bytes.count),
                pixels.bytes.address,
                Int32(width),
                0,
                Int32(height),
                Int32((isInk ? TJPF_CMYK : TJPF_RGBA).rawValue),
                // Exact, so identical on every machine; and a truncated file is an error rather than half an image.
                Int32(TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
            ) == 0
        }
        guard isDecoded else { throw Self.damaged(Self.message(of: decoder)) }
        for index in pixels.indices {
            let pixel = UInt32(littleEndian: pixels[index])
            pixels[index] = isInk ? Self.color(ofInk: header.isInverted ? ~pixel : pixel) : pixel | 0xFF00_0000
        }
        let turned = header.orientation >= 5
        return Picture(
            width: turned ? height : width,
            height: turned ? width : height,
            pixels: PixelMath.oriented(pixels, width: width, height: height, orientation: header.orientation)
        )
    }

    /// RGB color of cyan, magenta, yellow and black amounts on white paper. The look of real inks needs a color
    /// profile; programs without one show this color.
    private static func color(ofInk ink: UInt32) -> UInt32 {
        let light = ~ink
        let black = light >> 24
        return PixelMath.scaled(light, by: black) | PixelMath.scaled(light >> 8, by: black) << 8
            | PixelMath.scaled(light >> 16, by: black) << 16 | 0xFF00_0000
    }

    private static func message(of decoder: tjhandle) -> String {
        // Never null; the text is stored in the handle.
        tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown reason"
    }

    static func damaged(_ reason: String) -> AssetFault {
        .unusable(found: "a JPEG that can't be decoded (\(reason))", allowed: "a complete baseline or progressive JPEG")
    }
}
