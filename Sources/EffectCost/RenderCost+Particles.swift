import EffectModel

/// Upper bounds of births and living particles, cell by cell.
extension RenderCost {
    mutating func add(_ emitter: Emitter, in layer: Layer, _ spec: EffectSpec) {
        let timeline = LayerTimeline(layer, emitter)
        let largest = timeline.largest
        // In a seamless loop, births occur in one round, and a particle that outlives the loop is drawn once per round.
        let period = spec.timing.loop == .seamless ? spec.timing.period * layer.timing.speed : 0
        let start = period > 0 ? layer.timing.firstTime : -timeline.prewarmTime
        let end = period > 0 ? start + period : layer.timing.latestTime(before: spec.timing.duration)
        addGeometry(of: emitter)
        let layerCost = LayerCost(
            spec: spec,
            timeline: timeline,
            emitter: largest,
            start: start,
            end: end,
            period: period,
            clock: layer.timing,
            rate: timeline.birthRate.bound(from: start, to: end, of: timeline)
        )
        var index = 0
        for cell in largest.emitterCells { add(cell, index: &index, of: nil, layer: layerCost) }
        addSetup(timeline.integralPrice(span: layerCost.span))
    }

    /// Values common to a layer's cells: its time span in seconds of layer time, and its largest factors.
    private struct LayerCost {
        let spec: EffectSpec
        let timeline: LayerTimeline
        /// Emitter with the largest value of each number.
        let emitter: Emitter
        let start: Double
        let end: Double
        /// Length of a seamless loop in seconds of layer time; 0 for other effects.
        let period: Double
        let clock: MediaTiming
        let rate: RateBound

        var span: Double { end - start }

        /// Upper bound of the frames that show any time within `seconds` of layer time. A clock that repeats or is held
        /// shows a time repeatedly.
        func frames(within seconds: Double) -> Double {
            let isHeld = clock.startTime > 0 && (clock.fillMode == .backwards || clock.fillMode == .both)
            guard clock.duration.isInfinite, period > 0 || !isHeld, clock.speed > 0 else { return .infinity }
            return seconds * spec.timing.fps * spec.timing.speed / clock.speed + 1
        }

        /// Fraction of a range that extends to either side of the mean.
        var spread: Double { emitter.rangeConvention == .half ? 0.5 : 1 }

        /// Whether particles of a cell are never drawn larger than at birth.
        func shrinks(_ cell: EmitterCell, index: Int, behaviors: [Behavior]) -> Bool {
            // The largest values include animations, but without their sign.
            guard timeline.emitterPrice == 0, timeline.price(ofCell: index) == 0, timeline.emitter.scale >= 0,
                cell.negativeScale == .hide, cell.scaleSpeed <= 0
            else { return false }
            return !behaviors.contains {
                $0.kind == .valueOverLife && ($0.lifePath == .scale || $0.lifePath == .scaleSpeed)
            }
        }

        /// Upper bound of the births within `length` seconds of a seamless loop, over as many rounds as that takes.
        ///
        /// - Parameters:
        ///   - born: Births of one round.
        ///   - most: Upper bound of the births within a number of seconds, of at most one round.
        func rounds(of born: Double, within length: Double, _ most: (Double) -> Double) -> Double {
            guard length.isFinite else { return .infinity }
            let whole = (length / period).rounded(.down)
            // The rest may consist of two parts: the end of one round and the beginning of the next one.
            return born * whole + min(born, 2 * most(length - whole * period))
        }

        /// Upper bound of the growth of a rate's integral within `length` seconds; in a seamless loop, over several
        /// rounds.
        ///
        /// - Parameter crossesSeam: Whether these seconds may be the end of one round and the beginning of the next one.
        func most(_ curve: RateBound, within length: Double, crossesSeam: Bool) -> Double {
            guard period > 0 else { return curve.mostWithin(length) }
            guard length <= span else { return curve.mostWithin(span) * ((length / span).rounded(.up) + 1) }
            let most = curve.mostWithin(length)
            return crossesSeam && !curve.isFlat ? min(2 * most, curve.mostWithin(span)) : most
        }
    }

    /// Particles that emit a sub-cell: total births, births over time, lifetime and size.
    private struct Parents {
        let cell: Int
        let births: Double
        /// Upper bound of the births within a number of seconds.
        let most: (Double) -> Double
        let life: Double
        let speed: Double
        let reach: Reach
        /// Number of collisions of each particle that trigger sub-cells.
        let impacts: Int
    }

    /// Upper bounds of the size of particles and of their distance toward the viewer.
    private struct Reach {
        let scale: Double
        /// Distance toward the viewer in points.
        let depth: Double
        /// Whether particles stay in their plane.
        let isFlat: Bool
        /// Whether the bounds are those of an emitter instead of particles.
        let isEmitter: Bool

        init(scale: Double, depth: Double, isFlat: Bool, isEmitter: Bool = false) {
            (self.scale, self.depth, self.isFlat, self.isEmitter) = (scale, depth, isFlat, isEmitter)
        }

        /// Creates the bounds of the emitter itself.
        init(_ emitter: Emitter) {
            let isRound = emitter.emitterShape == .sphere
            let extent =
                isRound ? emitter.emitterSize.x : emitter.emitterShape == .cuboid ? emitter.emitterDepth / 2 : 0
            self.init(
                scale: 1,
                depth: Swift.abs(emitter.emitterZPosition) + extent,
                // Surfaces of solids also emit particles toward the viewer.
                isFlat: !isRound && emitter.emitterShape != .cuboid && emitter.naturalDirection != .outward,
                isEmitter: true
            )
        }
    }

    /// Adds a cell's particles and those of its sub-cells; nested counts multiply.
    ///
    /// - Parameter index: Index of the cell in ``Emitter/allCells``; on return, index of the next sibling.
    private mutating func add(_ cell: EmitterCell, index: inout Int, of parents: Parents?, layer: LayerCost) {
        let own = index
        index += 1
        defer { index = own + cell.withSubcells.count }
        let speed = cell.speed * (parents?.speed ?? 1)
        guard cell.enabled, speed > 0 else { return }
        let life = (cell.lifetime + Swift.abs(cell.lifetimeRange) * layer.spread) * layer.emitter.lifetime / speed
        // Emission time per parent, or of the layer. Lives are not cut where a loop restarts.
        let limit =
            parents.map { cell.on == .update ? $0.life : .infinity }
            ?? min(layer.span, max(0, layer.emitter.emitterDuration - layer.start))
        let span = layer.period > 0 && parents != nil ? .infinity : layer.span
        // Births per second are `rate` times the curve's value.
        let ownCurve = layer.timeline.birthRate(ofCell: own)
        let curve = ownCurve?.bound(from: layer.start, to: layer.end, of: layer.timeline) ?? layer.rate
        let rate = ownCurve == nil ? cell.birthRate * speed : speed
        let burst = Double(cell.burst?.total ?? 0)
        // Without a rate, emission ends with the last burst.
        let active = rate > 0 ? cell.activeDuration : min(cell.activeDuration, cell.burst?.end ?? 0)
        let window = min(limit, span, active / speed)
        // With idle times, the number of runs in an interval is bounded.
        let cycle = cell.idleDuration > 0 ? (cell.run + cell.idleDuration) / speed : .infinity
        func runs(_ length: Double) -> Double { (length / cycle).rounded(.up) + 1 }
        // Without a rate the length is irrelevant, even if infinite.
        func rated(_ length: Double) -> Double {
            guard rate > 0 else { return 0 }
            let most = layer.most(curve, within: length, crossesSeam: parents != nil)
            guard cycle.isFinite, length.isFinite else { return rate * most }
            let ofRun = layer.most(curve, within: cell.run / speed, crossesSeam: parents != nil)
            return rate * min(most, runs(length) * ofRun)
        }
        if cycle.isFinite { addSetup((parents?.births ?? 1) * runs(window) * Self.workPerRun) }
        // Number of collisions that each start a burst.
        let times = cell.on == .collision ? Double(parents?.impacts ?? 1) : 1
        // At a steady rate, as many particles are born in a whole window as whole numbers that the integral plus the phase reaches.
        let isSteady = (ownCurve ?? layer.timeline.birthRate).trackCount == 0
        let phase = cell.birthPhase ?? (parents == nil ? 1 : 0)
        func due(_ births: Double) -> Double {
            isSteady ? (births * (1 + 1e-9) + phase + 1e-6).rounded(.down) : births + 1
        }
        let each = ((rate > 0 ? due(rated(window)) : 0) + burst) * times
        // Births within a part of a window, wherever that begins.
        func mostBirths(within length: Double) -> Double { ((rate > 0 ? rated(length) + 1 : 0) + burst) * times }
        // Seconds that a particle is visible, including its trail.
        let seen = life + (cell.trail?.duration ?? 0) / speed
        let reach = layer.period > 0 ? seen : min(seen, layer.span)
        let born = each * (parents?.births ?? 1)
        // Upper bound of the births within a number of seconds; in a seamless loop, of all rounds.
        let most: (Double) -> Double
        if let parents {
            // Their parents were born within that time and a parent's life, after which some emit for a window more.
            let before = cell.on == .update ? parents.life : window + parents.life
            most = { time in
                let count = parents.most(time + before) * min(each, mostBirths(within: time))
                return layer.period > 0 ? count : min(born, count)
            }
        } else if layer.period > 0 {
            most = { time in layer.rounds(of: born, within: time, mostBirths(within:)) }
        } else {
            most = { time in min(born, mostBirths(within: min(time, layer.span))) }
        }
        // A particle is seen in at most one round more than its life begins; `most` is infinite for an infinite life.
        let rounds = layer.period > 0 ? (seen / layer.period).rounded(.up) + 1 : 1
        let alive = min(born * rounds, most(seen))
        births += born
        liveParticles += alive
        let age = (layer.period > 0 ? life : min(life, layer.span)) * speed
        let origin = parents?.reach ?? Reach(layer.emitter)
        // The average over all frames may be lower: a particle is in no more frames than its life has.
        let shown = isOfAnyMoments ? alive : min(alive, born * layer.frames(within: seen) / Double(max(1, frames)))
        drawnParticles += shown * Double(frames)
        emittedParticles += alive
        crowds.append(Crowd(layer: self.layer, cell: own, parent: parents?.cell))
        addWork(ofBirths: born, of: cell, own, layer)
        addBodies(of: cell, born: born, alive: alive, age: age, layer)
        var reached = origin
        concentrated(shown > 0 ? alive / shown : 1) {
            reached = $0.addWork(of: cell, own, born: born, alive: shown, age: age, from: origin, layer)
        }
        let next = Parents(
            cell: own,
            births: born,
            most: most,
            life: reach,
            speed: speed,
            reach: reached,
            impacts: cell.impacts(under: layer.emitter.behaviors(of: cell))
        )
        for child in cell.emitterCells { add(child, index: &index, of: next, layer: layer) }
    }

    /// Adds the cost of moving a cell's particles as rigid bodies, if the emitter has dynamics.
    private mutating func addBodies(
        of cell: EmitterCell,
        born: Double,
        alive: Double,
        age: Double,
        _ layer: LayerCost
    ) {
        guard let dynamics = layer.emitter.dynamics else { return }
        bodies[self.layer, default: 0] += alive
        let size = layer.spec.asset(of: cell)?.asset.size ?? SIMD2(1, 1)
        // Size of a typical particle without animations.
        let scale = Swift.abs(layer.timeline.emitter.scale * cell.scale) / cell.contentsScale
        let extent = pointwiseMax(SIMD2(1, 1), size * scale)
        let (canvas, count) = (layer.spec.canvas, bodies[self.layer] ?? alive)
        addBodies(
            dynamics,
            born: born,
            alive: count,
            extent: extent,
            speed: 1 + Swift.abs(cell.velocity * layer.emitter.velocity),
            // Bodies born at one place and time obstruct each other.
            crowding: (cell.burst?.count ?? 0) > 50 && cell.burst?.spacing == 0 ? 1.2 : 1,
            pushed: pushedShare(of: cell, born: born, alive: alive, dynamics),
            overlap: overlap(of: cell, size: (extent.x * extent.y).squareRoot(), age: age, layer),
            fill: count * extent.x * extent.y / (canvas.width * canvas.height),
            pathScale: scale,
            isRound: layer.spec.asset(of: cell)?.asset.isRound == true,
            seconds: age
        )
    }

    /// Share of a cell's bodies that are there when an instantaneous push occurs, 0...1.
    private func pushedShare(of cell: EmitterCell, born: Double, alive: Double, _ dynamics: Dynamics) -> Double {
        let pushes = dynamics.pushes.filter { $0.mode == .instantaneous }
        guard born > 0, !pushes.isEmpty else { return 0 }
        let first = Double(cell.burst?.count ?? 0)
        let isLater = pushes.contains { $0.span.beginTime > 0 }
        return min(1, (isLater ? max(first, alive) : first) / born)
    }

    /// Number of pairs per body whose boxes overlap soon after birth.
    private func overlap(of cell: EmitterCell, size: Double, age: Double, _ layer: LayerCost) -> Double {
        let emitter = layer.emitter
        let burst = cell.burst.map { $0.spacing == 0 ? Double($0.count) : 0 } ?? 0
        // Of those born one after another, few are where they were born.
        let count = burst + max(0, (bodies[self.layer] ?? 0) - burst) / 8
        // Half of the way of the first second. A narrow beam spreads only by its range of velocities.
        let speed = cell.emissionRange < 1 ? cell.velocityRange : cell.velocity
        let way = Swift.abs(speed * emitter.velocity) * min(1, age) / 2
        let area = (emitter.emitterShape == .point ? .zero : emitter.emitterSize) + size + 2 * way
        let reach = size + 6.4
        let pairs = count / 2 * min(1, 4 * reach * reach / max(1e-9, area.x * area.y))
        // Many push each other apart the sooner.
        return pairs < 32 ? pairs : 16 + pairs / 2
    }

    /// Adds the cost of a cell's births.
    private mutating func addWork(ofBirths born: Double, of cell: EmitterCell, _ index: Int, _ layer: LayerCost) {
        let siblings = Double(cell.emitterCells.count)
        let choice = Double(layer.emitter.rectangles.count) * Self.workPerRectangle
        // Each birth is computed once; each particle is tested in every frame, alive or not.
        let each =
            layer.timeline.emitterPrice + layer.timeline.price(ofCell: index) + choice
            + Self.workPerBirth * (1 + siblings) + Double(frames) * Self.workPerLook
        work += born * each
        crowds[crowds.count - 1].births = born
        crowds[crowds.count - 1].workPerBirth = each
    }

    /// Adds the cost of moving and drawing a cell's particles.
    ///
    /// - Parameter alive: Average number of living particles over all frames.
    /// - Returns: Upper bounds of the particles' scale and depth.
    private mutating func addWork(
        of cell: EmitterCell,
        _ index: Int,
        born: Double,
        alive: Double,
        age: Double,
        from parent: Reach,
        _ layer: LayerCost
    ) -> Reach {
        let behaviors = layer.emitter.behaviors(of: cell).filter(\.enabled)
        let factor = Swift.abs(layer.emitter.scale) * (cell.inherit.scale ? parent.scale : 1)
        let start = (Swift.abs(cell.scale) + Swift.abs(cell.scaleRange) * layer.spread) * factor
        let scale = behaviors.largestScale(start, growth: Swift.abs(cell.scaleSpeed) * factor, over: age)
        // Animated inputs: forces are tabulated with a bounded number of entries; appearance is evaluated per frame.
        let isAnimated = layer.timeline.animatesBehaviors(ofCell: cell, index)
        let entries = isAnimated ? min(65_536, (layer.span + 1) * 120) + Double(frames) : 1
        let price = layer.timeline.behaviorPrice(ofCell: cell, index) + Self.workPerForce * Double(behaviors.count)
        addSetup(price * entries)
        let live = layer.timeline.liveRates(ofCell: index)
        addSetup(layer.timeline.livePrice(ofCell: index, span: layer.span, in: layer.spec))
        addMotion(of: cell, behaviors, isAnimated: isAnimated, live, born: born, alive: alive, age: age)
        let launch = (Swift.abs(cell.velocity) + Swift.abs(cell.velocityRange)) * Swift.abs(layer.emitter.velocity)
        // Sub-cells are born anywhere, and so are particles of animated emitters.
        let isKnown =
            parent.isEmitter && !isAnimated && layer.timeline.emitterPrice == 0
            && layer.emitter.path == nil && layer.emitter.text == nil && layer.emitter.rectangles.isEmpty
        let fastest = behaviors.largestSpeed(launch, cell, over: age, from: isKnown ? layer.emitter : nil)
        let depth = layer.emitter.preservesDepth ? layer.spec.canvas.perspective : nil
        let stretch = cell.stretch(atSpeed: fastest)
        let rise = cell.staysFlat(under: behaviors) && parent.isFlat ? 0 : fastest * age
        let reach = Reach(scale: scale, depth: parent.depth + rise, isFlat: rise == 0)
        let isDeep = depth != nil
        let looks =
            layer.timeline.largestScale * (depth.map { Self.perspective(distance: $0, depth: reach.depth) } ?? 1)
        let asset = layer.spec.asset(of: cell)?.asset
        for choice in layer.spec.assets(of: cell) {
            // Sub-cells inherit negative scales too, although these are not drawn.
            let seen = parent.isEmitter && layer.shrinks(cell, index: index, behaviors: behaviors) ? start : scale
            addWork(
                of: choice.asset,
                scale: seen * looks / cell.contentsScale,
                stretch: stretch,
                alive: alive * choice.share,
                layer.spec
            )
        }
        if let trail = cell.trail {
            // A particle close to the viewer may cross the canvas within one frame.
            let pace = isDeep ? .infinity : fastest * looks
            let own = trail.width ?? (asset?.size.min() ?? 0) / cell.contentsScale
            let width = own * scale * looks
            addWork(of: trail, width: width, length: pace * trail.duration, alive: alive, layer.spec)
        }
        return reach
    }
}
