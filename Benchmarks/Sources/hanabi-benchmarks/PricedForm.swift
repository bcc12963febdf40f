import EffectCost
import EffectModel
import EffectRendering
import EffectService
import Foundation
import StrictJSON
import WorkScheduling

/// An output form with a price of its own.
struct PricedForm: Sendable {
    let name: String
    /// Members of the spec's `output` object.
    let output: [JSONValue.Member]
    let job: RenderPrice.Job

    init(_ name: String, _ output: [JSONValue.Member] = [], _ job: RenderPrice.Job = .animation) {
        (self.name, self.output, self.job) = (name, output, job)
    }

    private static func webp(_ name: String, _ quality: JSONValue, _ effort: String) -> PricedForm {
        PricedForm(
            name,
            [
                .init("format", "webp"), .init("quality", quality), .init("effort", .string(effort)),
                .init("palette", "off"),
            ]
        )
    }

    static let all: [PricedForm] = [
        PricedForm("png", [.init("palette", "off")]),
        PricedForm("indexed", [.init("palette", "auto")]),
        PricedForm("gif", [.init("format", "gif")]),
        webp("lossy", 75, "balanced"),
        webp("lossless", "lossless", "balanced"),
        PricedForm("best", [.init("palette", "off")], .best),
        PricedForm("strip", [.init("palette", "off")], .times([])),
        PricedForm("sheet", [.init("palette", "off")], .sheet),
        PricedForm("dump", [], .dump),
        PricedForm("vector", [.init("format", "svg")], .vector),
        PricedForm("lottie", [.init("format", "lottie.json")], .vector),
        PricedForm("dotLottie", [.init("format", "lottie")], .vector),
        PricedForm("sticker", [.init("format", "tgs")], .vector),
        PricedForm("tracks", [.init("format", "tracks.json")], .vector),
        PricedForm("max", [.init("palette", "off"), .init("maxBytes", 30_000)]),
        PricedForm("poster", [.init("palette", "off"), .init("poster", "best")]),
        PricedForm("pngSmall", [.init("palette", "off"), .init("effort", "small")]),
        PricedForm("indexedSmall", [.init("palette", "auto"), .init("effort", "small")]),
        webp("lossyFast", 50, "fast"),
        webp("lossySmall", 90, "small"),
        webp("losslessFast", "lossless", "fast"),
        webp("losslessSmall", "lossless", "small"),
        PricedForm(
            "losslessIndexed",
            [.init("format", "webp"), .init("quality", "lossless"), .init("palette", "auto")]
        ),
        PricedForm("bestIndexed", [.init("palette", "auto")], .best),
        PricedForm("sheetIndexed", [.init("palette", "auto")], .sheet),
        PricedForm("bestSmall", [.init("palette", "off"), .init("effort", "small")], .best),
        PricedForm("sheetSmall", [.init("palette", "off"), .init("effort", "small")], .sheet),
        PricedForm("bestGIF", [.init("format", "gif")], .best),
        PricedForm("avif", [.init("format", "avif")]),
        PricedForm("avifFast", [.init("format", "avif"), .init("effort", "fast")]),
        PricedForm("avifSmall", [.init("format", "avif"), .init("effort", "small")]),
    ]

    /// Returns the job for `spec`, with four instants if the job takes instants.
    func job(of spec: EffectSpec) -> RenderPrice.Job {
        guard case .times = job else { return job }
        return .times([0.2, 0.4, 0.6, 0.8].map { $0 * spec.timing.duration })
    }
}

extension JSONValue {
    /// Returns the object with one member set.
    func setting(_ name: String, to value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return .object([Member(name, value)]) }
        return .object(members.filter { $0.name != name } + [Member(name, value)])
    }
}

/// Renders outputs and measures their processor time.
struct Stopwatch {
    let renderer: EffectRenderer
    private static let limits: RenderLimits = {
        var limits = RenderLimits()
        limits.maximumWork = .max
        limits.maximumPixels = .max
        limits.maximumOutputBytes = .max
        limits.maximumItems = .max
        limits.maximumPieces = .max
        return limits
    }()

    static var specLimits: RenderLimits { limits }

    init() {
        // The calling thread draws everything.
        renderer = EffectRenderer(pool: WorkerPool(threads: 0, maximumWaiting: 0), limits: Self.limits)
    }

    /// Returns milliseconds of processor time on the reference processor (``MachineSpeed``), and bytes of the output.
    func time(_ spec: EffectSpec, _ job: RenderPrice.Job) throws -> (milliseconds: Double, bytes: Int) {
        var bytes = 0
        let once = try MachineSpeed.scaled { bytes = try make(spec, job) }
        guard once < 30 else { return (once, bytes) }
        return (min(once, try MachineSpeed.scaled { bytes = try make(spec, job) }), bytes)
    }

    /// Returns milliseconds of processor time on the reference processor, the median of several runs, and bytes of the
    /// output.
    func time(_ plan: RenderPlan, runs: Int) throws -> (milliseconds: Double, bytes: Int) {
        var bytes = 0
        let milliseconds = try MachineSpeed.median(of: runs) {
            bytes = 0
            try renderer.render(plan) { bytes += $0.count }
        }
        return (milliseconds, bytes)
    }

    private func make(_ spec: EffectSpec, _ job: RenderPrice.Job) throws -> Int {
        var bytes = 0
        do {
            switch (job, spec.output.maxBytes) {
            case (.dump, _):
                let dump = try renderer.frameDump(of: spec)
                for piece in 0..<dump.pieceCount { bytes += dump.piece(piece).count }
            case (.vector, _):
                let format = spec.output.format.map { OutputFormat($0) } ?? .svg
                try renderer.render(RenderPlan(frames: spec, as: format)) { bytes += $0.count }
            case (.animation, let budget?): bytes = try renderer.renderAnimation(spec, within: budget).bytes.count
            case (.animation, nil): try renderer.renderAnimation(spec) { bytes += $0.count }
            case (.best, _): bytes = try renderer.renderSnapshot(.best, of: spec).count
            case (.times(let times), _): bytes = try renderer.renderSnapshot(.times(times), of: spec).count
            case (.sheet, _):
                let columns = Int(Double(spec.timing.frameCount).squareRoot().rounded(.up))
                bytes = try renderer.renderSnapshot(.sheet(columns: columns), of: spec).count
            }
        } catch RenderError.budgetTooSmall {
        } catch RenderError.stickerTooLarge {
        } catch RenderError.tooManyPieces {
        } catch RenderError.notAVector {
        }
        return bytes
    }
}
