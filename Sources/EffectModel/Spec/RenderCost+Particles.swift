/// Who is born, and how many are alive: upper bounds, cell by cell.
extension RenderCost {
    mutating func add(_ emitter: Emitter, in layer: Layer, _ spec: EffectSpec) {
        let timeline = LayerTimeline(layer, emitter)
        let largest = timeline.largest
        // A loop that closes gives birth for one round, and draws what outlives it once for each round that it sees.
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
        for cell in largest.emitterCells { add(cell, &index, of: nil, layerCost) }
        addSetup(timeline.integralPrice(span: layerCost.span))
    }

    /// What a layer's cells have in common: its own seconds in all, and its largest factors.
    private struct LayerCost {
        let spec: EffectSpec
        let timeline: LayerTimeline
        /// With the largest numbers that it can have.
        let emitter: Emitter
        let start: Double
        let end: Double
        /// 0 if the effect does not close.
        let period: Double
        let clock: MediaTiming
        let rate: RateBound

        var span: Double { end - start }

        /// The most frames that show an instant within so many of the layer's seconds. A clock that runs again, or is held, shows
        /// it again and again.
        func frames(within seconds: Double) -> Double {
            let isHeld = clock.startTime > 0 && (clock.fillMode == .backwards || clock.fillMode == .both)
            guard clock.duration.isInfinite, period > 0 || !isHeld, clock.speed > 0 else { return .infinity }
            return seconds * spec.timing.fps * spec.timing.speed / clock.speed + 1
        }

        /// How much of a range goes to either side.
        var spread: Double { emitter.rangeConvention == .half ? 0.5 : 1 }

        /// Whether nothing is drawn of a cell's particles that is larger than they are at birth.
        func shrinks(_ cell: EmitterCell, _ index: Int, _ behaviors: [Behavior]) -> Bool {
            // What animations do is in the largest numbers only, without its sign.
            guard timeline.emitterPrice == 0, timeline.price(ofCell: index) == 0, timeline.emitter.scale >= 0,
                cell.negativeScale == .hide, cell.scaleSpeed <= 0
            else { return false }
            return !behaviors.contains {
                $0.kind == .valueOverLife && ($0.lifePath == .scale || $0.lifePath == .scaleSpeed)
            }
        }

        /// The most that a rate's integral grows within `length` seconds; in a loop that closes, round after round.
        func most(_ curve: RateBound, within length: Double) -> Double {
            guard period > 0, length > span else { return curve.mostWithin(length) }
            return curve.mostWithin(span) * ((length / span).rounded(.up) + 1)
        }
    }

    /// The particles that emit a sub-cell: how many in all, how many a second, how long each lives, how large it gets.
    private struct Parents {
        let cell: Int
        let births: Double
        /// The most that are born within so many seconds.
        let most: (Double) -> Double
        let life: Double
        let speed: Double
        let reach: Reach
        /// How often each hits a wall, as far as sub-cells heed that.
        let impacts: Int
    }

    /// How large, and how near to the viewer, particles can get.
    private struct Reach {
        let scale: Double
        /// Points towards the viewer.
        let depth: Double
        /// Whether nothing moves them that way.
        let isFlat: Bool
        /// Of an emitter, not of particles.
        let isEmitter: Bool

        init(scale: Double, depth: Double, isFlat: Bool, isEmitter: Bool = false) {
            (self.scale, self.depth, self.isFlat, self.isEmitter) = (scale, depth, isFlat, isEmitter)
        }

        /// At an emitter itself.
        init(_ emitter: Emitter) {
            let isRound = emitter.emitterShape == .sphere
            let extent =
                isRound ? emitter.emitterSize.x : emitter.emitterShape == .cuboid ? emitter.emitterDepth / 2 : 0
            self.init(
                scale: 1,
                depth: Swift.abs(emitter.emitterZPosition) + extent,
                // Skins of solids send particles towards the viewer too.
                isFlat: !isRound && emitter.emitterShape != .cuboid && emitter.naturalDirection != .outward,
                isEmitter: true
            )
        }
    }

    /// Adds a cell's particles, and those of its sub-cells: nested counts multiply.
    ///
    /// - Parameter index: The cell's place in ``Emitter/allCells``; afterwards, that of what follows it.
    private mutating func add(_ cell: EmitterCell, _ index: inout Int, of parents: Parents?, _ layer: LayerCost) {
        let own = index
        index += 1
        defer { index = own + cell.withSubcells.count }
        let speed = cell.speed * (parents?.speed ?? 1)
        guard cell.enabled, speed > 0 else { return }
        let life = (cell.lifetime + Swift.abs(cell.lifetimeRange) * layer.spread) * layer.emitter.lifetime / speed
        // Births by each parent, or by the layer. Lives are not cut where a loop starts again.
        let limit =
            parents.map { cell.on == .update ? $0.life : .infinity }
            ?? min(layer.span, max(0, layer.emitter.emitterDuration - layer.start))
        let span = layer.period > 0 && parents != nil ? .infinity : layer.span
        let window = min(limit, span, cell.activeDuration / speed)
        // Births a second are this, times what the curve says.
        let ownCurve = layer.timeline.birthRate(ofCell: own)
        let curve = ownCurve?.bound(from: layer.start, to: layer.end, of: layer.timeline) ?? layer.rate
        let rate = ownCurve == nil ? cell.birthRate * speed : speed
        let burst = Double(cell.burst?.total ?? 0)
        // With idle times, a stretch has so many runs at the most.
        let cycle = cell.idleDuration > 0 ? (cell.run + cell.idleDuration) / speed : .infinity
        func runs(_ length: Double) -> Double { (length / cycle).rounded(.up) + 1 }
        // Without a rate there is nothing to wait for, however long.
        func rated(_ length: Double) -> Double {
            guard rate > 0 else { return 0 }
            let most = layer.most(curve, within: length)
            guard cycle.isFinite, length.isFinite else { return rate * most }
            return rate * min(most, runs(length) * layer.most(curve, within: cell.run / speed))
        }
        if cycle.isFinite { addSetup((parents?.births ?? 1) * runs(window) * Self.workPerRun) }
        // On each of so many hits at the most.
        let times = cell.on == .collision ? Double(parents?.impacts ?? 1) : 1
        let each = (rated(window) + 1 + burst) * times
        // As long as anything is seen of it.
        let seen = life + (cell.trail?.duration ?? 0) / speed
        let reach = layer.period > 0 ? seen : min(seen, layer.span)
        var born = each
        var alive = min(each, (rated(reach) + 1 + burst) * times)
        if let parents {
            born = each * parents.births
            // Alive together are the children of parents that were born within a life, a window and a parent's life.
            alive = min(born, parents.most(min(reach + window + parents.life, layer.span)) * each)
        }
        if layer.period > 0 { alive = born * ((seen / layer.period).rounded(.up) + 1) }
        births += born
        liveParticles += alive
        let age = (layer.period > 0 ? life : min(life, layer.span)) * speed
        let origin = parents?.reach ?? Reach(layer.emitter)
        // In the mean of all frames it may be less: nothing is in more of them than its life has.
        let shown = isOfAnyMoments ? alive : min(alive, born * layer.frames(within: seen) / Double(max(1, frames)))
        drawnParticles += shown * Double(frames)
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
            most: { time in
                guard parents == nil else { return born }
                return min(born, rated(time) + 1 + burst)
            },
            life: reach,
            speed: speed,
            reach: reached,
            impacts: cell.impacts(under: layer.emitter.behaviors(of: cell))
        )
        for child in cell.emitterCells { add(child, &index, of: next, layer) }
    }

    /// Adds what it takes to move a cell's particles as rigid bodies, if they are such.
    private mutating func addBodies(
        of cell: EmitterCell,
        born: Double,
        alive: Double,
        age: Double,
        _ layer: LayerCost
    ) {
        guard let dynamics = layer.emitter.dynamics else { return }
        bodies[self.layer, default: 0] += alive
        let size = layer.spec.asset(of: cell)?.asset.size.min() ?? 1
        // As large as the usual one is without animations.
        let scale = Swift.abs(layer.timeline.emitter.scale * cell.scale) / cell.contentsScale
        addBodies(
            dynamics,
            born: born,
            alive: bodies[self.layer] ?? alive,
            size: max(1, size * scale),
            speed: 1 + Swift.abs(cell.velocity * layer.emitter.velocity),
            // What is born at one place at one time is in each other's way.
            crowding: (cell.burst?.count ?? 0) > 50 && cell.burst?.spacing == 0 ? 1.4 : 1,
            isRound: layer.spec.asset(of: cell)?.asset.isRound == true,
            seconds: age
        )
    }

    /// Adds what it takes to give birth to a cell's particles.
    private mutating func addWork(ofBirths born: Double, of cell: EmitterCell, _ index: Int, _ layer: LayerCost) {
        let siblings = Double(cell.emitterCells.count)
        let choice = Double(layer.emitter.rectangles.count) * Self.workPerRectangle
        // Each is made once, and looked at in every frame, alive or not.
        let each =
            layer.timeline.emitterPrice + layer.timeline.price(ofCell: index) + choice
            + Self.workPerBirth * (1 + siblings) + Double(frames) * Self.workPerLook
        work += born * each
        crowds[crowds.count - 1].births = born
        crowds[crowds.count - 1].workPerBirth = each
    }

    /// Adds what it takes to follow and to draw a cell's particles.
    ///
    /// - Parameter alive: In the mean of all frames.
    /// - Returns: The largest scale and depth that one of them can have.
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
        let factor = Swift.abs(layer.emitter.scale) * parent.scale
        let start = (Swift.abs(cell.scale) + Swift.abs(cell.scaleRange) * layer.spread) * factor
        let scale = behaviors.largestScale(start, growth: Swift.abs(cell.scaleSpeed) * factor, over: age)
        // Animated inputs: forces in a table of at most so many entries, looks for each frame.
        let isAnimated = layer.timeline.animatesBehaviors(ofCell: cell, index)
        let entries = isAnimated ? min(65_536, (layer.span + 1) * 120) + Double(frames) : 1
        let price = layer.timeline.behaviorPrice(ofCell: cell, index) + Self.workPerForce * Double(behaviors.count)
        addSetup(price * entries)
        let live = layer.timeline.liveRates(ofCell: index)
        addSetup(layer.timeline.livePrice(ofCell: index, span: layer.span, in: layer.spec))
        addMotion(of: cell, behaviors, isAnimated: isAnimated, live, born: born, alive: alive, age: age)
        let launch = (Swift.abs(cell.velocity) + Swift.abs(cell.velocityRange)) * Swift.abs(layer.emitter.velocity)
        // Sub-cells are born anywhere, and animated emitters too.
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
        if let asset {
            // Sub-cells inherit what is below nothing too; it is only not drawn.
            let seen = parent.isEmitter && layer.shrinks(cell, index, behaviors) ? start : scale
            addWork(of: asset, scale: seen * looks / cell.contentsScale, stretch: stretch, alive: alive, layer.spec)
        }
        if let trail = cell.trail {
            // What comes near the viewer crosses the canvas in no time.
            let pace = isDeep ? .infinity : fastest * looks
            let own = trail.width ?? (asset?.size.min() ?? 0) / cell.contentsScale
            let width = own * scale * looks
            addWork(of: trail, width: width, length: pace * trail.duration, alive: alive, layer.spec)
        }
        return reach
    }
}
