import Glibc
import TestSupport
import Testing

@testable import Video

/// Videos of drawn frames, decoded by ffmpeg, and processes that end badly.
@Suite struct `Video encoding` {
    private let program: VideoProgram
    private let limits = VideoEncoder.Limits(fileBytes: 1 << 24, processorSeconds: 60)

    init() throws { program = try VideoProgram.onPath.get() }

    private static func settings(_ codec: VideoCodec, width: Int = 64, height: Int = 48) -> VideoSettings {
        VideoSettings(
            width: width,
            height: height,
            framesPerThousandSeconds: 12_500,
            codec: codec,
            quality: 90,
            effort: .balanced
        )
    }

    /// A disc that moves over nothing: soft light around it.
    private static func frame(_ number: Int, width: Int = 64, height: Int = 48) -> [UInt32] {
        (0..<width * height).map { place in
            let (x, y) = (Double(place % width) - Double(12 + 4 * number), Double(place / width) - Double(height) / 2)
            let alpha = max(0, min(1, (16 - (x * x + y * y).squareRoot()) / 8))
            return alpha == 0 ? 0 : UInt32((alpha * 255).rounded()) << 24 | 0x20_40E0
        }
    }

    private func video(_ codec: VideoCodec, frames: Int = 8, width: Int = 64, height: Int = 48) throws -> [UInt8] {
        let encoder = try VideoEncoder(program, Self.settings(codec, width: width, height: height), limits: limits)
        for number in 0..<frames {
            let frame = Self.frame(number, width: width, height: height)
            try encoder.append(codec.hasAlpha ? frame : frame.map { $0 | 0xFF00_0000 }, unless: { false })
        }
        return try encoder.finish(unless: { false })
    }

    /// Mean difference of alpha, and of color where alpha is at least one half, 0...255.
    private static func errors(_ decoded: [UInt8], _ drawn: [UInt32]) -> (alpha: Double, color: Double) {
        var (alpha, color, visible) = (0, 0, 0)
        for (place, pixel) in drawn.enumerated() {
            let own = (0..<4).map { Int(pixel >> (8 * UInt32($0)) & 0xFF) }
            let found = (0..<4).map { Int(decoded[4 * place + $0]) }
            alpha += abs(own[3] - found[3])
            guard own[3] >= 128 else { continue }
            visible += 3
            color += (0..<3).reduce(0) { $0 + abs(own[$1] - found[$1]) }
        }
        return (Double(alpha) / Double(drawn.count), Double(color) / Double(max(1, visible)))
    }

    @Test(arguments: [VideoCodec.h264, .av1, .vp9, .proRes])
    func `every frame is decoded again near to what was drawn`(_ codec: VideoCodec) throws {
        let bytes = try video(codec)
        let decoder = codec == .vp9 ? "libvpx-vp9" : nil
        let frames = try ForeignDecoder.videoFrames(bytes, decoder: decoder, width: 64, height: 48)
        #expect(frames.count == 8)
        for (number, decoded) in frames.enumerated() {
            let drawn = Self.frame(number).map { codec.hasAlpha ? $0 : $0 | 0xFF00_0000 }
            let errors = Self.errors(decoded, drawn)
            #expect(errors.alpha < 3, "frame \(number)")
            #expect(errors.color < 12, "frame \(number)")
        }
    }

    @Test(
        arguments: [
            (.h264, "h264", "yuv420p"), (.av1, "av1", "yuv420p"), (.vp9, "vp9", "yuv420p"),
            (.proRes, "prores", "yuva444p12le"),
        ] as [(VideoCodec, String, String)]
    )
    func `rate, colors and layout are as asked`(_ codec: VideoCodec, _ name: String, _ pixels: String) throws {
        let bytes = try video(codec)
        let found = try ForeignDecoder.videoProperties(bytes)
        #expect(found["codec_name"] == name)
        #expect(found["pix_fmt"] == pixels)
        #expect(found["r_frame_rate"] == "25/2")
        #expect(found["color_space"] == "bt709")
        // ProRes has no word for its range.
        if codec != .proRes { #expect(found["color_range"] == "tv") }
        #expect(abs((Double(found["duration"] ?? "") ?? 0) - 0.64) < 0.002)
        if codec == .vp9 {
            #expect(found["TAG:alpha_mode"] == "1")
        } else {
            // The index comes before the frames.
            let text = String(decoding: bytes, as: Unicode.ASCII.self)
            let (index, frames) = (text.firstRange(of: "moov"), text.firstRange(of: "mdat"))
            #expect(try #require(index).lowerBound < #require(frames).lowerBound)
        }
    }

    @Test(arguments: [(VideoCodec.h264, 64, 48), (.av1, 64, 48), (.vp9, 63, 47), (.proRes, 63, 47)])
    func `an odd side gains a pixel where the codec needs even ones`(_ codec: VideoCodec, _ width: Int, _ height: Int)
        throws
    {
        let bytes = try video(codec, frames: 2, width: 63, height: 47)
        let found = try ForeignDecoder.videoProperties(bytes)
        #expect(found["width"] == "\(width)" && found["height"] == "\(height)")
        guard (width, height) == (63, 47) else { return }
        let decoder = codec == .vp9 ? "libvpx-vp9" : nil
        let decoded = try ForeignDecoder.videoFrames(bytes, decoder: decoder, width: 63, height: 47)
        let errors = try Self.errors(#require(decoded.last), Self.frame(1, width: 63, height: 47))
        #expect(errors.alpha < 3 && errors.color < 12)
    }

    @Test func `a single pixel is a video`() throws {
        let frames = try ForeignDecoder.videoFrames(
            video(.vp9, frames: 1, width: 1, height: 1),
            decoder: "libvpx-vp9",
            width: 1,
            height: 1
        )
        #expect(frames.count == 1)
    }

    @Test(arguments: [VideoCodec.h264, .av1, .vp9, .proRes])
    func `the encoder takes every effort, and the ends of quality`(_ codec: VideoCodec) throws {
        for effort in VideoSettings.Effort.allCases {
            for quality in [1, 100] {
                var settings = Self.settings(codec)
                (settings.quality, settings.effort) = (quality, effort)
                let encoder = try VideoEncoder(program, settings, limits: limits)
                for number in 0..<3 { try encoder.append(Self.frame(number), unless: { false }) }
                #expect(try !encoder.finish(unless: { false }).isEmpty)
            }
        }
    }

    @Test func `better quality and more effort are told to the encoder in numbers alone`() {
        for codec in VideoCodec.allCases {
            for quality in [1, 50, 75, 100] {
                for effort in VideoSettings.Effort.allCases {
                    var settings = Self.settings(codec)
                    (settings.quality, settings.effort) = (quality, effort)
                    #expect(settings.arguments.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
                    #expect(settings.arguments.contains("-nostdin") && settings.arguments.last == "/proc/self/fd/3")
                }
            }
        }
        func quantizer(_ quality: Int) -> String? {
            var settings = Self.settings(.h264)
            settings.quality = quality
            let arguments = settings.arguments
            return arguments.firstIndex(of: "-crf").map { arguments[$0 + 1] }
        }
        #expect([1, 75, 100].map(quantizer) == ["45", "23", "10"])
    }

    @Test func `a wrong number of pixels is refused`() throws {
        let encoder = try VideoEncoder(program, Self.settings(.h264), limits: limits)
        #expect(throws: VideoError.wrongPixelCount(found: 1, expected: 64 * 48)) {
            try encoder.append([0], unless: { false })
        }
    }

    @Test func `a file above the limit is refused, and one of its size is not`() throws {
        let whole = try video(.proRes)
        var limits = limits
        for (bytes, fits) in [(whole.count, true), (whole.count - 1, false), (100, false)] {
            limits.fileBytes = bytes
            let encoder = try VideoEncoder(program, Self.settings(.proRes), limits: limits)
            func encode() throws -> Int {
                for number in 0..<8 { try encoder.append(Self.frame(number), unless: { false }) }
                return try encoder.finish(unless: { false }).count
            }
            if fits {
                #expect(try encode() == whole.count)
            } else {
                #expect(throws: VideoError.tooLarge) { try encode() }
            }
        }
    }

    @Test func `a program that is killed midway is an error, and leaves no zombie`() throws {
        let encoder = try VideoEncoder(program, Self.settings(.h264), limits: limits)
        try encoder.append(Self.frame(0), unless: { false })
        #expect(kill(encoder.processNumber, SIGKILL) == 0)
        #expect(throws: VideoError.failed(ending: "was ended by signal 9", messages: "")) {
            for number in 0..<1000 { try encoder.append(Self.frame(number), unless: { false }) }
            _ = try encoder.finish(unless: { false })
        }
        #expect(kill(encoder.processNumber, 0) == -1 && errno == ESRCH)
    }

    @Test func `a program that somebody else has waited for is an error`() throws {
        let encoder = try VideoEncoder(program, Self.settings(.h264), limits: limits)
        #expect(kill(encoder.processNumber, SIGKILL) == 0)
        #expect(waitpid(encoder.processNumber, nil, 0) == encoder.processNumber)
        #expect(throws: VideoError.failed(ending: "ended in an unknown way (error \(ECHILD))", messages: "")) {
            try encoder.finish(unless: { false })
        }
    }

    @Test func `nothing is done with a video that has ended`() throws {
        let encoder = try VideoEncoder(program, Self.settings(.h264), limits: limits)
        #expect(throws: VideoError.stopped) { try encoder.append(Self.frame(0), unless: { true }) }
        let error = VideoError.failed(ending: "has ended before", messages: "")
        #expect(throws: error) { try encoder.append(Self.frame(0), unless: { false }) }
        #expect(throws: error) { try encoder.finish(unless: { false }) }
    }

    @Test func `a helper that leaves the group and talks on does not keep the video`() throws {
        let leaving = """
            case "$1" in -child) while echo on; do :; done >&2; exit ;; esac
            setsid "$0" -child &
            cat > /dev/null
            exit 3
            """
        let error = try #require(throws: VideoError.self) { try encode(leaving, isAlone: false) }
        guard case .failed("ended with 3", _) = error else { throw error }
    }

    @Test func `only what the machine may have later is worth another try`() {
        for code in [EAGAIN, EMFILE, ENFILE, ENOMEM] { #expect(VideoError.notStarted(code: code).isPassing) }
        #expect(!VideoError.notStarted(code: ENOENT).isPassing && !VideoError.tooLarge.isPassing)
    }

    @Test func `a video that is given up ends its program at once`() throws {
        var encoder: VideoEncoder? = try VideoEncoder(program, Self.settings(.h264), limits: limits)
        let first = try #require(encoder?.processNumber)
        #expect(throws: VideoError.stopped) { try encoder?.append(Self.frame(0), unless: { true }) }
        #expect(kill(first, 0) == -1 && errno == ESRCH)
        encoder = try VideoEncoder(program, Self.settings(.h264), limits: limits)
        let second = try #require(encoder?.processNumber)
        #expect(kill(second, 0) == 0)
        encoder = nil
        #expect(kill(second, 0) == -1 && errno == ESRCH)
    }

    /// Encodes with a script in place of ffmpeg, and gives up after a number of looks.
    ///
    /// - Parameter isAlone: Whether the group has all processes of the script.
    private func encode(
        _ script: String,
        looks: Int = .max,
        limits: VideoEncoder.Limits? = nil,
        isAlone: Bool = true
    ) throws -> TemporaryProgram {
        let fake = try TemporaryProgram(script: script)
        let program = VideoProgram(path: fake.path, version: "0", codecs: [.h264])
        var left = looks
        func isStopped() -> Bool {
            left -= 1
            return left < 0
        }
        do {
            let encoder = try VideoEncoder(
                program,
                Self.settings(.h264, width: 640, height: 480),
                limits: limits ?? self.limits
            )
            for number in 0..<20 {
                try encoder.append(Self.frame(number, width: 640, height: 480), unless: isStopped)
            }
            _ = try encoder.finish(unless: isStopped)
        } catch {
            #expect(!isAlone || fake.hasEnded)
            throw error
        }
        return fake
    }

    @Test func `a program that takes no frames, or never ends, is killed with all that it started`() {
        let hanging = """
            case "$1" in -child) while :; do sleep 1; done ;; esac
            "$0" -child &
            while :; do sleep 1; done
            """
        #expect(throws: VideoError.stopped) { try encode(hanging, looks: 5) }
        #expect(throws: VideoError.stopped) { try encode("cat > /dev/null\n" + hanging, looks: 500) }
    }

    @Test func `what a program says is bounded, printable and on one line`() throws {
        let talking = """
            cat > /dev/null
            head -c 3000000 /dev/zero | tr '\\0' 'x' >&2
            printf 'no\\nway \\033[31m\\377' >&2
            exit 3
            """
        let error = try #require(throws: VideoError.self) { try encode(talking) }
        guard case .failed("ended with 3", let messages) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(messages.utf8.count <= 2100 && messages.hasSuffix("xno; way ?[31m?"))
    }

    @Test func `a program that writes garbage forever meets the limit`() {
        let limits = VideoEncoder.Limits(fileBytes: 100_000, processorSeconds: 60)
        #expect(throws: VideoError.tooLarge) { try encode("cat > /dev/null; cat /dev/zero >&3", limits: limits) }
    }

    @Test func `a program that succeeds without a file is an error`() {
        #expect(throws: VideoError.failed(ending: "made no file", messages: "")) { try encode("cat > /dev/null") }
        #expect(throws: VideoError.failed(ending: "took no more frames", messages: "")) { try encode("exit 0") }
    }

    @Test func `a program gets no file, variable or folder of ours, and limits of its own`() throws {
        // Not marked to be closed.
        let stray = fcntl(STDERR_FILENO, F_DUPFD, 100)
        defer { close(stray) }
        let telling = """
            cat > /dev/null
            { env | sort | tr '\\n' ' '; pwd; ls /proc/$$/fd | tr '\\n' ' '; ulimit -t; ulimit -c; ulimit -v
            cut -d' ' -f5 /proc/$$/stat; echo $$; } >&2
            exit 1
            """
        let error = try #require(throws: VideoError.self) { try encode(telling) }
        guard case .failed(_, let messages) = error else { throw error }
        let parts = messages.split(separator: "; ").map(String.init)
        // A shell adds PWD, OLDPWD and _, and has files of its own.
        #expect(parts[0].contains("LC_ALL=C") && !parts[0].contains("PATH=/") && parts[0].hasSuffix(" /"))
        #expect(!parts[0].contains("HOME"))
        let files = parts[1].split(separator: " ").dropLast().compactMap { Int($0) }
        #expect(files.count > 3 && files.allSatisfy { $0 < 20 } && stray >= 100)
        #expect(parts[1].hasSuffix(" 60") && parts[2] == "0")
        let settings = Self.settings(.h264, width: 640, height: 480)
        #expect(parts[3] == "\(VideoEncoder.memoryBytes(of: settings) / 1024)")
        // A group of its own.
        #expect(parts[4] == parts[5])
    }

    @Test func `a program that needs too much of the processor is killed`() {
        let limits = VideoEncoder.Limits(fileBytes: 1 << 20, processorSeconds: 1)
        #expect(throws: VideoError.failed(ending: "was ended by signal 9", messages: "")) {
            try encode("cat > /dev/null; while :; do :; done", limits: limits)
        }
    }

    @Test func `a program that is not there is an error`() {
        let program = VideoProgram(path: "/nowhere/ffmpeg", version: "0", codecs: [])
        #expect(throws: VideoError.notStarted(code: ENOENT)) {
            try VideoEncoder(program, Self.settings(.h264), limits: limits)
        }
    }

    @Test func `the same frames give the same bytes from the same program`() throws {
        #expect(try video(.h264) == video(.h264))
        #expect(try video(.vp9) == video(.vp9))
    }
}
