/// A validated effect: everything that determines the frames.
///
/// Created from JSON (``init(json:limits:library:)``), which reports all faults of a document at once with their
/// positions.
public struct EffectSpec: Sendable, Equatable {
    /// Version of the spec language; always 1.
    public package(set) var version = 1
    /// Size, resolution and background of the image.
    public package(set) var canvas = Canvas()
    /// Times of frames and their playback.
    public package(set) var timing = Timing()
    /// Seed text; equal seeds give equal effects.
    public package(set) var seed = "1"
    /// Default range convention of emitters.
    public package(set) var rangeConvention = RangeConvention.full
    /// Assets by name.
    public package(set) var assets: [String: Asset] = [:]
    /// All layers, at least one, in preorder: each group is followed by its layers (``Layer/parent``).
    public package(set) var layers: [Layer] = []
    /// Output format and its settings.
    public package(set) var output = Output()

    /// Creates a spec without layers.
    package init() {}

    /// The asset that a cell draws, or the largest one of several; `nil` if it draws nothing.
    public func asset(of cell: EmitterCell) -> (name: String, asset: Asset)? {
        if !cell.choices.isEmpty {
            func area(_ asset: Asset) -> Double { asset.size.x * asset.size.y }
            return assets(of: cell).max { area($0.asset) < area($1.asset) }.map { ($0.name, $0.asset) }
        }
        if let own = cell.ownAsset { return (cell.name ?? "inline", own) }
        return cell.contents.flatMap(asset(named:))
    }

    /// The asset of a layer's mask.
    public func asset(of mask: Layer.Mask) -> (name: String, asset: Asset)? {
        if let own = mask.ownAsset { return ("mask", own) }
        return mask.contents.flatMap(asset(named:))
    }

    private func asset(named name: String) -> (name: String, asset: Asset)? {
        (assets[name] ?? Asset.builtIn[name]).map { (name, $0) }
    }
}

extension EffectSpec {
    /// The effect extended to at least `seconds`, and by a frame if a shutter is open after that; seamless loops are
    /// endless and remain unchanged.
    package func lasting(_ seconds: Double) -> EffectSpec {
        guard timing.loop != .seamless, seconds > timing.duration else { return self }
        var spec = self
        spec.timing.duration = seconds + (timing.shutter > 0 ? timing.time(ofFrame: 1) : 0)
        return spec
    }

    /// The effect over a whole round: where its last frame is shown beyond its end, its motion goes on until the first frame.
    package var lastingOneRound: EffectSpec {
        var spec = self
        spec.timing.duration = max(timing.duration, timing.period)
        return spec
    }

    /// The effect over the same time, with a frame for each sample.
    ///
    /// - Parameter rate: Samples per second of the effect.
    package func sampled(perSecond rate: Double) -> EffectSpec {
        var spec = self
        spec.timing.duration = timing.period
        spec.timing.fps = rate / timing.speed
        return spec
    }
}
