internal import EffectModel
internal import EffectSimulation

extension Piece {
    /// Looks that follow from the share of a life, alike for all particles of a cell: a form may say them once.
    package struct Life: Sendable, Equatable {
        /// Shares of the life at the window's start and at its end; above 1 after the death.
        package var start: Double
        package var end: Double
        /// Alpha, and red, green and blue; `nil` or empty where they have no such course.
        package var alpha: Course?
        package var color: [Course] = []
        /// Scale across and, if it is the same, along.
        package var scale: Course?

        /// Straight lines over a life, times a factor of the piece's own.
        package struct Course: Sendable, Hashable {
            /// Points (share of life, value), in ascending order of share; the largest value is 1.
            package var points: [SIMD2<Double>]
            package var factor: Double

            /// - Parameters:
            ///   - line: Points (age, value), from birth to death.
            ///   - factor: Factor of the values.
            /// - Returns: `nil` for a course that is never above 0, or that jumps.
            init?(_ line: [SIMD2<Double>], times factor: Double = 1) {
                guard let last = line.last, last.x > 0 else { return nil }
                let peak = line.reduce(0) { max($0, $1.y) }
                guard peak > 0 else { return nil }
                // The lines of two particles differ in their last digits.
                points = line.map {
                    SIMD2(($0.x / last.x * 1e6).rounded() / 1e6, ($0.y / peak * 1e5).rounded() / 1e5)
                }
                // A jump has no term: its two points have one share, or nearly.
                guard zip(points, points.dropFirst()).allSatisfy({ $1.x > $0.x }) else { return nil }
                self.factor = (factor * peak * 1e4).rounded() / 1e4
            }

            /// Whether the course never changes.
            var isConstant: Bool { points.allSatisfy { $0.y == points[0].y } }
        }
    }
}

extension SceneFitter {
    /// Looks of a strand that follow from the share of its particle's life.
    ///
    /// - Parameters:
    ///   - shares: Shares of the window at the items.
    ///   - items: Samples of the strand.
    ///   - hasOwnColor: Whether the particle's own lines are the strand's color.
    ///   - reach: Largest distance of the sprite's points from its center, in sprite units.
    func life(
        of items: [DrawList.Item],
        _ shares: [Double],
        _ facts: ParticleFacts?,
        hasOwnColor: Bool,
        reach: Double
    ) -> Piece.Life? {
        guard curves == .formulas, let facts, items.count > 3 else { return nil }
        guard let span = (facts.looks?.color[3] ?? facts.scale).last?.x, span > 0 else { return nil }
        guard var life = life(of: items, shares, lasting: span) else { return nil }
        if hasOwnColor, let looks = facts.looks {
            let courses = (0..<4).map { index in
                Piece.Life.Course(LifeChannel.clamped(looks.color[index], times: looks.tint[index]))
            }
            life.alpha = courses[3]
            let color = courses.prefix(3).compactMap { $0 }
            if color.count == 3 { life.color = color }
        }
        life.scale = scale(of: items, facts.scale, reach: reach)
        return life
    }

    /// Course of the scale across, if it explains all samples but for a factor.
    private func scale(of items: [DrawList.Item], _ line: [SIMD2<Double>], reach: Double) -> Piece.Life.Course? {
        guard !line.isEmpty else { return nil }
        let values = items.map { FormulaLife.value(of: line, atAge: $0.age) }
        guard let peak = values.indices.max(by: { values[$0] < values[$1] }), values[peak] > 0 else { return nil }
        let factor = items[peak].scale.x / values[peak]
        let slack = tolerance / max(reach, 1e-6) / 2
        for (item, value) in zip(items, values) where abs(item.scale.x - factor * value) > slack { return nil }
        return factor > 0 ? Piece.Life.Course(line, times: factor) : nil
    }
}

extension FormulaPiece {
    /// Looks that follow from the share of the life.
    var looks: Piece.Life? {
        guard curves == .formulas, life.span > 0 else { return nil }
        var looks = Piece.Life(start: strand.start / life.span, end: strand.end / life.span)
        looks.alpha = Piece.Life.Course(LifeChannel.clamped(life.colors(3), times: life.tint[3]))
        if !life.colorLines.isEmpty {
            let color = (0..<3).compactMap {
                Piece.Life.Course(LifeChannel.clamped(life.colors($0), times: life.tint[$0]))
            }
            if color.count == 3 { looks.color = color }
        }
        if !life.scaleLine.isEmpty { looks.scale = Piece.Life.Course(life.scaleLine) }
        return looks
    }
}

extension SceneFitter {
    /// Color of a trail that follows from the share of its particle's life; `nil` if it does not explain all samples.
    ///
    /// - Parameter shares: Shares of the window at the items.
    func life(ofTrail strand: SceneSampler.Strand, _ shares: [Double], _ facts: ParticleFacts?) -> Piece.Life? {
        let (items, ribbons) = (strand.items, strand.ribbons)
        guard curves == .formulas, let looks = facts?.looks, let span = looks.color[3].last?.x, span > 0,
            items.count > 3
        else { return nil }
        guard var life = life(of: items, shares, lasting: span) else { return nil }
        let lines = (0..<3).map { LifeChannel.clamped(looks.color[$0], times: looks.tint[$0]) }
        for (item, ribbon) in zip(items, ribbons) {
            for index in 0..<3 {
                let value = FormulaLife.value(of: lines[index], atAge: item.age)
                guard abs(value - ribbon.color[index]) <= levels.y + 1e-3 else { return nil }
            }
        }
        let color = lines.compactMap { Piece.Life.Course($0) }
        guard color.count == 3 else { return nil }
        life.color = color
        return life
    }

    /// Life without looks of a strand whose particle grows older evenly; `nil` if its age stands still.
    ///
    /// - Parameters:
    ///   - items: Samples of the strand, at least two.
    ///   - shares: Shares of the window at the items.
    ///   - span: Seconds from birth to death.
    private func life(of items: [DrawList.Item], _ shares: [Double], lasting span: Double) -> Piece.Life? {
        let last = items.count - 1
        let pace = (items[last].age - items[0].age) / (shares[last] - shares[0])
        guard pace > 1e-9 else { return nil }
        let start = max(0, items[0].age - shares[0] * pace)
        return Piece.Life(start: start / span, end: (start + pace) / span)
    }
}
