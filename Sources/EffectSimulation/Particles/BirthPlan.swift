internal import EffectModel

/// Decides every birth of an emitter: cell, time, position and parent.
struct BirthPlan {
    private let timeline: LayerTimeline
    /// Integral of the layer's birth rate over its own time.
    private let integral: RateIntegral
    /// Integrals of the total rate of cells with an animated rate, by cell index.
    private let ownIntegrals: [Int: RateIntegral]
    /// Layer time at which births begin, and at which they end.
    private let start: Double
    private let end: Double
    /// Geometry of a drawn emitter shape, a path or text; `nil` for other shapes.
    private let drawn: PathGeometry?
    private let stream: RandomStream
    /// Cells by their indices.
    let cells: [CellDynamics]
    /// Cells that can emit, and the size of each cell's subtree.
    private let tree: CellTree
    /// Loop period in layer seconds if the loop is seamless: births cover one period, and lives are not cut off.
    let period: Double?
    /// Particles born so far, in no particular order.
    private(set) var particles: [Particle] = []
    private(set) var trajectories: Trajectories
    private let isStopped: () -> Bool
    private let thinning: Thinning
    /// Index of the layer in the spec.
    private let layer: Int

    /// - Parameter layer: Index of the layer in the spec.
    init(
        _ timeline: LayerTimeline,
        spec: EffectSpec,
        crowd: CrowdSetting,
        layer index: Int,
        sprites: inout SpriteTable
    ) {
        self.timeline = timeline
        isStopped = crowd.isStopped
        thinning = crowd.thinning
        layer = index
        let (layer, emitter) = (timeline.layer, timeline.emitter)
        drawn = (emitter.path?.outline ?? emitter.text?.outline).map {
            PathGeometry($0, emitter.emitterMode, isRough: crowd.isSurvey)
        }
        let span = LayerSpan(timeline, spec)
        (start, end, period) = (span.start, span.end, span.period)
        trajectories = Trajectories(steps: crowd.steps)
        func integral(_ curve: BirthRateCurve) -> RateIntegral {
            RateIntegral(of: curve, from: span.start, to: span.end, maximumSteps: timeline.integralSteps)
        }
        self.integral = integral(timeline.birthRate)
        let own = timeline.cellsWithOwnRate.compactMap { index in
            timeline.birthRate(ofCell: index).map { (index, integral($0)) }
        }
        ownIntegrals = Dictionary(uniqueKeysWithValues: own)
        stream = RandomStream(key: RandomStream.hash(spec.seed))
            .substream(named: layer.name)
            .substream(UInt64(emitter.seed))
        let noise = stream.substream(named: "behaviors")
        let largest = timeline.largest
        let liveSteps = timeline.liveSteps(layers: spec.layers.count)
        let tree = CellTree(timeline)
        self.tree = tree
        let tables =
            spec.layers.count
            * emitter.allCells.enumerated().count {
                tree.emits[$0.offset] && timeline.animatesBehaviors(ofCell: $0.element, $0.offset)
            }
        cells = zip(emitter.allCells, largest.allCells).enumerated().map { index, both in
            let (cell, largestCell) = both
            let isAnimated = tree.emits[index] && timeline.animatesBehaviors(ofCell: cell, index)
            let forces = ForceTable(
                { timeline.behaviors(ofCell: cell, index, at: $0) },
                isAnimated: isAnimated,
                from: span.start,
                to: span.end,
                period: span.period,
                sharedBy: tables,
                isRough: crowd.isSurvey,
                noise
            )
            let behaviors = timeline.behaviors(ofCell: cell, index, at: span.start).filter(\.enabled)
            let look = sprites.look(of: cell, in: spec)
            return CellDynamics(
                cell,
                behaviors,
                forces: forces,
                stiffest: largest.behaviors(of: largestCell).stiffest,
                isAnimated: isAnimated,
                look: look,
                live: tree.emits[index]
                    ? timeline.liveRates(ofCell: index).map { LiveTables($0, span, maximumSteps: liveSteps) } : nil,
                rim: behaviors.contains(where: \.isWall) ? look.flatMap { sprites.rim(of: $0) } : nil,
                isFlipped: layer.geometryFlipped,
                isBody: emitter.dynamics != nil
            )
        }
    }

    /// Decides all births.
    mutating func run() {
        var index = 0
        var names = Namesakes()
        for cell in timeline.emitter.emitterCells {
            emit(cell, index: index, stream: names.stream(of: cell, in: stream))
            index += tree.sizes[index]
        }
    }

    /// Derives a cell's stream from its name, or from its position among cells without a name, so that adding a named
    /// cell leaves the others unchanged.
    private struct Namesakes {
        private var counts: [String: UInt64] = [:]

        mutating func stream(of cell: EmitterCell, in parent: RandomStream) -> RandomStream {
            let name = cell.name ?? ""
            defer { counts[name, default: 0] += 1 }
            return parent.substream(named: name).substream(counts[name, default: 0])
        }
    }

    /// A span of the layer's time in which a cell emits, and the cell's clock during the span.
    private struct Window {
        /// Layer time at which the cell's clock shows `offset`.
        var zero: Double
        var start: Double
        var end: Double
        /// Cell seconds per layer second.
        var speed: Double
        var offset: Double
        /// Round of a seamless loop, into which burst times wrap; `nil` for no wrapping.
        var round: (start: Double, length: Double)?
    }

    /// Spans of a window in which a cell emits: the whole window, or the runs between its idle times.
    private struct Runs: Sequence, IteratorProtocol {
        private let cell: EmitterCell
        private let window: Window
        private let isWhole: Bool
        /// Layer time at which the first run begins: the run during which the window opens.
        private let first: Double
        /// Run number counted from `first`, so that it stays an exact integer however long clocks have been running.
        private var number = 0.0

        init(of cell: EmitterCell, in window: Window) {
            self.cell = cell
            self.window = window
            isWhole = cell.idleDuration == 0 || !cell.duration.isFinite
            let cycle = cell.run + cell.idleDuration
            let clock = (window.start - window.zero) * window.speed + window.offset
            let rest = clock.truncatingRemainder(dividingBy: cycle)
            first = window.start - (rest < 0 ? rest + cycle : rest) / window.speed
        }

        mutating func next() -> (start: Double, end: Double)? {
            defer { number += 1 }
            if isWhole { return number == 0 ? (window.start, window.end) : nil }
            let start = first + number * (cell.run + cell.idleDuration) / window.speed
            guard start < window.end else { return nil }
            let end = start + cell.run / window.speed
            // The end of the window may cut the last run short.
            let from = Swift.max(start, window.start)
            return (from, Swift.max(from, Swift.min(end, window.end)))
        }
    }

    // MARK: Cells of the layer

    private mutating func emit(_ cell: EmitterCell, index: Int, stream: RandomStream) {
        guard tree.emits[index] else { return }
        // A cell that was active before the clock started has no beginning of its own, unless its activity is finite.
        let hasBegun = cell.beginTime == 0 && !cell.activeDuration.isFinite
        let begin = max(hasBegun ? start : cell.beginTime - cell.timeOffset / cell.speed, start)
        let last = cell.beginTime + (cell.activeDuration - cell.timeOffset) / cell.speed
        let window = Window(
            zero: cell.beginTime,
            start: begin,
            end: min(end, last, timeline.emitter.emitterDuration),
            speed: cell.speed,
            offset: cell.timeOffset,
            round: period.map { (start, $0) }
        )
        let phase = cell.birthPhase ?? stream.unit(0)
        births(of: cell, index, in: window, phase: phase, stream: stream) { plan, birth, random in
            let emitter = plan.timeline.emitter(at: plan.clock(at: birth))
            let place = emitter.birthplace(Particle.placeDraws(random), plan.drawn)
            plan.add(cell, index: index, origin: Origin(place: place), emitter: emitter, birth: birth, random: random)
        }
    }

    // MARK: Sub-cells

    /// Emits a particle's sub-cells, during its life or after it.
    ///
    /// - Parameter impacts: Hits of the parent on walls.
    private mutating func emitChildren(
        of parent: Particle,
        _ cell: EmitterCell,
        index: Int,
        random: RandomStream,
        impacts: [Impact]
    ) {
        var childIndex = index + 1
        var names = Namesakes()
        for child in cell.emitterCells {
            // The particle's own draws are numbered and its children's streams named, so that none of them coincide.
            let stream = names.stream(of: child, in: random)
            if tree.emits[childIndex], child.on != .collision {
                emit(child, index: childIndex, of: parent, impact: nil, stream: stream)
            }
            if tree.emits[childIndex], child.on == .collision {
                for (number, impact) in impacts.enumerated() {
                    emit(child, index: childIndex, of: parent, impact: impact, stream: stream.substream(UInt64(number)))
                }
            }
            childIndex += tree.sizes[childIndex]
        }
    }

    private mutating func emit(
        _ cell: EmitterCell,
        index: Int,
        of parent: Particle,
        impact: Impact?,
        stream: RandomStream
    ) {
        let speed = cell.speed * parent.speed
        guard speed > 0 else { return }
        let hit = impact.map { parent.birth + $0.age / parent.speed }
        let event = hit ?? (cell.on == .death ? parent.death : parent.birth)
        let begin = event + cell.beginTime / parent.speed
        let lasts = begin + (cell.activeDuration - cell.timeOffset) / speed
        let window = Window(
            zero: begin,
            start: max(event, begin - cell.timeOffset / speed),
            end: min(period == nil ? end : .infinity, lasts, cell.on == .update ? parent.death : .infinity),
            speed: speed,
            offset: cell.timeOffset
        )
        // A sub-cell's first birth is due once a whole particle has accumulated, not immediately.
        births(of: cell, index, in: window, phase: cell.birthPhase ?? 0, stream: stream) { plan, birth, random in
            let age = min(parent.end, max(0, parent.age(at: cell.on == .update ? birth : event)))
            let dynamics = plan.cells[parent.cell]
            let motion = dynamics.motion(of: parent, atAge: age, plan.trajectories)
            let heading = impact.map { SIMD3($0.normal.x, $0.normal.y, 0) } ?? parent.heading(in: motion)
            let place = Birthplace(impact?.place ?? motion.position, along: heading)
            let origin = Origin(
                place: place,
                scale: cell.inherit.scale ? dynamics.appearance.scale(of: parent, atAge: age) : 1,
                color: cell.inherit.color ? dynamics.appearance.color(of: parent, atAge: age) : .one,
                speed: parent.speed
            )
            plan.add(
                cell,
                index: index,
                origin: origin,
                emitter: plan.timeline.emitter(at: plan.clock(at: birth)),
                birth: birth,
                random: random
            )
        }
    }

    // MARK: Births

    /// Calls `body` for every birth of `cell` in `window`: births by rate first, then the burst.
    private mutating func births(
        of cell: EmitterCell,
        _ index: Int,
        in window: Window,
        phase: Double,
        stream: RandomStream,
        body: (inout BirthPlan, Double, RandomStream) -> Void
    ) {
        let own = ownIntegrals[index]
        let integral = own ?? integral
        let rate = own == nil ? cell.birthRate * window.speed : window.speed
        // Thinning keeps one of `stride` consecutive births, at an offset drawn from the seed so that it is always the
        // same one.
        let stride = thinning.stride(ofCell: index, layer: layer)
        let skipped = stride == 1 ? 0 : Int(stream.substream(named: "thinning").unit(0) * Double(stride))
        if rate > 0, window.end > window.start {
            // A particle is born whenever the integral over all runs plus the phase reaches a whole number.
            var number = 1 + skipped
            var gathered = 0.0
            for run in Runs(of: cell, in: window) {
                let before = births(integral, until: run.start)
                let after = gathered + (births(integral, until: run.end) - before) * rate
                // The sum of many steps may miss a whole number by a last bit, which must not cost a particle.
                let born = (after + phase + 1e-9).rounded(.down)
                // The cost check bounds the number; the limit is applied as a `Double`, since converting too large a
                // value would trap.
                while Double(number) <= min(born, 1e12) {
                    let birth = time(integral, ofBirths: before + (Double(number) - phase - gathered) / rate)
                    // Rounding must not move the birth beyond the run, where it would wait for the next nonzero rate.
                    body(&self, min(birth, run.end), stream.substream(UInt64(number)))
                    number += stride
                }
                gathered = after
            }
        }
        guard let burst = cell.burst else { return }
        let numbers = stream.substream(named: "burst")
        for number in Swift.stride(from: skipped, to: burst.total, by: stride) {
            var birth = window.zero + (burst.time(of: number) - window.offset) / window.speed
            if let round = window.round {
                birth -= ((birth - round.start) / round.length).rounded(.down) * round.length
            }
            guard birth >= min(window.zero, window.start), birth < window.end else { continue }
            body(&self, birth, numbers.substream(UInt64(number)))
        }
    }

    /// Layer time of a birth, wrapped into the first round in a seamless loop.
    private func clock(at birth: Double) -> Double {
        guard let period, birth >= start + period else { return birth }
        return birth - ((birth - start) / period).rounded(.down) * period
    }

    /// Births until `time`: the integral of a rate, continued over later rounds of a seamless loop, in which children
    /// are also born.
    private func births(_ integral: RateIntegral, until time: Double) -> Double {
        guard let period, time > start else { return integral.value(at: time) }
        let round = ((time - start) / period).rounded(.down)
        return round * integral.total + integral.value(at: time - round * period)
    }

    /// Time at which the integral reaches `value`.
    private func time(_ integral: RateIntegral, ofBirths value: Double) -> Double {
        guard let period, value > integral.total, integral.total > 0 else { return integral.time(at: value) }
        let round = (value / integral.total).rounded(.up) - 1
        return round * period + integral.time(at: value - round * integral.total)
    }

    private mutating func add(
        _ cell: EmitterCell,
        index: Int,
        origin: Origin,
        emitter: Emitter,
        birth: Double,
        random: RandomStream
    ) {
        if isStopped() { return }
        let born = timeline.cell(cell, index, at: clock(at: birth))
        guard var particle = Particle(of: born, index: index, from: origin, in: emitter, at: birth, random) else {
            return
        }
        let kinetics = cells[index].kinetics
        var impacts: [Impact] = []
        if kinetics.isStepped {
            // A last-bit difference between two C libraries would grow from step to step.
            particle.position = particle.position.rounded(to: 0x1p24)
            particle.velocity = particle.velocity.rounded(to: 0x1p24)
            let limit = period == nil ? (end - birth) * particle.speed : .infinity
            var cut = Double.infinity
            (particle.trajectory, particle.trajectoryEnd) = trajectories.add(particle, kinetics: kinetics, until: limit)
            {
                if impacts.count < EmitterCell.mostImpacts, $0.isHit || $0.isDeath { impacts.append($0) }
                if $0.isDeath { cut = $0.age }
                return !$0.isDeath
            }
            particle.cut = cut
        }
        // A particle without contents is not drawn, but its sub-cells are.
        particles.append(particle)
        if !cell.emitterCells.isEmpty {
            emitChildren(of: particle, cell, index: index, random: random, impacts: impacts)
        }
    }
}
