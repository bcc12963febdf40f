import EffectCost
import EffectModel
@testable import EffectRendering
@testable import WorkScheduling

/// Returns the file of an effect as an animation in a format.
func rendered(_ spec: EffectSpec, as format: Output.Format, threads: Int = 1) throws -> [UInt8] {
    let pool = WorkerPool(threads: threads, maximumWaiting: 0)
    defer { pool.stop() }
    var bytes: [UInt8] = []
    let limits = RenderLimits()
    let renderer = EffectRenderer(pool: pool, limits: limits)
    try renderer.renderAnimation(spec.prepared(for: format, limits: limits)) { bytes += $0 }
    return bytes
}
