internal import EffectModel

/// Precomputed properties of a plain cell, for a fast path that creates the same items as
/// ``ItemPainter/add(_:id:at:)``, bit for bit, without features that plain cells do not use.
struct PlainCell: Sendable {
    /// Whether the cell is plain; if not, all other properties are meaningless.
    let isPlain: Bool
    let sprite: Int
    let radius: Double
    let tint: SIMD4<Double>
    let mirrors: Bool
    let lie: Facing
    /// Color factor of a plane's back; `nil` if both sides are equal.
    let back: SIMD4<Double>?
    let formula: Kinetics.Formula
    /// Rates that animations add to living particles; `nil` for none.
    let live: LiveTables?

    /// Orientation of the particles.
    enum Facing {
        case upright, turned, turnedInSpace

        fileprivate init(_ type: ParticleType) {
            self =
                switch type {
                case .point: .upright
                case .sprite: .turned
                case .plane: .turnedInSpace
                }
        }
    }

    static let none = PlainCell(
        isPlain: false,
        sprite: -1,
        radius: 0,
        tint: .zero,
        mirrors: false,
        lie: .upright,
        back: nil,
        formula: Kinetics.Formula(),
        live: nil
    )
}

extension CellDynamics {
    /// Fast-path properties of a cell whose particles move in closed form, change at constant rates and show a single
    /// image; else ``PlainCell/none``.
    var plain: PlainCell {
        guard let look, look.frames.mode == .single, look.tints.isEmpty, cell.trail == nil, cell.stretchFactor == 0,
            !isAnimated,
            appearance.isPlain, let formula = kinetics.formula
        else { return .none }
        return PlainCell(
            isPlain: true,
            sprite: look.sprite,
            radius: look.radius,
            tint: look.tint,
            mirrors: cell.negativeScale == .mirror,
            lie: PlainCell.Facing(cell.particleType),
            back: cell.particleType == .plane ? cell.back?.components : nil,
            formula: formula,
            live: live
        )
    }
}

extension ItemPainter {
    /// Adds the visible items of `particles` in the range `alive` at `now` of the layer's time, in their order.
    ///
    /// - Parameter firstID: Id of the first of all particles.
    mutating func add(_ particles: [Particle], _ alive: Range<Int>, firstID: Int, at now: Double) {
        precondition(alive.lowerBound >= 0 && alive.upperBound <= particles.count)
        // Spans avoid copies of particles.
        let particles = particles.span
        guard view.isPlain else {
            for index in alive { add(particles[unchecked: index], id: firstID + index, at: now) }
            return
        }
        let plain = plain
        for index in alive {
            if plain[particles[unchecked: index].cell].isPlain {
                addPlain(particles, plain: plain, index: index, id: firstID + index, at: now)
            } else {
                add(particles[unchecked: index], id: firstID + index, at: now)
            }
        }
    }

    @inline(__always)
    private mutating func addPlain(
        _ particles: Span<Particle>,
        plain: [PlainCell],
        index: Int,
        id: Int,
        at now: Double
    ) {
        // Unchecked: the caller has checked the index.
        let age = (now - particles[unchecked: index].birth) * particles[unchecked: index].speed
        guard age >= 0, age < particles[unchecked: index].lifetime else { return }
        let cell = particles[unchecked: index].cell
        var scale = particles[unchecked: index].scale + particles[unchecked: index].scaleSpeed * age
        var color = particles[unchecked: index].color + particles[unchecked: index].colorSpeed * age
        var position = plain[cell].formula.position(of: particles, index, atAge: age)
        if let live = plain[cell].live {
            let (birth, speed) = (particles[unchecked: index].birth, particles[unchecked: index].speed)
            if let motion = live.motion {
                let gathered = motion.gathered(from: birth, for: age, speed: speed)
                if live.accelerates { position += gathered.twice.acceleration }
                if live.growOrShrink { scale += gathered.once.w * particles[unchecked: index].scaleFactor }
            }
            if let table = live.color { color += table.gathered(from: birth, for: age, speed: speed).once }
        }
        guard scale != 0, scale > 0 || plain[cell].mirrors else { return }
        color = plain[cell].tint * color.clamped
        guard color.w > 0 else { return }
        let place = SIMD2(position.x, position.y) * view.scale
        let pixels = abs(scale) / particles[unchecked: index].contentsScale * view.scale
        var (rotation, skew, stretch, shape) = (0.0, 0.0, 1.0, SIMD2<Double>(1, 1))
        if plain[cell].lie != .upright {
            rotation = particles[unchecked: index].rotation + particles[unchecked: index].spin * age
            if scale < 0 { rotation += .pi }
        }
        if plain[cell].lie == .turnedInSpace {
            let seen = Turn(axis: particles[unchecked: index].axis, angle: rotation).projection
            // A plane seen edge-on is invisible.
            guard let parts = seen.parts else { return }
            (rotation, skew, shape) = parts
            stretch = max(1, seen.right.length + seen.down.length)
            if seen.determinant < 0, let back = plain[cell].back {
                let alpha = color.w * back.w
                color = plain[cell].tint * back
                color.w = alpha
            }
        }
        let rounded = color.rounded
        guard rounded.w > 0, isOnCanvas(place, radius: plain[cell].radius * pixels * stretch + 1) else {
            return
        }
        let drawn = shape * pixels
        append(
            DrawList.Item(
                id: id,
                cell: cell,
                sprite: plain[cell].sprite,
                age: age.rounded(to: 1e6),
                position: SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256)),
                z: (position.z * view.scale).rounded(to: 256),
                scale: SIMD2(drawn.x.rounded(to: 1e6), drawn.y.rounded(to: 1e6)),
                skew: skew.rounded(to: 1e6),
                rotation: rotation.rounded(to: 1e6),
                color: rounded
            )
        )
    }
}

extension Kinetics.Formula {
    /// Position by the formula of ``Kinetics/motion(of:atAge:)``.
    @inline(__always)
    fileprivate func position(
        of particles: Span<Particle>,
        _ index: Int,
        atAge age: Double
    ) -> SIMD3<Double> {
        place(
            from: particles[unchecked: index].position,
            particles[unchecked: index].velocity,
            particles[unchecked: index].acceleration,
            mass: particles[unchecked: index].mass,
            atAge: age
        ).position
    }
}
