import ArgumentParser
import Glibc
import Video

/// The program that encodes videos, for the service.
struct VideoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The program ffmpeg, which encodes videos (.mp4, .webm, .mov, .hevc.mov): a path, or a name to look for in PATH. It is asked for its version and encoders at the start. none offers no videos.",
            valueName: "program"
        )
    )
    var video = OptionalPath()

    /// Finds the program, and asks it what it can do.
    ///
    /// - Throws: A failure that names the setting.
    func program() throws(Failure) -> VideoProgram? {
        guard let name = video.path else { return nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        let program: VideoProgram
        do throws(VideoProgram.Failure) { program = try VideoProgram(name, in: folders) } catch {
            throw Failure("--video is \"\(name)\", \(error); allowed: ffmpeg 5.1 or later, or none")
        }
        guard !program.codecs.isEmpty else {
            throw Failure(
                "--video is \"\(name)\", which has none of the encoders \(VideoCodec.encoders); allowed: ffmpeg with at least one of them, or none"
            )
        }
        return program
    }
}
