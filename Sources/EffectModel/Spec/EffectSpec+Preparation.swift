extension EffectSpec {
    /// Maximum frame rate of a GIF: delays are in hundredths of a second, and browsers replace a delay of 0.01 s by 0.1
    /// s.
    public static let maximumFPSOfGIF = 50.0

    /// The effect prepared for the format of a request, regardless of cost.
    ///
    /// - Parameter isStill: Whether the result is a still image, which needs no poster.
    package func prepared(for format: Output.Format, isStill: Bool = false) -> EffectSpec {
        var spec = self
        spec.output.format = format
        if isStill { spec.output.poster = .first }
        // What no pixel shows is no difference between two files.
        if format != .gif && format != .mp4 || canvas.background.isOpaque { spec.output.matte = Output().matte }
        if format == .gif { spec.timing.fps = min(timing.fps, Self.maximumFPSOfGIF) }
        return spec
    }
}
