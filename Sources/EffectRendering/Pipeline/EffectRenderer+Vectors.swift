internal import SoftwareRaster

extension EffectRenderer {
    /// Instruction sets of the innermost loops that this machine has, the simplest first. All yield the same bytes.
    public static var supportedVectors: [String] { Rasterizer.supportedVectors }

    /// Selects the loops of an instruction set, for the whole process. To be called before the first render.
    ///
    /// - Returns: Whether this machine has them.
    public static func use(vectors: String) -> Bool { Rasterizer.use(vectors: vectors) }
}
