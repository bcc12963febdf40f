public import EffectCoding
public import EffectCost
public import EffectModel
import StrictJSON
package import WorkScheduling

/// Everything that determines the bytes of an output: a checked effect in its output format, and what to make of it.
///
/// HTTP, command line and batches all make a plan, check its price, and pass it to
/// ``EffectRenderer/render(_:progress:watch:into:)``.
public struct RenderPlan: Sendable {
    /// The output to make of the effect.
    public enum Output: Sendable, Equatable {
        /// All frames, moving or as data.
        case frames(OutputFormat)
        /// A still image, in a file of the given format.
        case still(Snapshot, OutputFormat)
        /// A text resource of a sprite sheet.
        case text(SheetPart, SheetLayout, SheetNames)
    }

    /// The effect, prepared for the output format.
    public internal(set) var spec: EffectSpec
    /// The output to make of the effect.
    public let output: Output
    /// Value of `Content-Type`.
    public let mediaType: String
    /// Everything besides the spec that determines the bytes, as text.
    package internal(set) var variant: String

    /// All frames, moving or as data.
    public init(frames spec: EffectSpec, as format: OutputFormat) {
        self.spec = spec.prepared(for: format.format)
        output = .frames(format)
        mediaType = format.name
        variant = "\(format)"
    }

    /// The best frame, in a file of a format for animations.
    public init(bestFrameOf spec: EffectSpec, as format: OutputFormat) {
        self.spec = spec.prepared(for: format.format, isStill: true)
        output = .still(.best, format)
        mediaType = format.name
        variant = "\(format).best"
    }

    /// A still image, by default as a PNG.
    public init(_ snapshot: Snapshot, of spec: EffectSpec, as format: OutputFormat = .png) {
        self.spec = spec.prepared(for: format.format, isStill: true)
        output = .still(snapshot, format)
        mediaType = format.name
        variant = format == .png ? "\(snapshot)" : "\(format).\(snapshot)"
    }

    /// A resource of a sprite sheet.
    ///
    /// - Throws: ``SpecError`` for a sheet that is too large, or that has a byte budget.
    public init(_ part: SheetPart, of spec: EffectSpec, named names: SheetNames, limits: RenderLimits) throws(SpecError)
    {
        self.spec = spec.prepared(for: .apng, isStill: true)
        let layout = try SheetLayout(self.spec, limits: limits)
        output = part == .picture ? .still(layout.snapshot, .png) : .text(part, layout, names)
        mediaType = part.mediaTypeName
        // Atlas and style contain the names, so they differ with them.
        variant = part == .picture ? "sheet" : "\(part) \(names.stem) \(names.image)"
    }

    /// The job to price.
    package var job: RenderPrice.Job {
        switch output {
        case .frames(let format) where format.isData: .dump
        case .frames(let format) where format.isVector: .vector
        case .still(_, let format) where format.isVector: .vector
        case .frames: .animation
        case .still(let snapshot, _): snapshot.job
        case .text: .sheet
        }
    }

    /// Whether the output is a frame dump.
    package var isDump: Bool { if case .frames(let format) = output { format.isData } else { false } }

    /// Whether the output can be sent while it is made. A format that begins with its length can't be, nor can a file within a
    /// byte budget.
    package var isStreamed: Bool {
        guard case .frames(let format) = output, !isDump else { return isDump }
        return format.isStreamed && budget == nil && spec.timing.frameCount > 1
    }

    /// Whether the output is a vector.
    package var isVector: Bool { job == .vector }

    /// Whether the output is long text, which content codings make smaller.
    package var isText: Bool {
        switch output {
        case .frames(let format): format.isData || format.isVectorText
        case .still(_, let format): format.isVectorText
        case .text: false
        }
    }

    /// Byte budget; `nil` for none, and for frame dumps.
    package var budget: Int? { job == .dump ? nil : spec.output.maxBytes }

    /// Class of cost.
    package var kind: WorkKind {
        if budget != nil { return .fitted }
        return switch output {
        case .frames(let format): format.kind
        case .still(_, let format) where format.isVector: .vector
        case .still(.sheet, _), .text: .sheet
        case .still: .still
        }
    }

    /// Name of the output in metrics; from a closed set.
    package var metricName: String {
        switch output {
        case .frames(let format): format.format.rawValue
        case .still(.best, _), .still(.frame, _): "still"
        case .still(.times(let times), _): times.count == 1 ? "still" : "strip"
        case .still(.sheet, _), .text: "sheet"
        }
    }
}

/// Names by which the resources of a sprite sheet refer to each other.
public struct SheetNames: Sendable, Equatable {
    /// Name without an extension.
    public let stem: String
    /// Relative URL of the image.
    public let image: String

    /// Names of a sheet whose image has a URL of its own.
    public init(stem: String, image: String) { (self.stem, self.image) = (stem, image) }

    /// Names of a POSTed sheet, which the client saves under the given name.
    public init(stem: String) { self.init(stem: stem, image: "\(stem).png") }
}

extension EffectRenderer {
    /// Renders a plan, and passes the bytes to `sink` as they become available. The HTTP service, the command line and
    /// batches all call this; the service streams through ``RenderSession`` where a response may begin before its end.
    ///
    /// - Parameters:
    ///   - progress: Called after each frame with the number of frames done.
    ///   - watch: Deadline and cancellation.
    /// - Returns: The quality given up for a byte budget; `nil` without a budget.
    /// - Throws: ``RenderError``, or the error of `sink`.
    @discardableResult
    public func render(
        _ plan: RenderPlan,
        progress: (Int) -> Void = { _ in },
        watch: RenderContext = RenderContext(),
        into sink: ([UInt8]) throws -> Void
    ) throws -> String? {
        let spec = plan.spec
        switch (plan.output, plan.budget) {
        case (.frames(let format), _) where format.isData:
            let dump = try frameDump(of: spec, watch: watch)
            for piece in 0..<dump.pieceCount {
                try watch.check()
                try sink(dump.piece(piece))
                progress(piece)
            }
        case (.frames(let format), _) where format.isVector:
            let vector = try vector(of: spec, as: format, still: nil, watch)
            try sink(vector.bytes)
            return vector.reduced
        case (.still(let snapshot, let format), _) where format.isVector:
            let vector = try vector(of: spec, as: format, still: snapshot, watch)
            try sink(vector.bytes)
            return vector.reduced
        case (.frames, nil): try renderAnimation(spec, progress: progress, watch: watch, into: sink)
        case (.still(let snapshot, _), nil):
            try sink(renderSnapshot(snapshot, of: spec, progress: progress, watch: watch))
        case (.frames, let budget?):
            let fitted = try renderAnimation(spec, within: budget, watch: watch)
            try sink(fitted.bytes)
            return fitted.reduced
        case (.still(let snapshot, _), let budget?):
            let fitted = try renderSnapshot(snapshot, of: spec, within: budget, watch: watch)
            try sink(fitted.bytes)
            return fitted.reduced
        case (.text(let part, let layout, let names), _): try sink(layout.text(part, names))
        }
        return nil
    }
}

extension SheetLayout {
    /// A text resource of the sheet.
    package func text(_ part: SheetPart, _ names: SheetNames) -> [UInt8] {
        part == .atlas
            ? JSONWriter.prettyBytes(of: atlas(named: names.stem, image: names.image))
            : Array(style(named: names.stem, image: names.image).utf8)
    }
}
