public import ArgumentParser
import EffectCatalog
import EffectCoding
public import EffectModel
import EffectRendering
import EffectService
import FoundationEssentials
import Glibc
import StrictJSON
import WorkScheduling

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Render a preset or a spec into a file.",
        discussion: """
            The output's extension chooses the format: an animated PNG, .gif, .webp, .avif, .mp4, .webm, .mov, .hevc.mov, .svg, .lottie.json, .lottie, .tgs, .tracks.json, or a frame dump as .json or .ndjson (one line per \
            frame). The spec's own format overrides the extension, and --format overrides both. The extensions .sheet.png, .sheet.json \
            and .sheet.css make the parts of a sprite sheet. Presets take the parameters of their URLs. With --at, the output is a \
            still: a PNG, .svg, .webp or .avif. Videos (.mp4, .webm, .mov, .hevc.mov) need the program ffmpeg in PATH.

            Try:
              hanabi render confetti --seed 7 -o confetti.png
              hanabi render confetti --width 300 --height 200 --duration 2 -o small.png
              hanabi render confetti --at best -o still.png
              hanabi render confetti --at 0.5,1,2 -o strip.png
              hanabi render like -o like.webp
              hanabi render hearts --set target=slack -o hearts.gif
              hanabi render like -o like.sheet.png && hanabi render like -o like.sheet.css
              hanabi render --spec spec.json -o out.json
              cat spec.json | hanabi render --spec - -o - > out.png
            """
    )

    @Argument(help: "Name of a preset: \(Preset.all.keys.sorted().joined(separator: ", ")).")
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "File with a JSON effect spec, in place of a preset; - reads standard input.",
            valueName: "file"
        )
    )
    var spec: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file; - is standard output.", valueName: "file"))
    var output: String

    @Option(help: "Output format. Default: the format in the spec, or else the output's extension.")
    var format: Output.Format?

    @Option(help: "Random seed, any text. The same seed gives the same image.")
    var seed: String?
    @Option(name: [.long, .customLong("w")], help: "Width of the canvas in points.")
    var width: String?
    @Option(name: [.long, .customLong("h")], help: "Height of the canvas in points.")
    var height: String?
    @Option(help: "Pixels per point, 1...3.")
    var dpr: String?
    @Option(name: [.long, .customLong("d")], help: "Duration of the animation in seconds.")
    var duration: String?
    @Option(help: "Frames per second of the animation.")
    var fps: String?
    @Option(help: "Encoding effort: fast, balanced or small. More effort gives smaller files; all are lossless.")
    var effort: String?
    @Option(
        help: "Maximum size of the file, such as 200kB. Quality is reduced to fit, and the reductions are reported."
    )
    var max: String?
    @Option(
        help:
            "Palette for a smaller file: off, auto (256 colors) or 2...256 colors. Further colors are replaced by the nearest."
    )
    var palette: String?
    @Option(
        name: .customLong("set"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "Parameter of the preset's URL. May be given several times. Example: --set layers.0.mode=linear",
            valueName: "name=value"
        )
    )
    var settings: [String] = []

    @Option(
        help: ArgumentHelp(
            "Render a still PNG of one moment (0.5, 250ms, 50%, best), or a strip of several (0.5,1,2).",
            valueName: "moments"
        )
    )
    var at: String?

    @Option(help: "Number of threads that render.")
    var threads = ProcessInfo.processInfo.activeProcessorCount

    @Option(
        help: ArgumentHelp(
            "Instruction set of the innermost loops: any, avx2 or avx512, if the processor has it. The file is the same with each. Default: the most capable one.",
            valueName: "name"
        )
    )
    var vectors: String?

    @OptionGroup(title: "Images and fonts")
    var assets: AssetOptions
    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func validate() throws {
        if (preset == nil) == (spec == nil) { throw ValidationError("Give either the name of a preset or --spec.") }
        if let setting = settings.first(where: { !$0.contains("=") }) {
            throw ValidationError("--set is \"\(setting)\"; allowed: name=value")
        }
        if spec != nil, !parameters.isEmpty {
            throw ValidationError(
                "--\(settings.isEmpty ? Self.optionNames[parameters[0].name] ?? "set" : "set") applies to presets only; set it in the spec itself."
            )
        }
        if let at, format != nil || isSheet || ending.map({ $0 != stillFormat(of: at).fileExtension }) ?? false {
            throw ValidationError(
                "--at renders a still: the output of one moment must end in .png, .svg, .webp or .avif, that of several in .png, and --format can't be used."
            )
        }
        if let vectors, !EffectRenderer.supportedVectors.contains(vectors) {
            let allowed = EffectRenderer.supportedVectors.joined(separator: ", ")
            throw ValidationError("--vectors is \"\(vectors)\"; allowed on this processor: \(allowed)")
        }
        guard (1...256).contains(threads) else { throw ValidationError("--threads is \(threads); allowed 1...256") }
    }

    /// URL parameters for the given options.
    private var parameters: [PresetRequest.Parameter] {
        [
            ("seed", seed), ("w", width), ("h", height), ("dpr", dpr), ("d", duration), ("fps", fps),
            ("effort", effort),
            ("max", max),
            ("palette", palette),
        ]
        .compactMap { name, value in value.map { PresetRequest.Parameter(name, $0) } }
            + settings.map { setting in
                let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return PresetRequest.Parameter(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            }
    }

    fileprivate static let optionNames = [
        "seed": "seed", "w": "width", "h": "height", "dpr": "dpr", "d": "duration", "fps": "fps", "effort": "effort",
        "palette": "palette", "max": "max", "at": "at",
    ]

    /// Extension of the output's name; `nil` without one, as for standard output or a pipe.
    private var ending: String? {
        let name = output.split(separator: "/").last ?? ""
        if let ending = ["lottie.json", "tracks.json", "hevc.mov"].first(where: { name.hasSuffix("." + $0) }) {
            return ending
        }
        return name.contains(".") ? String(name.split(separator: ".").dropFirst().last ?? "") : nil
    }

    /// The form named by the options and the output's name. Without `--format`, an animation's format is the spec's own,
    /// or else that of the name.
    private var form: OutputForm {
        if let at { return .snapshot(at.contains(",") ? .strip : .still, stillFormat(of: at)) }
        if let format { return .frames(OutputFormat(format)) }
        for part in [SheetPart.picture, .atlas, .style] {
            let form = OutputForm.sheet(part)
            if let ending = form.fileExtension, output.hasSuffix("." + ending) { return form }
        }
        // A target has a format of its own, for outputs without an extension.
        if settings.contains(where: { $0.hasPrefix("target=") }), let ending {
            return .frames(OutputFormat(fileExtension: ending))
        }
        return .frames(nil)
    }

    /// Format of a still: that of the output's name, where an image of the moments has it, else PNG.
    private func stillFormat(of moments: String) -> OutputFormat {
        let named = ending.flatMap { OutputFormat(fileExtension: $0) }
        let kind: SnapshotRequest.Kind = moments.contains(",") ? .strip : .still
        return named.flatMap { OutputForm.all.contains(.snapshot(kind, $0)) ? $0 : nil } ?? .png
    }

    private var isSheet: Bool { if case .sheet = form { true } else { false } }

    func run() throws {
        if let vectors { _ = EffectRenderer.use(vectors: vectors) }
        let form = form
        // This thread draws too.
        let pool = WorkerPool(threads: threads - 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: limits.limits, videos: .onPath)
        let (request, plan): (EffectRequest, RenderPlan)
        do {
            request = try self.request(form)
            try request.checkMakesFile()
            plan = try renderer.settled(
                request.plan(
                    as: try formatOfName(of: request),
                    isStill: request.options.isStill == true,
                    limits: limits.limits
                )
            )
            _ = try request.price(of: plan, limits: limits.limits)
        } catch {
            throw Failure(describing: error, settings: Set(settings.map { String($0.prefix { $0 != "=" }) }))
        }
        let file = try OutputFile(output)
        let progress = ProgressLine(total: plan.spec.timing.frameCount)
        var count = 0
        do {
            let reduced = try renderer.render(plan, progress: progress.show) {
                count += $0.count
                try file.write($0)
            }
            progress.clear()
            try file.finish()
            if let reduced { _ = writeAll(Array("\(count) bytes; reduced: \(reduced)\n".utf8), to: STDERR_FILENO) }
        } catch {
            progress.clear()
            file.discard()
            throw Failure(describing: error)
        }
    }

    /// The effect that the arguments describe.
    private func request(_ form: OutputForm) throws -> EffectRequest {
        let parser = EffectRequestParser(limits: limits.limits, library: try assets.library(), videos: .onPath)
        let moments = at.map { [PresetRequest.Parameter(SnapshotRequest.parameter, $0)] } ?? []
        if let preset {
            return try parser.preset(preset, form: form, parameters: parameters + moments, name: sheetNames)
        }
        let bytes = try InputFile.read(spec ?? "-", maximum: EffectSpec.maximumFileBytes)
        return try parser.posted(form, moments, bytes: bytes.count, name: sheetNames) { try JSONParser.parse(bytes) }
    }

    /// Names by which a sheet's atlas and style refer to its image.
    private var sheetNames: SheetNames {
        let name = output.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "effect"
        return SheetNames(stem: name, image: "\(name).sheet.png")
    }

    /// The format of frames named by the output's extension, where neither `--format` nor the spec names one.
    private func formatOfName(of request: EffectRequest) throws -> OutputFormat {
        guard case .frames(let asked) = request.form, try request.type(asked) == nil, let ending else { return .png }
        guard let format = OutputFormat(fileExtension: ending) else {
            throw Failure(
                "The extension of \(output) is not that of a format: use .png, .apng, .gif, .webp, .avif, .mp4, .webm, .mov, .hevc.mov, .svg, .lottie.json, .lottie, .tgs, .tracks.json, .json, .ndjson, or .sheet.png, .sheet.json, .sheet.css, or give --format."
            )
        }
        return format
    }
}

/// The formats, as names on the command line.
extension Output.Format: ExpressibleByArgument {}

extension Failure {
    /// A message for any error between a spec and its bytes, with one line per error.
    ///
    /// - Parameter settings: Names of parameters given with `--set`.
    init(describing error: any Error, settings: Set<String> = []) {
        switch error {
        case let error as Failure:
            self = error
        case let error as SpecError:
            self.init("The spec can't be rendered:\n" + error.faults.map { "  \($0)" }.joined(separator: "\n"))
        case let error as JSONError:
            self.init("The spec is not JSON: \(error)")
        case PresetRequest.Failure.unknownPreset(let name, let near):
            let known = Preset.all.keys.sorted().joined(separator: ", ")
            let hint = near.map { "; did you mean \($0)?" } ?? "."
            // A name with a dot or a slash is a file's.
            let file = name.contains("/") || name.contains(".") ? " To render the spec in a file: --spec \(name)." : ""
            self.init("No preset is called '\(name)'\(hint)\(file) Presets: \(known)")
        case PresetRequest.Failure.faults(let faults):
            let lines = faults.map { fault in
                let option = fault.parameter.flatMap { Render.optionNames[$0] }
                let setting = fault.parameter.flatMap { settings.contains($0) ? "--set \($0)" : nil }
                let place = setting ?? option.map { "--" + $0 } ?? (fault.fault.pointer.isEmpty ? fault.parameter : nil)
                return "\(place ?? fault.fault.pointer): \(fault.fault.detail)"
            }
            self.init(lines.joined(separator: "\n"))
        case RenderError.outputTooLarge(let limit):
            self.init("The image has more than \(limit) bytes; --max-output-bytes raises the limit.")
        case RenderError.budgetTooSmall(let budget, let smallest):
            self.init("The image does not fit into \(budget) bytes; the smallest version has \(smallest).")
        case RenderError.stickerTooLarge(let smallest):
            self.init(
                "The sticker does not fit into \(RenderError.bytesOfSticker) bytes; the smallest version has \(smallest)."
            )
        case RenderError.tooManyItems(let found, let limit):
            self.init(
                "The dump could have \(Int(min(found, 1e15))) items, more than \(limit); --max-items raises the limit."
            )
        case RenderError.notAVector(let contents, let layer, _, let form, let instead):
            let place = layer.map { "Layer '\($0)'" } ?? "The effect"
            self.init("\(place) has \(contents), which \(form) can't show; use \(instead).")
        case RenderError.tooManyPieces(let found, let limit, _):
            self.init("A vector of the effect would have \(found) pieces or more; at most \(limit) are allowed.")
        case RenderError.noVideo(let form, let requirement, let reason):
            self.init("\(form) needs \(requirement)\(reason.map { "; \($0)" } ?? "").")
        default:
            self.init("\(error)")
        }
    }
}
