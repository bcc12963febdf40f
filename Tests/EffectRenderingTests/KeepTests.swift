import AssetFiles
import EffectCost
import EffectModel
import TestSupport
import Testing

@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Parts of an image that a byte budget keeps, and its use of the budget.
struct KeepTests {
    /// Forms whose budgets are searched, as query parameters beside the format.
    private static let forms: [(Output.Format, String)] = [
        (.apng, "palette=off"), (.apng, "palette=auto"), (.webp, "quality=75"), (.webp, "quality=lossless"),
        (.avif, "quality=75"), (.gif, "palette=auto"),
    ]

    private func spec(_ preset: String, _ format: Output.Format, _ query: String) throws -> EffectSpec {
        let rate = query.contains("fps=") ? "" : "fps=20&"
        let parameters = "w=140&h=140&d=1&\(rate)\(query)".split(separator: "&").map { text in
            let parts = text.split(separator: "=").map(String.init)
            return PresetRequest.Parameter(parts[0], parts[1])
        }
        return try PresetRequest.spec(
            preset: preset,
            parameters,
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        ).prepared(for: format)
    }

    private func renderer<Result>(_ body: (EffectRenderer) throws -> Result) rethrows -> Result {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        return try body(EffectRenderer(pool: pool, limits: RenderLimits()))
    }

    /// Values of a list of reductions by their names.
    private func parts(_ reduced: String) -> [String: String] {
        guard reduced != "nothing" else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: reduced.split(separator: ",").map { part in
                let pair = part.split(separator: "=").map { $0.filter { $0 != " " } }
                return (String(pair[0]), String(pair[1]))
            }
        )
    }

    /// Whether the step before the reductions is a jump: another effort, or the first palette.
    private func isJump(_ reduced: String) -> Bool {
        let names = parts(reduced)
        return Set(names.keys).subtracting(["effort"]).isEmpty || names["palette"] == "256" && names.count <= 2
    }

    @Test(arguments: ["confetti", "firework", "smoke"], 0..<6)
    func `a budget is kept, and used but where the step before is a jump`(_ preset: String, _ form: Int) throws {
        let (format, query) = Self.forms[form]
        let spec = try spec(preset, format, query)
        try renderer { renderer in
            var whole = 0
            try renderer.renderAnimation(spec) { whole += $0.count }
            for share in [0.7, 0.3] {
                let budget = Int(Double(whole) * share)
                let fitted: EffectRenderer.Fitted
                do {
                    fitted = try renderer.renderAnimation(spec, within: budget)
                } catch RenderError.budgetTooSmall(_, let smallest) {
                    // Small images have little to give up.
                    #expect(smallest > budget && share < 0.5)
                    continue
                }
                #expect(fitted.bytes.count <= budget)
                // One frame of ten is a tenth.
                let least = budget < 10_000 ? budget * 17 / 20 : budget * 9 / 10
                #expect(
                    isJump(fitted.reduced) || fitted.bytes.count >= least,
                    "\(fitted.reduced): \(fitted.bytes.count) of \(budget)"
                )
            }
        }
    }

    @Test(arguments: ["size,fps,colors", "colors,size,fps", "fps,colors,size", "colors,fps"])
    func `parts are given up in the reverse of the order in which they are kept`(_ keep: String) throws {
        let spec = try spec("confetti", .apng, "keep=\(keep)")
        let order = spec.output.keep
        #expect(order.map(\.rawValue).joined(separator: ",").hasPrefix(keep) && order.count == 3)
        let ladder = QualityReduction.reductionSteps(of: spec, isStill: false) { _ in true }
        func isWhole(_ part: Output.Keepsake, _ step: QualityReduction) -> Bool {
            switch part {
            case .size: step.scale == 1
            case .fps: step.fps == 20
            case .colors: step.palette == nil
            }
        }
        func isExhausted(_ part: Output.Keepsake, _ step: QualityReduction) -> Bool {
            switch part {
            case .size: step.scale == 0.4
            case .fps: step.fps == 10
            case .colors: step.palette == 64
            }
        }
        for step in ladder {
            for (kept, given) in zip(order, order.dropFirst()) {
                #expect(isWhole(kept, step) || isExhausted(given, step), "\(step.text(of: spec))")
            }
            #expect(step.count == 1 || order.allSatisfy { isExhausted($0, step) })
        }
        // The file follows the ladder.
        try renderer { renderer in
            var whole = 0
            try renderer.renderAnimation(spec) { whole += $0.count }
            let reduced = parts(try renderer.renderAnimation(spec, within: whole * 3 / 5).reduced)
            let names = [Output.Keepsake.size: "scale", .fps: "fps", .colors: "palette"]
            let first = try #require(names[order[2]])
            let last = try #require(names[order[0]])
            #expect(reduced[first] != nil && reduced[last] == nil, "\(reduced)")
        }
    }

    @Test(arguments: ["size,size", "width", "", "size,", "fps,colors,size,fps"])
    func `an order that names something else or a part twice is refused with its parameter`(_ keep: String) {
        let failure = #expect(throws: PresetRequest.Failure.self) {
            try PresetRequest.spec(
                preset: "confetti",
                [PresetRequest.Parameter("keep", keep)],
                limits: RenderLimits(),
                library: LocalAssets(fontDirectories: TestFonts.directories)
            )
        }
        guard case .faults(let faults) = failure else { return #expect(Bool(false)) }
        #expect(faults.map(\.parameter) == ["keep"])
    }

    @Test func `the same budget gives the same bytes, whatever threads there are`() throws {
        let spec = try spec("firework", .webp, "quality=75")
        let files = try [1, 2, 3].map { threads in
            let pool = WorkerPool(threads: threads, maximumWaiting: 0)
            defer { pool.stop() }
            return try EffectRenderer(pool: pool, limits: RenderLimits()).renderAnimation(spec, within: 9000)
        }
        #expect(files[0].bytes == files[1].bytes && files[1].bytes == files[2].bytes)
        #expect(Set(files.map(\.reduced)).count == 1 && files[0].reduced.contains("quality="))
    }

    @Test func `steps between those of the ladder are as small as can be, and end with the ladder's`() throws {
        let spec = try spec("confetti", .apng, "palette=off&fps=29.97")
        let ladder = QualityReduction.reductionSteps(of: spec, isStill: false) { _ in true }
        for (step, next) in zip(ladder, ladder.dropFirst()) {
            let between = step.finer(upTo: next)
            #expect(between.last == next && !between.contains(step))
            #expect(Set(between.map { $0.text(of: spec) }).count == between.count)
        }
        let small = try #require(ladder.firstIndex { $0.palette == 128 })
        #expect(ladder[small - 1].finer(upTo: ladder[small]).count == 128)
        let slow = try #require(ladder.firstIndex { $0.fps == 24 })
        #expect(ladder[slow - 1].finer(upTo: ladder[slow]).first?.fps == 29.75)
        // Full color has nothing between it and the first palette.
        let indexed = try #require(ladder.firstIndex { $0.palette == 256 })
        #expect(ladder[indexed - 1].finer(upTo: ladder[indexed]).count == 1)
    }

    @Test(arguments: [OutputFormat.svg, .lottie, .tracks], ["confetti", "snowfall"])
    func `a vector uses its budget`(_ format: OutputFormat, _ preset: String) throws {
        let whole = try self.spec(preset, format.format, "seed=3")
        try renderer { renderer in
            let size = try renderer.vector(of: whole, as: format, still: nil, RenderContext()).bytes.count
            for share in [0.8, 0.5] {
                var spec = whole
                let budget = Int(Double(size) * share)
                spec.output.maxBytes = budget
                let fitted = try renderer.vector(of: spec, as: format, still: nil, RenderContext())
                #expect(fitted.bytes.count <= budget)
                // A Lottie of crystals is written in larger steps.
                let least = format == .lottie && preset == "snowfall" ? 87 : 90
                #expect(
                    fitted.bytes.count * 100 >= budget * least,
                    "\(fitted.reduced ?? ""): \(fitted.bytes.count) of \(budget)"
                )
            }
        }
    }
}
