internal import Memory

extension StraightRow {
    /// Gives each pixel of a span the color nearest to the one above, or to the left where nothing is above, among
    /// those with the same premultiplied value: for soft light, in which hardly two pixels are alike. Unlike prediction
    /// from both neighbors, no pixel waits for another.
    @inline(__always)
    func match(
        _ first: Int,
        _ end: Int,
        above: MemoryView<UInt32>,
        drawn: MemoryView<UInt32>?,
        frame: UInt32
    ) {
        kernels.unpremultiply(
            pixels.suffix(from: first),
            above: above.suffix(from: first),
            drawn: drawn?.suffix(from: first),
            frame: frame,
            count: end &- first
        )
    }
}
