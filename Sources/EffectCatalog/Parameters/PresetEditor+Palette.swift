import EffectModel
import StrictJSON

extension Preset {
    /// Palette that keeps the preset's animation small.
    var palette: Output.Palette {
        switch document["output"]?["palette"] {
        case .string("auto"): .auto
        case .number(let count): .atMost(Int(count))
        default: .off
        }
    }
}

/// Palettes of presets, which keep their animations small.
extension PresetEditor {
    /// Takes the preset's palette away where fidelity matters more than bytes: from a still image, and where a parameter
    /// asks for lossless quality. A palette that a parameter sets stays.
    ///
    /// - Parameter hasQuality: Whether the form takes a quality.
    mutating func leaveOutOwnPalette(isStill: Bool, hasQuality: Bool) {
        let (palette, quality) = (["output", "palette"], ["output", "quality"])
        guard writer(of: palette) == nil else { return }
        let isLossless = hasQuality && writer(of: quality) != nil && self[quality]?.text == "lossless"
        if isStill || isLossless { removeUnchecked(palette) }
    }
}
