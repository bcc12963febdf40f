public import ArgumentParser
public import EffectService

/// Access rules.
struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with signing keys (id:hex, one per line; `hanabi sign --new-key` makes one). With any key, effects require signed URLs. POST stays open.",
            valueName: "file"
        )
    )
    var signingKeyFile = OptionalPath()
    @Option(
        help: ArgumentHelp(
            "Signing keys separated by commas. Meant for HANABI_SIGNING_KEYS, since other users of the machine can read flags.",
            valueName: "id:hex,…"
        )
    )
    var signingKeys = SecretText()
    @Option(
        help: ArgumentHelp(
            "File with bearer tokens of 16 or more characters, one per line. With any token, a POST requires Authorization: Bearer <token>.",
            valueName: "file"
        )
    )
    var bearerKeyFile = OptionalPath()
    @Option(
        help: ArgumentHelp(
            "Bearer tokens separated by commas. Meant for HANABI_BEARER_KEYS, since other users of the machine can read flags.",
            valueName: "token,…"
        )
    )
    var bearerKeys = SecretText()
    @Flag(
        inversion: .prefixedNo,
        help:
            "Accept presets and their named parameters only: no POSTed specs, no specs in paths, and no paths in queries."
    )
    var presetsOnly = false
    @Option(
        help: ArgumentHelp(
            "Maximum or range of numeric URL parameters: w=800,h=800,fps=30,d=0..5. POSTed specs then require a bearer token, and specs in paths are refused. none sets no ceiling.",
            valueName: "name=number,…"
        )
    )
    var ceilings = Ceilings()
    @Option(
        help: ArgumentHelp(
            "Parameters that a URL may have, separated by commas; any allows all, none allows no parameter. Unless any, specs are restricted as with --ceilings.",
            valueName: "name,…"
        )
    )
    var allowedParameters = AllowedParameters()
    @Option(
        help:
            "Form of an error response to a request for an image without on-error: problem, image or image-with-status."
    )
    var onError = ErrorForm.problem

    private static let maximumFileBytes = 1 << 20

    /// Whether there are key files that can be reloaded.
    var hasKeyFiles: Bool { [signingKeyFile.path, bearerKeyFile.path].contains { $0 != nil && $0 != "-" } }

    func policy() throws(Failure) -> AccessPolicy {
        var policy = AccessPolicy()
        policy.signingKeys = try keys(
            inFile: signingKeyFile.path,
            in: signingKeys,
            ofOption: "--signing-keys",
            parse: SigningKey.keys(text:)
        )
        policy.bearerKeys = try keys(
            inFile: bearerKeyFile.path,
            in: bearerKeys,
            ofOption: "--bearer-keys",
            parse: BearerKey.keys(text:)
        )
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
        inFile file: String?,
        in text: SecretText,
        ofOption option: String,
        parse: (String) throws(KeyError) -> [Key]
    ) throws(Failure) -> [Key] {
        func read(_ text: String, from source: String) throws(Failure) -> [Key] {
            do { return try parse(text) } catch { throw Failure("\(source): \(error)") }
        }
        var keys: [Key] = []
        if let file {
            let bytes = try InputFile.read(file, maximum: Self.maximumFileBytes)
            keys += try read(String(decoding: bytes, as: UTF8.self), from: file)
        }
        if let text = text.text { keys += try read(text, from: option) }
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
