internal import CGIF

/// A GIF file that giflib writes to memory.
final class GIFOutput {
    private let file: UnsafeMutablePointer<GifFileType>
    private let sink: Sink

    /// Bytes written so far.
    var bytes: [UInt8] { sink.bytes }

    private final class Sink {
        var bytes: [UInt8] = []
    }

    /// Writes the header and the color table.
    init(width: Int, height: Int, colors: [UInt32]) throws(GIFError) {
        sink = Sink()
        var code: Int32 = 0
        let opened = EGifOpen(
            Unmanaged.passUnretained(sink).toOpaque(),
            { file, bytes, count in
                guard let place = file?.pointee.UserData, let bytes else { return 0 }
                let sink = Unmanaged<Sink>.fromOpaque(place).takeUnretainedValue()
                sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return count
            },
            &code
        )
        guard let opened else { throw .encoder(code: code) }
        file = opened
        EGifSetGifVersion(file, true)
        // The size of a color table is a power of two.
        var size = 2
        while size < colors.count { size *= 2 }
        let entries = (0..<size).map { index in
            let color = index < colors.count ? colors[index] : 0
            return GifColorType(
                Red: UInt8(truncatingIfNeeded: color),
                Green: UInt8(truncatingIfNeeded: color >> 8),
                Blue: UInt8(truncatingIfNeeded: color >> 16)
            )
        }
        guard let map = GifMakeMapObject(Int32(size), entries) else { throw .encoder(code: 0) }
        defer { GifFreeMapObject(map) }
        try check(EGifPutScreenDesc(file, Int32(width), Int32(height), 8, 0, map))
    }

    deinit {
        var code: Int32 = 0
        EGifCloseFile(file, &code)
    }

    /// Writes the number of repetitions after the first play; 0 repeats forever.
    func writeLoop(_ times: UInt16) throws(GIFError) {
        try check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
        try check(EGifPutExtensionBlock(file, 11, Array("NETSCAPE2.0".utf8)))
        let data: [UInt8] = [1, UInt8(truncatingIfNeeded: times), UInt8(truncatingIfNeeded: times >> 8)]
        try check(EGifPutExtensionBlock(file, 3, data))
        try check(EGifPutExtensionTrailer(file))
    }

    /// Writes the graphic control block; entry 0 is transparent.
    func writeControl(centiseconds: Int, _ disposal: GIFFile.Disposal) throws(GIFError) {
        var control = GraphicsControlBlock(
            DisposalMode: disposal.rawValue,
            UserInputFlag: false,
            DelayTime: Int32(max(0, min(centiseconds, 65_535))),
            TransparentColor: 0
        )
        var data = [UInt8](repeating: 0, count: 4)
        _ = EGifGCBToExtension(&control, &data)
        try check(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, Int32(data.count), data))
    }

    func writeImage(_ indices: [UInt8], x: Range<Int>, y: Range<Int>) throws(GIFError) {
        try check(
            EGifPutImageDesc(
                file,
                Int32(x.lowerBound),
                Int32(y.lowerBound),
                Int32(x.count),
                Int32(y.count),
                false,
                nil
            )
        )
        // giflib may clear bits beyond the color depth; there are none.
        var pixels = indices
        try check(EGifPutLine(file, &pixels, Int32(pixels.count)))
    }

    private func check(_ result: Int32) throws(GIFError) {
        if result != GIF_OK { throw .encoder(code: file.pointee.Error) }
    }
}
