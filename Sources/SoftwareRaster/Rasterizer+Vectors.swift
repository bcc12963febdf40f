internal import CKernels

extension Rasterizer {
    /// Instruction set of the kernels in use: `any`, `avx2` or `avx512`. Images are identical with all of them.
    public static var vectors: String { String(cString: hanabi_best_kernels().pointee.name) }
}
