public import EffectModel
internal import EffectSimulation

/// The one road from a checked spec to bytes. The command line and the service both end here.
public struct EffectRenderer: Sendable {
    let pool: RenderPool
    let limits: RenderLimits

    /// A renderer on the threads of `pool`.
    public init(pool: RenderPool, limits: RenderLimits) {
        self.pool = pool
        self.limits = limits
    }

    /// Renders `spec` in the format that its output says, without one as an animated PNG, and hands it to `sink` as it grows:
    /// header first, then each frame in order. A WebP comes as a whole.
    ///
    /// - Parameters:
    ///   - progress: Called after each frame with the number of frames done.
    ///   - watch: When to give up.
    /// - Throws: ``RenderError``, or what `sink` throws.
    public func renderAnimation(
        _ spec: EffectSpec,
        progress: (Int) -> Void = { _ in },
        watch: RenderWatch = RenderWatch(),
        into sink: ([UInt8]) throws -> Void
    ) throws {
        try watch.check()
        let animation = try Animation(spec, pool: pool, watch)
        let (coding, joiner) = (animation.coding, animation.coding.joiner())
        var (made, done) = (0, 0)
        var frames: [[UInt8]] = []
        func check(_ count: Int) throws {
            guard count <= limits.maximumOutputBytes else {
                throw RenderError.outputTooLarge(limit: limits.maximumOutputBytes)
            }
        }
        // A file that begins with its length is put together at its end.
        func take(_ bytes: [UInt8]) throws {
            made += bytes.count
            try check(made)
            if !coding.isStream {
                frames.append(bytes)
            } else if !bytes.isEmpty {
                try sink(bytes)
            }
        }
        try take(coding.start)
        try animation.make(0..<animation.frameCount, watch) { bytes in
            try take(joiner.take(bytes))
            done += 1
            progress(done)
        }
        try take(joiner.end() + coding.end())
        if coding.isStream { return }
        let file = try coding.file(of: frames)
        try check(file.count)
        try sink(file)
    }

    /// The frame dump of `spec`, ready to be written piece by piece.
    ///
    /// - Parameter watch: When to give up, asked while it is decided who is born when.
    /// - Throws: ``RenderError/tooManyItems(found:limit:)`` for a dump that could grow beyond the limit.
    public func frameDump(
        of spec: EffectSpec,
        watch: RenderWatch = RenderWatch()
    ) throws(RenderError) -> FrameDump {
        try checkDump(of: spec)
        return FrameDump(try Simulation(spec, watch))
    }

    /// Whether there may be one, from the spec's numbers alone.
    ///
    /// - Throws: ``RenderError/tooManyItems(found:limit:)`` for a dump that could grow beyond the limit.
    func checkDump(of spec: EffectSpec) throws(RenderError) {
        // Long names are written with every item, and so are trails and outlines of strokes: they count as more items, of 250 bytes each.
        let extra = spec.layers.enumerated().map { index, layer -> Int in
            // A line's outline, with two numbers of at most ten bytes for each of its points.
            if let lines = spec.strokeLines(ofLayer: index) { return 6 * layer.name.utf8.count + 20 * lines }
            return (layer.content.emitter?.allCells ?? []).reduce(6 * layer.name.utf8.count) { most, cell in
                let names = 6 * (layer.name.utf8.count + (cell.name?.utf8.count ?? 0))
                return max(most, names + (cell.trail.map { 150 + 20 * $0.pointCount } ?? 0))
            }
        }
        let length = 1 + Double(extra.max() ?? 0) / 250
        let bound = RenderCost(of: spec).liveParticles * Double(spec.timing.frameCount) * length
        guard bound <= Double(limits.maximumItems) else {
            throw .tooManyItems(found: bound, limit: limits.maximumItems)
        }
    }
}

/// Why a valid spec did not become an answer.
public enum RenderError: Error, Sendable, Equatable {
    /// The finished answer would have more bytes than the operator allows.
    case outputTooLarge(limit: Int)
    /// No rung of the ladder makes a picture of so few bytes.
    case budgetTooSmall(budget: Int, smallest: Int)
    /// A frame dump could have more items than the operator allows.
    case tooManyItems(found: Double, limit: Int)
    /// The render ran longer than the operator allows.
    case outOfTime
    /// Nobody waits for it any more.
    case cancelled
}
