internal import EffectModel

/// What all kinds of layers have in common at any time: clock, opacity, place, mask.
struct LayerStage: Sendable {
    let timeline: LayerTimeline
    let index: Int
    let canvas: Canvas
    /// In the layer's seconds; `nil` if the effect does not close.
    let period: Double?
    /// Of the layer's mask, and of the mask's tint.
    private let mask: (sprite: Int, alpha: Double)?
    /// Of the layer's mask; empty where no animation changes its path.
    private let maskPaths: [PathMorph]
    /// Sprite of the layer's bounds, where they cut anything.
    private let bounds: Int?

    init(_ timeline: LayerTimeline, index: Int, of spec: EffectSpec, sprites: inout SpriteTable) {
        self.timeline = timeline
        self.index = index
        canvas = spec.canvas
        period = LayerSpan(timeline, spec).period
        mask = timeline.layer.mask.flatMap { spec.asset(of: $0) }.map { name, asset in
            (sprites.add([Sprite(name: name, asset: asset)]), asset.tint.components.w.rounded(to: 1e4))
        }
        maskPaths = timeline.layer.mask.flatMap { mask in spec.asset(of: mask).map { mask.morphs(of: $0.asset) } } ?? []
        let box = Asset(box: SIMD2(canvas.width, canvas.height))
        bounds = timeline.layer.needsBounds ? sprites.add([Sprite(name: "bounds", asset: box)]) : nil
    }

    /// The layer at one time.
    struct Moment {
        /// The layer's own time.
        let now: Double
        let layer: Layer
        let opacity: Double
        /// Motion of the groups around it; `nil` for none.
        let outer: Affine?

        /// Whether it lies elsewhere, or otherwise, than the canvas does.
        var isMoved: Bool { outer != nil || layer.position != .zero || !layer.transform.isIdentity }
    }

    /// How a layer's points lie on the canvas at one time.
    func view(at moment: Moment, preservesDepth: Bool) -> View {
        View(of: moment.layer, on: canvas, preservesDepth: preservesDepth, in: moment.outer)
    }

    /// The layer at `time`, seconds since the scene's start; `nil` if nothing is seen of it.
    ///
    /// - Parameter restarts: In an effect that closes, its clock starts anew with each round; else it never stops, for
    ///   what lives beyond a round.
    func moment(at scene: SceneMoment, restarts: Bool = false) -> Moment? {
        let time = scene.time
        let timing = timeline.layer.timing
        let isSteady = period != nil && !restarts
        guard let now = isSteady ? timing.steadyTime(at: time) : timing.localTime(at: time) else { return nil }
        let layer = timeline.layer(at: now)
        let opacity = min(1, layer.opacity.rounded(to: 1e6))
        return opacity > 0 ? Moment(now: now, layer: layer, opacity: opacity, outer: scene.outer) : nil
    }

    /// Items of a moment as a group; `nil` for none: nothing is seen through a mask then, and nobody has to draw it.
    ///
    /// - Parameter composite: How the whole is put onto the canvas; `nil` is as the layer says.
    func group(
        _ items: [DrawList.Item],
        _ ribbons: [DrawList.Ribbon] = [],
        blend: DrawList.Blend = .normal,
        composite: DrawList.Blend? = nil,
        at moment: Moment
    ) -> DrawList.Group? {
        if items.isEmpty, ribbons.isEmpty { return nil }
        let (bounds, mask) = (bounds(at: moment), mask(at: moment))
        var group = DrawList.Group(
            layer: index,
            opacity: moment.opacity,
            blend: blend,
            composite: composite ?? moment.layer.blend,
            items: items,
            ribbons: ribbons,
            mask: mask ?? bounds
        )
        if let bounds, mask != nil {
            // One within the other.
            let inner = DrawList.Group(
                layer: index,
                opacity: 1,
                blend: blend,
                items: items,
                ribbons: ribbons,
                mask: bounds
            )
            (group.items, group.ribbons, group.groups) = ([], [], [inner])
        }
        return group
    }

    /// Parts of a moment as one, seen through the layer's bounds and its mask; `nil` for none.
    ///
    /// - Parameter composite: How the whole is put onto the canvas; `nil` is as the layer says.
    func whole(
        _ parts: [DrawList.Group],
        composite: DrawList.Blend? = nil,
        at moment: Moment
    ) -> DrawList.Group? {
        if parts.isEmpty { return nil }
        let (bounds, mask) = (bounds(at: moment), mask(at: moment))
        var parts = parts
        if let bounds, mask != nil {
            parts = [DrawList.Group(layer: index, opacity: 1, blend: .normal, items: [], mask: bounds, groups: parts)]
        }
        return DrawList.Group(
            layer: index,
            opacity: moment.opacity,
            blend: .normal,
            composite: composite ?? moment.layer.blend,
            items: [],
            mask: mask ?? bounds,
            groups: parts
        )
    }

    /// From points of the layer to points of the canvas, at one time.
    func motion(at moment: Moment) -> Affine {
        let middle = SIMD2(canvas.width, canvas.height) / 2
        let transform = moment.layer.transform
        let linear = Linear(scaled: transform.scale, thenTurned: transform.rotation)
        let own = Affine(linear, about: middle, to: middle + moment.layer.position)
        return moment.outer?.after(own) ?? own
    }

    /// The layer's mask at one time, if it has one.
    func mask(at moment: Moment) -> DrawList.Mask? {
        guard let mask, let layer = moment.layer.mask else { return nil }
        var seen = DrawList.Mask(layer, sprite: mask.sprite, alpha: mask.alpha, on: canvas)
        seen.outline = layer.path.flatMap { maskPaths.outline(at: $0) }
        seen.move(by: moment.outer, on: canvas)
        return seen
    }

    /// The canvas as the layer is moved, where that cuts anything.
    private func bounds(at moment: Moment) -> DrawList.Mask? {
        guard let bounds else { return nil }
        var seen = DrawList.Mask(boundsOf: moment.layer, sprite: bounds, on: canvas)
        seen.move(by: moment.outer, on: canvas)
        return seen
    }

    /// Calls `body` for what was born at `birth` and is seen for `life` seconds, with its age at `now`: once, or in an
    /// effect that closes once for each round that it has begun and not yet finished, the oldest first.
    @inline(__always)
    func forEachAge(bornAt birth: Double, life: Double, now: Double, _ body: (_ age: Double, _ round: Int) -> Void) {
        guard let period else {
            let age = now - birth
            // What is due on a frame is there, whatever its last bit says.
            if age >= -1e-9, age < life { body(max(0, age), 0) }
            return
        }
        let first = max(0, ((birth - now - 1e-9) / period).rounded(.up))
        var round = first
        while now + round * period - birth < life, round < first + 1e6 { round += 1 }
        while round > first {
            round -= 1
            body(max(0, now + round * period - birth), Int(round))
        }
    }
}

extension DrawList.Mask {
    /// The canvas, moved as the layer is at one time.
    fileprivate init(boundsOf layer: Layer, sprite: Int, on canvas: Canvas) {
        let place = (SIMD2(canvas.width, canvas.height) / 2 + layer.position) * canvas.scale
        let scale = layer.transform.scale * canvas.scale
        self.init(
            sprite: sprite,
            position: SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256)),
            scale: SIMD2(scale.x.rounded(to: 1e6), scale.y.rounded(to: 1e6)),
            rotation: layer.transform.rotation.rounded(to: 1e6)
        )
    }

    /// A sprite in the middle of the canvas.
    init(middleOf canvas: Canvas, sprite: Int, movedBy motion: Affine) {
        let middle = SIMD2(canvas.width, canvas.height) / 2 * canvas.scale
        self.init(sprite: sprite, position: middle, scale: SIMD2(repeating: canvas.scale), rotation: 0)
        move(by: motion, on: canvas)
    }

    /// Moves it as the groups around it are.
    mutating func move(by outer: Affine?, on canvas: Canvas) {
        guard let outer else { return }
        let place = outer.applied(to: position / canvas.scale) * canvas.scale
        position = SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256))
        let own = Linear(scaled: scale, thenTurned: rotation)
        guard let parts = outer.linear.after(own).partsOfAny else {
            scale = SIMD2(0, 0)
            return
        }
        scale = SIMD2(parts.scale.x.rounded(to: 1e6), parts.scale.y.rounded(to: 1e6))
        skew = parts.skew.rounded(to: 1e6)
        rotation = parts.rotation.rounded(to: 1e6)
        let grown = feather * abs(outer.linear.determinant).squareRoot()
        feather = min(Self.largestFeather, grown).rounded(to: 256)
    }

    /// A layer's mask as it is at one time, in pixels.
    fileprivate init(_ mask: Layer.Mask, sprite: Int, alpha: Double, on canvas: Canvas) {
        let place = mask.position * canvas.scale
        let scale = mask.scale * canvas.scale
        self.init(
            sprite: sprite,
            position: SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256)),
            scale: SIMD2(scale.x.rounded(to: 1e6), scale.y.rounded(to: 1e6)),
            rotation: mask.rotation.rounded(to: 1e6),
            alpha: alpha,
            isInverted: mask.inverted
        )
    }
}
