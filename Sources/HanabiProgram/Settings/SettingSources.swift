import ArgumentParser
import EffectCoding
import EffectModel
import FoundationEssentials
import StrictJSON

/// Sources of settings in order of precedence: flags, `HANABI_…` environment variables, the settings file, defaults.
///
/// The flags of ``ServeOptions`` are the single table: variables and members of the file have the names of flags, and
/// are parsed and validated like them. (swift-configuration reads all three sources too, but cannot report unknown
/// names in a source, and a misspelled limit is no limit.)
struct SettingSources {
    /// The source of a setting's value.
    enum Origin: Equatable, CustomStringConvertible {
        case standard
        case file(String)
        case environment(String)
        case flag

        var description: String {
            switch self {
            case .standard: "default"
            case .file(let path): path
            case .environment(let name): name
            case .flag: "flag"
            }
        }
    }

    /// A setting in effect.
    struct Setting: Equatable {
        let name: String
        /// Value as written on the command line; for a secret, only whether there is one.
        let value: String
        var isSecret = false
        let origin: Origin
    }

    /// All settings in effect, with their origins.
    struct Resolved {
        let options: ServeOptions
        let settings: [Setting]

        /// The settings given by flags, environment or file, on one line.
        var changes: String {
            settings.filter { $0.origin != .standard }.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        }
    }

    var environment = ProcessInfo.processInfo.environment
    /// Flags after the command's name.
    var flags: [String]
    /// Path given with `--config`.
    var file: String?

    static let prefix = "HANABI_"
    private static let fileVariable = "HANABI_CONFIG"
    private static let maximumFileBytes = 1 << 20

    /// - Throws: ``Failure``, which names the source and the setting.
    func resolved() throws -> Resolved {
        let known = Reflection.settings(of: try ServeOptions.parse([]))
        let names = known.map(\.name)
        let flagNames = Set(known.filter(\.isFlag).map(\.name))
        var arguments: [String] = []
        var origins: [String: Origin] = [:]
        func add(_ name: String, value: String, from origin: Origin) throws {
            let own: [String]
            switch (flagNames.contains(name), value) {
            case (false, _): own = ["--\(name)=\(value)"]
            case (true, "true"): own = ["--\(name)"]
            case (true, "false"): own = ["--no-\(name)"]
            case (true, _): throw Failure("\(origin): found \"\(value.prefix(64))\"; allowed: true, false")
            }
            // Parsed separately, so that an error is reported with its source.
            do { _ = try ServeOptions.parse(own) } catch {
                throw Failure("\(origin): \(ServeOptions.message(for: error))")
            }
            arguments += own
            origins[name] = origin
        }
        if let path = file ?? environment[Self.fileVariable] {
            for (name, value) in try Self.members(of: path, names) {
                try add(name, value: value, from: .file("\(path): \(name)"))
            }
        }
        for (variable, value) in environment.sorted(by: { $0.key < $1.key }) {
            guard let name = try Self.name(of: variable, value: value, among: names) else { continue }
            try add(name, value: value, from: .environment(variable))
        }
        // Platforms set `PORT` for every program, without a prefix.
        if let text = environment["PORT"] {
            guard let port = ListenAddress.port(text) else {
                throw Failure("PORT is \"\(text.prefix(64))\"; allowed 0...65535")
            }
            var address = try ServeOptions.parse(arguments).service.listen
            address.port = port
            try add("listen", value: address.description, from: .environment("PORT"))
        }
        let options = try ServeOptions.parse(arguments + flags)
        for name in names
        where flags.contains(where: { ["--\(name)", "--no-\(name)"].contains($0) || $0.hasPrefix("--\(name)=") }) {
            origins[name] = .flag
        }
        try options.checkTogether()
        let settings = Reflection.settings(of: options).map { member in
            Setting(
                name: member.name,
                value: member.value,
                isSecret: member.isSecret,
                origin: origins[member.name] ?? .standard
            )
        }
        return Resolved(options: options, settings: settings)
    }

    /// Names of all settings, in order.
    static func names() throws -> [String] { Reflection.settings(of: try ServeOptions.parse([])).map(\.name) }

    /// Environment variable of a setting: `HANABI_MAX_SIDE` for `max-side`.
    static func variable(of name: String) -> String {
        prefix + name.uppercased().replacing("-", with: "_")
    }

    /// - Returns: Name of the setting; `nil` for variables that are not settings.
    private static func name(
        of variable: String,
        value: String,
        among names: [String]
    ) throws(Failure) -> String? {
        guard variable.hasPrefix(prefix), variable != fileVariable, !isServiceLink(variable, value) else { return nil }
        if let name = names.first(where: { Self.variable(of: $0) == variable }) { return name }
        let near = Nearest.name(to: variable, among: names.map(Self.variable))
        throw Failure(
            "\(variable) in the environment is not a setting; \(near.map { "did you mean \($0)?" } ?? "`hanabi config` lists all settings.")"
        )
    }

    /// Whether Kubernetes set the variable. Every container gets such variables for each service, and a service may be
    /// called hanabi. Names that a person might write, such as `HANABI_PORT`, are told apart by their value:
    /// `tcp://10.0.0.1:80` instead of a number.
    static func isServiceLink(_ variable: String, _ value: String) -> Bool {
        let pattern =
            /HANABI_([A-Z0-9_]+_)?(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)/
        let isPort = variable.wholeMatch(of: /HANABI_([A-Z0-9_]+_)?PORT/) != nil
        return variable.wholeMatch(of: pattern) != nil
            || (isPort && ["tcp://", "udp://", "sctp://"].contains(where: value.hasPrefix))
    }

    private static func members(of path: String, _ names: [String]) throws -> [(String, String)] {
        let document: JSONValue
        do {
            document = try JSONParser.parse(InputFile.read(path, maximum: maximumFileBytes))
        } catch let error as JSONError {
            throw Failure("\(path) is not JSON: \(error)")
        }
        guard case .object(let members) = document else { throw Failure("\(path) is not a JSON object of settings.") }
        return try members.map { member in
            let name = member.name
            guard names.contains(name) else {
                let near = Nearest.name(to: name, among: names)
                throw Failure(
                    "\(path): \"\(name.prefix(64))\" is not a setting; \(near.map { "did you mean \"\($0)\"?" } ?? "`hanabi config` lists all settings.")"
                )
            }
            guard let text = text(of: member.value) else {
                throw Failure(
                    "\(path): \(name) is \(member.value.excerpt); allowed: a string, a number, true, false or a list of strings"
                )
            }
            return (name, text)
        }
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .bool(let flag): "\(flag)"
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .array(let values):
            values.reduce(String?("")) { list, value in
                guard let list, case .string(let text) = value else { return nil }
                return list.isEmpty ? text : "\(list),\(text)"
            }
        default: nil
        }
    }
}
