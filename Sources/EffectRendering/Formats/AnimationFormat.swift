internal import EffectModel
package import SoftwareRaster

/// Encodes the frames of an animation into a file of one format. Coders make frames in any order; what depends on the frames
/// before is left to the muxer.
///
/// A format's encoder is one file beside this one with a type that conforms to this protocol. ``AnimationRenderer`` makes
/// the type from the case of `Output.Format`. Streaming, the cache and byte budgets follow from ``RenderPlan`` without a
/// change. Stills, prices, reductions of quality and the names in texts do not: Documentation/contributing.md lists all
/// places of a new format.
package protocol AnimationFormat: Sendable {
    /// All bytes before the first frame.
    var header: [UInt8] { get }

    /// Creates an encoder for one thread.
    func makeCoder() -> any FrameCoder

    /// Creates a muxer that takes the frames in order.
    func makeMuxer() -> any FrameMuxer

    /// Whether the encoder reads the straight colors from which translucent pixels were made.
    var readsStraightColors: Bool { get }

    /// Whether a frame is compared with the bitmap of the one before.
    var comparesBitmaps: Bool { get }

    /// Approximate bytes of a frame that repeats its predecessor; `nil` if a repeat is no smaller than any other frame.
    var repeatedSize: Int? { get }

    /// Whether the muxer encodes, as frames depend on those before them: a coder's bytes say nothing of the file's size.
    var isSequential: Bool { get }

    /// Number of frames of the file that repeat the last one, after all frames of the animation.
    var heldFrames: Int { get }
}

extension AnimationFormat {
    var readsStraightColors: Bool { false }

    var comparesBitmaps: Bool { false }

    var repeatedSize: Int? { nil }

    var isSequential: Bool { false }

    var heldFrames: Int { 0 }
}

/// Encodes frames, one at a time. Reuses its memory.
package protocol FrameCoder: AnyObject {
    /// - Parameter number: Frame number from 0, which determines the frame's duration.
    /// - Throws: ``RenderError`` when `watch` cancels or times out; slow encoders check in the middle of a frame.
    func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8]
}

/// Takes the encoded frames of a file in order. The bytes written for a frame may depend on its successor.
package protocol FrameMuxer: AnyObject {
    /// - Returns: The next bytes of the file: those of an earlier frame, of this frame, or none yet.
    /// - Throws: ``RenderError`` when `watch` cancels or times out, where the muxer encodes.
    func take(_ frame: [UInt8], _ watch: RenderContext) throws -> [UInt8]

    /// Bytes of all frames still held back, as the file will have them.
    var heldBytes: Int { get }

    /// - Returns: The bytes of all frames still held back, and everything after the last frame.
    /// - Throws: ``RenderError`` when `watch` cancels or times out, where the muxer waits for an encoder.
    func finish(_ watch: RenderContext) throws -> [UInt8]
}

extension FrameMuxer {
    package var heldBytes: Int { 0 }
}

/// Passes frames through unchanged, and ends the file.
final class PassThroughMuxer: FrameMuxer {
    private let trailer: [UInt8]

    /// - Parameter trailer: All bytes after the last frame.
    init(trailer: [UInt8]) { self.trailer = trailer }

    func take(_ frame: [UInt8], _ watch: RenderContext) -> [UInt8] { frame }

    func finish(_ watch: RenderContext) -> [UInt8] { trailer }
}

/// Collects all frames for a file that begins with its length.
final class WholeFileMuxer: FrameMuxer {
    private var frames: [[UInt8]] = []
    private(set) var heldBytes = 0
    private let size: (_ frame: [UInt8], _ before: [UInt8]) -> Int
    private let assemble: (consuming [[UInt8]]) throws -> [UInt8]

    /// - Parameters:
    ///   - size: Bytes that a frame behind another has in the file.
    ///   - assemble: Makes the file from its frames.
    init(
        size: @escaping (_ frame: [UInt8], _ before: [UInt8]) -> Int,
        _ assemble: @escaping (consuming [[UInt8]]) throws -> [UInt8]
    ) {
        (self.size, self.assemble) = (size, assemble)
    }

    func take(_ frame: [UInt8], _ watch: RenderContext) -> [UInt8] {
        heldBytes += frames.last.map { size(frame, $0) } ?? frame.count
        frames.append(frame)
        return []
    }

    func finish(_ watch: RenderContext) throws -> [UInt8] {
        heldBytes = 0
        var all: [[UInt8]] = []
        swap(&all, &frames)
        return try assemble(all)
    }
}

/// Frame times in a format's time units, rounded so that errors do not accumulate.
struct FrameClock: Sendable {
    private let timing: Timing
    private let stepsPerSecond: Double
    private let frameCount: Int

    /// - Parameter frameCount: Number of frames in the file, 1 for a single frame of the animation.
    init(_ timing: Timing, stepsPerSecond: Double, frameCount: Int) {
        (self.timing, self.stepsPerSecond, self.frameCount) = (timing, stepsPerSecond, frameCount)
    }

    /// Duration of a frame in time units.
    func duration(of number: Int) -> Int {
        let hold = number == frameCount - 1 ? timing.hold : 0
        return time(number + 1, hold) - time(number, 0)
    }

    private func time(_ number: Int, _ hold: Double) -> Int {
        Int(((Double(number) / timing.fps + hold) * stepsPerSecond).rounded())
    }
}

extension Timing {
    /// Number of plays as formats write it: 0 for endless.
    package var plays: Int {
        switch loop {
        case .forever, .seamless: 0
        case .times(let count): count
        }
    }
}
