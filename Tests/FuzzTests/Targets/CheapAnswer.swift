import EffectSimulation
import SoftwareRaster
@testable import EffectCatalog
@testable import EffectCost
@testable import EffectRendering

@testable import EffectModel
@testable import EffectService
@testable import StrictJSON

/// Rendering of validated specs if it is nearly free, because a fuzzer should try many thousands per minute.
enum CheapAnswer {
    /// Upper bound in units of predicted work, about a nanosecond each without a sanitizer.
    static let maximumWork = 1_000_000.0

    /// Renders the spec in the given form, if cheap enough.
    static func make(of spec: EffectSpec, as form: OutputForm, _ moments: SnapshotRequest? = nil) throws {
        let limits = Service.limits
        switch form {
        case .frames(let asked):
            let type = asked ?? spec.output.format.map(OutputFormat.init) ?? .png
            let spec = try spec.prepared(for: type.format, limits: limits)
            let price = RenderPrice(of: spec, type.isData ? .dump : type.isVector ? .vector : .animation)
            guard price.work <= maximumWork else { return }
            try check(spec, price.cost)
            if type.isData {
                try dump(spec)
            } else if type.isVector {
                try trace(spec, as: type)
            } else {
                try animate(spec)
            }
        case .snapshot(let kind, _):
            let spec = try spec.prepared(for: .apng, isStill: true, limits: limits)
            let snapshot = try (moments ?? SnapshotRequest(kind, [])).snapshot(of: spec, limits: limits)
            try draw(snapshot, of: spec)
        case .sheet(let part):
            let spec = try spec.prepared(for: .apng, isStill: true, limits: limits)
            let layout = try SheetLayout(spec, limits: limits)
            switch part {
            case .picture: try draw(layout.snapshot, of: spec)
            case .atlas: _ = JSONWriter.prettyBytes(of: layout.atlas(named: "a", image: "a.png"))
            case .style: _ = layout.style(named: "a", image: "a.png")
            }
        }
    }

    /// Writes a vector, which must be well-formed: an SVG as far as brackets tell, a Lottie and tracks as JSON, others as
    /// their first bytes tell.
    private static func trace(_ spec: EffectSpec, as format: OutputFormat) throws {
        var bytes: [UInt8] = []
        do {
            try Service.renderer.render(RenderPlan(frames: spec, as: format)) { bytes += $0 }
        } catch RenderError.notAVector, RenderError.tooManyPieces, RenderError.budgetTooSmall,
            RenderError.stickerTooLarge
        {
            return
        }
        switch format {
        case .lottie:
            _ = try JSONParser.parse(bytes)
            return
        case .tracks:
            var limits = JSONParser.Limits()
            limits.nodes = .max
            _ = try JSONParser.parse(bytes, limits: limits)
            return
        case .dotLottie: return try promise(bytes.starts(with: [0x50, 0x4B, 3, 4]), "bytes that are no ZIP")
        case .tgs:
            return try promise(bytes.starts(with: [0x1F, 0x8B]) && bytes.count <= 65_536, "bytes that are no sticker")
        default: break
        }
        try promise(bytes.starts(with: Array("<svg ".utf8)), "bytes that are no SVG")
        let opened = bytes.count { $0 == UInt8(ascii: "<") }
        try promise(opened > 1, "an SVG without a title")
        for word in ["NaN", "nan", "inf", "<script", "javascript:"] {
            try promise(!String(decoding: bytes, as: UTF8.self).contains(word), "an SVG with \(word)")
        }
    }

    private static func animate(_ spec: EffectSpec) throws {
        var bytes: [UInt8] = []
        if spec.output.format?.isVideo == true {
            // No program is started here.
            do { try Service.renderer.renderAnimation(spec) { bytes += $0 } } catch RenderError.noVideo { return }
            return try promise(false, "a video without a program")
        }
        if let maximum = spec.output.maxBytes {
            bytes = try Service.renderer.renderAnimation(spec, within: maximum).bytes
            try promise(bytes.count <= maximum, "\(bytes.count) bytes, where \(maximum) are allowed")
        } else {
            try Service.renderer.renderAnimation(spec) { bytes += $0 }
        }
        let signature: [UInt8] =
            switch spec.output.format {
            case .gif: Array("GIF89a".utf8)
            case .webp: Array("RIFF".utf8)
            case .avif: [0, 0, 0]
            case .mp4, .webm, .mov, .hevcMOV: []
            case .apng, .svg, .lottie, .dotLottie, .tgs, .tracks, .json, .ndjson, nil: [0x89, 0x50, 0x4E, 0x47]
            }
        try promise(bytes.starts(with: signature), "bytes that are no picture")
    }

    private static func draw(_ snapshot: Snapshot, of spec: EffectSpec) throws {
        guard RenderPrice(of: spec, snapshot.job).work <= maximumWork else { return }
        if let maximum = spec.output.maxBytes {
            _ = try Service.renderer.renderSnapshot(snapshot, of: spec, within: maximum)
        } else {
            _ = try Service.renderer.renderSnapshot(snapshot, of: spec)
        }
    }

    /// Checks that the dump is one JSON document or, in lines, one per line.
    private static func dump(_ spec: EffectSpec) throws {
        let dump = try Service.renderer.frameDump(of: spec)
        let pieces = (0..<dump.pieceCount).map(dump.piece)
        var limits = JSONParser.Limits()
        limits.nodes = .max
        for document in spec.output.format == .ndjson ? pieces : [pieces.flatMap(\.self)] {
            do throws(JSONError) { _ = try JSONParser.parse(document, limits: limits) } catch {
                throw BrokenPromise("a frame dump that is no JSON: \(error)")
            }
            try promise(document.count { $0 == 0x0A } == 1 || spec.output.format != .ndjson, "a line of several")
        }
    }

    /// Checks the draw lists against the prediction and against the rasterizer's preconditions.
    private static func check(_ spec: EffectSpec, _ cost: RenderCost) throws(BrokenPromise) {
        let simulation = Simulation(spec)
        try promise(
            Double(simulation.birthCount) <= cost.births.rounded(.up),
            "\(simulation.birthCount) are born, where \(cost.births) were predicted"
        )
        for frame in Set([0, spec.timing.frameCount / 2, spec.timing.frameCount - 1]) {
            for group in simulation.drawList(ofFrame: frame).groups {
                for item in group.items {
                    try promise(
                        (item.outline.map(group.outlines.indices.contains)
                            ?? (-1..<simulation.sprites.count).contains(item.sprite))
                            && (-1..<group.ribbons.count).contains(item.ribbon),
                        "an item of frame \(frame) refers to what is not there: \(item)"
                    )
                    try promise(isFinite(item), "an item of frame \(frame) is nowhere: \(item)")
                }
            }
        }
    }

    private static func isFinite(_ item: DrawList.Item) -> Bool {
        let numbers = [
            item.position.x, item.position.y, item.scale.x, item.scale.y, item.skew, item.rotation, item.z, item.age,
        ]
        let channels = (0..<4).map { item.color[$0] }
        return numbers.allSatisfy(\.isFinite) && channels.allSatisfy { (0...1).contains($0) }
    }
}
