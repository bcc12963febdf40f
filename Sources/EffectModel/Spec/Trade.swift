/// What a picture gives up so that its file has no more bytes than it may.
public struct Trade: Sendable, Equatable {
    /// As what is asked for, or `small`.
    public var effort: Output.Effort
    /// The most colours; `nil` for all that there are.
    public var palette: Int?
    /// Frames per second.
    public var fps: Double
    /// What a WebP keeps.
    public var quality: Output.Quality
    /// Of the canvas' pixels per point, the share that is left.
    public var scale = 1.0
    /// Of what emitters emit, the share that is left.
    public var count = 1.0

    /// What is asked for: nothing is given up.
    public init(of spec: EffectSpec) {
        effort = spec.output.effort
        // A GIF has one in any case.
        palette = spec.output.palette.most ?? (spec.output.format == .gif ? 256 : nil)
        quality = spec.output.quality
        fps = spec.timing.fps
    }

    /// Nothing, and then one thing after another, each beside those before: first what nobody sees, then what is seen
    /// least.
    ///
    /// - Parameters:
    ///   - isStill: Whether there is one picture only, in which no frames can be left out.
    ///   - mayTake: Whether the effort `small` is not too much work: asked with it.
    package static func everyRung(of spec: EffectSpec, isStill: Bool, mayTake: (Trade) -> Bool) -> [Trade] {
        var rungs = [Trade(of: spec)]
        func add(_ change: (inout Trade) -> Bool) {
            var next = rungs[rungs.count - 1]
            if change(&next) { rungs.append(next) }
        }
        // A GIF is packed in one way only, and a WebP that isn't lossless has no palette. What is much work already is not packed
        // with several times as much: for as many bytes, there are cheaper things to give up.
        if spec.output.format != .gif {
            add { trade in
                var small = trade
                small.effort = .small
                guard trade.effort != .small, mayTake(small) else { return false }
                trade = small
                return true
            }
        }
        if spec.output.format == .webp, case .lossy = spec.output.quality {
            for quality in [60, 40, 25] {
                add { trade in
                    guard case .lossy(let own) = trade.quality, quality < own else { return false }
                    trade.quality = .lossy(quality)
                    return true
                }
            }
        } else {
            for colours in [256, 128, 64] {
                add { trade in
                    defer { trade.palette = min(colours, trade.palette ?? .max) }
                    return colours < trade.palette ?? .max
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

    /// The first rung that fits, of `count` of which the last one is taken to: by halving.
    package static func first(of count: Int, fits: (Int) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if try fits(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Where the one that seems to fit is `place`, those that are made until one does. A few frames may mislead, but not by
    /// far; and if nothing fits, what the last one has is said.
    package static func tries(from place: Int, of count: Int, isDear: Bool) -> [Int] {
        Set(isDear ? [place, count - 1] : [place, place + 1, place + 3, count - 1]).filter { $0 < count }.sorted()
    }

    /// How much of the budget a guess may take: of what is made once only, it must not be too low.
    package static func room(isDear: Bool) -> Double { isDear ? 0.9 : 1 }

    /// So many frames are drawn at the most to guess the bytes of an animation: 16 to choose its colours, 2 to see what
    /// stays, 8 to encode them, and a poster.
    package static let framesOfGuess = 27

    /// What is given up of `spec`, for people and programs: `effort=small, palette=128, fps=15`.
    public func text(of spec: EffectSpec) -> String {
        let asked = Trade(of: spec)
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
    /// The same with something given up. It has no budget of bytes any more.
    package func after(_ trade: Trade) -> EffectSpec {
        var spec = self
        spec.output.maxBytes = nil
        spec.output.effort = trade.effort
        spec.output.quality = trade.quality
        spec.output.palette = trade.palette.map { $0 == 256 ? .auto : .atMost($0) } ?? .off
        spec.timing.fps = trade.fps
        spec.canvas.scale *= trade.scale
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
