internal import EffectModel

/// Texture and color.
///
/// SpriteKit blends a texture toward a color by a factor. At 0 the texture stays unchanged, which equals multiplication
/// by white; at 1 it is multiplied by the color. In between, this importer multiplies it by a color between white and
/// the given one. For white textures, which most are, the result is identical; for others it is close, and reported.
///
/// - Source: particleColorBlendFactor ("the texture is used as is" to "full-tint color").
extension EmitterSpecBuilder {
    /// Factor of a particle's texture, apart from the particle's own alpha.
    enum Tint {
        /// Tint that differs from particle to particle and changes per second.
        case steady(EmitterNode.Varying4)
        /// Tint that changes over life, the same way for all particles.
        case overLife(KeyframeSequence)
    }

    mutating func tint() -> Tint {
        // Sequences replace ranges and speeds; Xcode writes one even for a constant color.
        let color = node.colorSequence == nil ? node.color : node.colorSequence?.constant
        let factor = factor(toward: color)
        if let color, let mean = factor.sequence == nil ? factor.mean : factor.sequence?.constant?.x {
            let distance = color - SIMD4(repeating: 1)
            var tint = EmitterNode.Varying4(mean: distance * mean + SIMD4(repeating: 1))
            if factor.sequence == nil {
                tint.range = distance.magnitudes * abs(factor.range)
                tint.speed = distance * factor.speed
                noteBoth(factor)
            }
            if node.colorSequence == nil {
                tint.range += node.colorRange * mean
                tint.speed += node.colorSpeed * mean
            }
            return .steady(tint)
        }
        return .overLife(
            combined([colorOverLife(), factor.sequence ?? KeyframeSequence(SIMD4(repeating: factor.mean))]) { values in
                (values[0] - SIMD4(repeating: 1)) * values[1] + SIMD4(repeating: 1)
            }
        )
    }

    /// Returns the color over life, for a factor that changes over life.
    private mutating func colorOverLife() -> KeyframeSequence {
        if let sequence = node.colorSequence { return sequence }
        let all = ArchiveKey.color.property
        if node.colorRange != .zero {
            report.note(
                all,
                "a color with a range",
                "all particles have the mean color, since the blend factor changes over life"
            )
        }
        guard node.colorSpeed != .zero else { return KeyframeSequence(node.color) }
        if node.lifetime.range != 0 { report.note(all, "a color with a speed", byShareOfLife) }
        return KeyframeSequence(from: node.color, to: node.color + node.colorSpeed * node.middleLife)
    }

    // MARK: The factor

    /// Returns the factor within 0…1, SpriteKit's range, in a form that a spec supports.
    ///
    /// - Parameter color: Constant color; `nil` if it changes over life.
    private mutating func factor(toward color: SIMD4<Double>?) -> EmitterNode.Varying {
        // Without a texture, SpriteKit draws rectangles of the color itself.
        guard node.texture != nil else { return .init(mean: 1) }
        var factor = node.blendFactor
        if let sequence = factor.sequence {
            factor = .init(mean: 0, sequence: sequence.clampedToUnit)
        } else if factor.speed == 0 {
            factor = withinUnit(factor)
            if factor.range != 0, !canDiffer(color) { factor = withoutRange(factor) }
        } else {
            if factor.range != 0, !canDiffer(color) || !canRun(factor, color) { factor = withoutRange(factor) }
            if !canRun(factor, color) { factor = overLife(factor) }
        }
        noteBlending(factor)
        return factor
    }

    /// Returns a factor with its range cut to 0…1.
    private mutating func withinUnit(_ factor: EmitterNode.Varying) -> EmitterNode.Varying {
        let half = abs(factor.range) / 2
        guard half > 0 else { return .init(mean: kept(factor.mean, in: 0...1, .blendFactor)) }
        let (low, high) = (min(max(factor.mean - half, 0), 1), min(max(factor.mean + half, 0), 1))
        return .init(mean: (low + high) / 2, range: high - low)
    }

    /// Whether a factor per particle can be a number of the cell: only if it changes at most one channel. Several
    /// channels would vary independently and scatter the hues.
    private func canDiffer(_ color: SIMD4<Double>?) -> Bool {
        guard let color else { return false }
        return (0..<4).count { color[$0] != 1 } <= 1
    }

    private mutating func withoutRange(_ factor: EmitterNode.Varying) -> EmitterNode.Varying {
        let mean = min(max(factor.mean, 0), 1).shortestText
        let reason =
            "all particles have the factor \(mean) at birth, since a varying factor would have to change several channels together"
        report.note(.blendFactorRange, node.blendFactor.range, reason)
        return .init(mean: factor.mean, speed: factor.speed)
    }

    /// Whether a factor's speed is equivalent to a speed of each channel: as long as it stays within 0…1, or if a
    /// channel beyond the end of its range is drawn the same.
    private func canRun(_ factor: EmitterNode.Varying, _ color: SIMD4<Double>?) -> Bool {
        guard let color else { return false }
        let (half, change) = (abs(factor.range) / 2, factor.speed * node.longestLife)
        let low = factor.mean - half + min(0, change)
        let high = factor.mean + half + max(0, change)
        if low >= 0, high <= 1 { return true }
        guard color.w == 1, node.colorRange == .zero, node.colorSpeed == .zero else { return false }
        let channels = (0..<3).map { color[$0] }
        // Beyond white nothing changes, and beyond a color only channels strictly between 0 and 1 do.
        return (low >= 0 || channels.allSatisfy { $0 <= 1 })
            && (high <= 1 || channels.allSatisfy { $0 == 0 || $0 == 1 })
    }

    /// Returns a factor that stops at 0 or 1, as a sequence over life.
    private mutating func overLife(_ factor: EmitterNode.Varying) -> EmitterNode.Varying {
        if node.lifetime.range != 0 { report.note(.blendFactorSpeed, factor.speed, byShareOfLife) }
        // Larger numbers reach their limit immediately, and must not overflow.
        func bounded(_ number: Double) -> Double { min(max(number, -1e6), 1e6) }
        let start = bounded(factor.mean)
        let end = start + bounded(bounded(factor.speed) * bounded(node.middleLife))
        let line = KeyframeSequence(from: SIMD4(repeating: start), to: SIMD4(repeating: end))
        return .init(mean: 0, sequence: line.clampedToUnit)
    }

    private var byShareOfLife: String {
        "the change follows the share of life, as for a lifetime of \(node.middleLife.shortestText) s, since lifetimes differ"
    }

    // MARK: Notes

    private mutating func noteBlending(_ factor: EmitterNode.Varying) {
        let reason =
            "SpriteKit blends toward the color; the import multiplies the texture by a color between white and the color"
        if let sequence = factor.sequence {
            guard sequence.constant?.x != 0, sequence.constant?.x != 1 else { return }
        } else if factor.range == 0, factor.speed == 0, factor.mean == 0 || factor.mean == 1 {
            return
        }
        if let sequence = node.blendFactor.sequence {
            report.note(ArchiveKey.blendFactorSequence.property, "\(sequence.points.count) keyframes", reason)
        } else {
            report.note(.blendFactor, node.blendFactor.mean, reason)
        }
    }

    private mutating func noteBoth(_ factor: EmitterNode.Varying) {
        guard node.colorSequence == nil, factor.range != 0 || factor.speed != 0,
            node.colorRange != .zero || node.colorSpeed != .zero
        else { return }
        let reason = "the color varies as well, and both are combined approximately"
        if factor.speed != 0 { return report.note(.blendFactorSpeed, factor.speed, reason) }
        report.note(.blendFactorRange, factor.range, reason)
    }
}

extension SIMD4<Double> {
    fileprivate var magnitudes: SIMD4<Double> { replacing(with: -self, where: self .< 0) }
}
