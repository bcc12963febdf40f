public import ArgumentParser
public import EffectService

/// Access rules.
struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of keys (id:hex, one a line; `hanabi sign --new-key` makes one). With any, effects are given only to URLs that are signed. POST stays open.",
            valueName: "file"
        )
    )
    var signingKeyFile = OptionalPath()
    @Option(
        help: ArgumentHelp(
            "The same keys, with commas between them: for HANABI_SIGNING_KEYS. As a flag, everybody on the machine could read them.",
            valueName: "id:hex,…"
        )
    )
    var signingKeys = SecretText()
    @Option(
        help: ArgumentHelp(
            "A file of tokens, one a line, of 16 characters or more. With any, who POSTs has to send one: Authorization: Bearer <token>.",
            valueName: "file"
        )
    )
    var bearerKeyFile = OptionalPath()
    @Option(
        help: ArgumentHelp("The same tokens, with commas between them: for HANABI_BEARER_KEYS.", valueName: "token,…")
    )
    var bearerKeys = SecretText()
    @Flag(inversion: .prefixedNo, help: "Presets and their parameters only: no spec that is POSTed or in a path.")
    var presetsOnly = false
    @Option(
        help: ArgumentHelp(
            "The most (or the range) of what numbers a URL may say: w=800,h=800,fps=30,d=0..5. Then only who shows a token POSTs specs. none is no ceiling.",
            valueName: "name=number,…"
        )
    )
    var ceilings = Ceilings()
    @Option(
        help: ArgumentHelp(
            "The parameters that a URL may have, with commas between them. Specs are as with --ceilings. any is every one, none is no parameter at all.",
            valueName: "name,…"
        )
    )
    var allowedParameters = AllowedParameters()
    @Option(
        help:
            "What an error looks like to who asks for a picture and does not say: problem, image or image-with-status."
    )
    var onError = ErrorForm.problem

    private static let maximumFileBytes = 1 << 20

    /// Whether there are key files that can be reloaded.
    var hasKeyFiles: Bool { [signingKeyFile.path, bearerKeyFile.path].contains { $0 != nil && $0 != "-" } }

    func policy() throws(Failure) -> AccessPolicy {
        var policy = AccessPolicy()
        policy.signingKeys = try keys(signingKeyFile.path, signingKeys, "signing-key", SigningKey.keys(text:))
        policy.bearerKeys = try keys(bearerKeyFile.path, bearerKeys, "bearer-key", BearerKey.keys(text:))
        policy.presetsOnly = presetsOnly
        policy.parameterCeilings = ceilings.ranges
        policy.allowedParameters = allowedParameters.names
        if let fault = policy.faults.first { throw Failure("\(Self.name(of: fault.part)): \(fault.detail)") }
        return policy
    }

    private static func name(of part: AccessPolicy.Fault.Part) -> String {
        switch part {
        case .signingKeys: "--signing-key-file and --signing-keys"
        case .parameterCeilings: "--ceilings"
        case .allowedParameters: "--allowed-parameters"
        }
    }

    /// Keys from the file and from the text together.
    private func keys<Key>(
        _ file: String?,
        _ text: SecretText,
        _ name: String,
        _ parse: (String) throws(KeyError) -> [Key]
    ) throws(Failure) -> [Key] {
        func read(_ text: String, from source: String) throws(Failure) -> [Key] {
            do { return try parse(text) } catch { throw Failure("\(source): \(error)") }
        }
        var keys: [Key] = []
        if let file {
            let bytes = try InputFile.read(file, maximum: Self.maximumFileBytes)
            keys += try read(String(decoding: bytes, as: UTF8.self), from: file)
        }
        if let text = text.text { keys += try read(text, from: "--\(name)s") }
        return keys
    }
}

/// A text that is never shown.
struct SecretText: ExpressibleByArgument, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret; `nil` for none.
    let text: String?

    init() { text = nil }
    init?(argument: String) { text = argument == "none" ? nil : argument }

    var description: String { text == nil ? "none" : "(not shown)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
    var defaultValueDescription: String { description }
}

/// Ranges by parameter name, written as `w=800,d=0..5`.
struct Ceilings: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var ranges: [String: ClosedRange<Double>] = [:]

    init() {}

    init?(argument: String) {
        guard argument != "none" else { return }
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let range = Self.range(sides[1]), ranges[String(sides[0])] == nil else {
                return nil
            }
            ranges[String(sides[0])] = range
        }
    }

    private static func range(_ text: Substring) -> ClosedRange<Double>? {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
        guard let last = ends.last ?? nil, last.isFinite, ends.count <= 2 else { return nil }
        guard ends.count == 2 else { return -.greatestFiniteMagnitude...last }
        guard let first = ends[0], first.isFinite, first <= last else { return nil }
        return first...last
    }

    var description: String {
        if ranges.isEmpty { return "none" }
        return ranges.sorted { $0.key < $1.key }.map { name, range in
            let end = Self.text(range.upperBound)
            return range.lowerBound == -.greatestFiniteMagnitude
                ? "\(name)=\(end)" : "\(name)=\(Self.text(range.lowerBound))..\(end)"
        }.joined(separator: ",")
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}

/// A list of parameter names: `w,h,seed`, `none` or `any`.
struct AllowedParameters: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// Allowed names; `nil` for all.
    var names: Set<String>?

    init() {}

    init?(argument: String) {
        if argument == "any" { return }
        names = argument == "none" ? [] : Set(argument.split(separator: ",").map(String.init))
    }

    var description: String {
        guard let names else { return "any" }
        return names.isEmpty ? "none" : names.sorted().joined(separator: ",")
    }
}

extension ErrorForm: ExpressibleByArgument {}
