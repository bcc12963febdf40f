internal import CKernels
internal import Memory

/// The kernel that this target calls.
struct PixelKernels: BitwiseCopyable {
    private let table: UnsafePointer<hanabi_kernels>

    /// - Parameter table: Kernels of a kind of processor; those of this one by default.
    init(_ table: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.table = table }

    /// Computes residuals of pixels: see `predict_pixels`.
    ///
    /// - Returns: Sum of the residuals' distances from 0.
    @inline(__always)
    func predict(
        _ pixels: MemoryView<UInt32>,
        above: MemoryView<UInt32>,
        count: Int,
        mode: UInt32,
        into residuals: MutableMemoryView<UInt32>?
    ) -> UInt64 {
        table.pointee.predict_pixels(
            residuals?.address(for: count),
            pixels.address(for: count),
            above.address(for: count),
            count,
            mode
        )
    }
}
