#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
internal import EffectModel
internal import EffectSimulation

/// A particle in closed form over the time that it may be seen: a piece without samples.
struct FormulaStrand {
    let life: FormulaLife
    let sprite: Sprite
    /// Seconds of age of the first moment and of the last one.
    let start: Double
    let end: Double

    /// Moments at which a path is looked at.
    private static let looks = 48

    /// - Parameters:
    ///   - canvas: Size of the canvas in pixels.
    ///   - period: Length of the loop in seconds.
    ///   - rest: Seconds that pieces go on which the loop's end cuts off.
    /// - Returns: `nil` for a particle that is never seen.
    init?(_ life: FormulaLife, _ sprite: Sprite, on canvas: SIMD2<Double>, period: Double, rest: Double) {
        var (start, end) = life.wraps ? (0, life.span) : (max(0, -life.birth), min(life.span, period - life.birth))
        let isCut = end < life.span
        // Times at which alpha and scale are above 0.
        for line in [life.colors(3), life.scales] {
            guard let first = line.firstIndex(where: { $0.y > 0 }), let last = line.lastIndex(where: { $0.y > 0 })
            else {
                return nil
            }
            func zero(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Double {
                from.x + (to.x - from.x) * from.y / (from.y - to.y)
            }
            if first > 0 { start = max(start, zero(line[first - 1], line[first])) }
            if last < line.count - 1 { end = min(end, zero(line[last], line[last + 1])) }
        }
        guard life.tint.w > 0, start < end else { return nil }
        // Draw lists have planes up to twice as far outside, whose matrix may shear them.
        let stretch = life.axis == nil ? 1.0 : 2
        let reach = sprite.seenReach * stretch * (life.scales.map { $0.y }.max() ?? 0) + 2
        let step = (end - start) / Double(Self.looks - 1)
        func isSeen(_ place: SIMD2<Double>, within margin: Double) -> Bool {
            place.x > -margin && place.y > -margin && place.x < canvas.x + margin && place.y < canvas.y + margin
        }
        // Looks from which it is seen, and from which it may be: between two, it may be nearer to the canvas.
        var (first, last) = (-1, -1)
        var (firstSeen, lastSeen) = (-1, -1)
        var before = life.position(atAge: start)
        for look in 0..<Self.looks {
            let place = life.position(atAge: start + Double(look) * step)
            let way = place - before
            before = place
            guard isSeen(place, within: reach + max(abs(way.x), abs(way.y))) else { continue }
            if first < 0 { first = look }
            last = look
            guard isSeen(place, within: reach) else { continue }
            if firstSeen < 0 { firstSeen = look }
            lastSeen = look
        }
        guard first >= 0 else { return nil }
        /// Age between two looks at which the canvas' edge is passed.
        func edge(from inner: Int, to outer: Int) -> Double {
            var (inside, outside) = (start + Double(inner) * step, start + Double(outer) * step)
            for _ in 0..<12 {
                let middle = (inside + outside) / 2
                if isSeen(life.position(atAge: middle), within: reach) { inside = middle } else { outside = middle }
            }
            return outside
        }
        if first == 0, firstSeen <= 0 {
            self.start = start
        } else if firstSeen > 0, firstSeen <= first + 1 {
            self.start = edge(from: firstSeen, to: firstSeen - 1)
        } else {
            self.start = start + Double(max(0, first - 1)) * step
        }
        if lastSeen >= 0, lastSeen < Self.looks - 1, last <= lastSeen + 1 {
            self.end = edge(from: lastSeen, to: lastSeen + 1)
        } else if last < Self.looks - 1 {
            self.end = start + Double(last + 1) * step
        } else {
            self.end = isCut && end == period - life.birth ? min(life.span, end + rest) : end
        }
        var life = life
        if life.wraps {
            // What is left of the life may lie in one round.
            if life.birth + self.start >= period { life.birth -= period }
            life.wraps = life.birth + self.end > period
        }
        (self.life, self.sprite) = (life, sprite)
    }

    /// The piece between two times of the loop in seconds; `nil` if nothing of it is left.
    func within(_ first: Double, _ last: Double) -> FormulaStrand? {
        let (from, to) = (max(start, first - life.birth), min(end, last - life.birth))
        return from < to ? FormulaStrand(life: life, sprite: sprite, start: from, end: to) : nil
    }

    /// The piece as those of successive rounds of the loop, none of which goes on from the loop's start.
    func unwrapped(period: Double) -> [FormulaStrand] {
        guard life.wraps else { return [self] }
        return [0, period].map { earlier in
            var part = life
            (part.wraps, part.birth) = (false, life.birth - earlier)
            return FormulaStrand(life: part, sprite: sprite, start: start, end: end)
        }
    }

    private init(life: FormulaLife, sprite: Sprite, start: Double, end: Double) {
        (self.life, self.sprite, self.start, self.end) = (life, sprite, start, end)
    }

    /// Visible alpha × area at an age, for the choice of the best moment.
    func ink(atAge age: Double) -> Double {
        guard age >= start, age <= end else { return 0 }
        let alpha = life.tint.w * max(0, min(1, life.color(3, atAge: age)))
        let extent = sprite.size * life.scale(atAge: age)
        return alpha * min(abs(extent.x * extent.y), 1e6)
    }
}

extension Sprite {
    /// Largest distance of drawn content from the center, in sprite units.
    fileprivate var seenReach: Double {
        guard case .outline(let outline) = contents, part == .whole, let box = outline.bounds else {
            return size.length / 2
        }
        let corners = [box.low, box.high, SIMD2(box.low.x, box.high.y), SIMD2(box.high.x, box.low.y)]
        return corners.reduce(0) { max($0, $1.length) }
    }
}

/// Coefficients of a piece in closed form.
struct FormulaPiece {
    let strand: FormulaStrand
    let curves: VectorScene.Curves
    /// Largest distance in pixels between a point of the piece and its particle, and differences of alpha and color.
    let tolerance: Double
    let levels: SIMD2<Double>
    /// The largest distance in pixels of the center from its formula.
    private(set) var error = 0.0

    var life: FormulaLife { strand.life }
    private var width: Double { strand.end - strand.start }

    init(_ strand: FormulaStrand, curves: VectorScene.Curves, tolerance: Double, levels: SIMD2<Double>) {
        (self.strand, self.curves, self.tolerance, self.levels) = (strand, curves, tolerance, levels)
    }

    /// The piece.
    ///
    /// - Parameter period: Length of the loop in seconds.
    mutating func piece(period: Double) -> Piece {
        let birth = life.birth / period
        let window = Piece.Window(
            start: max(0, birth + strand.start / period),
            end: birth + strand.end / period,
            wraps: life.wraps
        )
        // Beyond the budget of bytes, less exact motions are shorter.
        let slack = tolerance > VectorScene.tolerance ? tolerance : Self.exactness
        let (x, y) = (motion(0, within: slack), motion(1, within: slack))
        return Piece(
            sprite: life.sprite,
            outline: nil,
            window: window,
            x: x,
            y: y,
            orientation: orientation,
            alpha: color(3, within: levels.x),
            paint: paint,
            life: looks
        )
    }

    /// Half of the distance in pixels below which a motion counts as exact, by axis.
    private static let exactness = VectorScene.exactness / 2

    /// A coordinate of the position.
    private mutating func motion(_ axis: Int, within slack: Double) -> Channel {
        let (from, velocity) = (life.position[axis], life.velocity[axis])
        let (drift, acceleration) = (life.drift[axis], life.acceleration[axis])
        guard life.drag > 0 else {
            let start = from + (velocity + drift) * strand.start + acceleration * strand.start * strand.start / 2
            let slope = (velocity + drift + acceleration * strand.start) * width
            return polynomial(start, slope, acceleration * width * width / 2, within: slack)
        }
        // start + K·(1 − e^(−r·a)) + steady·a, with the age a from the piece's first moment on.
        let steady = acceleration / life.drag + drift
        let reach = (velocity - acceleration / life.drag) / life.drag
        let lost = -expm1(-life.drag * strand.start)
        let start = from + reach * lost + steady * strand.start
        let (left, rate) = (reach * (1 - lost), life.drag * width)
        // What drag takes away may be too little to be seen.
        if abs(left) * -expm1(-rate) <= slack {
            let middle = left * -expm1(-rate) / 2
            error = max(error, abs(middle))
            return polynomial(start + middle, steady * width, 0, within: slack)
        }
        if curves == .constants { return .constant(start) }
        // With little drag, the terms of the formula are large numbers that cancel each other.
        guard curves.hasFormulas, life.drag * life.span > 0.05 else { return fitted(axis) }
        return .decay(start: start, slope: steady * width, reach: left, rate: rate)
    }

    /// The shortest polynomial within `slack` of one of the second degree over 0...1.
    private mutating func polynomial(_ start: Double, _ slope: Double, _ bend: Double, within slack: Double) -> Channel
    {
        let middle = slope * slope > 4 * bend * bend || slope * bend > 0 ? 0 : -slope * slope / (4 * bend)
        let (low, high) = (min(0, slope + bend, middle), max(0, slope + bend, middle))
        if high - low <= 2 * slack || curves == .constants {
            error = max(error, (high - low) / 2)
            return .constant(start + (low + high) / 2)
        }
        // The line nearest to t² over 0...1 is t − 1/8.
        if abs(bend) / 8 <= slack {
            error = max(error, abs(bend) / 8)
            return .polynomial([start - bend / 8, slope + bend])
        }
        return .polynomial([start, slope, bend])
    }

    /// A coordinate of the position as curves through points of its formula.
    private mutating func fitted(_ axis: Int) -> Channel {
        let shares = (0...Self.points).map { Double($0) / Double(Self.points) }
        let fit = ChannelFit(shares: shares, curves: curves)
        let values = shares.map { life.position(atAge: strand.start + width * $0)[axis] }
        let result = fit.fitted(values, within: tolerance)
        error = max(error, result.error)
        return result.channel
    }

    /// Number of points less one that cubics are fitted to.
    private static let points = 96

    /// A number that changes evenly, or in straight lines.
    private func even(_ line: [SIMD2<Double>], within slack: Double) -> Channel {
        LifeChannel.channel(cut(line), curves, within: slack)
    }

    /// A component of the color, clamped to 0...1, times its factor.
    private func color(_ index: Int, within slack: Double) -> Channel {
        if life.colorLines.isEmpty, life.colorSpeed[index] == 0 {
            return .constant(life.tint[index] * max(0, min(1, life.color[index])))
        }
        let points = LifeChannel.clamped(cut(life.colors(index)), times: life.tint[index])
        return LifeChannel.channel(points, curves, within: slack)
    }

    private func cut(_ line: [SIMD2<Double>]) -> [SIMD2<Double>] {
        LifeChannel.cut(line, from: strand.start, to: strand.end)
    }

    private var paint: Piece.Paint {
        let (red, green, blue) = (color(0, within: levels.y), color(1, within: levels.y), color(2, within: levels.y))
        guard let red = red.constant, let green = green.constant, let blue = blue.constant else {
            return .changing(red: red, green: green, blue: blue)
        }
        let front = SIMD3(red, green, blue)
        return life.back.map { .sides(front: front, back: $0) } ?? .fixed(front)
    }

    private var orientation: Piece.Orientation {
        let reach = max(strand.sprite.size.length / 2, 1e-6)
        // A full turn less needs fewer digits.
        let whole = (life.rotation / (2 * .pi)).rounded() * 2 * .pi
        let isConstant = life.scaleLine.isEmpty && life.scaleSpeed == 0
        let scale = isConstant ? Channel.constant(life.scale) : even(life.scales, within: tolerance / reach)
        func turned(within slack: Double) -> Channel {
            let angle = life.rotation - whole
            if life.spin == 0 { return .constant(angle) }
            return even([SIMD2(0, angle), SIMD2(life.span, angle + life.spin * life.span)], within: slack)
        }
        if let axis = life.axis {
            return .space(axis: axis, angle: turned(within: 0.004), scale: scale)
        }
        let isRound =
            switch (strand.sprite.contents, strand.sprite.asset.content) {
            case (.dot, _), (_, .shape(.circle)): strand.sprite.part == .whole
            default: false
            }
        if isRound { return .flat(rotation: .constant(0), scale: (x: scale, y: scale)) }
        let radius = reach * (cut(life.scales).map { $0.y }.max() ?? 0)
        return .flat(rotation: turned(within: tolerance / max(radius, 0.5)), scale: (x: scale, y: scale))
    }
}
