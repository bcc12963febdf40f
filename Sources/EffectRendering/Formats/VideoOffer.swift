package import EffectModel
public import Video

/// Whether videos are made, and with which program.
public enum VideoOffer: Sendable {
    /// No videos.
    case none
    /// Videos by a known program.
    case program(VideoProgram)
    /// Videos by the `ffmpeg` that PATH names, looked for when the first video is asked for.
    case onPath

    /// The program; `nil` if there is none.
    package var program: VideoProgram? {
        switch self {
        case .none: nil
        case .program(let program): program
        case .onPath: try? VideoProgram.onPath.get()
        }
    }

    /// Whether videos of the format are made. All other formats always are.
    package func has(_ format: OutputFormat) -> Bool {
        guard format.isVideo, let program else { return !format.isVideo }
        return Self.codecs(of: format.format, asked: nil).contains(where: program.codecs.contains)
    }

    /// The program and the codec for an output.
    ///
    /// - Throws: ``RenderError/noVideo(form:requirement:reason:)``.
    package func encoder(for output: Output) throws(RenderError) -> (VideoProgram, VideoCodec) {
        let codecs = Self.codecs(of: output.format, asked: output.codec)
        let found = program.flatMap { program in
            codecs.first(where: program.codecs.contains).map { (program, $0) }
        }
        if let found { return found }
        throw .noVideo(
            form: "." + (output.format?.rawValue ?? ""),
            requirement: VideoCodec.requirement(of: codecs),
            reason: reason
        )
    }

    /// Reason why a codec is not there, as a clause; `nil` if no program was asked for.
    private var reason: String? {
        switch self {
        case .none: nil
        case .program: "the service's ffmpeg has no such encoder"
        case .onPath:
            switch VideoProgram.onPath {
            case .success: "the ffmpeg in PATH has no such encoder"
            case .failure(.notFound): "PATH has no ffmpeg"
            case .failure(let failure): "PATH names ffmpeg, \(failure)"
            }
        }
    }

    /// Codecs of a format, the preferred one first.
    private static func codecs(of format: Output.Format?, asked: Output.Codec?) -> [VideoCodec] {
        switch (format, asked) {
        case (.mp4, nil): [.h264, .av1]
        case (.mp4, .h264): [.h264]
        case (.mp4, .av1): [.av1]
        case (.webm, _): [.vp9]
        case (.mov, _): [.proRes]
        case (.hevcMOV, _): [.hevc]
        default: []
        }
    }
}

/// Program and limits that a render makes a video with.
package struct VideoJob: Sendable {
    let offer: VideoOffer
    let limits: VideoEncoder.Limits

    /// No videos.
    package init() { self.init(offer: .none, maximumBytes: 0, maximumWork: 0) }

    /// - Parameter maximumWork: Work of the costliest render that is admitted, in units of about a nanosecond.
    init(offer: VideoOffer, maximumBytes: Int, maximumWork: Int) {
        self.offer = offer
        limits = VideoEncoder.Limits(fileBytes: maximumBytes, processorSeconds: Self.processorSeconds(for: maximumWork))
    }

    /// Seconds of processor time of a video's process: several times those of the costliest that is admitted. A render's
    /// deadline ends it earlier.
    static func processorSeconds(for maximumWork: Int) -> Int {
        max(120, Int(min(1e9, 4 * Double(maximumWork) / 1e9)))
    }
}
