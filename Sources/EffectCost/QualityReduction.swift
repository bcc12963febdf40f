public import EffectModel

/// Quality reductions that make a file fit its byte budget.
public struct QualityReduction: Sendable, Equatable {
    /// Encoding effort: the requested one, or `small`.
    public var effort: Output.Effort
    /// Maximum number of colors; `nil` is unlimited.
    public var palette: Int?
    /// Frames per second.
    public var fps: Double
    /// Quality of a WebP or AVIF.
    public var quality: Output.Quality
    /// Factor of the canvas' pixels per point, above 0 and at most 1.
    public var scale = 1.0
    /// Factor of emitters' birth rates, above 0 and at most 1.
    public var count = 1.0

    /// Creates the requested settings, without reductions.
    public init(of spec: EffectSpec) {
        effort = spec.output.effort
        // A GIF always has a palette.
        palette = spec.output.palette.most ?? (spec.output.format == .gif ? 256 : nil)
        quality = spec.output.quality
        fps = spec.timing.fps
    }

    /// All reduction steps: the first has no reduction, and each adds one to those before. Invisible reductions come
    /// first, then those in order of visibility.
    ///
    /// - Parameters:
    ///   - isStill: Whether the output is a still image, which has no frames to drop.
    ///   - mayTake: Whether a step with the effort `small` is affordable.
    package static func reductionSteps(of spec: EffectSpec, isStill: Bool, mayTake: (QualityReduction) -> Bool)
        -> [QualityReduction]
    {
        var rungs = [QualityReduction(of: spec)]
        func add(_ change: (inout QualityReduction) -> Bool) {
            var next = rungs[rungs.count - 1]
            if change(&next) { rungs.append(next) }
        }
        // GIF encoding has no effort levels, and an AVIF's save little; a lossy WebP and an AVIF have no palette. Costly renders skip the effort `small`,
        // which multiplies their work; other reductions save as many bytes for less.
        if spec.output.format != .gif, spec.output.format != .avif {
            add { trade in
                var small = trade
                small.effort = .small
                guard trade.effort != .small, mayTake(small) else { return false }
                trade = small
                return true
            }
        }
        if spec.output.isLossy {
            for quality in [60, 40, 25] {
                add { trade in
                    // An AVIF that is asked for without loss has the highest quality.
                    let own = if case .lossy(let own) = trade.quality { own } else { 100 }
                    guard quality < own else { return false }
                    trade.quality = .lossy(quality)
                    return true
                }
            }
        } else {
            for colors in [256, 128, 64] {
                add { trade in
                    defer { trade.palette = min(colors, trade.palette ?? .max) }
                    return colors < trade.palette ?? .max
                }
            }
        }
        if !isStill {
            for fps in [24, 20, 15, 12.5, 10] {
                add { trade in
                    defer { trade.fps = min(fps, trade.fps) }
                    return fps < trade.fps
                }
            }
        }
        for scale in [0.8, 0.65, 0.5, 0.4] {
            add { trade in
                trade.scale = scale
                return true
            }
        }
        if spec.layers.contains(where: { $0.content.emitter != nil }) {
            for count in [0.75, 0.5, 0.25] {
                add { trade in
                    trade.count = count
                    return true
                }
            }
        }
        return rungs
    }

    /// Binary search for the index of the first of `count` steps that fits; the last one is assumed to.
    package static func first(of count: Int, fits: (Int) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if try fits(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Indices of the steps to render until one fits, starting at the estimated step `place`. An estimate from few
    /// frames may be slightly off. The last step is included, to report its size if nothing fits.
    package static func tries(from place: Int, of count: Int, isTooCostlyToRetry: Bool) -> [Int] {
        Set(isTooCostlyToRetry ? [place, count - 1] : [place, place + 1, place + 3, count - 1]).filter { $0 < count }
            .sorted()
    }

    /// Fraction of the budget that an estimate may use; lower for costly renders, which are made only once.
    package static func room(isTooCostlyToRetry: Bool) -> Double { isTooCostlyToRetry ? 0.9 : 1 }

    /// Maximum number of frames drawn to estimate an animation's size: 16 to choose its colors, 2 to find constant
    /// pixels, 8 to encode, and a poster.
    package static let framesOfGuess = 27

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
                emitter.birthRate *= trade.count
                spec.layers[index].content = .emitter(emitter)
            }
        }
        return spec
    }
}
