import Glibc

/// The program `ffmpeg` of this machine: its version, and the encoders that it has.
///
/// Runs as a process of its own, and is never linked.
public struct VideoProgram: Sendable, Equatable {
    /// Absolute path.
    public let path: String
    /// Version as the program says it, in at most 64 printable characters.
    public let version: String
    /// Codecs that it has encoders of.
    public let codecs: Set<VideoCodec>

    /// Reason why a program can't be used. The description follows the program's name.
    public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case notFound
        case notStarted(code: Int32)
        case silent(seconds: Int)
        case failed(ending: String, messages: String)
        case otherProgram
        case old(version: String)

        /// Message: a clause that follows the program's name.
        public var description: String {
            switch self {
            case .notFound: "which can't be found"
            case .notStarted(let code): "which can't be started (error \(code))"
            case .silent(let seconds): "which has not told its version and encoders within \(seconds) s"
            case .failed(let ending, let messages):
                "which \(ending) when asked for its version and encoders"
                    + (messages.isEmpty ? "" : ": \(messages.prefix(200))")
            case .otherProgram: "which does not answer as ffmpeg does"
            case .old(let version):
                "which is ffmpeg \(version), older than \(VideoProgram.oldest.major).\(VideoProgram.oldest.minor)"
            }
        }
    }

    /// Oldest version that has all options that are used.
    static let oldest = (major: 5, minor: 1)

    /// A program with known properties.
    init(path: String, version: String, codecs: Set<VideoCodec>) {
        (self.path, self.version, self.codecs) = (path, version, codecs)
    }

    /// Finds a program and asks it for its version and encoders.
    ///
    /// - Parameters:
    ///   - name: Path, or a name to look for in `folders`.
    ///   - folders: Folders between colons, as in PATH.
    ///   - patience: Seconds within which it has to answer each question.
    public init(_ name: String, in folders: String, patience: Int = 30) throws(Failure) {
        guard let path = Self.path(of: name, in: folders) else { throw .notFound }
        let head = try Self.answer(of: path, ["-hide_banner", "-version"], patience: patience)
        guard let version = Self.version(in: head) else { throw .otherProgram }
        if let (major, minor) = Self.numbers(of: version), (major, minor) < Self.oldest { throw .old(version: version) }
        var names = Self.encoders(in: try Self.answer(of: path, ["-hide_banner", "-encoders"], patience: patience))
        if names.contains("libx265") {
            let help = try Self.answer(of: path, ["-hide_banner", "-h", "encoder=libx265"], patience: patience)
            let end = ContinuousClock.now + .seconds(patience)
            let makes =
                Self.knowsAlpha(help)
                && Self.makesHEVC(
                    programAt: path,
                    version: version,
                    unless: { ContinuousClock.now > end }
                )
            if !makes { names.remove("libx265") }
        }
        self.init(
            path: path,
            version: version,
            codecs: Set(VideoCodec.allCases.filter { names.contains($0.encoder) })
        )
    }

    /// The `ffmpeg` in PATH, looked for once.
    public static let onPath = Result { () throws(Failure) in
        try VideoProgram("ffmpeg", in: getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin")
    }

    /// Properties of the program that determine the bytes of a video: part of entity tags.
    public func fingerprint(_ codec: VideoCodec) -> String { "ffmpeg \(version) \(codec.encoder)" }

    // MARK: Questions

    /// Absolute path of an executable file; the program starts in another folder.
    static func path(of name: String, in folders: String) -> String? {
        let places =
            name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
        for place in places where access(place, X_OK) == 0 {
            var status = stat()
            guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                let absolute = realpath(place, nil)
            else { continue }
            defer { free(absolute) }
            return String(cString: absolute)
        }
        return nil
    }

    private static let maximumAnswerBytes = 256 << 10
    private static let limits = ChildProcess.Limits(processorSeconds: 20, memoryBytes: 4 << 30, fileBytes: 0)

    private static func answer(of path: String, _ arguments: [String], patience: Int) throws(Failure) -> String {
        let end = ContinuousClock.now + .seconds(patience)
        do throws(VideoError) {
            let process = try ChildProcess(
                path,
                arguments,
                hasInput: false,
                output: .kept(maximumBytes: maximumAnswerBytes),
                limits: limits
            )
            do throws(VideoError) {
                try process.finish { process.output == nil || ContinuousClock.now > end }
            } catch {
                // A program that says too much fails at that, or is stopped.
                throw process.output == nil ? .tooLarge : error
            }
            guard let output = process.output else { throw .tooLarge }
            return String(decoding: output, as: UTF8.self)
        } catch {
            throw switch error {
            case .notStarted(let code): .notStarted(code: code)
            case .failed(let ending, let messages): .failed(ending: ending, messages: messages)
            case .stopped where ContinuousClock.now > end: .silent(seconds: patience)
            case .stopped, .tooLarge, .wrongPixelCount: .otherProgram
            }
        }
    }

    /// The version in an answer's first line: `ffmpeg version 5.1.9-0+deb12u1 Copyright …`.
    static func version(in answer: String) -> String? {
        let line = answer.prefix { !$0.isNewline }.prefix(400)
        let words = line.split(separator: " ")
        guard words.count > 2, words[0] == "ffmpeg", words[1] == "version",
            words[2].utf8.count <= 64, words[2].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(words[2])
    }

    /// Major and minor number of a release; `nil` for a build between releases, which is taken as it is.
    static func numbers(of version: String) -> (major: Int, minor: Int)? {
        let parts = version.drop { $0 == "n" }.split(maxSplits: 2) { !$0.isASCII || !$0.isNumber }
        guard version.drop(while: { $0 == "n" }).first?.isNumber == true, let first = parts.first,
            let major = Int(first), major < 1000
        else { return nil }
        return (major, parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }

    /// Names of the encoders of video that a list has: ` V....D libx264   libx264 H.264 …`.
    static func encoders(in answer: String) -> Set<String> {
        Set(
            answer.split(whereSeparator: \.isNewline).compactMap { line in
                let words = line.split(separator: " ", maxSplits: 2)
                guard words.count > 1, words[0].utf8.count == 6, words[0].first == "V" else { return nil }
                return String(words[1])
            }
        )
    }

    /// Whether the program makes HEVC with alpha, which its help can't tell: the library that it loads may be built without.
    private static func makesHEVC(programAt path: String, version: String, unless isStopped: () -> Bool) -> Bool {
        let program = VideoProgram(path: path, version: version, codecs: [.hevc])
        let side = 64
        let settings = VideoSettings(
            width: side,
            height: side,
            framesPerThousandSeconds: 10_000,
            codec: .hevc,
            quality: 75,
            effort: .fast
        )
        do throws(VideoError) {
            let bounds = VideoEncoder.Limits(fileBytes: 1 << 20, processorSeconds: limits.processorSeconds)
            let encoder = try VideoEncoder(program, settings, limits: bounds)
            try encoder.append([UInt32](repeating: 0x8000_00FF, count: side * side), unless: isStopped)
            return try !encoder.finish(unless: isStopped).isEmpty
        } catch {
            return false
        }
    }

    /// Whether an encoder's help lists pixels with alpha.
    static func knowsAlpha(_ help: String) -> Bool {
        help.split(whereSeparator: \.isNewline).contains { line in
            line.contains("Supported pixel formats:") && line.split(separator: " ").contains("yuva420p")
        }
    }
}
