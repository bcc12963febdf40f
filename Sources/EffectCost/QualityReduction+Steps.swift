package import EffectModel

extension QualityReduction {
    /// All reduction steps: the first has no reduction, and each adds one to those before. Invisible reductions come
    /// first, then the parts of the image in the reverse of the order in which the spec keeps them, then emitters.
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
        // GIF encoding has no effort levels, and those of an AVIF or a video save little. Costly renders skip the effort
        // `small`, which multiplies their work; other reductions save as many bytes for less.
        if spec.output.format != .gif, spec.output.format != .avif, spec.output.format?.isVideo != true {
            add { trade in
                var small = trade
                small.effort = .small
                guard trade.effort != .small, mayTake(small) else { return false }
                trade = small
                return true
            }
        }
        for part in spec.output.keep.reversed() {
            switch part {
            case .colors where spec.output.isLossy:
                // Lossy images have no palette.
                for quality in [60, 40, 25] {
                    add { trade in
                        guard quality < trade.numberOfQuality else { return false }
                        trade.quality = .lossy(quality)
                        return true
                    }
                }
            case .colors:
                for colors in [256, 128, 64] {
                    add { trade in
                        defer { trade.palette = min(colors, trade.palette ?? .max) }
                        return colors < trade.palette ?? .max
                    }
                }
            case .fps where isStill: break
            case .fps:
                for fps in [48, 40, 30, 24, 20, 15, 12.5, 10] {
                    add { trade in
                        defer { trade.fps = min(fps, trade.fps) }
                        return fps < trade.fps
                    }
                }
            case .size:
                for scale in [0.8, 0.65, 0.5, 0.4] {
                    add { trade in
                        trade.scale = scale
                        return true
                    }
                }
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

    /// Quality of a lossy image as a number. An AVIF or video that is asked for without loss has the highest.
    private var numberOfQuality: Int { if case .lossy(let own) = quality { own } else { 100 } }

    /// Reductions after this one, up to and including `next`, in small steps: by one color, one of quality, a quarter of a
    /// frame per second, or a hundredth of the pixels and of what is emitted. `next` alone if it has another effort, the
    /// first palette, or differs in several respects.
    package func finer(upTo next: QualityReduction) -> [QualityReduction] {
        func counted(
            from first: Double,
            to last: Double,
            per unit: Double,
            _ set: (inout QualityReduction, Double) -> Void
        )
            -> [QualityReduction]
        {
            let (first, last) = (Int((first * unit).rounded(.up)) - 1, Int((last * unit).rounded()))
            guard last < first else { return [next] }
            return (last...first).reversed().map { number in
                var step = self
                set(&step, Double(number) / unit)
                return step
            }
        }
        let steps: [QualityReduction]
        if let palette, let most = next.palette, most < palette {
            steps = counted(from: Double(palette), to: Double(most), per: 1) { $0.palette = Int($1) }
        } else if next.quality != quality {
            steps = counted(from: Double(numberOfQuality), to: Double(next.numberOfQuality), per: 1) {
                $0.quality = .lossy(Int($1))
            }
        } else if next.fps < fps {
            steps = counted(from: fps, to: next.fps, per: 4) { $0.fps = $1 }
        } else if next.scale < scale {
            steps = counted(from: scale, to: next.scale, per: 100) { $0.scale = $1 }
        } else if next.count < count {
            steps = counted(from: count, to: next.count, per: 100) { $0.count = $1 }
        } else {
            return [next]
        }
        return steps.last == next ? steps : [next]
    }

    /// Returns for each setting whether a further reduction changes it.
    package func changes(to next: QualityReduction) -> [Bool] {
        [
            next.effort != effort, next.palette != palette, next.quality != quality, next.fps != fps,
            next.scale != scale, next.count != count,
        ]
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
}
