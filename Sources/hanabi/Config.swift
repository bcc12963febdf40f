import ArgumentParser
import EffectModel
import Foundation

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the settings that `hanabi serve` would have, and where each is from.",
        discussion: """
            Takes the flags of `hanabi serve`, and reads the environment and the file as that does.

            Try:
              HANABI_MAX_SIDE=800 hanabi config
              hanabi config --json > hanabi.json && hanabi serve --config hanabi.json
            """
    )

    @OptionGroup var shorthands: ListenShorthands
    @OptionGroup var options: ServeOptions

    @Flag(help: "As a file of settings.")
    var json = false

    func run() throws {
        let settings = try shorthands.resolved(command: "config", besides: ["--json"]).settings
        if json {
            let members = settings.compactMap { setting in
                // A secret is not for files that anybody may read.
                setting.isSecret ? nil : setting.value.map { JSONValue.Member(setting.name, Self.value($0)) }
            }
            print(String(decoding: JSONWriter.prettyBytes(of: .object(members)), as: UTF8.self), terminator: "")
        } else {
            let width = settings.map(\.name.count).max() ?? 0
            for setting in settings {
                let name = setting.name.padding(toLength: width, withPad: " ", startingAt: 0)
                print(
                    "\(name)  \(setting.value ?? "none")\(setting.origin == .standard ? "" : "  (\(setting.origin))")"
                )
            }
        }
    }

    private static func value(_ text: String) -> JSONValue { Double(text).map { .number($0) } ?? .string(text) }
}
