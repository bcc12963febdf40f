import ArgumentParser
import EffectModel
import Glibc
import StrictJSON

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the settings that `hanabi serve` would use, and the origin of each.",
        discussion: """
            Takes the flags of `hanabi serve`, and reads the same environment variables and settings file.

            Try:
              HANABI_MAX_SIDE=800 hanabi config
              hanabi config --json > hanabi.json && hanabi serve --config hanabi.json
            """
    )

    @OptionGroup var shorthands: ListenShorthands
    @OptionGroup var options: ServeOptions

    @Flag(help: "Print the settings as a JSON file for --config, without secrets.")
    var json = false

    func run() throws {
        let settings = try shorthands.resolved(command: "config", besides: ["--json"]).settings
        print(json ? Self.file(of: settings) : Self.table(of: settings), terminator: "")
    }

    /// Human-readable settings: one line each, with its origin.
    static func table(of settings: [SettingSources.Setting]) -> String {
        let width = settings.map(\.name.count).max() ?? 0
        return settings.map { setting in
            let name = setting.name + String(repeating: " ", count: width - setting.name.count)
            return "\(name)  \(setting.value)\(setting.origin == .standard ? "" : "  (\(setting.origin))")\n"
        }.joined()
    }

    /// Settings as a file for `--config`, without secrets: those do not belong in a file that others may read.
    static func file(of settings: [SettingSources.Setting]) -> String {
        let members = settings.filter { !$0.isSecret }.map { JSONValue.Member($0.name, value($0.value)) }
        return String(decoding: JSONWriter.prettyBytes(of: .object(members)), as: UTF8.self)
    }

    private static func value(_ text: String) -> JSONValue { Double(text).map { .number($0) } ?? .string(text) }
}
