internal import EffectModel

/// Colour and alpha.
///
/// SpriteKit blends a texture towards a colour, by a factor. At 0 that leaves the texture as it is, which is to multiply it
/// by white; at 1, it is to multiply it by the colour. In between, the colour that multiplies it lies between white and that
/// colour here. For white textures, which most are, this is the same; for others it is near, and the report says so.
///
/// - Source: particleColorBlendFactor ("the texture is used as is" to "full-tint color"), particleAlpha ("the alpha
///   component of the color that results from the texture and color blending state is multiplied by a particle's alpha").
extension EffectDocument {
    /// What a particle's texture is multiplied by, its own alpha apart.
    private enum Tint {
        /// Differs from particle to particle, and changes by the second.
        case steady(EmitterNode.Varying4)
        /// Changes by share of life, the same way for all.
        case overLife(KeyframeSequence)
    }

    /// Members and behaviours for both.
    mutating func color(_ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        let opacity = node.opacity
        switch (tint(), opacity.sequence) {
        case (.steady(let tint), let sequence?):
            let alphas = sequence.points.map { share($0.value.x * tint.mean.w, .alphaSequence) }
            behaviors.append(.overLife("color.alpha", sequence, alphas))
            noteColorAlpha(tint)
            var steady = tint
            (steady.mean.w, steady.range.w, steady.speed.w) = (1, 0, 0)
            return members(steady)
        case (.steady(var tint), nil):
            // Of a product, the mean is the product of means; what both do at once is left out.
            let own = tint
            tint.mean.w = opacity.mean * own.mean.w
            tint.range.w = opacity.range * own.mean.w + opacity.mean * own.range.w
            tint.speed.w = opacity.speed * own.mean.w + opacity.mean * own.speed.w
            if opacity.range != 0 || opacity.speed != 0 { noteColorAlpha(own) }
            return members(tint)
        case (.overLife(let tint), let sequence):
            if sequence == nil, opacity.range != 0 || opacity.speed != 0 { return channels(tint, &behaviors) }
            let alpha = sequence ?? KeyframeSequence(SIMD4(repeating: opacity.mean))
            let both = combined([tint, alpha]) { values in
                SIMD4(values[0].x, values[0].y, values[0].z, values[0].w * values[1].x)
            }
            behaviors.append(colorOverLife(both))
            return []
        }
    }

    /// A tint over life beside an alpha that each particle has for itself. A colour over life would take its place; so each
    /// channel is led alone.
    private mutating func channels(_ tint: KeyframeSequence, _ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        for (channel, name) in ["red", "green", "blue"].enumerated() {
            let values = tint.points.map { share($0.value[channel], .colorSequence) }
            behaviors.append(.overLife("color.\(name)", tint, values))
        }
        if tint.points.contains(where: { $0.value.w != 1 }) {
            let values = tint.points.map { share($0.value.w, .colorSequence) }
            behaviors.append(.overLife("color.alpha", tint, values, operation: "multiply"))
        }
        return members(
            .init(
                mean: SIMD4(1, 1, 1, node.opacity.mean),
                range: SIMD4(0, 0, 0, node.opacity.range),
                speed: SIMD4(0, 0, 0, node.opacity.speed)
            )
        )
    }

    // MARK: Texture and colour

    private mutating func tint() -> Tint {
        var factor = node.blendFactor
        if node.texture == nil {
            // There is nothing to blend: SpriteKit draws rectangles of the colour itself.
            factor = .init(mean: 1)
        } else {
            noteBlending(factor)
        }
        // Sequences take the place of ranges and speeds; Xcode writes one even for a colour that stays the same.
        let color = node.colorSequence == nil ? node.color : node.colorSequence?.constant
        let mean = factor.sequence == nil ? factor.mean : factor.sequence?.constant?.x
        if let color, let mean {
            let f = blendShare(mean)
            let distance = color - SIMD4(repeating: 1)
            var tint = EmitterNode.Varying4(mean: distance * f + SIMD4(repeating: 1))
            if factor.sequence == nil {
                tint.range = distance.replacing(with: -distance, where: distance .< 0) * factor.range
                tint.speed = distance * factor.speed
            }
            if node.colorSequence == nil {
                tint.range += node.colorRange * f
                tint.speed += node.colorSpeed * f
            }
            return .steady(tint)
        }
        if factor.sequence == nil, factor.range != 0 || factor.speed != 0 {
            report.note(.blendFactor, factor.mean, "stays the same, beside a sequence of colours")
        }
        if node.colorSequence == nil, node.colorRange != .zero || node.colorSpeed != .zero {
            let reason = "has neither ranges nor speeds, beside a sequence of blend factors"
            report.note(ArchiveKey.color.property, "a colour that varies", reason)
        }
        let colors = node.colorSequence ?? KeyframeSequence(node.color)
        let factors = factor.sequence ?? KeyframeSequence(SIMD4(repeating: blendShare(factor.mean)))
        return .overLife(
            combined([colors, factors]) { values in
                let f = values[1].clamped(lowerBound: .zero, upperBound: .one)
                return (values[0] - SIMD4(repeating: 1)) * f + SIMD4(repeating: 1)
            }
        )
    }

    private mutating func blendShare(_ factor: Double) -> Double { kept(factor, in: 0...1, .blendFactor) }

    private mutating func noteBlending(_ factor: EmitterNode.Varying) {
        let reason = "SpriteKit blends towards the colour; here a colour between white and it multiplies the texture"
        if let sequence = factor.sequence {
            guard sequence.constant?.x != 0, sequence.constant?.x != 1 else { return }
            report.note(ArchiveKey.blendFactorSequence.property, "\(sequence.points.count) keyframes", reason)
        } else if (factor.mean > 0 && factor.mean < 1) || factor.range != 0 || factor.speed != 0 {
            report.note(.blendFactor, factor.mean, reason)
        }
    }

    /// Where alpha itself varies, it can't follow a colour's alpha that varies too.
    private mutating func noteColorAlpha(_ tint: EmitterNode.Varying4) {
        guard tint.range.w != 0 || tint.speed.w != 0 else { return }
        let reason = "a colour's alpha and the particle's own vary both; they are put together roughly"
        report.note("particleColorAlphaRange", tint.range.w.asWritten, reason)
    }

    private mutating func combined(
        _ sequences: [KeyframeSequence],
        _ make: ([SIMD4<Double>]) -> SIMD4<Double>
    ) -> KeyframeSequence {
        let sequence = KeyframeSequence.combined(sequences, make)
        for loss in sequence.losses { report.note(ArchiveKey.colorSequence.property, "together with others", loss) }
        return sequence
    }

    // MARK: Into a spec

    private mutating func members(_ color: EmitterNode.Varying4) -> [JSONValue.Member] {
        let mean = (0..<4).map { share(color.mean[$0], $0 == 3 ? .alpha : .color) }
        var members: [JSONValue.Member] = []
        if mean != [1, 1, 1, 1] { members.append(.init("color", .array(mean.map { .number($0) }))) }
        for (channel, name) in ["red", "green", "blue", "alpha"].enumerated() {
            let key = channel == 3 ? ArchiveKey.alphaRange : ArchiveKey.colorRanges[channel]
            members.add("\(name)Range", kept(color.range[channel], in: -10...10, key))
        }
        for (channel, name) in ["red", "green", "blue", "alpha"].enumerated() {
            let key = channel == 3 ? ArchiveKey.alphaSpeed : ArchiveKey.colorSpeeds[channel]
            members.add("\(name)Speed", kept(color.speed[channel], in: -1000...1000, key))
        }
        return members
    }

    private mutating func colorOverLife(_ sequence: KeyframeSequence) -> JSONValue {
        let colors = sequence.points.map { point -> JSONValue in
            .array((0..<4).map { .number(share(point.value[$0], .colorSequence)) })
        }
        return ["type": "colorOverLife", "colors": .array(colors), "locations": sequence.locations]
    }

    /// A channel, which has no more than all and no less than nothing.
    private mutating func share(_ value: Double, _ key: ArchiveKey) -> Double { kept(value, in: 0...1, key) }
}

extension EmitterNode {
    /// As ``Varying``, for all channels.
    struct Varying4: Sendable {
        var mean: SIMD4<Double>
        var range = SIMD4(0.0, 0.0, 0.0, 0.0)
        var speed = SIMD4(0.0, 0.0, 0.0, 0.0)
    }
}
