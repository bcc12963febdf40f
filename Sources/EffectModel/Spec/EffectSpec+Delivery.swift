extension EffectSpec {
    /// The most frames per second of a GIF: its delays are hundredths of a second, and browsers take the shortest one for a tenth.
    public static let maximumFPSOfGIF = 50.0

    /// The same effect in a form that a request asks for.
    ///
    /// - Parameter isStill: Whether it becomes a picture that does not move, which needs no poster.
    /// - Throws: ``SpecError`` if that would cost more than `limits` allow: forms differ in their work for a pixel.
    package func delivered(as format: Output.Format, isStill: Bool = false, limits: RenderLimits) throws(SpecError)
        -> EffectSpec
    {
        var spec = self
        spec.output.format = format
        if isStill { spec.output.poster = .first }
        if format == .gif { spec.timing.fps = min(timing.fps, Self.maximumFPSOfGIF) }
        let cost = isStill ? RenderCost(ofFrameOf: spec) : RenderCost(of: spec)
        let faults = cost.excesses(over: limits).map {
            SpecFault(.tooMuch, at: $0.pointer, found: $0.found, allowed: $0.allowed)
        }
        if !faults.isEmpty { throw SpecError(faults) }
        return spec
    }
}
