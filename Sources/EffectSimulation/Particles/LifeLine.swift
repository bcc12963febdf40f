internal import EffectModel

/// A number over a life as straight lines between corners (share of life, value), from birth to death.
struct LifeLine: Sendable {
    private(set) var corners: [SIMD2<Double>]

    /// - Parameters:
    ///   - start: Value at birth.
    ///   - end: Value at death.
    init(from start: Double, to end: Double) { corners = [SIMD2(0, start), SIMD2(1, end)] }

    /// Corners between values at ascending shares, whose ends hold; `nil` if two have one share, where the values jump.
    static func corners(_ values: [Double], at shares: [Double]) -> [SIMD2<Double>]? {
        guard let first = shares.first, let last = shares.last,
            zip(shares, shares.dropFirst()).allSatisfy({ $1 - $0 > 1e-9 })
        else { return nil }
        var corners = zip(shares, values).map { SIMD2($0, $1) }
        if first > 1e-9 { corners.insert(SIMD2(0, values[0]), at: 0) } else { corners[0].x = 0 }
        if last < 1 - 1e-9 {
            corners.append(SIMD2(1, values[values.count - 1]))
        } else {
            corners[corners.count - 1].x = 1
        }
        return corners
    }

    /// Applies a curve.
    ///
    /// - Parameter other: Corners of the curve.
    /// - Returns: Whether the result has straight lines: of two that both change, the product has not.
    mutating func apply(_ operation: Behavior.Operation, _ other: [SIMD2<Double>]) -> Bool {
        if operation == .replace {
            corners = other
            return true
        }
        // Corners of two curves at one share may differ in its last digits.
        let shares = (corners + other).map(\.x).sorted().reduce(into: [Double]()) { shares, share in
            if share - (shares.last ?? -1) > 1e-9 { shares.append(share) }
        }
        let pairs = shares.map {
            SIMD2(FormulaLife.value(of: corners, atAge: $0), FormulaLife.value(of: other, atAge: $0))
        }
        if operation == .multiply {
            for (from, to) in zip(pairs, pairs.dropFirst()) where abs((to.x - from.x) * (to.y - from.y)) > 1e-12 {
                return false
            }
        }
        corners = zip(shares, pairs).map { share, pair in
            SIMD2(share, operation == .multiply ? pair.x * pair.y : pair.x + pair.y)
        }
        return true
    }
}

extension Appearance {
    /// Scale and components of the color over a life as straight lines; no corners for those that change evenly. `nil` where
    /// the lines would be curves.
    func lines(of particle: Particle) -> (scale: [SIMD2<Double>], color: [[SIMD2<Double>]])? {
        guard let scale = scaleLine(of: particle), let color = colorLines(of: particle) else { return nil }
        return (scales.isEmpty ? [] : scale, changes.isEmpty ? [] : color)
    }

    /// Scale over a life as straight lines; `nil` for curves.
    func scaleLine(of particle: Particle) -> [SIMD2<Double>]? {
        var size = LifeLine(from: particle.scale, to: particle.scale + particle.scaleSpeed * particle.lifetime)
        for curve in scales {
            guard let corners = curve.corners, size.apply(curve.operation, corners) else { return nil }
        }
        return size.corners
    }

    /// Components of the color over a life as straight lines; `nil` for curves.
    func colorLines(of particle: Particle) -> [[SIMD2<Double>]]? {
        let last = particle.color + particle.colorSpeed * particle.lifetime
        var color = (0..<4).map { LifeLine(from: particle.color[$0], to: last[$0]) }
        for change in changes {
            switch change {
            case .color(let curve):
                for index in 0..<4 {
                    guard let corners = curve.corners(ofComponent: index), color[index].apply(.replace, corners) else {
                        return nil
                    }
                }
            case .channel(let index, let curve):
                guard let corners = curve.corners, color[index].apply(curve.operation, corners) else { return nil }
            case .flicker: return nil
            }
        }
        return color.map(\.corners)
    }
}
