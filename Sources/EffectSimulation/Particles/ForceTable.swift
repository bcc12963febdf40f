internal import EffectModel

/// Forces on a cell's particles over the layer's time: one set, or with animated inputs one for each 1/120 s,
/// for a survey one for each 1/12 s.
struct ForceTable: Sendable {
    fileprivate struct Entry: Sendable {
        var forces: [Force]
        /// Sum of the drags if inputs are animated; else 0.
        var drag: Double
        var wind: SIMD3<Double>
    }

    private let entries: [Entry]
    /// The only entry, if nothing changes over time.
    private let steady: Entry?
    private let start: Double
    private let period: Double?
    private let perSecond: Double
    /// Whether inputs change over time.
    let isAnimated: Bool

    /// Maximum number of forces in all tables of an effect, about 140 bytes each: a clock may run for a day, and cells
    /// are many.
    private static let maximumForces = 524_288
    /// Maximum number of entries of one table.
    private static let maximumEntries = 65_536.0

    /// Entries per second of a rough table.
    private static let roughPerSecond = 12.0

    /// - Parameters:
    ///   - behaviors: Behaviors in force at a layer time.
    ///   - isAnimated: Whether the behaviors change over time.
    ///   - period: Period of a seamless loop in layer seconds, after which forces repeat; `nil` for none.
    ///   - tables: Number of animated tables that share the effect's limit.
    ///   - isRough: Whether a table of few entries will do, for a survey.
    init(
        _ behaviors: (Double) -> [Behavior],
        isAnimated: Bool,
        from start: Double,
        to end: Double,
        period: Double?,
        sharedBy tables: Int,
        isRough: Bool,
        _ noise: RandomStream
    ) {
        self.isAnimated = isAnimated
        self.start = start
        self.period = period
        let span = max(0, end - start)
        let perSecondWanted = isRough ? Self.roughPerSecond : Kinetics.stepsPerSecond
        let wanted = (span * perSecondWanted).rounded(.up) + 1
        let forces = max(1, tables) * max(1, behaviors(start).count)
        let most = min(Self.maximumEntries, Double(max(8, Self.maximumForces / forces)))
        let count = isAnimated ? Int(min(most, wanted)) : 1
        let perSecond = count > 1 ? Double(count - 1) / span : 0
        self.perSecond = perSecond
        entries = (0..<count).map { index in
            let time = count > 1 ? start + Double(index) / perSecond : start
            return Entry(behaviors(time).filter(\.enabled), isAnimated: isAnimated, noise: noise)
        }
        steady = isAnimated ? nil : entries.first
    }

    /// Acceleration for a mass of 1, and the drag if inputs are animated.
    func push(at position: SIMD3<Double>, _ time: Double) -> (SIMD3<Double>, drag: Double) {
        if let steady { return (steady.push(at: position, time), 0) }
        var clock = time
        if let period, time >= start + period { clock -= ((time - start) / period).rounded(.down) * period }
        let place = ((clock - start) * perSecond).rounded()
        // Clamped as a `Double`, since converting too large a value would trap.
        let index = place > 0 ? min(entries.count - 1, Int(min(place, Self.maximumEntries))) : 0
        return (entries[index].push(at: position, time), entries[index].drag)
    }
}

extension ForceTable.Entry {
    fileprivate func push(at position: SIMD3<Double>, _ time: Double) -> SIMD3<Double> {
        var sum = wind
        for force in forces { sum += force.acceleration(at: position, time) }
        return sum
    }

    fileprivate init(_ behaviors: [Behavior], isAnimated: Bool, noise: RandomStream) {
        forces = behaviors.enumerated().compactMap { $1.force(noise.substream(UInt64($0))) }
        // Steady drag and wind are part of the closed form.
        drag = isAnimated ? behaviors.reduce(0) { $0 + $1.totalDrag } : 0
        wind = .zero
        guard isAnimated else { return }
        for behavior in behaviors where behavior.kind == .wind && behavior.gust == 0 {
            wind += behavior.velocity * behavior.drag
        }
    }
}

extension Behavior {
    /// Exponential decay rate of a velocity per second, for a mass of 1.
    var totalDrag: Double {
        switch kind {
        case .drag, .wind: drag
        case .wave, .alignToMotion, .valueOverLife, .colorOverLife, .light, .attractor, .simpleAttractor, .turbulence,
            .vortex, .bounce, .floor, .collider, .flicker:
            0
        }
    }

    /// Force without a closed form; `nil` for other behaviors.
    fileprivate func force(_ noise: RandomStream) -> Force? {
        switch kind {
        case .wave: return .wave(force, frequency)
        case .attractor, .simpleAttractor: return .spring(Spring(self))
        case .turbulence: return .turbulence(Noise(key: noise.key), strength: strength, size: size, speed: speed)
        case .vortex: return .vortex(center: position, strength: strength, radius: radius)
        case .wind where gust > 0:
            return .gust(Noise(key: noise.key), velocity: velocity, share: gust, frequency: frequency, drag: drag)
        case .wind, .drag, .alignToMotion, .valueOverLife, .colorOverLife, .light, .bounce, .floor, .collider, .flicker:
            return nil
        }
    }
}
