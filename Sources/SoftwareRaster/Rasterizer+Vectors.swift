internal import CVector

extension Rasterizer {
    /// For what kind of processors the innermost loops are that this one runs: `any`, `avx2` or `avx512`. Pictures are the same with
    /// all of them.
    public static var vectors: String { String(cString: hanabi_best_kernels().pointee.name) }
}
