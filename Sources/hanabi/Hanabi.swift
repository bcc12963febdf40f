import ArgumentParser
import EffectService

@main
struct Hanabi: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hanabi",
        abstract: "Particle effects for the web's <img> tag, as animated PNGs.",
        discussion: """
            Turns a preset or a JSON effect spec into an animated PNG, or into a JSON dump of its frames: over HTTP \
            (hanabi serve), into a file (hanabi render) or into many (hanabi batch). The same spec and seed give the same bytes either way.

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
        await main(nil)
    }
}
