import ArgumentParser
import AssetFiles
import EffectService
import Foundation
import Testing

@testable import HanabiProgram

/// Access control settings of the command line.
@Suite struct `Access settings` {
    private static let secret = "00112233445566778899aabbccddeeff"
    private static let token = "token-0123456789"

    private func resolved(
        _ flags: [String] = [],
        _ environment: [String: String] = [:]
    ) throws -> SettingSources.Resolved {
        try SettingSources(environment: environment, flags: flags).resolved()
    }

    /// Returns the policy of these options alone, which is faster than a whole configuration.
    private func policy(_ flags: [String]) throws -> AccessPolicy { try AccessOptions.parse(flags).policy() }

    /// Runs `body` with a temporary file of the given text.
    private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString)").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    // MARK: Secrets

    @Test(arguments: [false, true])
    func `keys are never printed, from flags or from the environment`(_ areFlags: Bool) throws {
        let keys = [("signing-keys", "main:\(Self.secret)"), ("bearer-keys", Self.token)]
        let flags = areFlags ? keys.map { "--\($0)=\($1)" } : []
        let variables = areFlags ? [] : keys.map { (SettingSources.variable(of: $0.0), $0.1) }
        let result = try resolved(flags, Dictionary(uniqueKeysWithValues: variables))
        let policy = try result.options.access.policy()
        #expect(policy.signingKeys.map(\.id) == ["main"] && policy.bearerKeys.count == 1)
        let (table, file) = (Config.table(of: result.settings), Config.file(of: result.settings))
        var dumped = ""
        dump(result.options, to: &dumped)
        dump(policy, to: &dumped)
        for text in [table, file, result.changes, dumped, "\(result)", "\(policy)", "\(result.settings)"] {
            #expect(!text.contains(Self.secret.prefix(8)) && !text.contains(Self.token.prefix(8)))
        }
        // Their presence is reported.
        for (name, _) in keys {
            let setting = try #require(result.settings.first { $0.name == name })
            #expect(setting.isSecret && setting.value == "(not shown)" && setting.origin != .standard)
            #expect(result.changes.contains("\(name)=(not shown)") && table.contains("(not shown)"))
            #expect(!file.contains(name))
        }
        #expect(file.contains("signing-key-file"))
    }

    @Test func `missing keys are printed as none`() throws {
        let settings = try resolved([], ["HANABI_SIGNING_KEYS": "none"]).settings
        for setting in settings.filter(\.isSecret) { #expect(setting.value == "none") }
        #expect(settings.filter(\.isSecret).map(\.name) == ["signing-keys", "bearer-keys"])
    }

    @Test func `keys from files and from the environment are combined`() throws {
        try withFile("# ours\nold:\(Self.secret)\n") { path throws in
            let flags = ["--signing-key-file", path, "--signing-keys", "new:\(Self.secret)"]
            #expect(try policy(flags).signingKeys.map(\.id) == ["old", "new"])
            let twice = ["--signing-key-file", path, "--signing-keys", "old:\(Self.secret)"]
            #expect(throws: Failure.self) { try policy(twice) }
        }
        try withFile("\(Self.token)\n\(Self.token)-2") { path throws in
            #expect(try policy(["--bearer-key-file", path]).bearerKeys.count == 2)
        }
        try withFile("main:0011\n") { path throws in
            let failure = try #require(throws: Failure.self) {
                try policy(["--signing-key-file", path])
            }
            #expect(failure.description.hasPrefix("\(path): line 1: found a secret of 2 bytes"))
        }
        let failure = try #require(throws: Failure.self) {
            try policy(["--bearer-keys", "short-secret"])
        }
        #expect(failure.description.hasPrefix("--bearer-keys: ") && !failure.description.contains("short-secret"))
        #expect(throws: Failure.self) {
            try policy(["--signing-key-file", "/nowhere/at/all"])
        }
    }

    // MARK: Parameters

    @Test(arguments: [
        ("w=800", ["w": -Double.greatestFiniteMagnitude...800], "w=800"),
        ("w=800,d=0.5..5", ["w": -Double.greatestFiniteMagnitude...800, "d": 0.5...5], "d=0.5..5,w=800"),
        ("x=-1..1", ["x": -1...1], "x=-1..1"), ("none", [:], "none"),
        ("origin.x=0.5", ["origin.x": -Double.greatestFiniteMagnitude...0.5], "origin.x=0.5"),
    ])
    func `ceilings round-trip`(_ text: String, _ ranges: [String: ClosedRange<Double>], _ printed: String) throws {
        let ceilings = try #require(Ceilings(argument: text))
        #expect(ceilings.ranges == ranges && ceilings.description == printed)
        #expect(Ceilings(argument: printed) == ceilings)
        #expect(try policy(["--ceilings", text]).parameterCeilings == ranges)
    }

    @Test(arguments: [
        "", "w", "w=", "=5", "w=five", "w=nan", "w=inf", "w=1..inf", "w=5..1", "w=1..2..3", "w=..5", "w=5..", "w=5,w=6",
        "w=5,", "w=1e999",
    ])
    func `an invalid list of ceilings is refused`(_ text: String) {
        #expect(Ceilings(argument: text) == nil)
        #expect(throws: (any Error).self) { try AccessOptions.parse(["--ceilings=\(text)"]) }
    }

    @Test func `allowed parameters are parsed and printed`() throws {
        #expect(try policy([]).allowedParameters == nil)
        for (text, names, printed) in [
            ("w,h,seed", ["w", "h", "seed"], "h,seed,w"), ("any", nil, "any"),
            ("layers.0.opacity", ["layers.0.opacity"], "layers.0.opacity"),
            ("none", [], "none"),
        ] as [(String, Set<String>?, String)] {
            let allowed = try #require(AllowedParameters(argument: text))
            #expect(allowed.names == names && allowed.description == printed)
            #expect(AllowedParameters(argument: printed) == allowed)
            #expect(try policy(["--allowed-parameters=\(text)"]).allowedParameters == names)
        }
    }

    @Test(arguments: [
        (["--ceilings", "width=5"], "--ceilings: found \"width\"; did you mean w (width)?"),
        (["--ceilings", "foo=3"], "--ceilings: found \"foo\"; allowed: "),
        (["--ceilings", "foo=3"], ", weight, wind, "),
        (["--ceilings", "foo=3"], ", or a path such as layers.0.opacity"),
        (["--ceilings", "bg=5"], "--ceilings: found bg; allowed: numeric parameters: "),
        (["--allowed-parameters", "w,width"], "--allowed-parameters: found \"width\"; did you mean w (width)?"),
        (["--allowed-parameters", "w,foo"], "--allowed-parameters: found \"foo\"; allowed: "),
        (["--allowed-parameters", "w,foo"], ", angle, at, "),
    ])
    func `an unknown parameter name is refused`(_ flags: [String], _ found: String) throws {
        let options = try AccessOptions.parse(flags)
        let failure = try #require(throws: Failure.self) { try options.policy() }
        #expect(failure.description.contains(found), "\(failure)")
    }

    @Test func `each restriction reaches the configuration`() throws {
        let flags = [
            "--presets-only", "--ceilings", "w=5", "--allowed-parameters", "w", "--on-error", "image", "--signing-keys",
            "a:\(Self.secret)",
        ]
        let configuration = try resolved(flags).options.configuration(library: .withoutFonts)
        #expect(configuration.access.presetsOnly && configuration.errorForm == .image)
        #expect(configuration.access.parameterCeilings.keys.sorted() == ["w"])
        #expect(configuration.access.allowedParameters == ["w"] && configuration.access.signingKeys.count == 1)
        #expect(configuration.access.warnings == [])
        let open = try resolved(["--signing-keys", "a:\(Self.secret)"]).options.configuration(library: .withoutFonts)
        #expect(open.access.warnings.count == 1)
    }
}

extension LocalAssets {
    fileprivate static let withoutFonts = LocalAssets(fontDirectories: [])
}
