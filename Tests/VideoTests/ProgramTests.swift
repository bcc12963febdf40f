import Glibc
import TestSupport
import Testing

@testable import Video

/// Versions and encoders learned from the program ffmpeg, and failures of programs that are something else.
@Suite struct `Video programs` {
    /// Answers as ffmpeg does.
    ///
    /// - Parameter encoding: Command that makes a video of its input.
    private static func script(
        version: String = "5.1.9-0+deb12u1",
        encoders: [String],
        pixels: String = "yuv420p",
        encoding: String = "cat >&3"
    ) -> String {
        let lines = encoders.map { "echo ' V....D \($0)   text'" }.joined(separator: "\n")
        return """
            case "$2" in
            -version) echo 'ffmpeg version \(version) Copyright (c) 2000-2026 the FFmpeg developers' ;;
            -encoders) echo 'Encoders:'; echo ' V..... = Video'
            \(lines)
            echo ' A....D libopus   text' ;;
            -h) echo '    Supported pixel formats: \(pixels) gray' ;;
            *) \(encoding) ;;
            esac
            """
    }

    @Test func `the program of this machine has a version and the codecs of all forms but HEVC with alpha`() throws {
        let program = try VideoProgram.onPath.get()
        #expect(program.path.hasPrefix("/"))
        #expect(program.version.first?.isNumber == true)
        #expect(program.codecs.isSuperset(of: [.h264, .av1, .vp9, .proRes]))
        #expect(program.fingerprint(.vp9) == "ffmpeg \(program.version) libvpx-vp9")
    }

    @Test func `encoders that are missing are told apart from those that are there`() throws {
        let fake = try TemporaryProgram(
            script: Self.script(encoders: ["libaom-av1", "libx264rgb", "prores_ks", "libopus"])
        )
        let program = try VideoProgram(fake.name, in: "/nowhere:" + fake.folder)
        #expect(program.version == "5.1.9-0+deb12u1")
        #expect(program.codecs == [.av1, .proRes])
        #expect(program.path == fake.path)
    }

    @Test func `x265 counts only where it knows alpha`() throws {
        let old = try TemporaryProgram(script: Self.script(encoders: ["libx265"]))
        #expect(try VideoProgram(old.path, in: "").codecs == [])
        let new = try TemporaryProgram(script: Self.script(encoders: ["libx265"], pixels: "yuv420p yuva420p"))
        #expect(try VideoProgram(new.path, in: "").codecs == [.hevc])
        // The program may be built for alpha, and the library that it loads not.
        let refusing = "cat > /dev/null; echo 'Loaded libx265 does not support alpha layer encoding.' >&2; exit 1"
        let other = try TemporaryProgram(
            script: Self.script(encoders: ["libx265"], pixels: "yuv420p yuva420p", encoding: refusing)
        )
        #expect(try VideoProgram(other.path, in: "").codecs == [])
    }

    @Test(arguments: ["4.4.2-0ubuntu0.22.04.1", "n3.2", "0.8"])
    func `an old version is refused by its number`(_ version: String) throws {
        let fake = try TemporaryProgram(script: Self.script(version: version, encoders: ["libx264"]))
        #expect(throws: VideoProgram.Failure.old(version: version)) { try VideoProgram(fake.name, in: fake.folder) }
    }

    @Test(arguments: ["N-109468-gd39b34123d", "7.1", "n5.1.2", "2024-01-01-git-5f5a3b5b1e"])
    func `a newer version or one between releases is taken`(_ version: String) throws {
        let fake = try TemporaryProgram(script: Self.script(version: version, encoders: ["libx264"]))
        #expect(try VideoProgram(fake.name, in: fake.folder).version == version)
    }

    @Test(arguments: ["echo hello", "true", "head -c 5000 /dev/urandom", "echo 'ffmpeg version'", "yes ffmpeg version"])
    func `a program that answers something else is refused`(_ script: String) throws {
        let fake = try TemporaryProgram(script: script)
        #expect(throws: VideoProgram.Failure.otherProgram) { try VideoProgram(fake.name, in: fake.folder) }
    }

    @Test func `a program that fails is refused with what it said`() throws {
        let fake = try TemporaryProgram(script: "echo 'error while loading shared libraries' >&2; exit 127")
        #expect(
            throws: VideoProgram.Failure.failed(
                ending: "ended with 127",
                messages: "error while loading shared libraries"
            )
        ) { try VideoProgram(fake.name, in: fake.folder) }
    }

    @Test func `a program that hangs is killed with all that it started, and leaves no zombie`() throws {
        let fake = try TemporaryProgram(
            script: """
                case "$1" in -child) while :; do sleep 1; done ;; esac
                "$0" -child &
                while :; do sleep 1; done
                """
        )
        #expect(throws: VideoProgram.Failure.silent(seconds: 1)) {
            try VideoProgram(fake.name, in: fake.folder, patience: 1)
        }
        #expect(fake.hasEnded)
    }

    @Test func `a file that can't be found or run is refused`() throws {
        #expect(throws: VideoProgram.Failure.notFound) { try VideoProgram("ffmpeg", in: "/nowhere") }
        #expect(throws: VideoProgram.Failure.notFound) { try VideoProgram("/tmp", in: "/usr/bin") }
        let fake = try TemporaryProgram(script: "")
        chmod(fake.path, 0o644)
        #expect(throws: VideoProgram.Failure.notFound) { try VideoProgram(fake.name, in: fake.folder) }
    }
}
