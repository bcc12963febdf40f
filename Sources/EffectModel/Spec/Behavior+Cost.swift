extension Behavior {
    /// Whether motion under it has to be added up step by step.
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

    /// Units of work (``RenderCost/work``) at each step, measured and rounded up.
    var workPerStep: Double {
        switch kind {
        case .turbulence: 250
        case .wave, .attractor, .simpleAttractor, .vortex, .wind: 40
        // Away from all walls a third of it; at rest on one, several times as much.
        case .bounce, .floor: 180
        case .collider: 90
        case .valueOverLife: 20 + 2 * Double(values.count)
        case .drag, .alignToMotion, .colorOverLife, .light, .flicker: 20
        }
    }

    /// Units of work for each particle and frame.
    var workPerState: Double {
        switch kind {
        case .light: 150
        case .colorOverLife: 30 + 2 * Double(colors.count)
        case .valueOverLife: 30 + 4 * Double(values.count)
        default: 60
        }
    }
}

extension [Behavior] {
    /// Whether motion under them has to be added up step by step.
    ///
    /// - Parameter isAccelerated: Whether animations accelerate the particles meanwhile. Against a drag that hangs on each
    ///   particle's mass, that has no integral that all could share.
    public func haveNoFormula(accelerating isAccelerated: Bool) -> Bool {
        contains(where: \.hasNoFormula)
            || isAccelerated && contains { ($0.kind == .drag || $0.kind == .wind) && $0.drag > 0 }
    }

    /// Into how many parts a step of 1/120 s is divided so that the stiffest spring stays stable, 1...16.
    ///
    /// - Parameter stiffest: Of all springs at any time; `nil` takes the ones at hand.
    public func refinement(_ cell: EmitterCell, stiffest: Double? = nil) -> Int {
        let hasCurve = contains { $0.kind == .valueOverLife && $0.lifePath == .mass }
        let lightest = hasCurve ? 0.01 : Swift.max(0.01, cell.mass - abs(cell.massRange))
        let stiffest = stiffest ?? self.stiffest
        // √(k/m) is the spring's angular frequency; half a radian a step is well within what is stable.
        let parts = ((stiffest / lightest).squareRoot() / 60).rounded(.up)
        return Int(Swift.min(16, Swift.max(1, parts)))
    }

    /// The largest stiffness among them.
    public var stiffest: Double { reduce(0) { $1.enabled ? Swift.max($0, abs($1.stiffness)) : $0 } }

    /// The most points that a particle of `cell` can move in a second of its time; infinite where nothing bounds it.
    ///
    /// - Parameter emitter: Where it is born; `nil` if that can be anywhere, or if springs change over time.
    func largestSpeed(_ start: Double, _ cell: EmitterCell, over age: Double, from emitter: Emitter?) -> Double {
        func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
        var push = 0.0
        var spring = 0.0
        var drift = length(cell.drift)
        for behavior in self {
            switch behavior.kind {
            case .wave: push += length(behavior.force)
            case .turbulence: push += 3 * abs(behavior.strength)  // curls of the noise reach 3 at the very most
            case .vortex: push += abs(behavior.strength)
            // A medium gives no more than its own velocity.
            case .wind: drift += 2 * length(behavior.velocity)
            case .attractor, .simpleAttractor:
                // A spring that pulls gives back no more than it was stretched at birth: ½·k·d² of energy in all.
                guard let emitter, behavior.stiffness >= 0 else { return .infinity }
                let distance = emitter.extent + behavior.position.length + abs(behavior.zPosition) + behavior.radius
                spring += behavior.stiffness * distance * distance
            case .valueOverLife:
                switch behavior.lifePath {
                case .positionX, .positionY, .positionZ, .velocityX, .velocityY, .velocityZ, .mass: return .infinity
                default: continue
                }
            case .drag, .alignToMotion, .colorOverLife, .light, .bounce, .floor, .collider, .flicker: continue
            }
        }
        let lightest = Swift.max(0.01, cell.mass - abs(cell.massRange))
        return start + drift + (spring / lightest).squareRoot() + (length(cell.acceleration) + push / lightest) * age
    }

    /// The largest factor that a particle can reach within `age` seconds, from `start` and `growth` a second.
    func largestScale(_ start: Double, growth: Double, over age: Double) -> Double {
        var growth = growth
        for behavior in self where behavior.kind == .valueOverLife && behavior.lifePath == .scaleSpeed {
            growth = behavior.largest(from: growth)
        }
        var scale = start + growth * age
        for behavior in self where behavior.kind == .valueOverLife && behavior.lifePath == .scale {
            scale = behavior.largest(from: scale)
        }
        return scale
    }
}

extension Behavior {
    /// What a value over life can make of a magnitude.
    fileprivate func largest(from magnitude: Double) -> Double {
        let most = values.reduce(0) { Swift.max($0, abs($1)) }
        switch operation {
        // Beside the largest value, since only enabled ones in force count and others may come before.
        case .replace: return Swift.max(most, magnitude)
        case .add: return magnitude + most
        case .multiply: return magnitude * Swift.max(1, most)
        }
    }
}

extension EmitterCell {
    /// Whether nothing leads its particles towards the viewer, or away.
    func staysFlat(under behaviors: [Behavior]) -> Bool {
        let isAimedFlat = emissionLatitude == 0 && (emissionSpace == .planar || emissionRange == 0)
        guard isAimedFlat, acceleration.z == 0, drift.z == 0 else { return false }
        return behaviors.allSatisfy { behavior in
            switch behavior.kind {
            case .wave: behavior.force.z == 0
            case .wind: behavior.velocity.z == 0
            case .attractor: false
            case .valueOverLife: behavior.lifePath != .positionZ && behavior.lifePath != .velocityZ
            default: true
            }
        }
    }
}

extension Emitter {
    /// Points from the layer's origin, at the most, to where a particle is born; paths and letters are not counted.
    fileprivate var extent: Double {
        emitterPosition.length + abs(emitterZPosition) + emitterSize.length + emitterDepth
    }
}

extension SIMD2<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
