internal import EffectRendering
internal import WorkScheduling

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Effect {
    /// The file as a sequence of chunks, for a response that begins before the render has ended.
    ///
    /// Each chunk is rendered when it is asked for, so a slow reader holds no threads, and a reader that stops costs
    /// nothing more. Formats that can't be streamed (WebP, still images, sheets, byte budgets) come in one chunk. The
    /// chunks together are the bytes that `render` returns.
    ///
    /// - Parameters:
    ///   - format: Kind of file.
    ///   - renderer: Threads, limits, images and fonts.
    public func chunks(as format: EffectFormat, on renderer: Renderer = .shared) -> EffectChunks {
        EffectChunks(effect: self, format: format, renderer: renderer)
    }
}

/// A file in chunks of about 16 KiB or more.
///
/// Iterating throws ``EffectError`` or `CancellationError`. An effect that can't be rendered throws before the first
/// chunk.
public struct EffectChunks: AsyncSequence, Sendable {
    let effect: Effect
    let format: EffectFormat
    let renderer: Renderer

    /// Creates an iterator, which starts a render of its own.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// An iterator over the chunks of a file.
    public struct Iterator: AsyncIteratorProtocol {
        private let sequence: EffectChunks
        private var source: Source?
        private var isDone = false

        fileprivate init(sequence: EffectChunks) { self.sequence = sequence }

        /// Renders the next chunk; `nil` after the last one.
        public mutating func next() async throws -> Data? {
            guard !isDone else { return nil }
            // An error ends the sequence.
            isDone = true
            let (environment, idle) = (sequence.renderer.environment, sequence.renderer.idleWorkers)
            let (effect, format, known) = (sequence.effect, sequence.format, source)
            let (used, chunk) = try await environment.run { context in
                let used =
                    try known
                    ?? Source(effect.plan(as: format, environment), environment: environment, context: context)
                return (used, try used.next(environment, idle: idle, context: context))
            }
            source = used
            isDone = chunk == nil
            return chunk
        }
    }

    /// A file in the making.
    private enum Source: Sendable {
        /// Frames of an animation.
        case session(RenderSession, FrameWorkers)
        /// Frames as data, and the number of the next piece.
        case dump(FrameDump, StreamPosition)
        /// A file that is made in one piece.
        case whole(RenderPlan, StreamPosition)

        init(_ plan: RenderPlan, environment: RenderEnvironment, context: RenderContext) throws {
            switch plan.output {
            case .frames where plan.isDump:
                self = .dump(try environment.renderer.frameDump(of: plan.spec, watch: context), StreamPosition())
            case .frames(let format) where format.isRaster && plan.budget == nil:
                self = .session(try environment.renderer.session(for: plan.spec, context), FrameWorkers())
            case .frames, .still, .text: self = .whole(plan, StreamPosition())
            }
        }

        /// Bytes after which a chunk is passed on.
        private static let enough = 16 << 10

        func next(
            _ environment: RenderEnvironment,
            idle: FrameWorkerCache,
            context: RenderContext
        ) throws -> Data? {
            var data = Data()
            switch self {
            case .session(let session, let workers):
                idle.take(workers)
                try session.advance(context, with: workers) { bytes in
                    data.append(contentsOf: bytes)
                    return data.count >= Self.enough
                }
                if session.isComplete { workers.clear() } else { idle.keep(workers, bytes: session.heldBytes(workers)) }
            case .dump(let dump, let position):
                while position.number < dump.pieceCount, data.count < Self.enough {
                    try context.check()
                    data.append(contentsOf: dump.piece(position.number))
                    position.advance()
                }
            case .whole(let plan, let position):
                guard position.number == 0 else { return nil }
                position.advance()
                try environment.renderer.render(plan, watch: context) { data.append(contentsOf: $0) }
            }
            return data.isEmpty ? nil : data
        }
    }
}
