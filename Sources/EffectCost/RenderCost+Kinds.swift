import EffectModel

/// Costs of layers by kind: upper bounds, computed from their numbers alone.
extension RenderCost {
    mutating func add(_ layer: Layer, _ spec: EffectSpec) {
        let timeline = LayerTimeline(layer)
        let growth = timeline.largestScale
        let covered = covered
        switch layer.content {
        case .emitter(let emitter): add(emitter, in: layer, spec)
        case .sprite(let sprite):
            add(sprite, timeline: timeline, layer: layer, spec: spec)
            addWorld(of: sprite, layer, spec)
        case .shape(let shape): add(shape, timeline: timeline, layer: layer, spec: spec)
        case .firework(let firework): add(firework, growth: growth, layer: layer, spec: spec)
        case .fountain(let fountain): add(fountain, growth: growth, layer: layer, spec: spec)
        case .reveal(let reveal): add(reveal, timeline: timeline, layer: layer, spec: spec)
        case .transition(let transition): add(transition, timeline: timeline, layer: layer, spec: spec)
        case .shatter(let shatter): add(shatter, timeline: timeline, layer: layer, spec: spec)
        case .like(let like): add(like, growth: growth, layer: layer, spec: spec)
        case .group(let group): add(group, timeline: timeline, layer: layer, spec: spec)
        }
        // Evaluated in every frame, whether or not the layer is visible.
        let own = timeline.layerPrice * (layer.content.isLike ? Self.pricesOfLike : 1)
        let price = own + (isCopied ? Self.workPerCopy : 0)
        following += price
        work += price * Double(frames)
        addWhole(layer, spec)
        if layer.needsBounds {
            let bounds = Asset(box: SIMD2(spec.canvas.width, spec.canvas.height))
            addMask(of: layer, bounds, scale: timeline.largestScale, over: covered, spec: spec)
        }
        if let asset = layer.mask.flatMap({ spec.asset(of: $0)?.asset }) {
            addMask(of: layer, asset, scale: timeline.largestMaskScale, over: covered, spec: spec)
            addMaskPaths(of: layer, asset, scale: timeline.largestMaskScale, spec: spec)
        }
    }

    /// Work to evaluate a like, whose button and counter are set anew in each frame, relative to that of other layers.
    private static let pricesOfLike = 4.0

    /// Work to evaluate and move one copy of a layer, even if nothing of the copy is on the canvas.
    private static let workPerCopy = 1000.0

    /// Adds the masks of a layer: each step is composited separately, with its own mask.
    private mutating func addMask(
        of layer: Layer,
        _ asset: Asset,
        scale: Double,
        over covered: Double,
        spec: EffectSpec
    ) {
        addMask(over: covered) { cost in
            cost.during(layer.content.framesShown(in: layer, of: spec)) {
                $0.addWork(of: asset, scale: scale, alive: Double(layer.content.steps), spec)
            }
        }
    }

    /// Adds costs that occur in at most `most` frames. Images of a strip may show any time, so all of them may be
    /// affected.
    mutating func during(_ most: Int, _ add: (inout RenderCost) -> Void) {
        guard !isOfAnyMoments, most < frames else { return add(&self) }
        let all = frames
        concentrated(Double(all) / Double(max(1, most))) {
            $0.frames = most
            add(&$0)
            $0.frames = all
        }
    }

    /// Adds a single image.
    ///
    /// - Parameter size: Size in points; `nil` uses the asset's size.
    mutating func add(_ contents: Contents, size: SIMD2<Double>?, scale: Double, spec: EffectSpec) {
        guard let asset = spec.asset(of: contents, owner: "")?.asset else { return }
        births += 1
        liveParticles += 1
        let enlarged = size.map { ($0 / asset.size).max() } ?? 1
        addWork(of: asset, scale: scale * enlarged, alive: 1, spec)
    }

    private mutating func add(_ sprite: StillSprite, timeline: LayerTimeline, layer: Layer, spec: EffectSpec) {
        guard let asset = spec.asset(of: sprite.contents, owner: "")?.asset else { return }
        births += 1
        liveParticles += 1
        let part = asset.size * sprite.contentsRect.size
        let size = sprite.size ?? part
        let enlarged = (size / part).max()
        let isCut = sprite.contentsRect != .whole
        let scale = enlarged * timeline.largestScale
        during(layer.content.framesShown(in: layer, of: spec)) {
            $0.addWork(of: asset, within: isCut ? size / enlarged : nil, scale: scale, alive: 1, spec)
            if isCut { $0.addCuts(of: asset, scale: scale, isSteady: timeline.hasSteadyScale, count: 1, spec) }
        }
    }

    /// Adds what a group draws itself; its layers are added separately.
    private mutating func add(_ own: LayerGroup, timeline: LayerTimeline, layer: Layer, spec: EffectSpec) {
        let (group, growth) = (timeline.largest(own), timeline.largestScale)
        let isColored = group.backgroundColor != nil || layer.animates("backgroundColor")
        let figures = [isColored ? group.box(on: spec.canvas) : nil, group.border(on: spec.canvas)].compactMap(\.self)
        for asset in figures {
            births += 1
            liveParticles += 1
            addWork(of: asset, scale: growth, alive: 1, spec)
        }
        if layer.changesBounds {
            // A mask that changes is written like an item.
            liveParticles += layer.clips ? 1 : 0
            let price = Self.workPerFigureMade * Double(1 + figures.count)
            following += price / 3
            work += price * Double(frames)
        }
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        if layer.clips {
            work += canvasPixels * Double(frames) * 2 * Self.workPerFadedPixel
            addWork(of: group.box(on: spec.canvas), scale: growth, alive: 1, spec)
        }
        guard layer.canCastShadow else { return }
        work += canvasPixels * Double(frames) * 2 * Self.workPerFadedPixel
        addEncoding(ofSoft: canvasPixels, reach: 0, alive: 1)
        addFeather(DrawList.Shadow.feather(ofRadius: LayerGroup.Shadow.largestRadius) * growth, masks: 1, spec)
    }

    /// Work to make the outline of a group's bounds or border, measured, then rounded up.
    private static let workPerFigureMade = 40_000.0

    private mutating func add(_ like: Like, growth: Double, layer: Layer, spec: EffectSpec) {
        add(like.emitter, in: layer, spec)
        if let button = like.button {
            for contents in [button.contents, button.selected].compactMap(\.self) {
                add(contents, size: button.size, scale: growth * button.largest, spec: spec)
            }
        }
        guard let counter = like.counter else { return }
        // Three digits and a word are visible at a time.
        births += 4
        liveParticles += 4
        for asset in counter.digits + counter.levels {
            addWork(of: asset, scale: growth * max(1, counter.scale), alive: 1, spec)
        }
        for contents in counter.digitContents {
            add(contents, size: nil, scale: growth * max(1, counter.scale), spec: spec)
        }
    }
}

extension Layer.Content {
    /// Number of steps in the drawing order that a layer takes.
    var steps: Int {
        switch self {
        case .emitter, .sprite, .shape, .transition, .shatter, .group: 1
        case .firework(let firework): firework.canChangeZIndex ? 2 : 1
        case .fountain(let fountain): fountain.canChangeZIndex ? 2 : 1
        case .reveal: 2
        case .like: 3
        }
    }

    fileprivate var isLike: Bool { if case .like = self { true } else { false } }

    /// Upper bound of the frames in which the layer is visible.
    func framesShown(in layer: Layer, of spec: EffectSpec) -> Int {
        switch self {
        case .emitter, .like, .reveal, .transition, .group: .max
        case .sprite, .shape:
            layer.frames(
                lasting: layer.timing.fillMode == .removed ? layer.timing.activeDuration : .infinity,
                of: spec
            )
        case .firework(let firework): layer.frames(lasting: firework.duration, of: spec)
        case .fountain(let fountain):
            layer.frames(lasting: fountain.duration + Double(fountain.sparks) * fountain.delay, of: spec)
        case .shatter(let shatter):
            layer.frames(lasting: shatter.behind == nil ? shatter.duration : .infinity, of: spec)
        }
    }
}

extension Layer {
    /// Upper bound of the frames that show an event of `seconds` of layer time.
    func frames(lasting seconds: Double, of spec: EffectSpec) -> Int {
        guard spec.timing.loop != .seamless, timing.speed > 0 else { return .max }
        let shown = (seconds / timing.speed) * spec.timing.fps * spec.timing.speed
        return shown < 1e6 ? Int(shown) + 2 : .max
    }
}
