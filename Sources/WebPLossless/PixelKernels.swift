internal import CKernels
internal import Memory

/// The kernels that this target calls.
struct PixelKernels: BitwiseCopyable {
    private let table: UnsafePointer<hanabi_kernels>

    /// A tile of an image.
    struct Tile {
        /// Pixels in a row of the image.
        let stride: Int
        /// Pixels in a row of the tile.
        let width: Int
        let height: Int

        /// Pixels of the image from the first of the tile to the last.
        @inline(__always)
        var reach: Int { (height &- 1) &* stride &+ width }
    }

    /// - Parameter table: Kernels of a kind of processor; those of this one by default.
    init(_ table: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.table = table }

    /// Computes residuals of pixels: see `predict_pixels`.
    ///
    /// - Returns: Estimated bits of the residuals.
    @inline(__always)
    func predict(
        _ tile: Tile,
        of pixels: MemoryView<UInt32>,
        above: MemoryView<UInt32>,
        mode: UInt32,
        into residuals: MutableMemoryView<UInt32>?
    ) -> UInt64 {
        table.pointee.predict_pixels(
            residuals?.address(for: tile.reach),
            pixels.address(for: tile.reach),
            above.address(for: tile.reach),
            tile.stride,
            tile.width,
            tile.height,
            mode
        )
    }

    /// Sums products of the channels of residuals: see `sum_colors`.
    @inline(__always)
    func sumColors(_ tile: Tile, of residuals: MutableMemoryView<UInt32>) -> hanabi_color_sums {
        table.pointee.sum_colors(residuals.address(for: tile.reach), tile.stride, tile.width, tile.height)
    }

    /// Subtracts from red and blue what green and red make expected: see `subtract_colors`.
    ///
    /// - Returns: Estimated bits of red and blue.
    @inline(__always)
    func subtractColors(
        _ tile: Tile,
        of residuals: MutableMemoryView<UInt32>,
        factors: hanabi_color_factors,
        writes: Bool
    ) -> UInt64 {
        let address = residuals.address(for: tile.reach)
        return table.pointee.subtract_colors(address, tile.stride, tile.width, tile.height, factors, writes)
    }
}
