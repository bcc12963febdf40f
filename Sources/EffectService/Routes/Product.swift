internal import EffectModel

/// The work for a validated request: the effect in its output format, its price, and the output to make.
struct Product: Sendable {
    /// The output to make.
    enum Work: Sendable, Equatable {
        /// All frames, as an animation or as data.
        case frames(MediaType)
        /// A still image, in a file of the given type.
        case snapshot(Snapshot, MediaType)
        /// A sheet's atlas or style.
        case text(SheetPart, SheetLayout, SheetName)
    }

    /// The effect in the requested format.
    let spec: EffectSpec
    let work: Work
    /// Value of `Content-Type`.
    let typeName: String
    /// Everything besides the spec that determines the bytes.
    let form: String
    let price: RenderPrice

    /// - Parameters:
    ///   - type: Type of the frames if the request leaves it open.
    ///   - isStill: Whether to render a still in place of an animation.
    /// - Throws: An error for a form that is impossible or too expensive: ``PresetRequest/Failure`` for a preset, whose
    ///   URL is at fault, otherwise `SpecError`.
    init(_ order: Order, as type: MediaType, isStill: Bool, limits: RenderLimits) throws {
        do {
            try self.init(of: order, type, isStill, limits)
        } catch let error as SpecError where order.isPreset {
            throw PresetRequest.Failure.faults(error.faults.map { ParameterFault($0, of: [:]) })
        }
    }

    /// Whether the output is frames as data.
    var isDump: Bool { if case .frames(let type) = work { type.isData } else { false } }

    private init(of order: Order, _ type: MediaType, _ isStill: Bool, _ limits: RenderLimits) throws {
        switch order.form {
        case .frames(let asked):
            let type = try order.type(asked) ?? type
            let isStill = isStill && !type.isData
            let job: RenderPrice.Job = isStill ? .best : type.isData ? .dump : .animation
            (spec, price) = try order.spec.priced(as: type.format, job, limits: limits)
            work = isStill ? .snapshot(.best, type) : .frames(type)
            typeName = type.name
            form = "\(type)\(isStill ? ".best" : "")"
        case .snapshot(let kind):
            let form = order.spec.delivered(as: .apng, isStill: true)
            let snapshot = try (order.moments ?? SnapshotRequest(kind, [])).snapshot(of: form, limits: limits)
            (spec, price) = try order.spec.priced(as: .apng, snapshot.job, limits: limits)
            work = .snapshot(snapshot, .png)
            typeName = MediaType.png.name
            self.form = "\(snapshot)"
        case .sheet(let part):
            (spec, price) = try order.spec.priced(as: .apng, .sheet, limits: limits)
            let layout = try SheetLayout(spec, limits: limits)
            let name = order.name
            work = part == .picture ? .snapshot(layout.snapshot, .png) : .text(part, layout, name)
            typeName = part.mediaTypeName
            // Atlas and style contain the image's name.
            form = part == .picture ? "sheet" : "\(part) \(name.stem) \(name.picture)"
        }
    }
}

extension SheetLayout {
    /// Bytes of a part that is text.
    func text(_ part: SheetPart, _ name: SheetName) -> [UInt8] {
        part == .atlas
            ? JSONWriter.prettyBytes(of: atlas(named: name.stem, image: name.picture))
            : Array(style(named: name.stem, image: name.picture).utf8)
    }
}

extension EffectRenderer {
    /// Makes the bytes of a response, and passes them to `sink` as they come.
    ///
    /// - Throws: ``RenderError``, or the error of `sink`.
    func make(_ product: Product, watch: RenderWatch, into sink: ([UInt8]) throws -> Void) throws {
        let (spec, budget) = (product.spec, product.spec.output.maxBytes)
        switch (product.work, budget) {
        case (.frames(let type), _) where type.isData:
            let dump = try frameDump(of: spec, watch: watch)
            for piece in 0..<dump.pieceCount {
                try watch.check()
                try sink(dump.piece(piece))
            }
        case (.frames, let budget?): try sink(renderAnimation(spec, within: budget, watch: watch).bytes)
        case (.frames, nil): try renderAnimation(spec, watch: watch, into: sink)
        case (.snapshot(let snapshot, _), let budget?):
            try sink(renderSnapshot(snapshot, of: spec, within: budget, watch: watch).bytes)
        case (.snapshot(let snapshot, _), nil): try sink(renderSnapshot(snapshot, of: spec, watch: watch))
        case (.text(let part, let layout, let name), _): try sink(layout.text(part, name))
        }
    }
}
