internal import CSodium
internal import EffectCatalog
import EffectCoding
internal import EffectModel
internal import EffectRendering
import StrictJSON

/// A line of a batch: the effect to render, and the name of its file.
///
/// `{"name": "a1", "url": "/v1/effects/confetti.png?seed=7"}` produces the bytes of a GET of the URL,
/// `{"name": "a1", "spec": {…}, "format": "apng"}` those of a POSTed spec.
public struct BatchLine: Sendable {
    /// Name of the file without its extension.
    public let name: String
    /// Name with the extension of the URL or the format. An animated PNG always gets `.png`.
    public let fileName: String
    /// The first eight bytes of the SHA-256 of ``fileName``, big-endian: the same in every process.
    public let key: UInt64
    let source: Source

    enum Source: Sendable {
        case preset(String, OutputForm, RequestTarget)
        case packed(SpecInURL, OutputForm, RequestTarget)
        case spec(JSONValue, OutputForm, at: String?, bytes: Int)
    }

    /// Maximum bytes of a name: the limit of most file systems, less the longest extension.
    public static let maximumNameBytes = 200
    private static let members = ["name", "url", "spec", "format", "at"]
    /// Formats for a spec. Atlas and style of a sheet refer to URLs, which a spec does not have.
    static let formats = [
        "apng", "png", "webp", "gif", "avif", "mp4", "webm", "mov", "hevc.mov", "svg", "lottie.json", "lottie", "tgs",
        "tracks.json", "json", "ndjson",
        "still.png", "still.svg", "still.webp", "still.avif", "strip.png",
    ]

    /// Whether the name ends with an extension that a file of a batch may have.
    public static func mayEnd(_ name: String) -> Bool { OutputForm.endings.contains { name.hasSuffix("." + $0) } }

    /// Parses a line without reading the effect itself.
    ///
    /// - Throws: ``BatchProblem`` with all errors of the line.
    public init(_ bytes: [UInt8]) throws(BatchProblem) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONParser.parse(bytes, limits: Self.limits)
        } catch {
            throw BatchProblem(notJSON: error)
        }
        guard case .object(let members) = document else {
            throw BatchProblem(SpecFault(.wrongType, at: "", found: document.excerpt, allowed: "an object"))
        }
        var faults = members.filter { !Self.members.contains($0.name) }.map(Self.unknown)
        let name = Self.name(document["name"], &faults)
        let source: Source?
        do throws(BatchProblem) {
            source = try Self.source(document, bytes: bytes.count, &faults)
        } catch {
            throw faults.isEmpty ? error.named(name) : BatchProblem(faults, name: name)
        }
        guard faults.isEmpty, let name, let source, let ending = source.form.fileExtension else {
            throw BatchProblem(faults, name: name)
        }
        self.name = name
        self.source = source
        fileName = "\(name).\(ending)"
        key = Self.key(of: fileName)
    }

    /// Parser limits for a line: a spec may have as many values as in a POST, and is nested one level deeper.
    private static var limits: JSONParser.Limits {
        var limits = JSONParser.Limits()
        limits.depth += 1
        limits.nodes += 2 * members.count
        return limits
    }

    static func key(of fileName: String) -> UInt64 {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        let bytes = Array(fileName.utf8)
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func unknown(_ member: JSONValue.Member) -> SpecFault {
        let near = Nearest.name(to: member.name, among: members).map { "did you mean \($0)?" }
        return SpecFault(
            .unknownName,
            at: "/" + member.name.prefix(64).replacing("~", with: "~0").replacing("/", with: "~1"),
            found: "unknown name \(JSONValue.string(member.name).excerpt)",
            allowed: near ?? "allowed: \(members.joined(separator: ", "))"
        )
    }

    // MARK: Members

    /// Validates the name. Its characters are safe in every shell and file system, and its first character rules out
    /// options, hidden files and `..`.
    private static func name(_ value: JSONValue?, _ faults: inout [SpecFault]) -> String? {
        let allowed =
            "1 to \(maximumNameBytes) of A-Z, a-z, 0-9, '.', '_' and '-', starting with a letter, a digit or '_'"
        switch value {
        case nil: faults.append(SpecFault(.missing, at: "/name", found: "", allowed: allowed))
        case .string(let text):
            let isPlain = text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: ".-_".utf8.contains(byte)
                }
            }
            let isFirst = text.utf8.first.map { !".-".utf8.contains($0) } ?? false
            if isPlain, isFirst, text.utf8.count <= maximumNameBytes { return text }
            faults.append(SpecFault(.outOfRange, at: "/name", found: value?.excerpt ?? "", allowed: allowed))
        case .some(let other):
            faults.append(SpecFault(.wrongType, at: "/name", found: other.excerpt, allowed: allowed))
        }
        return nil
    }

    private static func source(
        _ document: JSONValue,
        bytes: Int,
        _ faults: inout [SpecFault]
    ) throws(BatchProblem) -> Source? {
        switch (document["url"], document["spec"]) {
        case (nil, nil):
            faults.append(SpecFault(.missing, at: "/url", found: "", allowed: "either url or spec"))
            return nil
        case (.some, .some):
            faults.append(SpecFault(.conflict, at: "/spec", found: "both spec and url", allowed: "one of the two"))
            return nil
        case (let url?, nil):
            for member in ["format", "at"] where document[member] != nil {
                let found = "both \(member) and url"
                faults.append(
                    SpecFault(
                        .conflict,
                        at: "/\(member)",
                        found: found,
                        allowed: "the URL alone, which determines \(member)"
                    )
                )
            }
            return try source(ofURL: url, &faults)
        case (nil, let spec?):
            let form = form(document["format"], spec: spec, faults: &faults)
            let moments = text(document["at"], at: "/at", allowed: "moments, as in a URL: \"0.5\", \"best\"", &faults)
            return form.map { .spec(spec, $0, at: moments, bytes: bytes) }
        }
    }

    private static func text(
        _ value: JSONValue?,
        at pointer: String,
        allowed: String,
        _ faults: inout [SpecFault]
    ) -> String? {
        guard let value else { return nil }
        if case .string(let text) = value { return text }
        faults.append(SpecFault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed))
        return nil
    }

    /// The output form of a spec: the line's format, else the spec's, else the default for a POSTed spec.
    private static func form(_ value: JSONValue?, spec: JSONValue, faults: inout [SpecFault]) -> OutputForm? {
        var own: Output.Format?
        // An invalid format is reported with all other errors of the spec.
        if case .string(let text) = spec["output"]?["format"] { own = Output.Format(rawValue: text) }
        guard let value else { return .frames(own.map(OutputFormat.init) ?? .png) }
        let allowed = formats.joined(separator: ", ")
        guard let text = text(value, at: "/format", allowed: allowed, &faults) else { return nil }
        guard formats.contains(text), let form = OutputForm(fileExtension: text) else {
            faults.append(SpecFault(.unknownValue, at: "/format", found: value.excerpt, allowed: allowed))
            return nil
        }
        if case .frames(let type?) = form, let own, own != type.format {
            let found = "\(value.excerpt), while the spec's output.format is \"\(own.rawValue)\""
            faults.append(SpecFault(.conflict, at: "/format", found: found, allowed: "one of the two"))
        }
        return form
    }

    private static func source(ofURL value: JSONValue, _ faults: inout [SpecFault]) throws(BatchProblem) -> Source? {
        let allowed =
            "/v1/effects/{name}.png, .apng, .webp, .gif, .avif, .mp4, .webm, .mov, .hevc.mov, .svg, .lottie.json, .lottie, .tgs, .tracks.json, .json, .ndjson, .still.png, .still.svg, .still.webp, .still.avif, "
            + ".strip.png, .sheet.png, .sheet.json or "
            + ".sheet.css, or a spec in a path: /v1/s/…, /v1/z/…"
        func refuse(_ kind: SpecFault.Kind, found: String, allowed: String) -> Source? {
            faults.append(SpecFault(kind, at: "/url", found: found, allowed: allowed))
            return nil
        }
        guard case .string(let text) = value else { return refuse(.wrongType, found: value.excerpt, allowed: allowed) }
        guard let written = WrittenURL(text) else {
            return refuse(.unknownValue, found: value.excerpt, allowed: allowed)
        }
        guard var target = RequestTarget(written.target) else {
            return refuse(.unknownValue, found: value.excerpt, allowed: "percent-encoded UTF-8")
        }
        do throws(PresetRequest.Failure) {
            // The form of error responses has no effect in a batch, but invalid values are refused as in a GET.
            try ErrorForm.check(target.take { $0 == ErrorForm.parameter })
        } catch {
            throw BatchProblem(error)
        }
        switch Route(target.segments) {
        case .effect(let preset, let form) where form.fileExtension != nil:
            if target.wantsDrawnSeed {
                return refuse(
                    .notOffered,
                    found: "seed=random",
                    allowed: "a fixed seed: a batch makes the same files each time"
                )
            }
            return .preset(preset, form, target)
        case .packed(let packed, let form): return .packed(packed, form, target)
        default: return refuse(.unknownValue, found: value.excerpt, allowed: allowed)
        }
    }
}

extension BatchLine.Source {
    fileprivate var form: OutputForm {
        switch self {
        case .preset(_, let form, _), .packed(_, let form, _), .spec(_, let form, _, _): form
        }
    }
}
