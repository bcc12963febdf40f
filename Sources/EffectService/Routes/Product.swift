internal import EffectModel

/// What an order comes to: an effect that may be drawn, and what is made of it.
struct Product: Sendable {
    /// How its bytes come about.
    enum Work: Sendable, Equatable {
        /// All frames, moving or as data.
        case frames(MediaType)
        /// Of what does not move, in a file of this type.
        case snapshot(Snapshot, MediaType)
        /// What stands beside a sheet.
        case text(SheetPart, SheetLayout, SheetName)
    }

    /// In the format that is asked for.
    let spec: EffectSpec
    let work: Work
    /// As in `Content-Type`.
    let typeName: String
    /// Everything beside the spec that decides on the bytes.
    let form: String
    let price: RenderPrice

    /// - Parameters:
    ///   - type: Of frames, where the order leaves that open.
    ///   - isStill: Whether what would move has to stand still.
    /// - Throws: What a form can't do, or may not cost: ``PresetRequest/Failure`` for a preset's, whose URL is to blame, otherwise `SpecError`.
    init(_ order: Order, as type: MediaType, isStill: Bool, limits: RenderLimits) throws {
        do {
            try self.init(of: order, type, isStill, limits)
        } catch let error as SpecError where order.isPreset {
            throw PresetRequest.Failure.faults(error.faults.map { ParameterFault($0, of: [:]) })
        }
    }

    /// Whether it is frames as data.
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
            // What names the picture differs with its name.
            form = part == .picture ? "sheet" : "\(part) \(name.stem) \(name.picture)"
        }
    }
}

extension SheetLayout {
    /// One of the parts that are text.
    func text(_ part: SheetPart, _ name: SheetName) -> [UInt8] {
        part == .atlas
            ? JSONWriter.prettyBytes(of: atlas(named: name.stem, image: name.picture))
            : Array(style(named: name.stem, image: name.picture).utf8)
    }
}

extension EffectRenderer {
    /// Makes its bytes: those that the service answers with, and hands them to `sink` as they come.
    ///
    /// - Throws: ``RenderError``, or what `sink` throws.
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
