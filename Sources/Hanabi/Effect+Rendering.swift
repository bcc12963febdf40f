internal import EffectModel
internal import EffectRendering

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Progress of a render.
public struct RenderProgress: Sendable, Equatable {
    /// Number of frames done so far.
    public let completed: Int
    /// Number of frames in all.
    public let total: Int

    /// Share of the frames that are done, 0...1.
    public var fraction: Double { Double(completed) / Double(max(1, total)) }
}

extension Effect {
    /// Renders a file on the calling thread, helped by idle threads of the renderer.
    ///
    /// - Parameters:
    ///   - format: Kind of file.
    ///   - renderer: Threads, limits, images and fonts.
    ///   - progress: Called on the calling thread, after each frame in order and at the end. A byte budget and a still
    ///     image only report their end.
    /// - Throws: ``EffectError``; `CancellationError` in a cancelled task.
    public func render(
        as format: EffectFormat,
        on renderer: Renderer = .shared,
        progress: (RenderProgress) -> Void = { _ in }
    ) throws -> Data {
        // Helping threads belong to no task; the calling thread takes part in every render and notices for them.
        let context = RenderContext(isCancelled: { Task.isCancelled })
        return try EffectError.translating {
            try data(as: format, renderer.environment, context: context, progress: progress)
        }
    }

    /// Renders a file on the renderer's threads. Cancelling the task stops the render within a part of a frame.
    ///
    /// - Parameters:
    ///   - format: Kind of file.
    ///   - renderer: Threads, limits, images and fonts.
    ///   - progress: Called on a thread of the renderer, after each frame in order and at the end. A byte budget and a
    ///     still image only report their end.
    /// - Throws: ``EffectError``; `CancellationError` if the task is cancelled.
    public func render(
        as format: EffectFormat,
        on renderer: Renderer = .shared,
        progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) async throws -> Data {
        let environment = renderer.environment
        return try await environment.run { context in
            try data(as: format, environment, context: context, progress: progress)
        }
    }

    private func data(
        as format: EffectFormat,
        _ environment: RenderEnvironment,
        context: RenderContext,
        progress: (RenderProgress) -> Void
    ) throws -> Data {
        let plan = try plan(as: format, environment)
        let total = plan.spec.timing.frameCount
        var (data, latest) = (Data(), 0)
        func report(_ completed: Int) {
            // A dump's pieces are its head and its frames.
            guard completed > latest, completed <= total else { return }
            latest = completed
            progress(RenderProgress(completed: completed, total: total))
        }
        try environment.renderer.render(plan, progress: report, watch: context) { data.append(contentsOf: $0) }
        report(total)
        return data
    }
}
