internal import EffectModel
import StrictJSON

/// An emitter layer with every particle that it will ever emit, in order of birth.
///
/// A class, since copies of it would move thousands of bytes for each copy of a layer in each frame.
final class EmitterSimulation: LayerSimulation {
    let stage: LayerContext
    let emitter: Emitter
    /// Cells, sub-cells after their parents.
    let cells: [CellDynamics]
    let plain: [PlainCell]
    let particles: [Particle]
    private let trajectories: Trajectories
    /// Longest time that a particle or its trail is visible, in layer seconds: older particles are skipped.
    private let longestLife: Double
    private let firstID: Int

    var count: Int { particles.count }
    var depths: [Double] { [0] }

    init(
        _ emitter: Emitter,
        stage: LayerContext,
        of spec: EffectSpec,
        crowd: CrowdSetting,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.emitter = emitter
        self.firstID = firstID
        let timeline = LayerTimeline(stage.timeline.layer, emitter)
        var plan = BirthPlan(timeline, spec: spec, crowd: crowd, layer: stage.index, sprites: &sprites)
        plan.run()
        cells = plan.cells
        plain = cells.map { emitter.cull.showsAll ? $0.plain : .none }
        var trajectories = plan.trajectories
        // Ties keep the order of the plan, cell by cell. Indices are sorted, not the particles themselves.
        let born = plan.particles
        let order = born.indices.sorted { (born[$0].birth, $0) < (born[$1].birth, $1) }
        var particles = order.map { born[$0] }
        if let dynamics = emitter.dynamics {
            for index in particles.indices { particles[index].trajectory = index }
            let stream = RandomStream(key: RandomStream.hash(spec.seed)).substream(named: stage.timeline.layer.name)
            trajectories.bodies = BodyTracks(
                dynamics,
                particles: particles,
                cells: plan.cells,
                sprites: sprites.sprites,
                on: SIMD2(spec.canvas.width, spec.canvas.height),
                until: LayerSpan(timeline, spec).end,
                noise: stream.substream(named: "fields").key,
                weights: crowd.isSurvey
                    ? plan.cells.indices.map { crowd.thinning.weight(ofCell: $0, layer: stage.index) } : nil,
                unless: crowd.isStopped
            )
        }
        self.particles = particles
        self.trajectories = trajectories
        let cells = cells
        longestLife = particles.reduce(0) { longest, particle in
            max(longest, (particle.end + (cells[particle.cell].cell.trail?.duration ?? 0)) / particle.speed)
        }
    }

    var lives: [Lives] {
        var lives = Array(repeating: Lives(), count: cells.count)
        for particle in particles {
            let trail = cells[particle.cell].cell.trail?.duration ?? 0
            lives[particle.cell].births += 1
            lives[particle.cell].seconds += (particle.end + trail) / particle.speed
            lives[particle.cell].ages += particle.end
            lives[particle.cell].nearWalls +=
                particle.end * trajectories.shareNearWalls(of: particle, cells[particle.cell].kinetics)
        }
        if let load = trajectories.bodies.load {
            for index in lives.indices {
                lives[index].bodyWork = load.isSaturated ? nil : index == 0 ? load.work : 0
            }
        }
        return lives
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene) else { return [nil] }
        if scene.empty.contains(stage.index) { return [stage.emptyGroup(blend: emitter.renderMode.blend, at: moment)] }
        let now = moment.now
        var painter = ItemPainter(
            view: stage.view(at: moment, preservesDepth: emitter.preservesDepth),
            cells: cells,
            plain: plain,
            cull: emitter.cull,
            trajectories: trajectories,
            stage.timeline,
            at: now
        )
        if let period = stage.period {
            for moment in moments(at: now, period) {
                let id = firstID + moment.index + moment.round * scene.stride
                painter.add(particles[moment.index], id: id, at: now + Double(moment.round) * period)
            }
        } else {
            // Births ascend, so all living particles are in one contiguous range.
            let alive = firstParticle(bornAfter: now - longestLife)..<firstParticle(bornAfter: now)
            painter.reserve(alive.count)
            painter.add(particles, alive, firstID: firstID, at: now)
        }
        var items = painter.items
        switch emitter.renderMode {
        case .unordered, .oldestFirst, .additive, .cheapAdditive, .screen, .maximum: break
        case .oldestLast: items.reverse()
        case .backToFront:
            // Ties keep the order of birth.
            items = items.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }.map(\.element)
        }
        return [stage.group(items, painter.ribbons, blend: emitter.renderMode.blend, at: moment)]
    }

    /// A particle in a round of a seamless loop.
    private typealias Visit = (index: Int, round: Int)

    /// Particles visible in a seamless loop. A life that extends beyond the last frame continues from the first one: a
    /// particle appears once for each round that it has begun and not yet finished. The oldest come first.
    private func moments(at now: Double, _ period: Double) -> [Visit] {
        let trails = cells.map { $0.cell.trail?.duration ?? 0 }
        // No particle is copied: it has hundreds of bytes.
        func end(of index: Int) -> Double {
            particles[index].birth + (particles[index].end + trails[particles[index].cell]) / particles[index].speed
        }
        func firstRound(of index: Int) -> Double {
            max(0, ((particles[index].birth - now) / period).rounded(.up))
        }
        var moments: [Visit] = []
        if let windows = windows(at: now, period) {
            // The latest rounds have the oldest particles.
            for (round, range) in windows.reversed() {
                let time = now + Double(round) * period
                for index in range where Double(round) >= firstRound(of: index) && time < end(of: index) {
                    moments.append((index, round))
                }
            }
        } else {
            moments.reserveCapacity(particles.count)
            for index in particles.indices {
                // Rounds in which the particle is alive, as many as the cost model predicts.
                let (first, end) = (firstRound(of: index), end(of: index))
                var round = first
                while now + round * period < end, round < first + 1e6 {
                    moments.append((index, Int(round)))
                    round += 1
                }
            }
            if birthsFit(into: period) { moments = latestFirst(moments) }
        }
        if birthsFit(into: period) { return moments }
        func birth(_ moment: Visit) -> Double {
            particles[moment.index].birth - Double(moment.round) * period
        }
        return moments.map { (birth: birth($0), moment: $0) }
            .sorted { ($0.birth, $0.moment.index) < ($1.birth, $1.moment.index) }.map(\.moment)
    }

    /// Rounds of a seamless loop in which particles may live, with a range of them for each; `nil` where the ranges have more particles
    /// than there are: short lives among many births are in narrow ranges.
    private func windows(at now: Double, _ period: Double) -> [(round: Int, range: Range<Int>)]? {
        guard let oldest = particles.first?.birth, let youngest = particles.last?.birth else { return [] }
        // Rounding moves no birth out of its range.
        let margin = 1e-9 * (abs(now) + longestLife + period + abs(youngest))
        let first = max(0, ((oldest - now - margin) / period).rounded(.up))
        let last = ((youngest + longestLife - now + margin) / period).rounded(.down)
        guard last - first < Self.mostWindows, last < 1e9 else { return nil }
        var (windows, count): ([(Int, Range<Int>)], Int) = ([], 0)
        for round in stride(from: first, through: last, by: 1) {
            let time = now + round * period
            let start = firstParticle(bornAfter: time - longestLife - margin)
            let range = start..<max(start, firstParticle(bornAfter: time + margin))
            windows.append((Int(round), range))
            count += range.count
        }
        return count < particles.count ? windows : nil
    }

    /// Maximum number of rounds with ranges of their own.
    private static let mostWindows = 64.0

    /// Whether all births are within one round of the loop; births of sub-cells may extend beyond.
    private func birthsFit(into period: Double) -> Bool {
        guard let first = particles.first, let last = particles.last else { return true }
        return last.birth - first.birth < period * (1 - 1e-9)
    }

    /// Moments in descending order of their rounds, by counting. Within a round, births ascend already.
    private func latestFirst(_ moments: [Visit]) -> [Visit] {
        let latest = moments.reduce(0) { max($0, $1.round) }
        guard latest > 0 else { return moments }
        var next = Array(repeating: 0, count: latest + 1)
        for moment in moments { next[latest - moment.round] += 1 }
        var sum = 0
        for place in next.indices { (next[place], sum) = (sum, sum + next[place]) }
        var ordered = moments
        for moment in moments {
            let place = latest - moment.round
            ordered[next[place]] = moment
            next[place] += 1
        }
        return ordered
    }

    /// The particle with an id of the first round, and its cell; `nil` if the id belongs to another layer.
    func particle(withID id: Int) -> (Particle, CellDynamics)? {
        let index = id - firstID
        guard particles.indices.contains(index) else { return nil }
        return (particles[index], cells[particles[index].cell])
    }

    /// Index of the first particle born after `time`.
    private func firstParticle(bornAfter time: Double) -> Int {
        var low = 0
        var high = particles.count
        while low < high {
            let middle = (low + high) / 2
            if particles[middle].birth <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Emitter.RenderMode {
    fileprivate var blend: DrawList.Blend {
        switch self {
        case .additive, .cheapAdditive: .add
        case .screen: .screen
        case .maximum: .maximum
        case .unordered, .oldestFirst, .oldestLast, .backToFront: .normal
        }
    }
}
