internal import CBox2D
internal import EffectModel

/// Tracks of an emitter's particles as rigid bodies that come and go, interpolated from poses stored at regular times.
struct BodyTracks: Sendable {
    /// A particle as a body.
    private struct Entry {
        let birth: SIMD2<Double>
        /// Layer time of the birth, in seconds.
        let bornAt: Double
        /// Steps of layer time, counted from time 0: the first that begins after the birth, and the first after the
        /// death.
        let enters: Int
        let leaves: Int
        /// Index of the particle's first pose.
        let first: Int
        let count: Int
    }

    private var entries: [Entry] = []
    /// Poses (x, y, angle) of all particles, particle by particle.
    private var kept: [SIMD3<Float>] = []
    private var stride = 1
    /// Counts of the simulation; `nil` without a survey.
    private(set) var load: WorldLoad?
    private var turns: [Double] = []

    /// Creates the tracks of no particles.
    init() {}

    /// Simulates `particles` through their lives.
    ///
    /// - Parameters:
    ///   - particles: Particles in order of birth.
    ///   - end: Layer time after which no pose is needed.
    ///   - weights: Number of particles that each one stands for, by cell, in a survey.
    ///   - isStopped: Cancellation check, called at each step.
    init(
        _ dynamics: Dynamics,
        particles: [Particle],
        cells: [CellDynamics],
        sprites: [Sprite],
        on canvas: SIMD2<Double>,
        until end: Double,
        noise: UInt64,
        weights: [Double]?,
        unless isStopped: () -> Bool
    ) {
        turns = particles.map(\.rotation)
        let last = Self.step(after: min(end, 1e9))
        let spans = particles.map { particle in
            let enters = Self.step(after: particle.birth)
            return enters..<max(enters, min(last, Self.step(after: min(particle.death, 1e9))))
        }
        let steps = spans.reduce(0.0) { $0 + Double($1.count) }
        stride = max(1, Int((steps / ItemTracks.capacity).rounded(.up)))
        var place = 0
        for (particle, span) in zip(particles, spans) {
            let count = (span.count + stride - 1) / stride + 1
            entries.append(
                Entry(
                    birth: SIMD2(particle.position.x, particle.position.y),
                    bornAt: particle.birth,
                    enters: span.lowerBound,
                    leaves: span.upperBound,
                    first: place,
                    count: count
                )
            )
            place += count
        }
        kept = Array(repeating: .zero, count: place)
        guard let first = spans.first?.lowerBound else { return }
        let items = particles.map { particle in
            RigidWorld.Item(dynamics, particle: particle, cell: cells[particle.cell], sprites: sprites)
                .enlarged(weights?[particle.cell] ?? 1)
        }
        let most = Self.most(of: spans)
        // Cells may be thinned differently.
        let whole = weights.map { weights in particles.reduce(0) { $0 + weights[$1.cell] } } ?? Double(particles.count)
        let weight = whole / Double(particles.count)
        let area = items.reduce(0) { $0 + $1.size.x * $1.size.y } / whole
        if weights != nil { load = WorldLoad(dynamics, weight: weight, size: area.squareRoot(), isGrid: false) }
        defer { load?.finish(outOf: Double(last - first)) }
        var crowd = RigidCrowd(dynamics, items, on: canvas, noise: noise, most: most, weight: weight)
        var next = 0
        // Particles enter in order of birth; the leaving ones are searched among the bodies in the world.
        for step in first..<max(first, last) {
            if isStopped() { return }
            crowd.removeAll { spans[$0].upperBound <= step }
            while next < spans.count, spans[next].lowerBound <= step {
                if !spans[next].isEmpty {
                    let late = Double(step) * RigidWorld.step - entries[next].bornAt
                    crowd.enter(next, at: step, late: late)
                }
                next += 1
            }
            crowd.forEach { keep($0, $1, at: step) }
            if crowd.isEmpty, next == spans.count { return }
            let isStepped = crowd.advance(from: step)
            if isStepped, load != nil { load?.add(crowd.counts) }
            crowd.forEach { keep($0, $1, at: step + 1) }
        }
    }

    /// The first step of the layer's time that begins at `time` or later.
    private static func step(after time: Double) -> Int { Int((time / RigidWorld.step - 1e-9).rounded(.up)) }

    /// Maximum number of spans that overlap.
    private static func most(of spans: [Range<Int>]) -> Int {
        let changes = spans.map { ($0.lowerBound, 1) } + spans.map { ($0.upperBound, -1) }
        var (now, most) = (0, 0)
        for (_, change) in changes.sorted(by: { $0 < $1 }) {
            now += change
            most = max(most, now)
        }
        return most
    }

    private mutating func keep(_ item: Int, _ state: hanabi_item_state, at step: Int) {
        let entry = entries[item]
        let (number, rest) = (step - entry.enters).quotientAndRemainder(dividingBy: stride)
        let isLast = step == entry.leaves
        guard rest == 0 || isLast else { return }
        let place = entry.first + min(entry.count - 1, isLast ? entry.count - 1 : number)
        kept[place] = SIMD3(Float(state.x), Float(state.y), Float(state.angle))
    }

    /// Motion of a particle at `age`, interpolated linearly between stored poses.
    func motion(of particle: Particle, atAge age: Double) -> Motion {
        let entry = entries[particle.trajectory]
        let time = entry.bornAt + age
        let start = Double(entry.enters) * RigidWorld.step
        let turn = turns[particle.trajectory]
        var (place, angle) = (entry.birth, turn)
        if entry.enters < entry.leaves {
            let first = SIMD3<Double>(kept[entry.first])
            if time < start {
                // Between the birth and the first step.
                let share = max(0, min(1, (time - entry.bornAt) / max(1e-9, start - entry.bornAt)))
                place += (SIMD2(first.x, first.y) - place) * share
                angle += (first.z - angle) * share
            } else {
                let way = (time - start) / (RigidWorld.step * Double(stride))
                let whole = min(entry.count - 1, Int(min(way, 1e9)))
                var pose = SIMD3<Double>(kept[entry.first + whole])
                if whole + 1 < entry.count {
                    let next = SIMD3<Double>(kept[entry.first + whole + 1])
                    pose += (next - pose) * (way - Double(whole))
                }
                (place, angle) = (SIMD2(pose.x, pose.y), pose.z)
            }
        }
        var motion = Motion(position: SIMD3(place.x, place.y, particle.position.z), velocity: .zero)
        motion.turned = angle - turn
        return motion
    }
}

extension RigidWorld.Item {
    /// Creates the item of a particle at its birth: an ellipse if its sprite is round, else a box, in the sprite's
    /// size.
    fileprivate init(_ dynamics: Dynamics, particle: Particle, cell: CellDynamics, sprites: [Sprite]) {
        var kind = dynamics.item
        kind.fieldBitMask &= cell.cell.fieldBitMask
        var size = SIMD2<Double>(1, 1)
        if let look = cell.look, sprites.indices.contains(look.sprite) {
            let sprite = sprites[look.tints.isEmpty ? look.sprite : cell.sprite(of: particle, atAge: 0) ?? look.sprite]
            size = sprite.isDot ? SIMD2(repeating: 2 * sprite.rim.largest) : sprite.solidReach * 2
            if sprite.isRound, kind.collisionBoundsType == .rectangle { kind.collisionBoundsType = .ellipse }
        }
        let scale = particle.scale < 0 && cell.cell.negativeScale == .hide ? 0 : abs(particle.scale)
        // A particle too small to be visible still collides.
        let drawn = size * (scale / particle.contentsScale)
        self.init(
            place: SIMD2(particle.position.x, particle.position.y),
            size: pointwiseMax(SIMD2(0.5, 0.5), drawn),
            angle: particle.rotation,
            kind: kind,
            random: RandomStream(key: particle.noise).substream(named: "body"),
            velocity: SIMD2(particle.velocity.x, particle.velocity.y),
            spin: particle.spin,
            pathScale: max(0.01, scale / particle.contentsScale)
        )
    }
}

extension Sprite {
    fileprivate var isDot: Bool { asset.content == .shape(.dot) }

    /// Whether the whole sprite is a circle or an ellipse.
    fileprivate var isRound: Bool { part == .whole && asset.solid.isRound }

    /// Largest distance of the shape from the sprite's center, across and down, without its blur and the light around it.
    fileprivate var solidReach: SIMD2<Double> {
        part == .whole && asset.isSoftened ? Sprite(name: name, asset: asset.solid).reach : reach
    }
}
