#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
internal import EffectModel
internal import EffectSimulation

/// Turns strands of samples into pieces with formulas.
///
/// Samples are mapped by closures: key paths with several components took half of the time.
struct SceneFitter {
    let simulation: Simulation
    let sampler: SceneSampler
    /// Largest distance in pixels between a point of a piece and the draw lists.
    let tolerance: Double
    /// Kinds of channels to choose from.
    let curves: VectorScene.Curves
    private let isStopped: () -> Bool
    private let meter = Meter()

    /// The largest distance found in pixels between a piece and the draw lists.
    private final class Meter {
        var error = 0.0
    }

    /// Largest difference of alpha, and of a color's component.
    var levels: SIMD2<Double> { SIMD2(0.004, 0.006) * (tolerance / VectorScene.tolerance) }

    /// - Parameters:
    ///   - curves: Kinds of channels to choose from.
    ///   - tolerance: Largest distance in pixels between a point of a piece and the draw lists.
    ///   - isStopped: Cancellation check, called at each strand.
    init(
        _ simulation: Simulation,
        _ sampler: SceneSampler,
        curves: VectorScene.Curves,
        tolerance: Double,
        unless isStopped: @escaping () -> Bool
    ) {
        (self.simulation, self.sampler, self.isStopped) = (simulation, sampler, isStopped)
        (self.curves, self.tolerance) = (curves, tolerance)
    }

    /// The whole effect.
    func scene() throws(VectorError) -> VectorScene {
        var children: [VectorNode.Child] = []
        for node in sampler.root.children { children.append(.node(try fitted(node))) }
        let timing = simulation.spec.timing
        let rate = Double(sampler.count) * timing.fps / Double(timing.frameCount)
        let best = Poster.frame(of: sampler.ink, fps: rate, isLoop: timing.loop == .seamless)
        return VectorScene(
            children: children,
            best: (Double(best) + 0.5) / Double(sampler.count),
            error: meter.error
        )
    }

    private func fitted(_ node: SceneSampler.Node) throws(VectorError) -> VectorNode {
        let isCanvas = curves == .tracks
        if !isCanvas, node.key.blend == .maximum || node.key.composite == .maximum {
            throw .unsupported(.maximumBlend, layer: node.key.layer)
        }
        let fit = fit(node.opacities.map { $0.sample })
        var mask: VectorMask?
        if let model = node.group.mask {
            mask = VectorMask(
                pieces: node.masks.map { piece($0, alone: true) },
                isInverted: model.isInverted,
                feather: model.feather,
                featherCourse: featherCourse(of: node)
            )
            if !isCanvas, model.isInverted, !node.masks.contains(where: { $0.outline != nil }),
                case .picture = simulation.sprites[model.sprite].contents
            {
                throw .unsupported(.invertedImageMask, layer: node.key.layer)
            }
        }
        var children = sampler.formulas[node.key.layer].map { pieces(of: $0, in: node) } ?? []
        for strand in node.strands {
            if isStopped() { throw .stopped }
            if strand.ribbons.isEmpty {
                children.append(.piece(piece(strand, alone: false)))
            } else if let trail = try trail(strand, layer: node.key.layer) {
                children.append(.trail(trail))
            }
        }
        for child in node.children { children.append(.node(try fitted(child))) }
        return VectorNode(
            layer: node.key.layer,
            opacity: fit.channel(of: node.opacities.map { $0.value }, within: 0.002),
            blend: node.key.blend,
            composite: node.key.composite,
            mask: mask,
            shadow: node.group.shadow,
            shadowCourse: shadowCourse(of: node),
            run: node.group.run,
            children: children
        )
    }

    /// Pieces in closed form, in each of the times in which their layer is visible.
    private func pieces(of strands: [FormulaStrand], in node: SceneSampler.Node) -> [VectorNode.Child] {
        let step = sampler.period / Double(sampler.count)
        let spans = Self.runs(of: node.opacities.map { $0.sample }).map { run in
            (
                start: run.lowerBound == 0 ? 0 : sampler.time(ofSample: run.lowerBound) - step / 2,
                end: run.upperBound == sampler.count - 1 ? .infinity : sampler.time(ofSample: run.upperBound) + step / 2
            )
        }
        let isWhole = spans.count == 1 && spans[0].start == 0 && spans[0].end == .infinity
        // What goes on from the loop's start is one piece of the whole loop, which a count of a part takes for one, too.
        let parts =
            isWhole
            ? strands : strands.flatMap { $0.unwrapped(period: sampler.period).prefix(sampler.isPartial ? 1 : 2) }
        return parts.flatMap { strand in
            spans.compactMap { span in
                guard let strand = strand.within(span.start, span.end) else { return nil }
                var formula = FormulaPiece(strand, curves: curves, tolerance: tolerance, levels: levels)
                let piece = formula.piece(period: sampler.period)
                meter.error = max(meter.error, formula.error)
                return .piece(piece)
            }
        }
    }

    /// Runs of successive numbers in ascending ones.
    private static func runs(of numbers: [Int]) -> [ClosedRange<Int>] {
        numbers.reduce(into: []) { runs, number in
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
    }

    /// A fit over the loop, of values at samples.
    private func fit(_ samples: [Int]) -> ChannelFit {
        ChannelFit(shares: samples.map { (Double($0) + 0.5) / Double(sampler.count) }, curves: curves)
    }

    /// Width of a mask's soft edge, if it changes.
    private func featherCourse(of node: SceneSampler.Node) -> Channel? {
        guard let first = node.feathers.first, node.feathers.contains(where: { $0.value != first.value }) else {
            return nil
        }
        return fit(node.feathers.map { $0.sample }).channel(of: node.feathers.map { $0.value }, within: tolerance)
    }

    /// Numbers of a node's shadow, if they change.
    private func shadowCourse(of node: SceneSampler.Node) -> ShadowCourse? {
        guard let first = node.shadows.first, node.shadows.contains(where: { $0.value != first.value }) else {
            return nil
        }
        let shadows = node.shadows.map { $0.value }
        let fit = fit(node.shadows.map { $0.sample })
        return ShadowCourse(
            x: fit.channel(of: shadows.map { $0.offset.x }, within: tolerance),
            y: fit.channel(of: shadows.map { $0.offset.y }, within: tolerance),
            feather: fit.channel(of: shadows.map { $0.feather }, within: tolerance),
            color: (0..<4).map { index in fit.channel(of: shadows.map { $0.color[index] }, within: levels.x) }
        )
    }

    /// The piece of a strand.
    ///
    /// - Parameter alone: Whether nothing but the samples says when the piece begins and ends.
    private func piece(_ strand: SceneSampler.Strand, alone: Bool) -> Piece {
        let facts = alone ? nil : simulation.facts(ofItem: strand.id)
        var span = span(of: strand, facts)
        let (times, items) = sampler.samples(of: strand)
        // Finer samples know better where it begins and ends.
        let rest = sampler.period / Double(sampler.count) / 8
        if let first = times.first, first < sampler.time(ofSample: strand.first) {
            span.start = max(0, first - rest)
        }
        if let last = times.last, last > sampler.time(ofSample: strand.last) { span.end = last + rest }
        let width = span.end - span.start
        let shares = times.map { ($0 - span.start) / width }
        let fit = ChannelFit(shares: shares, rate: rate(of: strand, shares, facts), curves: curves)
        let sprite: Sprite? = strand.sprite >= 0 ? simulation.sprites[strand.sprite] : nil
        let reach =
            strand.outline?.bounds.map { max($0.high.length, $0.low.length) } ?? sprite.map { $0.size.length / 2 } ?? 1
        // The place of a soft dot cannot be seen to a fraction of a pixel.
        var slack = tolerance
        if case .dot = sprite?.contents {
            slack = max(slack, min(0.5, 0.03 * reach * (items.map { $0.scale.x }.min() ?? 0)))
        }
        // The place of a speck can't be seen, either.
        let breadth = 2 * reach * (items.map { max(abs($0.scale.x), abs($0.scale.y)) }.max() ?? 0)
        if breadth < VectorScene.speck { slack = max(slack, 2 * tolerance) }
        let window = Piece.Window(
            start: span.start / sampler.period,
            end: span.end / sampler.period,
            wraps: strand.last >= sampler.count
        )
        let colors = items.map { $0.color }
        let own = ownColor(of: items, shares, facts)
        var paint = own.map { Self.paint($0[0], $0[1], $0[2]) } ?? paint(of: colors, fit)
        let orientation = orientation(of: items, sprite, reach: max(reach, 1e-6), fit: fit, facts: facts, paint: &paint)
        let (x, y) = (
            fit.fitted(items.map { $0.position.x }, within: slack),
            fit.fitted(items.map { $0.position.y }, within: slack)
        )
        meter.error = max(meter.error, SIMD2(x.error, y.error).length)
        return Piece(
            sprite: strand.outline == nil ? strand.sprite : -1,
            outline: strand.outline,
            window: window,
            x: x.channel,
            y: y.channel,
            orientation: orientation,
            alpha: own?[3]
                ?? fit.channel(of: colors.map { $0.w }, within: levels.x, shiftedBy: shift(over: width)),
            paint: paint,
            life: life(of: items, shares, facts, hasOwnColor: own != nil, reach: reach)
        )
    }

    /// Share of a piece's time by which its alpha may be early or late, while it changes quickly.
    ///
    /// - Parameter width: The time in seconds of the loop.
    func shift(over width: Double) -> Double {
        curves == .tracks ? 0 : VectorScene.alphaShift * (tolerance / VectorScene.tolerance) / width
    }

    /// Rate per share at which drag slows a strand; `nil` for none.
    func rate(of strand: SceneSampler.Strand, _ shares: [Double], _ facts: ParticleFacts?) -> Double? {
        guard let facts, facts.drag > 0, strand.items.count > 1 else { return nil }
        // Seconds of age per share.
        let last = strand.items.count - 1
        let pace = (strand.items[last].age - strand.items[0].age) / (shares[last] - shares[0])
        let rate = facts.drag * pace
        return rate > 0.01 ? rate : nil
    }

    /// Color of a strand.
    func paint(of colors: [SIMD4<Double>], _ fit: ChannelFit) -> Piece.Paint {
        if let first = colors.first, colors.allSatisfy({ $0.lowHalf == first.lowHalf && $0.z == first.z }) {
            return .fixed(SIMD3(first.x, first.y, first.z))
        }
        func color(_ component: Int) -> Channel { fit.channel(of: colors.map { $0[component] }, within: levels.y) }
        return Self.paint(color(0), color(1), color(2))
    }

    private static func paint(_ red: Channel, _ green: Channel, _ blue: Channel) -> Piece.Paint {
        if let red = red.constant, let green = green.constant, let blue = blue.constant {
            return .fixed(SIMD3(red, green, blue))
        }
        return .changing(red: red, green: green, blue: blue)
    }

    // MARK: Time

    /// Seconds of the loop from a strand's first moment to its last. Births and deaths that fall between two samples are
    /// computed from ages.
    ///
    /// - Parameter rest: Seconds of age by which a trail outlives its particle.
    func span(
        of strand: SceneSampler.Strand,
        _ facts: ParticleFacts?,
        outliving rest: Double = 0
    ) -> (start: Double, end: Double) {
        let step = sampler.period / Double(sampler.count)
        let (first, last) = (sampler.time(ofSample: strand.first), sampler.time(ofSample: strand.last))
        let items = strand.items
        let pace = items.count > 1 ? (items[items.count - 1].age - items[0].age) / (last - first) : 1
        var start = strand.first == 0 ? 0 : first - step / 2
        // Where a thing changes its look, the middle between two samples parts the strands.
        if facts != nil, pace > 1e-9, !strand.follows {
            let birth = first - items[0].age / pace
            if birth > first - step {
                start = max(0, birth)
            } else if strand.first > 0 {
                // It has come from beyond the canvas' edge.
                start = first - step
            }
        }
        var end = last + step / 2
        if let facts, pace > 1e-9, !strand.isFollowed {
            let death = last + (facts.end + rest - items[items.count - 1].age) / pace
            end = death < last + step ? max(death, last + 1e-6) : last + step
        }
        // What the end of the loop cuts off is still there at its last moment.
        if strand.last == sampler.count - 1, end >= sampler.period - 1e-9 || facts == nil {
            end = sampler.period + step / 2
        }
        // What lives for a whole round is there once.
        if strand.last >= sampler.count { end = min(end, start + sampler.period - 1e-3) }
        return (start, end)
    }

    // MARK: Orientation

    private func orientation(
        of items: [DrawList.Item],
        _ sprite: Sprite?,
        reach: Double,
        fit: ChannelFit,
        facts: ParticleFacts?,
        paint: inout Piece.Paint
    ) -> Piece.Orientation {
        if let plane = facts?.plane, let space = inSpace(items, plane: plane, reach: reach, fit: fit) {
            if let back = plane.back { paint = sides(of: items, plane, back: back) ?? paint }
            return space
        }
        if items.allSatisfy({ abs($0.skew * $0.scale.y) * reach < tolerance }) {
            let scale = (
                fit.channel(of: items.map { $0.scale.x }, within: tolerance / reach),
                fit.channel(of: items.map { $0.scale.y }, within: tolerance / reach)
            )
            let isRound =
                switch (sprite?.contents, sprite?.asset.content) {
                case (.dot, _), (_, .shape(.circle)):
                    sprite?.part == .whole && items.allSatisfy { $0.scale.x == $0.scale.y }
                default: false
                }
            if isRound { return .flat(rotation: .constant(0), scale: (x: scale.0, y: scale.1)) }
            var angles = items.map { $0.rotation }
            for index in angles.indices.dropFirst() {
                let turns = ((angles[index] - angles[index - 1]) / (2 * .pi)).rounded()
                angles[index] -= turns * 2 * .pi
            }
            let radius = reach * (items.map { max(abs($0.scale.x), abs($0.scale.y)) }.max() ?? 1)
            let rotation = fit.channel(of: angles, within: tolerance / max(radius, 0.5))
            return .flat(rotation: rotation, scale: (x: scale.0, y: scale.1))
        }
        let matrices = items.map { $0.columns }
        func channel(_ values: [Double]) -> Channel { fit.channel(of: values, within: tolerance / reach) }
        return .matrix(
            right: (channel(matrices.map { $0.right.x }), channel(matrices.map { $0.right.y })),
            down: (channel(matrices.map { $0.down.x }), channel(matrices.map { $0.down.y }))
        )
    }

    /// Rotation in space, if it explains all samples.
    private func inSpace(
        _ items: [DrawList.Item],
        plane: ParticleFacts.Plane,
        reach: Double,
        fit: ChannelFit
    ) -> Piece.Orientation? {
        var sizes: [Double] = []
        for item in items {
            let (right, down) = plane.projection(atAge: item.age)
            let (seen, shown) = (item.columns, right.length > down.length)
            let size = shown ? seen.right.length / right.length : seen.down.length / down.length
            let (across, along) = (seen.right - right * size, seen.down - down * size)
            guard max(across.length, along.length) * reach < tolerance / 2 else { return nil }
            sizes.append(size)
        }
        let angles = items.map { plane.angle(atAge: $0.age) }
        return .space(
            axis: plane.axis,
            angle: fit.channel(of: angles, within: 0.004),
            scale: fit.channel(of: sizes, within: tolerance / reach)
        )
    }

    /// Colors of a plane's two sides, if both are constant.
    private func sides(of items: [DrawList.Item], _ plane: ParticleFacts.Plane, back: SIMD3<Double>) -> Piece.Paint? {
        var front: SIMD3<Double>?
        for item in items {
            let (right, down) = plane.projection(atAge: item.age)
            let color = SIMD3(item.color.x, item.color.y, item.color.z)
            if right.x * down.y - right.y * down.x < 0 {
                guard (color - back).length < 0.02 else { return nil }
            } else {
                guard front.map({ ($0 - color).length < 0.02 }) ?? true else { return nil }
                front = color
            }
        }
        return front.map { .sides(front: $0, back: back) } ?? .fixed(back)
    }
}

extension DrawList.Item {
    /// Directions on the canvas of one step right and one step down in the sprite.
    fileprivate var columns: (right: SIMD2<Double>, down: SIMD2<Double>) {
        let (sine, cosine) = (sin(rotation), cos(rotation))
        return (
            SIMD2(cosine, sine) * scale.x,
            SIMD2(skew * cosine - sine, skew * sine + cosine) * scale.y
        )
    }
}

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}

extension SIMD3<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
