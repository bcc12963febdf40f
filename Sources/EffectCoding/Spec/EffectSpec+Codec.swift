public import EffectCost
public import EffectModel
public import StrictJSON

extension EffectSpec {
    /// Reads and validates a document. Images and text come from `library`.
    ///
    /// - Throws: ``SpecError`` with every fault: wrong types, values out of range, unknown names, and costs above
    ///   `limits`.
    public init(
        json: JSONValue,
        limits: RenderLimits = RenderLimits(),
        library: any AssetLibrary = NoAssets()
    ) throws(SpecError) {
        self.init()
        let context = ReadContext(limits: limits, library: library)
        if let object = ObjectReader(json, at: "", context) {
            read(Self.properties, from: object, into: &self)
            object.refuseTheRest()
        }
        if context.faults.isEmpty { checkPoster(context) }
        // Costs can only be computed from valid numbers.
        if context.faults.isEmpty { RenderCost(of: self).check(self, context) }
        if context.faults.isEmpty { checkSeam(context) }
        if !context.faults.isEmpty { throw SpecError(context.faults) }
    }

    /// Records a fault for a poster after the end of the effect, where no frame is.
    private func checkPoster(_ context: ReadContext) {
        guard case .time(let seconds) = output.poster, seconds > timing.duration else { return }
        let end = NumberText.plain(timing.duration)
        context.fault(
            .outOfRange,
            at: "/output/poster",
            found: NumberText.plain(seconds),
            allowed: "\"first\", \"best\", or seconds in 0...\(end), the duration of the effect"
        )
    }

    /// The canonical document: every field written, defaults included, names sorted. Reading it gives an equal spec.
    public var json: JSONValue { write(Self.properties, of: self).sorted }
}

extension EffectSpec: Codable {
    /// Decodes and validates with the default limits.
    ///
    /// - Throws: ``SpecError``, or the decoder's errors.
    public init(from decoder: any Decoder) throws { try self.init(json: JSONValue(from: decoder)) }

    /// Encodes the canonical document.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension EffectSpec {
    /// Codec of the whole document.
    static let codec = Codec<EffectSpec>.object("EffectSpec", EffectSpec(), properties)

    static let properties: [Property<EffectSpec>] = [
        // Editors use it to find the schema.
        .idle("$schema", .text(maximum: 2048)),
        .field("version", \.version, .whole(in: 1...1)),
        .field("canvas", \.canvas, .object("Canvas", Canvas(), Canvas.properties)),
        .after { object, spec in
            object.context.canvas = SIMD2(spec.canvas.width, spec.canvas.height)
            object.context.scene = spec.canvas.sceneSize ?? object.context.canvas
        },
        .after { object, spec in object.context.scale = spec.canvas.scale },
        .field("timing", \.timing, .object("Timing", Timing(), Timing.properties)),
        .after { object, spec in object.context.duration = spec.timing.duration },
        .field("seed", \.seed, seedCodec),
        .after { object, spec in object.context.seed = spec.seed },
        .field("rangeConvention", \.rangeConvention, .choice()),
        .after { object, spec in object.context.rangeConvention = spec.rangeConvention },
        .field("assets", \.assets, assetsCodec),
        .field("layers", \.layers, layersCodec, required: true),
        .field("output", \.output, .object("Output", Output(), Output.properties)),
        .after(checkLayers),
    ]

    private static let seedCodec: Codec<String> = {
        // Below 2⁵³: larger integers are not unique as `Double`, so different seeds would coincide.
        let whole = Codec.whole(in: -9_007_199_254_740_991...9_007_199_254_740_991)
        let text = Codec.text(maximum: 128)
        let allowed = "a whole number, or \(text.allowed)"
        let schema = JSONSchema.any(of: [whole.schema, text.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if case .number = value { return whole.read(value, pointer, context).map { String($0) } }
            return text.read(value, pointer, context)
        } write: { seed in
            text.write(seed)
        }
    }()

    private static let layersCodec: Codec<[Layer]> = {
        let list = Layer.listCodec
        return Codec(allowed: list.allowed, schema: list.schema) { value, pointer, context in
            guard let layers = list.read(LayerNames.filled(in: value), pointer, context) else { return nil }
            let flat = Layer.flat(layers)
            guard flat.count <= maximumLayersInAll else {
                let allowed = "at most \(maximumLayersInAll) layers, including groups and their layers"
                context.fault(.tooMuch, at: pointer, found: "\(flat.count) layers", allowed: allowed)
                return nil
            }
            return flat
        } write: { layers in
            list.write(Layer.nested(layers))
        }
    }()

    /// Maximum number of layers in a scene or in a group.
    static let maximumLayers = 32

    /// Maximum number of layers including those in groups.
    static let maximumLayersInAll = 64

    private static let maximumAssets = 64

    private static let assetNameLengths = 1...64

    private static var assetsSchema: JSONSchema {
        var name = JSONSchema.text(maximum: assetNameLengths.upperBound)
        name["minLength"] = .json(.number(Double(assetNameLengths.lowerBound)))
        return [
            "type": .json("object"), "additionalProperties": .schema(Asset.codec.schema),
            "propertyNames": .schema(name), "maxProperties": .json(.number(Double(maximumAssets))),
        ]
    }

    private static let assetsCodec = Codec<[String: Asset]>(
        allowed: "an object of at most \(maximumAssets) assets",
        schema: assetsSchema
    ) { value, pointer, context in
        guard case .object(let members) = value else {
            context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: "an object of assets")
            return nil
        }
        guard members.count <= maximumAssets else {
            context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: "at most \(maximumAssets) assets")
            return nil
        }
        var assets: [String: Asset] = [:]
        // Includes invalid assets, so that references to them are not reported as well.
        context.assetNames = Set(members.map(\.name))
        for member in members {
            let place = ReadContext.pointer(pointer, member.name)
            guard assetNameLengths.contains(member.name.utf8.count) else {
                context.fault(
                    .outOfRange,
                    at: place,
                    found: "a name of \(member.name.utf8.count) bytes",
                    allowed: "1...64 bytes"
                )
                continue
            }
            assets[member.name] = Asset.codec.read(member.value, place, context)
        }
        return assets
    } write: { assets in
        .object(assets.sorted { $0.key < $1.key }.map { .init($0.key, Asset.codec.write($0.value)) })
    }

    /// Checks that require the whole document.
    fileprivate static let checkLayers: @Sendable (ObjectReader, inout EffectSpec) -> Void = { object, spec in
        let context = object.context
        var names: Set<String> = []
        for index in spec.layers.indices { sizeCover(ofLayer: index, &spec) }
        for index in spec.layers.indices {
            let name = spec.layers[index].name
            let pointer = spec.pointer(toLayer: index)
            if !names.insert(name).inserted {
                let place = "\(pointer)/name"
                context.fault(.conflict, at: place, found: "a second layer \"\(name)\"", allowed: "a unique name")
            }
            placeSparks(ofLayer: index, &spec, context)
            checkShape(ofLayer: index, &spec, context)
            checkStroke(ofLayer: index, at: pointer, spec, context)
            checkMaskPaths(of: spec.layers[index], at: pointer, spec, context)
            checkWorld(ofLayer: index, spec, context)
            checkBodies(ofLayer: index, spec, context)
            checkClock(of: spec.layers[index], at: pointer, spec, context)
            check(spec.layers[index].content, at: pointer, in: spec, context)
            checkCopies(ofLayer: index, at: pointer, spec, context)
        }
        checkSheets(spec, context)
        checkTile(spec, context)
    }

    private static func check(_ content: Layer.Content, at pointer: String, in spec: EffectSpec, _ context: ReadContext)
    {
        switch content {
        case .emitter(let emitter):
            check(emitter.emitterCells, at: "\(pointer)/emitterCells", depth: 0, of: emitter, context)
        case .shatter(let shatter):
            let grid = shatter.grid(on: SIMD2(spec.canvas.width, spec.canvas.height))
            let tiles = Double(grid.columns) * Double(grid.rows)
            if tiles > Double(maximumTiles) {
                let found = "\(grid.columns) × \(grid.rows) tiles"
                context.fault(.tooMuch, at: "\(pointer)/tile", found: found, allowed: "at most \(maximumTiles) tiles")
            }
        case .like(let like):
            // All cells of a like have the same sub-cells.
            let children = like.emitter.emitterCells.first?.emitterCells ?? []
            check(
                children,
                at: "\(pointer)/cell/emitterCells",
                depth: 1,
                of: like.emitter,
                below: like.emitter.emitterCells.first,
                context
            )
        case .sprite, .shape, .firework, .fountain, .reveal, .transition, .group: break
        }
    }

    /// Maximum number of tiles of a shattered image: each is a separate sprite.
    private static let maximumTiles = 10_000

    /// Maximum number of frames in all cells' sprite sheets: each is a separate sprite.
    private static let maximumSheetFrames = 4096

    private static func checkSheets(_ spec: EffectSpec, _ context: ReadContext) {
        let frames = spec.layers.reduce(0) { sum, layer in
            guard let emitter = layer.content.emitter else { return sum }
            return sum
                + emitter.allCells.reduce(0) {
                    $0 + ($1.choices.isEmpty ? ($1.frames.mode == .single ? 1 : $1.frames.count) : $1.choices.count)
                }
        }
        guard frames > maximumSheetFrames else { return }
        let allowed = "at most \(maximumSheetFrames) frames"
        context.fault(
            .tooMuch,
            at: "/layers",
            found: "\(frames) frames in the sprite sheets of cells",
            allowed: allowed
        )
    }

    /// Sets the size of a sprite that covers the canvas.
    private static func sizeCover(ofLayer index: Int, _ spec: inout EffectSpec) {
        guard case .sprite(var sprite) = spec.layers[index].content, sprite.coversCanvas else { return }
        sprite.coversCanvas = false
        if let asset = spec.asset(of: sprite.contents, owner: "")?.asset {
            // The visible part must cover the canvas.
            let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
            sprite.size = asset.size(covering: canvas, part: sprite.contentsRect)
        }
        spec.layers[index].content = .sprite(sprite)
    }

    /// Sets the box of sparks that surround another layer.
    private static func placeSparks(ofLayer index: Int, _ spec: inout EffectSpec, _ context: ReadContext) {
        func box(_ name: String?) -> SIMD4<Double>? {
            guard let name else { return nil }
            for layer in spec.layers where layer.name == name && layer.parent == spec.layers[index].parent {
                guard case .sprite(let sprite) = layer.content else { continue }
                let natural = spec.asset(of: sprite.contents, owner: "")?.asset.size ?? SIMD2(0, 0)
                let scale = layer.transform.scale
                let size = (sprite.size ?? natural * sprite.contentsRect.size) * SIMD2(abs(scale.x), abs(scale.y))
                let corner = layer.position - size / 2
                return SIMD4(corner.x, corner.y, size.x, size.y)
            }
            let near = spec.layers.filter { $0.parent == spec.layers[index].parent }
            let names = near.filter { if case .sprite = $0.content { true } else { false } }.map(\.name)
            let hint = context.nearest(to: name, among: names).map { " (did you mean \($0)?)" } ?? ""
            let allowed = "[x, y, width, height], or the name of a sprite layer"
            let pointer = spec.pointer(toLayer: index) + "/around"
            let found = "\(JSONValue.string(name).excerpt), which is not a sprite layer"
            context.fault(.unknownValue, at: pointer, found: found, allowed: allowed + hint)
            return nil
        }
        switch spec.layers[index].content {
        case .firework(var firework):
            firework.around = box(firework.aroundLayer) ?? firework.around
            firework.aroundLayer = nil
            spec.layers[index].content = .firework(firework)
        case .fountain(var fountain):
            fountain.around = box(fountain.aroundLayer) ?? fountain.around
            fountain.aroundLayer = nil
            spec.layers[index].content = .fountain(fountain)
        default: break
        }
    }

    /// Maximum nesting depth of sub-cells; fireworks need two.
    private static let maximumDepth = 4

    private static func check(
        _ cells: [EmitterCell],
        at pointer: String,
        depth: Int,
        of emitter: Emitter,
        below parent: EmitterCell? = nil,
        _ context: ReadContext
    ) {
        if depth > maximumDepth, !cells.isEmpty {
            context.fault(
                .tooMuch,
                at: pointer,
                found: "\(depth) levels of sub-cells",
                allowed: "at most \(maximumDepth) levels"
            )
        }
        for (index, cell) in cells.enumerated() {
            let place = "\(pointer)/\(index)"
            check(
                cell.emitterCells,
                at: "\(place)/emitterCells",
                depth: depth + 1,
                of: emitter,
                below: cell,
                context
            )
            guard cell.on != .update else { continue }
            func refuse(_ allowed: String) {
                let found = "\"\(cell.on.rawValue)\""
                context.fault(.conflict, at: "\(place)/on", found: found, allowed: allowed)
            }
            if depth == 0 {
                refuse("\"update\", since a cell of the layer has no parent")
            } else if cell.on == .collision, let parent, parent.impacts(under: emitter.behaviors(of: parent)) == 0 {
                refuse("\"collision\" with a floor, bounce or collider that acts on the parent")
            }
        }
    }
}
