public import EffectModel

/// Quality reductions that make a file fit its byte budget.
public struct QualityReduction: Sendable, Equatable {
    /// Encoding effort: the requested one, or `small`.
    public var effort: Output.Effort
    /// Maximum number of colors; `nil` is unlimited.
    public var palette: Int?
    /// Frames per second.
    public var fps: Double
    /// Quality of a WebP, AVIF or video.
    public var quality: Output.Quality
    /// Factor of the canvas' pixels per point, above 0 and at most 1.
    public var scale = 1.0
    /// Share of the particles that emitters give birth to, above 0 and at most 1.
    public var count = 1.0

    /// Creates the requested settings, without reductions.
    public init(of spec: EffectSpec) {
        effort = spec.output.effort
        // A GIF always has a palette.
        palette = spec.output.palette.most ?? (spec.output.format == .gif ? 256 : nil)
        quality = spec.output.quality
        fps = spec.timing.fps
    }

    /// Reductions relative to `spec`, as text for people and programs: `effort=small, palette=128, fps=15`.
    public func text(of spec: EffectSpec) -> String {
        let asked = QualityReduction(of: spec)
        var parts: [String] = []
        if effort != asked.effort { parts.append("effort=\(effort.rawValue)") }
        if palette != asked.palette, let palette { parts.append("palette=\(palette)") }
        if quality != asked.quality, case .lossy(let quality) = quality { parts.append("quality=\(quality)") }
        if fps != asked.fps { parts.append("fps=\(NumberText.plain(fps))") }
        if scale != 1 { parts.append("scale=\(NumberText.plain(scale))") }
        if count != 1 { parts.append("count=\(NumberText.plain(count))") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}

extension EffectSpec {
    /// The spec with the reductions applied and without a byte budget.
    package func after(_ trade: QualityReduction) -> EffectSpec {
        var spec = self
        spec.output.maxBytes = nil
        spec.output.effort = trade.effort
        spec.output.quality = trade.quality
        spec.output.palette = trade.palette.map { $0 == 256 ? .auto : .atMost($0) } ?? .off
        spec.timing.fps = trade.fps
        spec.canvas.multiplyScale(by: trade.scale)
        if trade.count < 1 {
            for index in spec.layers.indices {
                guard case .emitter(var emitter) = spec.layers[index].content else { continue }
                // An animated rate replaces that of the cell, so all cells are thinned together.
                if LayerTimeline(spec.layers[index], emitter).cellsWithOwnRate.isEmpty {
                    emitter.thin(to: trade.count, within: spec.timing.duration)
                } else {
                    emitter.birthRate *= trade.count
                }
                spec.layers[index].content = .emitter(emitter)
            }
        }
        return spec
    }
}
