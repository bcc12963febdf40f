internal import EffectModel
internal import SoftwareRaster

/// How the frames of an animation become a file, in one format. Frames don't know each other: any can be made, in any order.
protocol FrameCoding: Sendable {
    /// All before the first frame.
    var start: [UInt8] { get }

    /// What a thread needs to make frames.
    func coder() -> any FrameCoder

    /// Whether it asks of which colours translucent pixels were made.
    var readsMarks: Bool { get }

    /// What puts them together in their order.
    func joiner() -> any FrameJoiner

    /// About the bytes that it makes of a frame which shows what the one before it shows; `nil` if as many as of any other.
    var repeatedSize: Int? { get }

    /// All behind the last frame.
    func end() throws -> [UInt8]

    /// Whether a start, frames and an end in their order are a file.
    var isStream: Bool { get }

    /// All that a file has, from its frames.
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

/// Makes frames, one at a time. It reuses its memory.
protocol FrameCoder: AnyObject {
    /// - Parameter number: From 0. It decides how long the frame stays.
    /// - Throws: ``RenderError``, when `watch` says so; of frames that take long, before they are done.
    func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderWatch) throws -> [UInt8]
}

/// Takes the frames of a file in their order; what becomes of one may depend on the next.
protocol FrameJoiner: AnyObject {
    /// - Returns: What follows in the file: some frame before this one, or itself, or nothing yet.
    func take(_ frame: [UInt8]) throws -> [UInt8]

    /// - Returns: What is left of the frames.
    func end() throws -> [UInt8]
}

/// One behind the other.
final class PlainJoiner: FrameJoiner {
    func take(_ frame: [UInt8]) -> [UInt8] { frame }

    func end() -> [UInt8] { [] }
}

/// When frames begin and end where time has steps: rounded, so that they don't drift.
struct FrameClock: Sendable {
    private let timing: Timing
    private let stepsPerSecond: Double
    private let frameCount: Int

    /// - Parameter frameCount: Of what is made, which may be one of the animation's.
    init(_ timing: Timing, stepsPerSecond: Double, frameCount: Int) {
        (self.timing, self.stepsPerSecond, self.frameCount) = (timing, stepsPerSecond, frameCount)
    }

    /// Steps that a frame stays.
    func duration(of number: Int) -> Int {
        let hold = number == frameCount - 1 ? timing.hold : 0
        return time(number + 1, hold) - time(number, 0)
    }

    private func time(_ number: Int, _ hold: Double) -> Int {
        Int(((Double(number) / timing.fps + hold) * stepsPerSecond).rounded())
    }
}

extension Timing {
    /// A format's number of plays: 0 is for ever.
    var plays: Int {
        switch loop {
        case .forever, .seamless: 0
        case .times(let count): count
        }
    }
}
