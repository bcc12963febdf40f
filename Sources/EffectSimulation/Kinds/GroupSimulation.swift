internal import EffectModel

/// Layers that are moved, timed, faded, masked and replicated together.
struct GroupSimulation: LayerSimulation {
    private let scene: Scene
    /// Maximum number of copies of anything in the group, including copies by nested groups.
    let copies: Int
    private let stage: LayerContext
    private let background: PlacedSprite?
    private let border: PlacedSprite?
    /// Whether the outlines of bounds and border differ from frame to frame.
    private let changesBounds: Bool
    private let tiles: LayerGroup.Tiles
    /// Sprite of the bounds if the group clips its contents; else `nil`.
    private let bounds: Int?
    private let firstID: Int
    /// Group time at the start of a round, in a seamless loop.
    private let origin: Double

    /// Number of ids for background and border; contents count separately.
    var count: Int { 2 }
    var depths: [Double] { [0] }
    var scenes: [Scene] { [scene] }

    /// - Parameters:
    ///   - scene: Contents of the group.
    ///   - firstID: First id of background and border.
    ///   - start: Time of the enclosing scene at the start of a round.
    init(
        _ group: LayerGroup,
        scene: Scene,
        stage: LayerContext,
        of spec: EffectSpec,
        firstID: Int,
        start: Double,
        sprites: inout SpriteTable
    ) {
        self.scene = scene
        self.stage = stage
        self.firstID = firstID
        let layer = stage.timeline.layer
        copies = layer.copies(on: spec.canvas) * scene.copies
        tiles = layer.tiles(on: spec.canvas)
        origin = layer.timing.steadyTime(at: start)
        let box = group.box(on: spec.canvas)
        changesBounds = layer.changesBounds
        let isColored = group.backgroundColor != nil || layer.animates("backgroundColor")
        background = isColored && !changesBounds ? PlacedSprite(("background", box), sprites: &sprites) : nil
        border =
            changesBounds ? nil : group.border(on: spec.canvas).map { PlacedSprite(("border", $0), sprites: &sprites) }
        bounds = layer.clips ? sprites.add([Sprite(name: "bounds", asset: box)]) : nil
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene) else { return [nil] }
        let group = moment.layer.group
        let motion = stage.motion(at: moment)
        let content = contents(of: group, at: moment.now, motion, in: scene)
        let box = changesBounds ? group.box(on: stage.canvas).outline : nil
        var parts = [
            box.map { figure($0, color: group.backgroundColor, number: 0, motion: motion, at: moment) }
                ?? plain(background, color: group.backgroundColor, number: 0, motion: motion, at: moment)
        ].compactMap(\.self)
        if let bounds, !content.isEmpty {
            var mask = DrawList.Mask(middleOf: stage.canvas, sprite: bounds, movedBy: motion)
            mask.outline = box
            parts.append(
                DrawList.Group(layer: stage.index, opacity: 1, blend: .normal, items: [], mask: mask, groups: content)
            )
        } else {
            parts += content
        }
        let frame = changesBounds ? group.border(on: stage.canvas)?.outline : nil
        let frameColor = group.borderWidth > 0 ? group.borderColor : nil
        parts += [
            frame.map { figure($0, color: frameColor, number: 1, motion: motion, at: moment) }
                ?? plain(border, color: frameColor, number: 1, motion: motion, at: moment)
        ].compactMap(\.self)
        guard !parts.isEmpty else { return [nil] }
        return [whole(parts, of: group, at: moment)]
    }

    /// Combines parts into a single group: masked, then faded, then with a shadow.
    private func whole(_ parts: [DrawList.Group], of group: LayerGroup, at moment: LayerContext.Moment)
        -> DrawList.Group
    {
        let shadow = shadow(of: group, at: moment)
        let mask = stage.mask(at: moment)
        var parts = parts
        if shadow != nil, mask != nil {
            // The masked contents cast the shadow.
            parts = [
                DrawList.Group(layer: stage.index, opacity: 1, blend: .normal, items: [], mask: mask, groups: parts)
            ]
        }
        return DrawList.Group(
            layer: stage.index,
            opacity: moment.opacity,
            blend: .normal,
            composite: moment.layer.blend,
            items: [],
            mask: shadow == nil ? mask : nil,
            groups: parts,
            shadow: shadow
        )
    }

    private func shadow(of group: LayerGroup, at moment: LayerContext.Moment) -> DrawList.Shadow? {
        var color = group.shadow.color.components
        color.w *= group.shadow.opacity
        color = color.clamped.rounded
        guard color.w > 0 else { return nil }
        let scale = stage.canvas.scale
        let offset = (group.shadow.offset * scale).rounded(.toNearestOrAwayFromZero)
        let feather = DrawList.Shadow.feather(ofRadius: group.shadow.radius * scale)
        return DrawList.Shadow(
            color: color,
            offset: offset,
            feather: min(DrawList.Mask.largestFeather, feather).rounded(to: 256)
        )
    }

    /// Group of the background or the border; `nil` if it is invisible.
    private func plain(
        _ figure: PlacedSprite?,
        color: Color?,
        number: Int,
        motion: Affine,
        at moment: LayerContext.Moment
    ) -> DrawList.Group? {
        guard let figure, let color else { return nil }
        let middle = SIMD2(stage.canvas.width, stage.canvas.height) / 2
        let item = figure.tinted(color.components).item(
            id: firstID + number,
            cell: number,
            age: moment.now,
            at: motion.applied(to: middle) * stage.canvas.scale,
            motion.linear,
            on: stage.canvas
        )
        return item.map { DrawList.Group(layer: stage.index, opacity: 1, blend: .normal, items: [$0]) }
    }

    /// Group of an outline around the center of the canvas, for this frame only; `nil` if it is invisible.
    private func figure(
        _ outline: Outline,
        color: Color?,
        number: Int,
        motion: Affine,
        at moment: LayerContext.Moment
    ) -> DrawList.Group? {
        let (canvas, scale) = (stage.canvas, stage.canvas.scale)
        let place = motion.applied(to: SIMD2(canvas.width, canvas.height) / 2) * scale
        let linear = Linear(right: motion.linear.right * scale, down: motion.linear.down * scale)
        guard let color = color?.components.clamped.rounded, color.w > 0, let box = outline.bounds,
            let parts = linear.partsOfAny
        else { return nil }
        let reach = (box.high * parts.scale).length * (1 + abs(parts.skew)) + 1
        guard canvas.mayShow(place, reach: reach) else { return nil }
        var item = DrawList.Item(
            id: firstID + number,
            cell: number,
            sprite: -1,
            age: moment.now,
            at: place,
            parts,
            color: color
        )
        item.outline = 0
        return DrawList.Group(layer: stage.index, opacity: 1, blend: .normal, items: [item], outlines: [outline])
    }

    // MARK: Copies

    /// Groups of all copies of the contents, the first copy at the bottom.
    private func contents(
        of group: LayerGroup,
        at now: Double,
        _ motion: Affine,
        in around: SceneMoment
    ) -> [DrawList.Group] {
        var all: [DrawList.Group] = []
        let step = step(of: group)
        var instance = Affine.identity
        let shifts = shifts(of: group)
        for number in 0..<group.instances.count {
            let time = time(ofCopy: number, of: group, at: now)
            let color = group.instances.color(ofCopy: number)
            for (place, shift) in shifts.enumerated() where color.w > 0 {
                var outer = motion.after(instance)
                outer = outer.after(Affine(linear: .identity, offset: shift))
                let copy = (number * shifts.count + place) * scene.copies
                var moment = around
                (moment.time, moment.outer) = (time, outer.isIdentity ? nil : outer)
                all += scene.groups(at: moment).map { $0.copied(copy, ids: copy * around.births, color) }
            }
            instance = step.after(instance)
        }
        return all
    }

    private func time(ofCopy number: Int, of group: LayerGroup, at now: Double) -> Double {
        let time = now - Double(number) * group.instances.delay
        guard let period = stage.period, number > 0, time < origin else { return time }
        // Each round of a loop looks like the one before.
        return time + ((origin - time) / period).rounded(.up) * period
    }

    /// Motion from one copy to the next.
    private func step(of group: LayerGroup) -> Affine {
        let transform = group.instances.transform
        let middle = SIMD2(stage.canvas.width, stage.canvas.height) / 2
        let linear = Linear(scaled: transform.scale, thenTurned: transform.rotation)
        return Affine(linear, about: middle, to: middle + transform.translation)
    }

    /// Offsets of the contents: a single one, or one for each tile that covers the bounds.
    private func shifts(of group: LayerGroup) -> [SIMD2<Double>] {
        guard let tile = group.tile else { return [-group.scroll] }
        let start = tile * (group.scroll / tile).rounded(.down) - group.scroll
        return (0..<tiles.rows).flatMap { row in
            (0..<tiles.columns).map { column in
                start + tile * (SIMD2(Double(column), Double(row)) - tiles.before)
            }
        }
    }
}

extension DrawList.Group {
    /// Copy of the group with ids and runs of its own, and its colors multiplied.
    fileprivate func copied(_ number: Int, ids: Int, _ color: SIMD4<Double>) -> DrawList.Group {
        guard number > 0 || color != .one else { return self }
        var group = self
        group.run = run.map { $0 + number << 20 }
        group.groups = groups.map { $0.copied(number, ids: ids, color) }
        for index in group.items.indices {
            group.items[index].id += ids
            if color != .one { group.items[index].color = (group.items[index].color * color).rounded }
        }
        if color != .one {
            for index in group.ribbons.indices {
                group.ribbons[index].color = (group.ribbons[index].color * color).rounded
            }
        }
        return group
    }
}
