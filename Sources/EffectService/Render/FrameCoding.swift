internal import EffectModel
internal import SoftwareRaster

/// Encodes the frames of an animation into a file of one format. Frames are independent: they can be made in any order.
protocol FrameCoding: Sendable {
    /// All bytes before the first frame.
    var start: [UInt8] { get }

    /// Creates an encoder for one thread.
    func coder() -> any FrameCoder

    /// Whether the encoder reads the straight colors from which translucent pixels were made.
    var readsMarks: Bool { get }

    /// Creates a muxer that takes the frames in order.
    func joiner() -> any FrameJoiner

    /// Approximate bytes of a frame that repeats its predecessor; `nil` if a repeat is no smaller than any other frame.
    var repeatedSize: Int? { get }

    /// All bytes after the last frame.
    func end() throws -> [UInt8]

    /// Whether a file is simply start, frames and end in order.
    var isStream: Bool { get }

    /// Assembles the whole file from its frames.
    func file(of frames: [[UInt8]]) throws -> [UInt8]
}

extension FrameCoding {
    var isStream: Bool { true }

    var readsMarks: Bool { false }

    func joiner() -> any FrameJoiner { PlainJoiner() }

    var repeatedSize: Int? { nil }

    func file(of frames: [[UInt8]]) throws -> [UInt8] {
        var bytes = start
        for frame in frames { bytes += frame }
        return try bytes + end()
    }
}

/// Encodes frames, one at a time. Reuses its memory.
protocol FrameCoder: AnyObject {
    /// - Parameter number: Frame number from 0, which determines the frame's duration.
    /// - Throws: ``RenderError`` when `watch` cancels or times out; slow encoders check in the middle of a frame.
    func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderWatch) throws -> [UInt8]
}

/// Takes the encoded frames of a file in order. The bytes written for a frame may depend on its successor.
protocol FrameJoiner: AnyObject {
    /// - Returns: The next bytes of the file: those of an earlier frame, of this frame, or none yet.
    func take(_ frame: [UInt8]) throws -> [UInt8]

    /// - Returns: The bytes of all frames still held back.
    func end() throws -> [UInt8]
}

/// Passes frames through unchanged.
final class PlainJoiner: FrameJoiner {
    func take(_ frame: [UInt8]) -> [UInt8] { frame }

    func end() -> [UInt8] { [] }
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
    var plays: Int {
        switch loop {
        case .forever, .seamless: 0
        case .times(let count): count
        }
    }
}
