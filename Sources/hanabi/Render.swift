import ArgumentParser
import EffectCatalog
import EffectModel
import EffectRendering
import EffectService
import FoundationEssentials
import Glibc
import WorkScheduling

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Render a preset or a spec into a file.",
        discussion: """
            The output's extension chooses the format: an animated PNG, .gif, .webp, or a frame dump as .json or .ndjson (one line per \
            frame). The spec's own format overrides the extension, and --format overrides both. The extensions .sheet.png, .sheet.json \
            and .sheet.css make the parts of a sprite sheet. Presets take the parameters of their URLs. With --at, the output is a \
            still PNG.

            Try:
              hanabi render confetti --seed 7 -o confetti.png
              hanabi render confetti --width 300 --height 200 --duration 2 -o small.png
              hanabi render confetti --at best -o still.png
              hanabi render confetti --at 0.5,1,2 -o strip.png
              hanabi render like -o like.webp
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

    /// Output formats, as values of `--format`.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case apng, gif, webp, json, ndjson

        fileprivate var ofSpec: Output.Format {
            switch self {
            case .apng: .apng
            case .gif: .gif
            case .webp: .webp
            case .json: .json
            case .ndjson: .ndjson
            }
        }
    }

    @Option(help: "Output format. Default: the format in the spec, or else the output's extension.")
    var format: Format?

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
        if at != nil, format != nil || sheet != nil || !["png", nil].contains(ending) {
            throw ValidationError(
                "--at renders a still PNG; the output must end in .png, and --format can't be used."
            )
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
        return name.contains(".") ? String(name.split(separator: ".").dropFirst().last ?? "") : nil
    }

    /// The part of a sprite sheet that the output's name asks for; `nil` for other names.
    private var sheet: SheetPart? {
        guard format == nil else { return nil }
        if output.hasSuffix(".sheet.png") { return .picture }
        if output.hasSuffix(".sheet.json") { return .atlas }
        return output.hasSuffix(".sheet.css") ? .style : nil
    }

    /// Format by the output's name; an animated PNG without an extension. `nil` for an unknown one.
    private var formatOfName: Format? {
        switch ending {
        case "json": .json
        case "ndjson": .ndjson
        case "gif": .gif
        case "webp": .webp
        case "png", "apng", nil: .apng
        default: nil
        }
    }

    /// The output to make.
    private enum Work {
        case frames(Format)
        case sheet(SheetPart)
        case snapshot(Snapshot)
    }

    func run() throws {
        let (asked, snapshot) = try readRequest()
        let work: Work
        if let snapshot {
            work = .snapshot(snapshot)
        } else if let sheet {
            work = .sheet(sheet)
        } else {
            work = .frames(try format(of: asked))
        }
        let spec: EffectSpec
        do {
            if case .frames(let format) = work {
                spec = try asked.delivered(as: format.ofSpec, limits: limits.limits)
            } else {
                spec = try asked.delivered(as: .apng, limits: limits.limits)
            }
        } catch {
            throw Failure(describing: error)
        }
        // The calling thread draws, too.
        let pool = WorkerPool(threads: threads - 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: limits.limits)
        let file = try OutputFile(output)
        let progress = ProgressLine(total: spec.timing.frameCount)
        do {
            switch work {
            case .frames(let format) where !format.ofSpec.isData && spec.output.maxBytes != nil:
                try write(renderer.renderAnimation(spec, within: spec.output.maxBytes ?? 0), to: file)
            case .snapshot(let snapshot) where spec.output.maxBytes != nil:
                try write(renderer.renderSnapshot(snapshot, of: spec, within: spec.output.maxBytes ?? 0), to: file)
            case .sheet(let part): try write(part, of: spec, renderer, progress, to: file)
            case .frames(.apng), .frames(.gif), .frames(.webp):
                try renderer.renderAnimation(spec, progress: progress.show) { try file.write($0) }
            case .frames(.json), .frames(.ndjson):
                let dump = try renderer.frameDump(of: spec)
                for piece in 0..<dump.pieceCount {
                    try file.write(dump.piece(piece))
                    progress.show(piece)
                }
            case .snapshot(let snapshot):
                try file.write(renderer.renderSnapshot(snapshot, of: spec, progress: progress.show))
            }
            progress.clear()
            try file.finish()
        } catch {
            progress.clear()
            file.discard()
            throw Failure(describing: error)
        }
    }

    private func write(
        _ part: SheetPart,
        of spec: EffectSpec,
        _ renderer: EffectRenderer,
        _ progress: ProgressLine,
        to file: OutputFile
    ) throws {
        let layout = try SheetLayout(spec, limits: limits.limits)
        let name = output.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "effect"
        let image = "\(name).sheet.png"
        switch part {
        case .picture: try file.write(renderer.renderSnapshot(layout.snapshot, of: spec, progress: progress.show))
        case .atlas: try file.write(JSONWriter.prettyBytes(of: layout.atlas(named: name, image: image)))
        case .style: try file.write(Array(layout.style(named: name, image: image).utf8))
        }
    }

    private func write(_ fitted: EffectRenderer.Fitted, to file: OutputFile) throws {
        try file.write(fitted.bytes)
        _ = writeAll(Array("\(fitted.bytes.count) bytes; traded: \(fitted.traded)\n".utf8), to: STDERR_FILENO)
    }

    private func format(of spec: EffectSpec) throws(Failure) -> Format {
        guard let format = format ?? spec.output.format.flatMap({ Format(rawValue: $0.rawValue) }) ?? formatOfName
        else {
            throw Failure(
                "The extension of \(output) is not that of a format: use .png, .apng, .gif, .webp, .json, .ndjson, or .sheet.png, .sheet.json, .sheet.css, or give --format."
            )
        }
        return format
    }

    /// Reads the effect, and the moments of `--at`.
    private func readRequest() throws -> (EffectSpec, Snapshot?) {
        let library = try assets.library()
        // If the frames become data, pixels are not limited. They are checked once the format is known.
        let limits = at == nil ? limits.limits.ofData : limits.limits
        // A comma separates the moments of a strip.
        let kind: SnapshotRequest.Kind = at?.contains(",") == true ? .strip : .still
        let moments = at.map { [PresetRequest.Parameter(SnapshotRequest.parameter, $0)] }
        do {
            guard let preset else {
                let request = try moments.map { try SnapshotRequest(kind, $0) }
                let bytes = try InputFile.read(spec ?? "-", maximum: EffectSpec.maximumFileBytes)
                let spec = try EffectSpec(json: JSONParser.parse(bytes), limits: limits, library: library)
                return (spec, try request?.snapshot(of: spec, limits: limits))
            }
            guard let moments else {
                return (try PresetRequest.spec(preset: preset, parameters, limits: limits, library: library), nil)
            }
            return try PresetRequest.snapshot(
                kind,
                preset: preset,
                parameters + moments,
                limits: limits,
                library: library
            )
        } catch {
            throw Failure(describing: error, settings: Set(settings.map { String($0.prefix { $0 != "=" }) }))
        }
    }
}

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
            self.init("No preset is called '\(name)'\(hint) Presets: \(known)")
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
        case RenderError.tooManyItems(let found, let limit):
            self.init(
                "The dump could have \(Int(min(found, 1e15))) items, more than \(limit); --max-items raises the limit."
            )
        default:
            self.init("\(error)")
        }
    }
}
