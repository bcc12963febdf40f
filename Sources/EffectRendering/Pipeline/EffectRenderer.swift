public import EffectCost
public import EffectModel
internal import EffectSimulation
public import WorkScheduling

/// Renders checked specs to bytes. The command line and the service share this code.
public struct EffectRenderer: Sendable {
    package let pool: WorkerPool
    package let limits: RenderLimits
    /// Whether and how videos are made.
    package let videos: VideoOffer

    /// A renderer on the threads of `pool`.
    public init(pool: WorkerPool, limits: RenderLimits, videos: VideoOffer = .none) {
        self.pool = pool
        self.limits = limits
        self.videos = videos
    }

    /// Settings that a video is made with.
    var videoJob: VideoJob {
        VideoJob(offer: videos, maximumBytes: limits.maximumOutputBytes, maximumWork: limits.maximumWork)
    }

    /// Renders `spec` in its output format, by default as an animated PNG, and passes it to `sink` as it grows: the
    /// header first, then each frame in order. A WebP arrives in one piece.
    ///
    /// - Parameters:
    ///   - progress: Called after each frame with the number of frames done.
    ///   - watch: Deadline and cancellation.
    /// - Throws: ``RenderError``, or the error of `sink`.
    public func renderAnimation(
        _ spec: EffectSpec,
        progress: (Int) -> Void = { _ in },
        watch: RenderContext = RenderContext(),
        into sink: ([UInt8]) throws -> Void
    ) throws {
        try watch.check()
        let session = try session(for: spec, watch)
        var deliveries = 0
        try session.advance(watch) { bytes in
            if !bytes.isEmpty { try sink(bytes) }
            // The header comes first, and the trailer last.
            if deliveries > 0 { progress(min(deliveries, session.animation.frameCount)) }
            deliveries += 1
            return false
        }
    }

    /// Begins to render `spec` in its output format.
    package func session(for spec: EffectSpec, _ watch: RenderContext) throws -> RenderSession {
        RenderSession(
            try AnimationRenderer(spec, pool: pool, video: videoJob, watch),
            maximumBytes: limits.maximumOutputBytes
        )
    }

    /// Begins to draw the frames of `spec` as bitmaps (``BitmapFormat``), which are no file: their bytes have no limit.
    package func bitmapSession(for spec: EffectSpec, _ watch: RenderContext) throws -> RenderSession {
        RenderSession(try AnimationRenderer(bitmapsOf: spec, pool: pool, watch), maximumBytes: .max)
    }

    /// The frame dump of `spec`, ready to be written piece by piece.
    ///
    /// - Parameter watch: Deadline and cancellation, checked while births are simulated.
    /// - Throws: ``RenderError/tooManyItems(found:limit:)`` for a dump that could grow beyond the limit.
    public func frameDump(
        of spec: EffectSpec,
        watch: RenderContext = RenderContext()
    ) throws(RenderError) -> FrameDump {
        try checkDump(of: spec)
        let simulation = try Simulation(spec, watch)
        if !simulation.drawPictures(unless: { watch.isOver }) { try watch.check() }
        return FrameDump(simulation)
    }

    /// Checks the size of a dump from the spec's numbers alone.
    ///
    /// - Throws: ``RenderError/tooManyItems(found:limit:)`` for a dump that could grow beyond the limit.
    package func checkDump(of spec: EffectSpec) throws(RenderError) {
        // Long names, trails and stroke outlines are written with every item of their layer, so they count as additional
        // items of 250 bytes each.
        let bound = zip(spec.layers.indices, RenderCost(of: spec).itemsOfLayers).reduce(0) { sum, counted in
            sum + counted.1 * (1 + Double(Self.extraBytes(ofItemsIn: spec, layer: counted.0)) / 250)
        }
        guard bound <= Double(limits.maximumItems) else {
            throw .tooManyItems(found: bound, limit: limits.maximumItems)
        }
    }

    /// Most bytes of a layer's item in a frame dump, beyond those of a small one.
    private static func extraBytes(ofItemsIn spec: EffectSpec, layer index: Int) -> Int {
        let layer = spec.layers[index]
        // A stroke's outline has two numbers of at most ten bytes for each point.
        if let lines = spec.strokeLines(ofLayer: index) { return 6 * layer.name.utf8.count + 20 * lines }
        return (layer.content.emitter?.allCells ?? []).reduce(6 * layer.name.utf8.count) { most, cell in
            let names = 6 * (layer.name.utf8.count + (cell.name?.utf8.count ?? 0))
            return max(most, names + (cell.trail.map { 150 + 20 * $0.pointCount } ?? 0))
        }
    }
}
