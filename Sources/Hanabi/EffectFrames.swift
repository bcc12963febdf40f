internal import EffectModel
internal import EffectRendering
internal import WorkScheduling

extension Effect {
    /// The frames as bitmaps, for players, video encoders and tests. Frames are drawn a few at a time, when they are
    /// asked for.
    ///
    /// - Parameter renderer: Threads, limits, images and fonts.
    public func frames(on renderer: Renderer = .shared) -> EffectFrames {
        EffectFrames(effect: self, renderer: renderer)
    }

    /// The frames as bitmaps, drawn by the shared renderer.
    public var frames: EffectFrames { frames() }
}

/// A frame of an effect.
public struct EffectFrame: Sendable, Equatable {
    /// Number of the frame, from 0.
    public let number: Int
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Pixels as R, G, B, A in sRGB with 8 bits each, premultiplied by alpha: rows from top to bottom, ``width`` × 4
    /// bytes each.
    public let pixels: [UInt8]
    /// Seconds of the effect that the frame shows, as in a frame dump. Slow motion takes longer to play.
    public let time: Double
    /// Seconds that the frame is shown.
    public let duration: Double
}

/// All frames of an effect, in order.
///
/// Iterating throws ``EffectError`` or `CancellationError`.
public struct EffectFrames: AsyncSequence, Sendable {
    let effect: Effect
    let renderer: Renderer

    /// Creates an iterator, which starts a render of its own.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// An iterator over the frames of an effect.
    public struct Iterator: AsyncIteratorProtocol {
        private let sequence: EffectFrames
        private var source: Source?
        private var ready: ArraySlice<[UInt8]> = []
        private var number = 0
        private var isDone = false

        fileprivate init(sequence: EffectFrames) { self.sequence = sequence }

        /// Draws the next frame; `nil` after the last one.
        public mutating func next() async throws -> EffectFrame? {
            if ready.isEmpty { try await draw() }
            guard let source, let pixels = ready.popFirst() else { return nil }
            defer { number += 1 }
            return source.frame(number, pixels)
        }

        private mutating func draw() async throws {
            guard !isDone else { return }
            // An error ends the sequence.
            isDone = true
            let (environment, idle) = (sequence.renderer.environment, sequence.renderer.idleWorkers)
            let (effect, known) = (sequence.effect, source)
            let (used, drawn) = try await environment.run { context in
                let used =
                    try known
                    ?? Source(effect.plan(as: .apng, environment).spec, environment: environment, context: context)
                return (used, try used.next(environment.renderer.pool.threadCount, idle: idle, context: context))
            }
            (source, ready, isDone) = (used, drawn[...], used.session.isComplete)
        }
    }

    /// Frames in the making.
    private struct Source: Sendable {
        let spec: EffectSpec
        let session: RenderSession
        private let workers = FrameWorkers()

        init(_ spec: EffectSpec, environment: RenderEnvironment, context: RenderContext) throws {
            self.spec = spec
            session = try environment.renderer.bitmapSession(for: spec, context)
        }

        /// Draws at least one frame, and about `count` of them.
        func next(_ count: Int, idle: FrameWorkerCache, context: RenderContext) throws -> [[UInt8]] {
            var frames: [[UInt8]] = []
            idle.take(workers)
            try session.advance(context, with: workers) { bytes in
                // Bitmaps have no header and no trailer.
                if !bytes.isEmpty { frames.append(bytes) }
                return frames.count >= count
            }
            if session.isComplete { workers.clear() } else { idle.keep(workers, bytes: session.heldBytes(workers)) }
            return frames
        }

        func frame(_ number: Int, _ pixels: [UInt8]) -> EffectFrame {
            let timing = spec.timing
            let hold = number == timing.frameCount - 1 ? timing.hold : 0
            return EffectFrame(
                number: number,
                width: spec.canvas.pixelWidth,
                height: spec.canvas.pixelHeight,
                pixels: pixels,
                time: timing.time(ofFrame: number),
                duration: 1 / timing.fps + hold
            )
        }
    }
}
