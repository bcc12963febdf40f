extension EffectSpec {
    /// The most frames per second of a GIF: its delays are hundredths of a second, and browsers take the shortest one for a tenth.
    public static let maximumFPSOfGIF = 50.0

    /// The same effect in a form that a request asks for, whatever that costs.
    ///
    /// - Parameter isStill: Whether it becomes a picture that does not move, which needs no poster.
    package func delivered(as format: Output.Format, isStill: Bool = false) -> EffectSpec {
        var spec = self
        spec.output.format = format
        if isStill { spec.output.poster = .first }
        if format == .gif { spec.timing.fps = min(timing.fps, Self.maximumFPSOfGIF) }
        return spec
    }
}
