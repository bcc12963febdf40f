internal import CChildProcess
internal import ColorBleed
import Glibc

/// Encodes a video frame by frame, by a process of its own.
///
/// The file is kept in memory until it is whole, where containers put their index at the beginning: it plays, seeks and
/// repeats anywhere. Nothing is written to a disk. Used by one thread at a time.
public final class VideoEncoder {
    /// Upper bounds of a job.
    public struct Limits: Sendable, Equatable {
        /// Bytes of the file.
        public var fileBytes: Int
        /// Seconds of processor time.
        public var processorSeconds: Int

        /// Limits with the given values.
        public init(fileBytes: Int, processorSeconds: Int) {
            (self.fileBytes, self.processorSeconds) = (fileBytes, processorSeconds)
        }
    }

    private let settings: VideoSettings
    private let limits: Limits
    private let process: ChildProcess
    private let file: MemoryFile
    private var colors: BledColors?
    private var frame: [UInt32]
    private var planes: PlanarFrame?

    /// Number of the process.
    var processNumber: pid_t { process.process }

    /// Starts the program.
    ///
    /// - Throws: ``VideoError``.
    public init(_ program: VideoProgram, _ settings: VideoSettings, limits: Limits) throws(VideoError) {
        (self.settings, self.limits) = (settings, limits)
        let file = try MemoryFile()
        self.file = file
        if settings.codec.hasAlpha { colors = BledColors(width: settings.codedWidth, height: settings.codedHeight) }
        frame = [UInt32](repeating: 0, count: settings.codedWidth * settings.codedHeight)
        if settings.isPlanar {
            planes = PlanarFrame(
                width: settings.codedWidth,
                height: settings.codedHeight,
                hasAlpha: settings.codec.hasAlpha
            )
        }
        // One byte more, so that a file of the limit's size differs from one that was cut there.
        process = try ChildProcess(
            program.path,
            settings.arguments,
            hasInput: true,
            output: .discarded,
            file: file.number,
            limits: ChildProcess.Limits(
                processorSeconds: limits.processorSeconds,
                memoryBytes: Self.memoryBytes(of: settings),
                fileBytes: min(limits.fileBytes, .max - 1) + 1
            )
        )
    }

    /// Bytes of address space of the program: its libraries take a quarter of the first part, and a pixel up to 260
    /// bytes, in frames looked at ahead.
    static func memoryBytes(of settings: VideoSettings) -> Int {
        1 << 30 + settings.codedWidth * settings.codedHeight * 400
    }

    /// Encodes the next frame.
    ///
    /// - Parameters:
    ///   - pixels: Pixels, `width × height`, straight RGBA, R in the lowest byte.
    ///   - isStopped: Whether to give up; then the program is killed.
    /// - Throws: ``VideoError``.
    public func append(_ pixels: [UInt32], unless isStopped: () -> Bool) throws(VideoError) {
        let expected = settings.width * settings.height
        guard pixels.count == expected else { throw .wrongPixelCount(found: pixels.count, expected: expected) }
        fill(with: pixels)
        planes?.load(frame.span)
        do throws(VideoError) {
            if let planes {
                try process.write(planes.bytes.span.bytes, unless: isStopped)
            } else {
                try process.write(Self.bytes(of: frame).span.bytes, unless: isStopped)
            }
        } catch {
            throw cause(of: error)
        }
    }

    /// Returns pixels with red in the first byte, whatever the processor's order.
    private static func bytes(of pixels: [UInt32]) -> [UInt32] {
        #if _endian(big)
            pixels.map(\.littleEndian)
        #else
            pixels
        #endif
    }

    /// Ends the video.
    ///
    /// - Parameter isStopped: Whether to give up; then the program is killed.
    /// - Returns: The file.
    /// - Throws: ``VideoError``.
    public func finish(unless isStopped: () -> Bool) throws(VideoError) -> [UInt8] {
        do throws(VideoError) { try process.finish(unless: isStopped) } catch { throw cause(of: error) }
        guard file.size <= limits.fileBytes else { throw .tooLarge }
        let bytes = file.bytes
        guard !bytes.isEmpty else { throw .failed(ending: "made no file", messages: process.messages) }
        return bytes
    }

    /// The reason of a failure: a program that may not write more says so in its own way.
    private func cause(of error: VideoError) -> VideoError {
        if case .failed = error, file.size > limits.fileBytes { return .tooLarge }
        return error
    }

    /// Makes the frame as it is given to the program: bled, with even sides where the codec needs them. An added row or
    /// column repeats the one beside it; with alpha it is transparent.
    private func fill(with pixels: [UInt32]) {
        let (width, height) = (settings.width, settings.height)
        let (codedWidth, codedHeight) = (settings.codedWidth, settings.codedHeight)
        if (width, height) == (codedWidth, codedHeight) {
            frame = pixels
        } else {
            for row in 0..<codedHeight {
                let own = min(row, height - 1)
                for column in 0..<codedWidth {
                    let isAdded = row >= height || column >= width
                    let pixel = pixels[own * width + min(column, width - 1)]
                    frame[row * codedWidth + column] = isAdded && settings.codec.hasAlpha ? 0 : pixel
                }
            }
        }
        colors?.load(frame.span)
        guard let bled = colors?.pixels else { return }
        for place in frame.indices {
            frame[place] = bled[place] & 0xFF_FFFF | frame[place] & 0xFF00_0000
        }
    }
}

/// A file in memory, which goes with the value.
private final class MemoryFile {
    let number: Int32

    init() throws(VideoError) {
        number = child_memory_file()
        guard number >= 0 else { throw .notStarted(code: errno) }
    }

    deinit { close(number) }

    /// Size in bytes.
    var size: Int {
        var status = stat()
        return fstat(number, &status) == 0 ? Int(status.st_size) : 0
    }

    var bytes: [UInt8] {
        let size = size
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let start = buffer.baseAddress {
                let read = pread(number, start + count, size - count, off_t(count))
                guard read > 0 || errno == EINTR else { break }
                count += max(0, read)
            }
        }
    }
}
