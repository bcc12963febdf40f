internal import CKernels

extension Rasterizer {
    /// Instruction set of the kernels in use: `any`, `avx2` or `avx512`. Images are identical with all of them.
    public static var vectors: String { String(cString: hanabi_best_kernels().pointee.name) }

    /// Instruction sets that this processor supports, the simplest first.
    public static var supportedVectors: [String] {
        (0..<8).compactMap { index in hanabi_kernels_at(index).map { String(cString: $0.pointee.name) } }
    }

    /// Selects the kernels of an instruction set, before anything is drawn and before there are threads.
    ///
    /// - Returns: Whether the processor supports it.
    public static func use(vectors: String) -> Bool { hanabi_use_kernels(vectors) == 1 }
}
