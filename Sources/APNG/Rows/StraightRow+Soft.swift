internal import CKernels

extension StraightRow {
    /// Gives each pixel of a span the color nearest to the one above, or to the left where nothing is above, among
    /// those with the same premultiplied value: for soft light, in which hardly two pixels are alike. Unlike prediction
    /// from both neighbors, no pixel waits for another.
    @inline(__always)
    func match(
        _ first: Int,
        _ end: Int,
        above: UnsafePointer<UInt32>,
        drawn: UnsafePointer<UInt32>?,
        frame: UInt32
    ) {
        kernels.pointee.unpremultiply_run(pixels + first, above + first, drawn.map { $0 + first }, frame, end &- first)
    }
}
