internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Creates draw-list items of particles.
struct ItemPainter {
    let view: View
    let cells: [CellDynamics]
    let trajectories: Trajectories
    /// Appearances at the current time by cell, for animated cells; empty if no cell is animated.
    private let appearances: [Appearance?]
    /// Fast-path properties by cell.
    let plain: [PlainCell]
    private let cull: Emitter.Cull
    private let culls: Bool
    private(set) var items: [DrawList.Item] = []
    private(set) var ribbons: [DrawList.Ribbon] = []

    /// - Parameter now: Layer time in seconds.
    init(
        view: View,
        cells: [CellDynamics],
        plain: [PlainCell],
        cull: Emitter.Cull,
        trajectories: Trajectories,
        _ timeline: LayerTimeline,
        at now: Double
    ) {
        self.view = view
        self.plain = plain
        self.cull = cull
        culls = !cull.showsAll
        let isAnimated = cells.contains(where: \.isAnimated)
        appearances =
            isAnimated
            ? cells.enumerated().map { index, dynamics in
                guard dynamics.isAnimated else { return nil }
                let behaviors = timeline.behaviors(ofCell: dynamics.cell, index, at: now)
                return Appearance(dynamics.cell, behaviors.filter(\.enabled), live: dynamics.live)
            } : []
        self.cells = cells
        self.trajectories = trajectories
    }

    /// Reserves capacity for `count` more items.
    mutating func reserve(_ count: Int) { items.reserveCapacity(items.count + count) }

    /// Adds a finished item.
    @inline(__always)
    mutating func append(_ item: DrawList.Item) { items.append(item) }

    /// Adds the item of `particle` at `now` of the layer's time, if visible.
    mutating func add(_ particle: Particle, id: Int, at now: Double) {
        let age = particle.age(at: now)
        let dynamics = cells[particle.cell]
        guard age >= 0, let look = dynamics.look else { return }
        let trail = dynamics.cell.trail
        guard age < particle.end + (trail?.duration ?? 0) else { return }
        // The trail of a dead particle still runs up to the place of its death.
        let shownAge = min(age, particle.end)
        let appearance = self.appearance(of: particle, dynamics)
        let scale = appearance.scale(of: particle, atAge: shownAge)
        guard scale != 0, scale > 0 || dynamics.cell.negativeScale == .mirror else { return }
        var color =
            dynamics.tint(of: particle)
            * appearance.color(of: particle, atAge: shownAge).clamped
        guard color.w > 0 else { return }
        let motion = dynamics.motion(of: particle, atAge: shownAge, trajectories)
        if culls, !cull.shows(motion.position) { return }
        guard let (place, factor) = view.pixels(motion.position) else { return }
        let pixels = abs(scale) / particle.contentsScale * factor * view.scale

        var ribbon = -1
        if let trail {
            let own = trail.width.map { $0 * particle.contentsScale } ?? look.breadth
            let width = own * pixels * view.breadth
            let lit = appearance.lights.lit(color, at: motion.position, normal: nil)
            ribbon = addRibbon(trail, of: particle, dynamics: dynamics, at: age, width: width, color: lit)
        }
        let isAlive = age < particle.end
        // A plane seen edge-on still has its trail.
        let body =
            isAlive
            ? self.body(of: particle, dynamics, appearance: appearance, motion: motion, age: age, scale: scale)
            : .nothing
        if body.side == .back, let back = dynamics.cell.back {
            let alpha = color.w * back.components.w
            color = dynamics.tint(of: particle) * back.components
            color.w = alpha
        }
        if !appearance.lights.isEmpty {
            let normal = body.normal == .zero ? nil : body.normal
            color = appearance.lights.lit(color, at: motion.position, normal: normal)
        }
        color = color.rounded
        let isSeen =
            look.sprite >= 0 && body.side != .none && color.w > 0
            && isOnCanvas(place, radius: look.radius * pixels * body.stretch + 1)
        guard isSeen || ribbon >= 0 else { return }
        let drawn = body.scale * pixels
        items.append(
            DrawList.Item(
                id: id,
                cell: particle.cell,
                sprite: isSeen ? dynamics.sprite(of: particle, atAge: age) ?? -1 : -1,
                age: age.rounded(to: 1e6),
                position: SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256)),
                z: (motion.position.z * view.scale).rounded(to: 256),
                scale: SIMD2(drawn.x.rounded(to: 1e6), drawn.y.rounded(to: 1e6)),
                skew: body.skew.rounded(to: 1e6),
                rotation: body.rotation.rounded(to: 1e6),
                color: color,
                ribbon: ribbon
            )
        )
    }

    private func appearance(of particle: Particle, _ dynamics: CellDynamics) -> Appearance {
        appearances.isEmpty ? dynamics.appearance : appearances[particle.cell] ?? dynamics.appearance
    }

    @inline(__always)
    func isOnCanvas(_ place: SIMD2<Double>, radius: Double) -> Bool {
        let reach = radius + view.overhang
        return place.x > -reach && place.y > -reach && place.x < view.size.x + reach && place.y < view.size.y + reach
    }

    // MARK: Orientation

    /// Orientation of a particle on the canvas, without its size.
    private struct Body {
        // Raw values fill a word: reading the word around a single stored byte would stall until the byte is written.
        enum Side: Int { case none, front, back }

        var side = Side.front
        var rotation: Double
        var skew = 0.0
        var scale = SIMD2<Double>(1, 1)
        /// Upper bound of the drawn radius, as a multiple of the sprite's radius.
        var stretch = 1.0
        /// Normal of a plane; zero for other particles.
        var normal = SIMD3<Double>(0, 0, 0)

        static let nothing = Body(side: .none, rotation: 0)
    }

    /// Orientation of a particle; `nothing` for a plane seen edge-on.
    private func body(
        of particle: Particle,
        _ dynamics: CellDynamics,
        appearance: Appearance,
        motion: Motion,
        age: Double,
        scale: Double
    ) -> Body {
        // A negative scale turns the image by half a turn, as its matrix does.
        let turned = dynamics.kinetics.hasWalls ? motion.turned : nil
        let angle = appearance.rotation(of: particle, atAge: age, turned: turned) + (scale < 0 ? .pi : 0)
        let heading = dynamics.kinetics.hasWalls ? motion.velocity : particle.heading(in: motion)
        let cell = dynamics.cell
        let stretched = cell.stretch(of: motion)
        switch Pose(of: particle, cell.particleType, appearance.alignment, heading: heading, angle: angle) {
        case .inSpace(let turn): return body(of: turn, stretched)
        case .flat(let angle):
            if view.linear == nil, stretched == nil { return Body(rotation: view.isFlipped ? -angle : angle) }
            return body(of: seen(Linear(scaled: SIMD2(1, 1), thenTurned: angle), stretched), normal: .zero)
        }
    }

    /// Map of a shape after stretching, flipping and the layer's transform.
    private func seen(_ shape: Linear, _ stretch: Linear?) -> Linear {
        var stretched = stretch?.after(shape) ?? shape
        if view.isFlipped { stretched = stretched.mirrored }
        return view.linear?.after(stretched) ?? stretched
    }

    private func body(of turn: Turn, _ stretch: Linear?) -> Body {
        let normal = turn.normal
        return body(of: seen(turn.projection, stretch), normal: normal, side: normal.z < 0 ? .back : .front)
    }

    private func body(of linear: Linear, normal: SIMD3<Double>, side: Body.Side = .front) -> Body {
        guard let (rotation, skew, scale) = linear.parts else { return .nothing }
        return Body(
            side: side,
            rotation: rotation,
            skew: skew,
            scale: scale,
            stretch: max(1, linear.right.length + linear.down.length),
            normal: normal
        )
    }

    // MARK: Trails

    /// Adds the trail of a particle, or what remains of it after death, and returns its index; −1 if it is invisible.
    private mutating func addRibbon(
        _ trail: Trail,
        of particle: Particle,
        dynamics: CellDynamics,
        at age: Double,
        width: Double,
        color: SIMD4<Double>
    ) -> Int {
        let head = min(age, particle.end)
        let tail = max(0, age - trail.duration)
        guard head > tail, color.w > 0 else { return -1 }
        var points: [SIMD2<Double>] = []
        var length = 0.0
        var low = SIMD2<Double>(repeating: .infinity)
        var high = -low
        for number in 0..<trail.pointCount {
            let part = Double(number) / Double(trail.pointCount - 1)
            let motion = dynamics.motion(of: particle, atAge: head + (tail - head) * part, trajectories)
            guard let (place, _) = view.pixels(motion.position) else { break }
            (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
            let point = SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256))
            length += points.last.map { (point - $0).length } ?? 0
            points.append(point)
        }
        let margin = width + 1 + view.overhang
        guard points.count > 1, high.x > -margin, high.y > -margin, low.x < view.size.x + margin,
            low.y < view.size.y + margin
        else { return -1 }
        // Behind a dead particle, the visible end has already narrowed and faded.
        let share = 1 - (age - head) / trail.duration
        let start = trail.endWidth + (1 - trail.endWidth) * share
        let alpha = trail.endAlpha + (1 - trail.endAlpha) * share
        // A very short trail fades out, so that its round caps do not surround a particle at rest.
        let presence = min(1, length / max(1e-6, width * start / 2))
        let shown = SIMD4(color.x, color.y, color.z, color.w * alpha * presence).rounded
        guard shown.w > 0 else { return -1 }
        ribbons.append(
            DrawList.Ribbon(
                points: points,
                width: SIMD2((width * start).rounded(to: 1e4), (width * trail.endWidth).rounded(to: 1e4)),
                color: shown,
                endAlpha: alpha > 0 ? (trail.endAlpha / alpha).rounded(to: 1e4) : 0
            )
        )
        return ribbons.count - 1
    }
}

extension Double {
    /// Value rounded to a multiple of 1/`steps`. Values pass through here before they enter the draw list, so that a
    /// last-bit difference between two C libraries does not reach the pixels.
    func rounded(to steps: Double) -> Double {
        let scaled = self * steps
        // Adding and subtracting 1.5 × 2⁵² rounds to a whole number without a call; larger values are already whole.
        guard abs(scaled) < 0x1p51 else { return self }
        let number = (scaled + 0x1.8p52) - 0x1.8p52
        return number == 0 ? 0 : number / steps  // avoids −0
    }
}

extension SIMD4<Double> {
    /// Color within 0...1, its components rounded to multiples of 1/10,000.
    var rounded: SIMD4<Double> {
        let bias = SIMD4(repeating: 0x1.8p52)
        return ((self * 1e4 + bias) - bias) / 1e4
    }
}

extension SIMD3<Double> {
    /// Vector with each component rounded to a multiple of 1/`steps`.
    func rounded(to steps: Double) -> SIMD3<Double> {
        SIMD3(x.rounded(to: steps), y.rounded(to: steps), z.rounded(to: steps))
    }
}
