/// Properties that a video is to have. Numbers only: no text of a caller reaches the program's arguments.
public struct VideoSettings: Sendable, Equatable {
    /// Effort spent on a small file.
    public enum Effort: Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// Width of the frames in pixels.
    public var width: Int
    /// Height of the frames in pixels.
    public var height: Int
    /// Frames in 1,000 seconds.
    public var framesPerThousandSeconds: Int
    /// Codec, which also determines the container.
    public var codec: VideoCodec
    /// Quality, 1...100; higher is better.
    public var quality: Int
    /// Effort spent on a small file.
    public var effort: Effort

    /// Settings with the given values.
    public init(
        width: Int,
        height: Int,
        framesPerThousandSeconds: Int,
        codec: VideoCodec,
        quality: Int,
        effort: Effort
    ) {
        (self.width, self.height) = (width, height)
        self.framesPerThousandSeconds = framesPerThousandSeconds
        (self.codec, self.quality, self.effort) = (codec, quality, effort)
    }

    /// Width in pixels that the video has.
    var codedWidth: Int { codec.needsEvenSides ? (width + 1) / 2 * 2 : width }

    /// Height in pixels that the video has.
    var codedHeight: Int { codec.needsEvenSides ? (height + 1) / 2 * 2 : height }

    /// Arguments of ffmpeg: frames come on standard input, and the file is its number 3.
    ///
    /// The file is in memory, where a container can put its index at the beginning.
    var arguments: [String] {
        let input = [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-protocol_whitelist", "pipe,file", "-threads", "1",
            "-f", "rawvideo", "-pixel_format", isPlanar ? pixels : "rgba", "-video_size",
            "\(codedWidth)x\(codedHeight)", "-framerate",
            "\(framesPerThousandSeconds)/1000", "-i", "pipe:0",
        ]
        // Frames are marked, too: some encoders read their colors from there.
        let mark = "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
        let convert =
            "scale=out_color_matrix=bt709:out_range=tv:flags=bilinear+accurate_rnd+full_chroma_int,format=\(pixels),"
        let filter = isPlanar ? mark : convert + mark
        let picture = [
            "-map", "0:v", "-map_metadata", "-1", "-filter_threads", "1", "-vf", filter, "-color_primaries", "bt709",
            "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
        ]
        return input + picture + ["-c:v", codec.encoder] + options + [
            "-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact",
        ] + container + ["/proc/self/fd/3"]
    }

    /// Whether frames are given to ffmpeg as planes of 8 bits, as the encoder takes them; as straight RGBA otherwise.
    var isPlanar: Bool { codec != .proRes }

    private var pixels: String {
        switch codec {
        case .h264, .av1: "yuv420p"
        case .vp9, .hevc: "yuva420p"
        case .proRes: "yuva444p10le"
        }
    }

    private var container: [String] {
        switch codec {
        case .h264, .av1: ["-movflags", "+faststart", "-f", "mp4"]
        case .proRes: ["-movflags", "+faststart", "-f", "mov"]
        case .hevc: ["-tag:v", "hvc1", "-movflags", "+faststart", "-f", "mov"]
        case .vp9: ["-cues_to_front", "1", "-f", "webm"]
        }
    }

    private var options: [String] {
        func choose<Value>(fast: Value, balanced: Value, small: Value) -> Value {
            switch effort {
            case .fast: fast
            case .balanced: balanced
            case .small: small
            }
        }
        return switch codec {
        case .h264:
            [
                "-preset", choose(fast: "superfast", balanced: "veryfast", small: "medium"), "-profile:v", "high",
                "-crf",
                "\(quantizer(worst: 45, usual: 23, best: 10))",
            ]
        case .hevc:
            [
                "-preset", choose(fast: "ultrafast", balanced: "veryfast", small: "medium"), "-crf",
                "\(quantizer(worst: 45, usual: 25, best: 12))", "-x265-params", "log-level=error:pools=none",
            ]
        case .av1:
            [
                "-usage", "realtime", "-cpu-used", "\(choose(fast: 8, balanced: 8, small: 6))", "-b:v", "0", "-crf",
                "\(quantizer(worst: 60, usual: 35, best: 12))",
            ]
        case .vp9:
            [
                "-deadline", "realtime", "-cpu-used", "\(choose(fast: 8, balanced: 7, small: 5))", "-row-mt", "1",
                "-auto-alt-ref", "0",
                "-b:v",
                "0", "-crf", "\(quantizer(worst: 60, usual: 36, best: 10))",
            ]
        case .proRes:
            [
                "-profile:v", "4444", "-alpha_bits", "8", "-vendor", "apl0", "-q:v",
                "\(quantizer(worst: 28, usual: 8, best: 2))",
            ]
        }
    }

    /// A quantizer of an encoder by the quality: its values at 1, 75 and 100, and lines between them.
    private func quantizer(worst: Int, usual: Int, best: Int) -> Int {
        let quality = min(max(quality, 1), 100)
        return quality < 75
            ? usual + (75 - quality) * (worst - usual) / 74 : usual - (quality - 75) * (usual - best) / 25
    }
}
