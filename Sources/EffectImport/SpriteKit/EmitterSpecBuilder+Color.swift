internal import EffectModel
import StrictJSON

/// Color and alpha.
///
/// Variations per particle and changes per second are numbers of the cell. Changes over life that all particles share,
/// and values that begin beyond 0…1, are behaviors. Behaviors are not clamped before drawing, as in SpriteKit: an alpha
/// that falls from 1.5 stays opaque for a while.
///
/// - Source: particleAlpha ("the alpha component of the color that results from the texture and color blending state is
///   multiplied by a particle's alpha").
extension EmitterSpecBuilder {
    /// Returns the members for both, and appends their behaviors.
    mutating func color(_ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        let opacity = node.opacity
        switch (tint(), opacity.sequence) {
        case (.steady(let tint), let sequence?):
            animate(3, over: sequence, key: .alphaSequence, into: &behaviors) { $0.x * tint.mean.w }
            noteColorAlpha(tint)
            var steady = tint
            (steady.mean.w, steady.range.w, steady.speed.w) = (1, 0, 0)
            return members(steady, &behaviors)
        case (.steady(var tint), nil):
            // The mean of a product is the product of the means; second-order terms are omitted.
            let own = tint
            tint.mean.w = opacity.mean * own.mean.w
            tint.range.w = opacity.range * own.mean.w + opacity.mean * own.range.w
            tint.speed.w = opacity.speed * own.mean.w + opacity.mean * own.speed.w
            if opacity.range != 0 || opacity.speed != 0 { noteColorAlpha(own) }
            return members(tint, &behaviors)
        case (.overLife(let tint), let sequence):
            if sequence == nil, opacity.range != 0 || opacity.speed != 0 { return channels(tint, &behaviors) }
            let alpha = sequence ?? KeyframeSequence(SIMD4(repeating: opacity.mean))
            let both = combined([tint, alpha]) { values in
                SIMD4(values[0].x, values[0].y, values[0].z, values[0].w * values[1].x)
            }
            if both.isWithinUnit {
                behaviors.append(colorOverLife(both))
            } else {
                for channel in 0..<4 {
                    animate(channel, over: both, key: .colorSequence, into: &behaviors) { $0[channel] }
                }
            }
            return []
        }
    }

    /// Members for a tint over life together with a separate alpha per particle. A color over life would replace alpha,
    /// so each channel is animated separately.
    private mutating func channels(_ tint: KeyframeSequence, _ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        let opacity = node.opacity
        let own = members(
            .init(
                mean: SIMD4(1, 1, 1, opacity.mean),
                range: SIMD4(0, 0, 0, opacity.range),
                speed: SIMD4(0, 0, 0, opacity.speed)
            ),
            &behaviors
        )
        for channel in 0..<3 { animate(channel, over: tint, key: .colorSequence, into: &behaviors) { $0[channel] } }
        if tint.points.contains(where: { $0.value.w != 1 }) {
            animate(3, over: tint, key: .colorSequence, into: &behaviors, operation: "multiply") { $0.w }
        }
        return own
    }

    /// Notes that the particle's own variation of alpha cannot follow a variation of the color's alpha.
    private mutating func noteColorAlpha(_ tint: EmitterNode.Varying4) {
        guard tint.range.w != 0 || tint.speed.w != 0 else { return }
        let causes = [
            (ArchiveKey.colorRanges[3], node.colorRange.w), (ArchiveKey.colorSpeeds[3], node.colorSpeed.w),
            (.blendFactorRange, node.blendFactor.range), (.blendFactorSpeed, node.blendFactor.speed),
        ]
        guard let (key, value) = causes.first(where: { $0.1 != 0 }) else { return }
        report.note(
            key,
            value,
            "the alpha of the color and the particle's alpha both vary, and are combined approximately"
        )
    }

    /// Combines several sequences into one.
    mutating func combined(
        _ sequences: [KeyframeSequence],
        _ make: ([SIMD4<Double>]) -> SIMD4<Double>
    ) -> KeyframeSequence {
        let sequence = KeyframeSequence.combined(sequences, make)
        for loss in sequence.losses {
            report.note(ArchiveKey.colorSequence.property, "combined with other sequences", loss)
        }
        return sequence
    }

    // MARK: Into a spec

    private static let channels = ["red", "green", "blue", "alpha"]

    private mutating func members(
        _ color: EmitterNode.Varying4,
        _ behaviors: inout [JSONValue]
    ) -> [JSONValue.Member] {
        let all = (0..<4).map { drawn(color, $0) }
        let mean = all.enumerated().map { kept($1.mean, in: 0...1, $0 == 3 ? .alpha : .color) }
        var members: [JSONValue.Member] = []
        if mean != [1, 1, 1, 1] { members.append(.init("color", .array(mean.map { .number($0) }))) }
        for (channel, name) in Self.channels.enumerated() {
            let key = channel == 3 ? ArchiveKey.alphaRange : ArchiveKey.colorRanges[channel]
            members.add("\(name)Range", kept(all[channel].range, in: -10...10, key))
        }
        for (channel, name) in Self.channels.enumerated() {
            let key = channel == 3 ? ArchiveKey.alphaSpeed : ArchiveKey.colorSpeeds[channel]
            members.add("\(name)Speed", kept(all[channel].speed, in: -1000...1000, key))
        }
        for (channel, part) in all.enumerated() where part.beyond != 0 {
            let key = channel == 3 ? ArchiveKey.alpha : .color
            animate(channel, over: KeyframeSequence(.zero), key: key, into: &behaviors, operation: "add") { _ in
                part.beyond
            }
        }
        return members
    }

    /// A channel as drawn.
    private struct Channel {
        /// Mean, clamped to 0…1 like a spec's colors if the channel varies.
        var mean: Double
        var range = 0.0
        var speed = 0.0
        /// Excess of the original mean, to be added at every age.
        var beyond = 0.0
    }

    private func drawn(_ color: EmitterNode.Varying4, _ index: Int) -> Channel {
        let (mean, range, speed) = (color.mean[index], color.range[index], color.speed[index])
        let (half, change) = (abs(range) / 2, speed * node.longestLife)
        // Drawn alphas are clamped to 0...1. Colors that stay beyond these limits are reported.
        if mean - half + min(0, change) >= 1 { return Channel(mean: index == 3 ? 1 : mean) }
        if mean + half + max(0, change) <= 0 { return Channel(mean: index == 3 ? 0 : mean) }
        if range == 0, speed == 0 { return Channel(mean: mean) }
        let within = mean.isNaN ? 0 : min(max(mean, 0), 1)
        return Channel(mean: within, range: range, speed: speed, beyond: mean - within)
    }

    /// Animates one channel over life.
    private mutating func animate(
        _ channel: Int,
        over sequence: KeyframeSequence,
        key: ArchiveKey,
        into behaviors: inout [JSONValue],
        operation: String? = nil,
        _ value: (SIMD4<Double>) -> Double
    ) {
        let values = sequence.points.map { kept(value($0.value), in: -100_000...100_000, key) }
        let keyPath = "color.\(Self.channels[channel])"
        behaviors.append(
            .overLife(keyPath, values: values, locations: sequence.locations, operation: operation)
        )
    }

    private mutating func colorOverLife(_ sequence: KeyframeSequence) -> JSONValue {
        let colors = sequence.points.map { point -> JSONValue in
            .array((0..<4).map { .number(kept(point.value[$0], in: 0...1, .colorSequence)) })
        }
        return ["type": "colorOverLife", "colors": .array(colors), "locations": sequence.locations]
    }
}

extension KeyframeSequence {
    /// Whether all values are within 0...1.
    fileprivate var isWithinUnit: Bool { points.allSatisfy { $0.value.min() >= 0 && $0.value.max() <= 1 } }
}

extension EmitterNode {
    /// ``Varying`` for all four channels.
    struct Varying4: Sendable {
        var mean: SIMD4<Double>
        var range = SIMD4(0.0, 0.0, 0.0, 0.0)
        var speed = SIMD4(0.0, 0.0, 0.0, 0.0)
    }
}
