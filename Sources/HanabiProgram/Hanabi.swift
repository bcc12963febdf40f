import ArgumentParser
import EffectRendering
import EffectService
import Glibc

@main
struct Hanabi: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hanabi",
        abstract: "Particle effects as animated images for the <img> tag.",
        discussion: """
            Turns a preset or a JSON effect spec into an animated image or a JSON dump of its frames: over HTTP (hanabi serve), into a \
            file (hanabi render) or into many files (hanabi batch). The same spec and seed always give the same bytes.

            Try:
              hanabi render confetti --seed 7 -o confetti.png
              hanabi serve --port 8080
              curl -o confetti.png 'http://localhost:8080/v1/effects/confetti.png?seed=7'
            """,
        version: hanabiVersion,
        subcommands: [
            Serve.self, Render.self, Batch.self, Import.self, Schema.self, Config.self, Sign.self, Health.self,
        ]
    )

    static func main() async {
        CrashReport.install()
        // Whoever starts this program may ignore the ends of children, and then nobody learns how ffmpeg ended.
        signal(SIGCHLD, SIG_DFL)
        await main(nil)
    }
}
