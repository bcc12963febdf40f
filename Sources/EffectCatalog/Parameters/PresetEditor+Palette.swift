import StrictJSON

/// Palettes of presets, which keep their animations small.
extension PresetEditor {
    /// Takes the preset's palette away where fidelity matters more than bytes: from a still image, and where a parameter
    /// asks for lossless quality. A palette that a parameter sets stays.
    mutating func leaveOutOwnPalette(isStill: Bool) {
        let palette = ["output", "palette"], quality = ["output", "quality"]
        guard writer(of: palette) == nil else { return }
        let isLossless = writer(of: quality) != nil && self[quality]?.text == "lossless"
        if isStill || isLossless { removeUnchecked(palette) }
    }
}
