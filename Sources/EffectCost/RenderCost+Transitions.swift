import EffectModel

/// Costs of transitions from one image to another.
extension RenderCost {
    mutating func add(_ reveal: Reveal, timeline: LayerTimeline, layer: Layer, spec: EffectSpec) {
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        let growth = timeline.largestScale
        add(reveal.to, size: canvas, scale: growth, spec: spec)
        let lasting = layer.frames(lasting: reveal.delay + reveal.duration, of: spec)
        if reveal.hasLayers { addSides(lasting, timeline: timeline, spec: spec) }
        // The old image and the shape are gone after the transition.
        during(lasting) {
            $0.add(reveal.from, size: canvas, scale: growth, spec: spec)
            // The circle reaches the farthest corner; if the layer fades, moves or is masked, both images need a mask.
            let isWhole =
                layer.blend != nil || layer.canFade || layer.canMove || layer.mask != nil || reveal.hasLayers
            let masks = isWhole ? 2.0 : 1
            $0.addShape(of: reveal, growth, masks: masks, spec)
            // The new image is composited behind; the old one is priced like all fading layers.
            $0.work +=
                Self.workPerFadedPixel * 2 * Double($0.frames) * canvas.x * canvas.y
                * spec.canvas.scale * spec.canvas.scale * masks
        }
    }

    /// - Parameter masks: Number of times that the shape is drawn per frame.
    private mutating func addShape(of reveal: Reveal, _ growth: Double, masks: Double, _ spec: EffectSpec) {
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        let radius = reveal.largestRadius(on: canvas)
        switch reveal.shape {
        case .circle: addWork(of: Asset(.shape(.circle)), scale: 2 * radius / 12 * growth, alive: masks, spec)
        case .asset(let contents):
            if let asset = spec.asset(of: contents, owner: "shape")?.asset {
                addWork(of: asset, scale: 2 * radius / asset.size.max() * growth, alive: masks, spec)
            }
        case .iris(let blades):
            // Corners are at most twice as far from the center as the inscribed disc, and each blade has two curves.
            let lines = Double(blades) * 2 * 256
            addWork(of: Asset(.shape(.circle)), scale: 4 * radius / 12 * growth, alive: masks, spec)
            work += lines * Self.workPerMaskLine * masks * Double(frames)
        case .blinds(let count, _):
            addWork(of: Asset(box: canvas), scale: growth, alive: masks, spec)
            // Each slat's sides extend across the whole canvas.
            let sides = 2 * Double(count) * (canvas.x + canvas.y) * spec.canvas.scale * growth
            let pixels = Double(spec.canvas.pixelWidth + spec.canvas.pixelHeight) * 2 * Double(count)
            work += min(sides, pixels) * Self.workPerMaskSide * masks * Double(frames)
        case .morph(let from, let to):
            for path in [from, to] {
                addWork(of: Asset(path: path, box: canvas), scale: growth, alive: masks, spec)
            }
            let scale = 2 * growth * spec.canvas.scale
            let lines =
                from.fineOutline.lineCount(at: scale) + to.fineOutline.lineCount(at: scale) + PathMorph.mostCorners
            work += Double(lines) * Self.workPerMaskLine * masks * Double(frames)
            addSetup(Self.workPerMorph)
        }
        addFeather(reveal.feather * growth, masks: masks, spec)
    }

    /// Adds the cost of softening the edges of masks.
    mutating func addFeather(_ feather: Double, masks: Double, _ spec: EffectSpec) {
        guard feather > 0 else { return }
        let ramp = min(DrawList.Mask.largestFeather, feather * spec.canvas.scale)
        let padded = (Double(spec.canvas.pixelWidth) + ramp) * (Double(spec.canvas.pixelHeight) + ramp)
        work += padded * Self.workPerFeatheredPixel * masks * Double(frames)
    }

    /// Adds the cost of drawing a mask's animated paths, and of the morphs between them.
    mutating func addMaskPaths(of layer: Layer, _ asset: Asset, scale: Double, spec: EffectSpec) {
        guard let mask = layer.mask, !mask.paths.isEmpty else { return }
        let before = covered
        let assets = mask.pathAssets(of: asset)
        let largest = assets.max { $0.outline.segments.count < $1.outline.segments.count }
        addMask(over: before) { cost in
            for asset in assets {
                cost.addWork(of: asset, scale: scale, alive: Double(layer.content.steps) / Double(assets.count), spec)
            }
        }
        let lines = Double(
            (largest ?? asset).outline.lineCount(at: 2 * scale * spec.canvas.scale) + PathMorph.mostCorners
        )
        work += lines * Self.workPerMaskLine * Double(frames * layer.content.steps)
        addSetup(Self.workPerMorph * Double(mask.paths.count))
    }

    mutating func add(
        _ transition: PictureTransition,
        timeline: LayerTimeline,
        layer: Layer,
        spec: EffectSpec
    ) {
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        add(cut: transition.to, timeline, spec)
        let lasting = layer.frames(lasting: transition.delay + transition.duration, of: spec)
        // Images in a moved layer are composited separately, too.
        if transition.hasLayers || layer.needsBounds { addSides(lasting, timeline: timeline, spec: spec) }
        during(lasting) {
            $0.add(cut: transition.from, timeline, spec)
            // Both images are composited as a whole.
            $0.work +=
                Self.workPerFadedPixel * 2 * Double($0.frames) * canvas.x * canvas.y
                * spec.canvas.scale * spec.canvas.scale
        }
    }

    /// Adds the cost of compositing two sides of which one is a layer: both as one in all frames, and each by itself
    /// and clipped to the moved canvas in `lasting` frames. The contents of the layers are priced separately.
    private mutating func addSides(_ lasting: Int, timeline: LayerTimeline, spec: EffectSpec) {
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        let whole = Self.workPerFadedPixel * canvas.x * canvas.y * spec.canvas.scale * spec.canvas.scale
        work += whole * Double(frames)
        let before = covered
        addMask(over: before) { cost in
            cost.during(lasting) {
                $0.work += whole * 4 * Double($0.frames)
                $0.addWork(of: Asset(box: canvas), scale: timeline.largestScale, alive: 2, spec)
            }
        }
    }

    /// Adds an image that covers the canvas; the part outside the canvas is cut off.
    private mutating func add(cut contents: Contents, _ timeline: LayerTimeline, _ spec: EffectSpec) {
        guard let asset = spec.asset(of: contents, owner: "")?.asset else { return }
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        births += 1
        liveParticles += 1
        let size = asset.size(covering: canvas)
        let scale = (size / asset.size).max() * timeline.largestScale
        addWork(of: asset, scale: scale, alive: 1, spec)
        if size != canvas {
            addCuts(of: asset, scale: scale, isSteady: timeline.hasSteadyScale, count: 1, spec)
        }
    }

    /// Work to flatten and rasterize a line of an outline that changes.
    private static let workPerMaskLine = 60.0
    /// Work per pixel along a slat's side.
    private static let workPerMaskSide = 12.0
    /// Work per pixel for six running sums and for drawing.
    private static let workPerFeatheredPixel = 30.0
    /// Work to match the corners of two paths.
    private static let workPerMorph = 300_000.0
}
