import Synchronization

/// An animation being rendered: header, frames and trailer of its file, in as many steps as the consumer asks for.
///
/// The place where the frames of every animation become a file; a file of a single frame is made by
/// ``EffectRenderer/renderSnapshot(_:of:progress:watch:)``. A file, a batch line or a buffered response runs the session
/// in one step; a streamed response runs one step for each part that a connection has room for.
///
/// Used by one thread at a time.
package final class RenderSession: Sendable {
    /// The frames' renderer.
    package let animation: AnimationRenderer
    private let muxer: Mutex<any FrameMuxer>
    private let made = Mutex((frames: 0, bytes: 0))
    private let maximumBytes: Int

    /// - Parameter maximumBytes: Upper bound of the file in bytes.
    package init(_ animation: AnimationRenderer, maximumBytes: Int) {
        self.animation = animation
        self.maximumBytes = maximumBytes
        muxer = Mutex(animation.format.makeMuxer())
    }

    /// Number of frames rendered so far.
    package var frames: Int { made.withLock { $0.frames } }

    /// Whether the whole file has been delivered.
    package var isComplete: Bool { frames == animation.frameCount }

    /// Renders frames until `isEnough` returns true; frames already started are still delivered. The first step begins
    /// with the header, and the last step ends with the trailer.
    ///
    /// - Parameters:
    ///   - limit: Number of frames after which the step ends in any case; `nil` for all.
    ///   - workers: Drawing state reused between steps.
    ///   - isEnough: Consumes the next bytes of the file, which may be none, and returns whether to start no more.
    /// - Returns: Number of frames rendered by this step.
    /// - Throws: ``RenderError``, or the error of `isEnough`.
    @discardableResult
    package func advance(
        upTo limit: Int? = nil,
        _ context: RenderContext,
        with workers: FrameWorkers = FrameWorkers(),
        isEnough: ([UInt8]) throws -> Bool
    ) throws -> Int {
        let first = frames
        guard first < animation.frameCount else { return 0 }
        if first == 0 { _ = try deliver(animation.format.header, isEnough) }
        let end = min(limit ?? animation.frameCount, animation.frameCount)
        let count = try animation.make(from: first, upTo: end, context, with: workers) { frame in
            let (bytes, held) = try context.times.measure(.encoding) {
                try muxer.withLock { (try $0.take(frame, context), $0.heldBytes) }
            }
            return try deliver(bytes, held: held, isEnough)
        }
        made.withLock { $0.frames = first + count }
        if isComplete {
            // A program that encodes may have most of its work still before it.
            let bytes = try context.times.measure(.encoding) { try muxer.withLock { try $0.finish(context) } }
            _ = try deliver(bytes, isEnough)
        }
        return count
    }

    /// - Parameter held: Bytes that will follow in any case: a file that is made at its end is refused as early as any other.
    private func deliver(
        _ bytes: [UInt8],
        held: Int = 0,
        _ isEnough: ([UInt8]) throws -> Bool
    ) throws -> Bool {
        let count = made.withLock { made in
            made.bytes += bytes.count
            return made.bytes
        }
        guard count + held <= maximumBytes else { throw RenderError.outputTooLarge(limit: maximumBytes) }
        return try isEnough(bytes)
    }
}
