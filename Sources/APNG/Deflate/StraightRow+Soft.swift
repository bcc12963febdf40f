internal import CVector

extension StraightRow {
    /// Of the colours that look the same, the pixels of a span get those nearest to the colour above, or where nothing
    /// is above, on the left: for soft light, of which hardly two pixels are alike. Unlike a prediction from both, that needs
    /// no pixel to wait for another.
    @inline(__always)
    func match(
        _ first: Int,
        _ end: Int,
        above: UnsafePointer<UInt32>,
        _ marks: UnsafePointer<UInt32>?,
        _ frame: UInt32
    ) {
        kernels.pointee.soft(pixels + first, above + first, marks.map { $0 + first }, frame, end &- first)
    }
}
