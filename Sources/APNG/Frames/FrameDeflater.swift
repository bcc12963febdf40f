internal import Deflate

/// Compresses frames of one file into zlib streams, as RGBA or as palette indices. Reuses its memory.
enum FrameDeflater {
    case truecolor(TruecolorDeflater)
    case indexed(IndexedDeflater)

    /// - Parameters:
    ///   - palette: Palette of the file; `nil` for RGBA.
    ///   - depth: Bits per palette index.
    init(_ effort: Effort, palette: Palette?, depth: Int = 8) {
        self =
            if let palette {
                .indexed(IndexedDeflater(palette, depth: depth, effort))
            } else {
                .truecolor(TruecolorDeflater(effort))
            }
    }

    /// Palette of the file; `nil` for RGBA.
    var lookup: PaletteLookup? {
        switch self {
        case .truecolor: nil
        case .indexed(let deflater): deflater.lookup
        }
    }

    /// Compresses the rows of an image and passes the zlib stream to `body`; the stream is valid only during the call.
    ///
    /// - Parameter isStopped: Polled now and then; `true` abandons the stream.
    /// - Returns: The result of `body`; `nil` if stopped.
    func withStream<Result>(
        of source: PixelSource,
        unless isStopped: () -> Bool,
        _ body: (DeflateOutput) -> Result
    ) -> Result? {
        switch self {
        case .truecolor(let deflater): deflater.withStream(of: source, unless: isStopped, body)
        case .indexed(let deflater): deflater.withStream(of: source, unless: isStopped, body)
        }
    }

    /// Returns `first`, followed by an `IDAT` chunk, or by `fdAT` if there is a sequence number.
    func chunk(
        of picture: FrameEncoder.Picture,
        _ part: FrameEncoder.Part,
        after first: [UInt8] = [],
        sequence: UInt32?,
        unless isStopped: () -> Bool
    ) -> Result<[UInt8], APNGError> {
        picture.withSource(part) { source in
            withStream(of: source, unless: isStopped) { output in
                do throws(APNGError) {
                    let type: StaticString = sequence == nil ? "IDAT" : "fdAT"
                    var bytes = first
                    try bytes.append(chunk: type, reserving: output.count + 4) { data in
                        if let sequence { data.append(bigEndian: sequence) }
                        output.append(to: &data)
                    }
                    return .success(bytes)
                } catch {
                    return .failure(error)
                }
            } ?? .failure(.stopped)
        }
    }
}
