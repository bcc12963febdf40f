internal import EffectModel

/// State that all kinds of layers have at any time: clock, opacity, transform, mask.
struct LayerContext: Sendable {
    let timeline: LayerTimeline
    let index: Int
    let canvas: Canvas
    /// Loop period in layer seconds; `nil` unless the loop is seamless.
    let period: Double?
    /// Sprite of the layer's mask, and the alpha of the mask's tint.
    private let mask: (sprite: Int, alpha: Double)?
    /// Animated paths of the layer's mask; empty if no animation changes its path.
    private let maskPaths: [PathMorph]
    /// Sprite of the layer's bounds, if they clip anything.
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

    /// The layer at an instant.
    struct Moment {
        /// Time on the layer's own clock, in seconds.
        let now: Double
        let layer: Layer
        let opacity: Double
        /// Motion of the enclosing groups; `nil` for none.
        let outer: Affine?

        /// Whether the layer is moved, scaled or rotated relative to the canvas.
        var isMoved: Bool { outer != nil || layer.position != .zero || !layer.transform.isIdentity }
    }

    /// Map from the layer's points to the canvas at an instant.
    func view(at moment: Moment, preservesDepth: Bool) -> View {
        View(of: moment.layer, on: canvas, preservesDepth: preservesDepth, in: moment.outer)
    }

    /// State of the layer at an instant of the scene; `nil` if it is invisible.
    ///
    /// - Parameter restarts: Whether the clock restarts with each round of a seamless loop. Otherwise it never stops,
    ///   for particles that live beyond a round.
    func moment(at scene: SceneMoment, restarts: Bool = false) -> Moment? {
        let time = scene.time
        let timing = timeline.layer.timing
        let isSteady = period != nil && !restarts
        guard let now = isSteady ? timing.steadyTime(at: time) : timing.localTime(at: time) else { return nil }
        let layer = timeline.layer(at: now)
        let opacity = min(1, layer.opacity.rounded(to: 1e6))
        return opacity > 0 ? Moment(now: now, layer: layer, opacity: opacity, outer: scene.outer) : nil
    }

    /// Whether the canvas' bounds clip the layer.
    var clips: Bool { bounds != nil }

    /// Group without items at an instant, of a layer that no bounds clip.
    func emptyGroup(blend: DrawList.Blend, at moment: Moment) -> DrawList.Group {
        DrawList.Group(
            layer: index,
            opacity: moment.opacity,
            blend: blend,
            composite: moment.layer.blend,
            items: [],
            mask: mask(at: moment)
        )
    }

    /// Group of items at an instant; `nil` if there are none, which saves drawing a mask.
    ///
    /// - Parameter composite: Blend mode of the whole; `nil` for that of the layer.
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
            // Both clip, one inside the other.
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

    /// Group of parts, clipped to the layer's bounds and its mask; `nil` if there are none.
    ///
    /// - Parameter composite: Blend mode of the whole; `nil` for that of the layer.
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

    /// Map from points of the layer to points of the canvas, at an instant.
    func motion(at moment: Moment) -> Affine {
        let middle = SIMD2(canvas.width, canvas.height) / 2
        let transform = moment.layer.transform
        let linear = Linear(scaled: transform.scale, thenTurned: transform.rotation)
        let own = Affine(linear, about: middle, to: middle + moment.layer.position)
        return moment.outer?.after(own) ?? own
    }

    /// Mask of the layer at an instant, if it has one.
    func mask(at moment: Moment) -> DrawList.Mask? {
        guard let mask, let layer = moment.layer.mask else { return nil }
        var seen = DrawList.Mask(layer, sprite: mask.sprite, alpha: mask.alpha, on: canvas)
        seen.outline = layer.path.flatMap { maskPaths.outline(at: $0) }
        seen.move(by: moment.outer, on: canvas)
        return seen
    }

    /// Mask of the canvas, moved like the layer, if the bounds clip anything.
    private func bounds(at moment: Moment) -> DrawList.Mask? {
        guard let bounds else { return nil }
        var seen = DrawList.Mask(boundsOf: moment.layer, sprite: bounds, on: canvas)
        seen.move(by: moment.outer, on: canvas)
        return seen
    }

    /// Calls `body` with the age at `now` of something born at `birth` and visible for `life` seconds: once, or in a
    /// seamless loop once for each round begun and not yet finished, the oldest first.
    @inline(__always)
    func forEachAge(bornAt birth: Double, life: Double, now: Double, _ body: (_ age: Double, _ round: Int) -> Void) {
        guard let period else {
            let age = now - birth
            // A birth due exactly on a frame counts, regardless of rounding.
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

extension LayerContext {
    /// Whether the layer neither moves nor is clipped, and its clock runs on from its start, until a time of the effect.
    func isStill(until end: Double) -> Bool {
        let timing = timeline.layer.timing
        guard !clips, timing.speed > 0, !timeline.changesMoreThanOpacity else { return false }
        let waits = timing.steadyTime(at: 0) < 0 && (timing.fillMode == .backwards || timing.fillMode == .both)
        return !waits && timing.steadyTime(at: end) <= min(timing.duration, timing.activeDuration)
            && View(of: timeline.layer, on: canvas, preservesDepth: false).isPlain
    }
}

extension DrawList.Mask {
    /// Creates a mask of the canvas, moved like the layer at an instant.
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

    /// Creates a mask of a sprite in the center of the canvas, then moved by `motion`.
    init(middleOf canvas: Canvas, sprite: Int, movedBy motion: Affine) {
        let middle = SIMD2(canvas.width, canvas.height) / 2 * canvas.scale
        self.init(sprite: sprite, position: middle, scale: SIMD2(repeating: canvas.scale), rotation: 0)
        move(by: motion, on: canvas)
    }

    /// Applies the motion of the enclosing groups.
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

    /// Creates a layer's mask at an instant, in pixels.
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
