import EffectModel

extension Behavior {
    /// Units of work (``RenderCost/work``) per integration step, measured and rounded up.
    var workPerStep: Double {
        switch kind {
        case .turbulence: 150
        case .wave, .attractor, .simpleAttractor, .vortex, .wind: 40
        // A step far from any wall costs a tenth of this, and one at rest twice as much: pieces lie on a floor or a solid for
        // most of their lives, and in a box of walls for less.
        case .floor: 700
        case .collider: 600
        case .bounce: 400
        case .valueOverLife: 20 + 2 * Double(values.count)
        case .drag, .alignToMotion, .colorOverLife, .light, .flicker: 20
        }
    }

    /// Units of work per particle and frame.
    var workPerState: Double {
        switch kind {
        case .light: 150
        case .colorOverLife: 30 + 2 * Double(colors.count)
        case .valueOverLife: 30 + 4 * Double(values.count)
        case .wave, .drag, .alignToMotion, .attractor, .simpleAttractor, .turbulence, .vortex, .wind, .bounce, .floor,
            .collider, .flicker:
            60
        }
    }
}

extension [Behavior] {
    /// Upper bound of a particle's speed in points per second of its own time; infinite if unbounded.
    ///
    /// - Parameter emitter: Emitter of the particle; `nil` if its birthplace is unknown, or if springs are animated.
    func largestSpeed(_ start: Double, _ cell: EmitterCell, over age: Double, from emitter: Emitter?) -> Double {
        func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
        var push = 0.0
        var spring = 0.0
        var drift = length(cell.drift)
        for behavior in self {
            switch behavior.kind {
            case .wave: push += length(behavior.force)
            case .turbulence: push += 3 * abs(behavior.strength)  // the noise's curl is at most 3
            case .vortex: push += abs(behavior.strength)
            // A medium adds at most its own velocity.
            case .wind: drift += 2 * length(behavior.velocity)
            case .attractor, .simpleAttractor:
                // An attracting spring returns at most the energy it has at birth: ½·k·d².
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

    /// Upper bound of a particle's scale within `age` seconds, given its `start` and its `growth` per second.
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
    /// Upper bound of a value over life, given the magnitude of the property.
    fileprivate func largest(from magnitude: Double) -> Double {
        let most = values.reduce(0) { Swift.max($0, abs($1)) }
        switch operation {
        // Includes the previous magnitude, because the behavior may be disabled or followed by others.
        case .replace: return Swift.max(most, magnitude)
        case .add: return magnitude + most
        case .multiply: return magnitude * Swift.max(1, most)
        }
    }
}

extension EmitterCell {
    /// Whether no velocity, acceleration or behavior moves the cell's particles along z.
    func staysFlat(under behaviors: [Behavior]) -> Bool {
        let isAimedFlat = emissionLatitude == 0 && (emissionSpace == .planar || emissionRange == 0)
        guard isAimedFlat, acceleration.z == 0, drift.z == 0 else { return false }
        return behaviors.allSatisfy { behavior in
            switch behavior.kind {
            case .wave: behavior.force.z == 0
            case .wind: behavior.velocity.z == 0
            case .attractor: false
            case .valueOverLife: behavior.lifePath != .positionZ && behavior.lifePath != .velocityZ
            case .drag, .alignToMotion, .colorOverLife, .light, .simpleAttractor, .turbulence, .vortex, .bounce, .floor,
                .collider, .flicker:
                true
            }
        }
    }
}

extension Emitter {
    /// Upper bound of the distance from the layer's origin to a birthplace, in points; paths and text are not included.
    fileprivate var extent: Double {
        emitterPosition.length + abs(emitterZPosition) + emitterSize.length + emitterDepth
    }
}

extension SIMD2<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
