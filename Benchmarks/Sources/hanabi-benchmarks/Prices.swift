import AssetFiles
import EffectCatalog
import EffectCoding
import EffectModel
import EffectRendering
import EffectService
import EffectSimulation
import Foundation
import SoftwareRaster
import StrictJSON

/// Compares predicted prices with measured render times, one line of JSON each, for `prices.py` to read.
enum Prices {
    private static let library = LocalAssets()

    /// - Parameter arguments: `random COUNT SEED`, `presets`, `search SECONDS SEED`, `scene NUMBER SEED`, `scenes FILE…` for
    ///   specs in their own output and as data, or files of specs, whose shared stages are measured, too. A leading `only PREFIX` measures PNG and the forms whose names
    ///   begin so. A leading `counts` skips the measurements: `prices.py` takes times from an earlier run.
    static func run(_ arguments: [String]) throws {
        let watch = arguments.first == "counts" ? nil : Stopwatch()
        var arguments = Array(arguments.drop { $0 == "counts" })
        var all = PricedForm.all
        if arguments.first == "only", arguments.count > 1 {
            all = [all[0]] + all.dropFirst().filter { $0.name.hasPrefix(arguments[1]) }
            arguments.removeFirst(2)
        }
        switch arguments.first {
        case "random":
            let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 500
            let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1
            for number in 0..<count {
                var scene = RandomScene(seed: seed &* 1_000_003 &+ UInt64(number))
                let document = scene.document()
                // Every scene as a PNG, and in two other forms.
                let others = all.dropFirst()
                let chosen = (0..<min(2, others.count)).map {
                    others[others.startIndex + (number * 2 + $0) % others.count]
                }
                measure("random\(number)", document, [all[0]] + chosen, watch, parts: true)
            }
        case "scene":
            let number = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 0
            let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1
            var scene = RandomScene(seed: seed &* 1_000_003 &+ number)
            print(String(decoding: JSONWriter.bytes(of: scene.document()), as: UTF8.self))
        case "scenes":
            for file in arguments.dropFirst() { measureScene(file) }
        case "speed":
            for _ in 0..<20 { print(MachineSpeed.milliseconds()) }
        case "search":
            var search = PriceSearch(seed: arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1)
            search.run(seconds: arguments.dropFirst().first.flatMap { Double($0) } ?? 60)
        case "presets":
            for preset in Preset.inOrder {
                for parameters in [[], [PresetRequest.Parameter("dpr", "2")]] {
                    guard
                        let spec = try? PresetRequest.spec(
                            preset: preset.name,
                            parameters,
                            limits: Stopwatch.specLimits,
                            library: library
                        )
                    else { continue }
                    let forms = parameters.isEmpty ? all : Array(all.prefix(4))
                    let isSmall = spec.canvas.pixelWidth * spec.canvas.pixelHeight * spec.timing.frameCount < 20_000_000
                    let some =
                        isSmall ? forms : forms.filter { !$0.name.hasPrefix("lossless") && $0.name != "lossySmall" }
                    measure(
                        preset.name + (parameters.isEmpty ? "" : "@2"),
                        spec.json,
                        some,
                        watch,
                        parts: parameters.isEmpty
                    )
                }
            }
        default:
            for file in arguments {
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
                let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
                // Counting takes no time, so all forms are counted.
                let isShort = watch != nil && all.count == PricedForm.all.count
                let forms = isShort ? Array(all.prefix(15)) : all
                measure(name, try JSONParser.parse(bytes), forms, watch, parts: true)
            }
        }
    }

    static func spec(_ document: JSONValue, _ form: PricedForm) throws -> EffectSpec {
        var output = document["output"] ?? .object([])
        for member in form.output { output = output.setting(member.name, to: member.value) }
        return try EffectSpec(
            json: document.setting("output", to: output),
            limits: Stopwatch.specLimits,
            library: library
        )
    }

    private static func measure(
        _ name: String,
        _ document: JSONValue,
        _ forms: [PricedForm],
        _ watch: Stopwatch?,
        parts: Bool
    ) {
        do {
            if parts { try measureParts(name, spec(document, forms[0]), isTimed: watch != nil) }
            for form in forms {
                let spec = try spec(document, form)
                let job = form.job(of: spec)
                let start = processorTime()
                let price = RenderPrice(of: spec, job)
                let pricing = processorTime() - start
                let (time, bytes) = try watch?.time(spec, job) ?? (0, 0)
                write(
                    name,
                    form.name,
                    (time, bytes),
                    pricing,
                    price.workOfRender / 1e6,
                    price.parts,
                    bound: price.cost.work / 1e6
                )
            }
        } catch {
            FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
        }
    }

    /// Measures a spec in the format that it names, by default as a PNG, and its frame data.
    private static func measureScene(_ file: String) {
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        do {
            let json = try JSONParser.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
            let spec = try EffectSpec(json: json, limits: Stopwatch.specLimits, library: library)
            let plans = [
                ("own", RenderPlan(frames: spec, as: spec.output.format.map(OutputFormat.init) ?? .png)),
                ("dump", RenderPlan(frames: spec, as: .json)),
            ]
            let watch = Stopwatch()
            for (form, plan) in plans {
                let price = RenderPrice(of: plan.spec, plan.job)
                let found = try watch.time(plan, runs: 7)
                write(name, form, found, 0, price.workOfRender / 1e6, price.parts, bound: price.cost.work / 1e6)
            }
        } catch {
            FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
        }
    }

    /// Measures the stages that every form shares, each by itself.
    private static func measureParts(_ name: String, _ spec: EffectSpec, isTimed: Bool) throws {
        let price = RenderPrice(of: spec)
        let most = isTimed ? Double.infinity : 0
        var (prepare, follow, draw) = (most, most, most)
        for _ in 0..<(isTimed ? 2 : 0) {
            let speed = MachineSpeed.now()
            let start = processorTime()
            let simulation = Simulation(spec)
            prepare = min(prepare, (processorTime() - start) * speed)
            var rasterizer = Rasterizer(
                width: spec.canvas.pixelWidth,
                height: spec.canvas.pixelHeight,
                background: spec.canvas.background,
                sprites: simulation.sprites,
                recordsStraightColors: true,
                sumsLight: spec.sumsLight
            )
            var (lists, pictures) = (0.0, 0.0)
            for frame in 0..<spec.timing.frameCount {
                let before = processorTime()
                let list = simulation.drawList(ofFrame: frame)
                let between = processorTime()
                _ = rasterizer.draw(list)
                lists += between - before
                pictures += processorTime() - between
            }
            let later = MachineSpeed.now()
            (follow, draw) = (min(follow, lists * later), min(draw, pictures * later))
        }
        let stage: PriceTable.Stage = spec.sumsLight ? .drawWide : .draw
        for (own, time) in [(PriceTable.Stage.prepare, prepare), (.follow, follow), (stage, draw)] {
            // The part with the most repetitions covers all frames.
            let part = price.parts.filter { $0.stage == own }.max { $0.times < $1.times }
            guard let part else { continue }
            var parts = [RenderPrice.Part(stage: own, tally: part.tally, times: 1)]
            // The first draw also allocates the canvas.
            if own == stage { parts += price.parts.filter { $0.stage == .begin || $0.stage == .beginWide } }
            write(name, "stage:\(own.rawValue)", (time, 0), 0, parts.reduce(0) { $0 + $1.work } / 1e6, parts)
        }
    }

    private static func write(
        _ name: String,
        _ form: String,
        _ found: (milliseconds: Double, bytes: Int),
        _ pricing: Double,
        _ predicted: Double,
        _ parts: [RenderPrice.Part],
        bound: Double = 0
    ) {
        let list = parts.map { part in
            JSONValue.object([
                .init("stage", .string(part.stage.rawValue)), .init("times", .number(part.times)),
                .init(
                    "tally",
                    .object(
                        Tally.Count.allCases.filter { part.tally[$0] != 0 }.map {
                            .init("\($0)", .number(part.tally[$0]))
                        }
                    )
                ),
            ])
        }
        let line: JSONValue = [
            "name": .string(name), "form": .string(form), "ms": .number(found.milliseconds),
            "bytes": .number(Double(found.bytes)), "pricing": .number(pricing),
            "predicted": .number(predicted), "bound": .number(bound), "parts": .array(list),
        ]
        print(String(decoding: JSONWriter.bytes(of: line), as: UTF8.self))
    }
}
