extension Behavior {
    /// Whether motion under the behavior must be integrated numerically.
    public var hasNoFormula: Bool {
        switch kind {
        case .wave, .attractor, .simpleAttractor, .turbulence, .vortex, .bounce, .floor, .collider: true
        case .wind: gust > 0
        case .valueOverLife:
            switch lifePath {
            case .velocityX, .velocityY, .velocityZ, .mass: true
            default: false
            }
        case .drag, .alignToMotion, .colorOverLife, .light, .flicker: false
        }
    }
}

extension [Behavior] {
    /// Whether motion under the behaviors must be integrated numerically.
    ///
    /// - Parameter isAccelerated: Whether animations accelerate living particles. Combined with drag, which depends on
    ///   each particle's mass, the particles cannot share an integral.
    public func haveNoFormula(accelerating isAccelerated: Bool) -> Bool {
        contains(where: \.hasNoFormula)
            || isAccelerated && contains { ($0.kind == .drag || $0.kind == .wind) && $0.drag > 0 }
    }

    /// Number of parts, 1...16, into which a step of 1/120 s is divided to keep the stiffest spring stable.
    ///
    /// - Parameter stiffest: Largest stiffness over all times; `nil` uses the behaviors' own.
    public func refinement(_ cell: EmitterCell, stiffest: Double? = nil) -> Int {
        let hasCurve = contains { $0.kind == .valueOverLife && $0.lifePath == .mass }
        let lightest = hasCurve ? 0.01 : Swift.max(0.01, cell.mass - abs(cell.massRange))
        let stiffest = stiffest ?? self.stiffest
        // √(k/m) is the spring's angular frequency; half a radian per step is well within the stable range.
        let parts = ((stiffest / lightest).squareRoot() / 60).rounded(.up)
        return Int(Swift.min(16, Swift.max(1, parts)))
    }

    /// Largest stiffness of the enabled behaviors.
    public var stiffest: Double { reduce(0) { $1.enabled ? Swift.max($0, abs($1.stiffness)) : $0 } }
}
