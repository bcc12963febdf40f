/// A damped spring that pulls a value toward its end value.
///
/// - Source: CASpringAnimation.
public struct SpringMotion: Sendable, Equatable {
    /// Mass at the end of the spring, 0.001...10,000.
    public var mass = 1.0
    /// Spring constant, 0.001...1,000,000.
    public var stiffness = 100.0
    /// Damping coefficient, 0...100,000; 0 oscillates forever.
    public var damping = 10.0
    /// Initial velocity, −1000...1000: 1 covers the whole distance in a second. Negative values move away from the end
    /// value.
    public var initialVelocity = 0.0

    /// Creates a value with the defaults.
    public init() {}

    /// Seconds until less than a thousandth of the distance remains, permanently; infinite if the spring never settles.
    public var settlingDuration: Double { SpringCurve(self).settling }
}

/// Remaining fraction of the distance over time: the solution of m·x″ + c·x′ + k·x = 0 with x(0) = 1 and x′(0) = −v.
///
/// Core Animation treats overdamped springs as critically damped; here they creep, as physical springs do.
struct SpringCurve: Sendable {
    private enum Form: Sendable {
        /// e^(−rate·t)·(cos(frequency·t) + lead·sin(frequency·t))
        case swinging(rate: Double, frequency: Double, lead: Double)
        /// e^(−rate·t)·(1 + lead·t)
        case critical(rate: Double, lead: Double)
        /// share·e^(−slow·t) + (1 − share)·e^(−fast·t)
        case creeping(slow: Double, fast: Double, share: Double)
    }

    private let form: Form

    init(_ spring: SpringMotion) {
        let rate = spring.damping / (2 * spring.mass)
        let square = spring.stiffness / spring.mass
        let lead = rate - spring.initialVelocity
        let rest = square - rate * rate
        // Close enough to critical damping for the difference to vanish in rounding.
        if abs(rest) <= 1e-9 * square {
            form = .critical(rate: rate, lead: lead)
        } else if rest > 0 {
            let frequency = rest.squareRoot()
            form = .swinging(rate: rate, frequency: frequency, lead: lead / frequency)
        } else {
            let half = (-rest).squareRoot()
            let fast = rate + half
            form = .creeping(slow: square / fast, fast: fast, share: (fast - spring.initialVelocity) / (2 * half))
        }
    }

    /// The remaining fraction of the distance after `time` seconds; negative past the end value.
    func left(at time: Double) -> Double {
        switch form {
        case .swinging(let rate, let frequency, let lead):
            let (sine, cosine) = Elementary.sineAndCosine(frequency * time)
            return Elementary.decay(rate * time) * (cosine + lead * sine)
        case .critical(let rate, let lead): return Elementary.decay(rate * time) * (1 + lead * time)
        case .creeping(let slow, let fast, let share):
            return share * Elementary.decay(slow * time) + (1 - share) * Elementary.decay(fast * time)
        }
    }

    /// The first times after 0 and before `end`, at most `most` of them, at which the motion reverses.
    func turns(until end: Double, most: Int) -> [Double] {
        switch form {
        case .swinging(let rate, let frequency, let lead):
            // The derivative is e^(−rate·t)·(p·cos + q·sin) with p = frequency·lead − rate, q = −(rate·lead + frequency).
            let (p, q) = (frequency * lead - rate, -(rate * lead + frequency))
            var turn = Self.angle(p, -q) / frequency
            if turn <= 0 { turn += .pi / frequency }
            return (0..<most).map { turn + .pi / frequency * Double($0) }.filter { $0 < end }
        case .critical(let rate, let lead):
            let turn = (lead - rate) / (rate * lead)
            return lead != 0 && turn > 0 && turn < end && most > 0 ? [turn] : []
        case .creeping(let slow, let fast, let share):
            let ratio = (share - 1) * fast / (share * slow)
            guard share != 0, ratio.isNormal, ratio > 0, most > 0 else { return [] }
            let turn = Elementary.logarithm(ratio) / (fast - slow)
            return turn > 0 && turn < end ? [turn] : []
        }
    }

    /// The angle in −π/2...π/2 with tangent y/x.
    private static func angle(_ y: Double, _ x: Double) -> Double {
        if x == 0 { return .pi / 2 }
        // Bisection: runs once per curve, and gives the same result on every platform.
        let tangent = abs(y / x)
        var (low, high) = (0.0, Double.pi / 2)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            let (sine, cosine) = Elementary.sineAndCosine(middle)
            if sine < tangent * cosine { low = middle } else { high = middle }
        }
        return (y < 0) != (x < 0) ? -low : low
    }

    /// Seconds until less than a thousandth remains, permanently. For an oscillating spring, as in Core Animation, the
    /// time after which e^(−rate·t)·(1 + |lead|) is below a thousandth.
    var settling: Double {
        if case .swinging(let rate, _, let lead) = form {
            return rate > 0 ? Elementary.logarithm(1000 * (1 + abs(lead))) / rate : .infinity
        }
        let turn = turns(until: .infinity, most: 1).first ?? 0
        var (low, high) = (0.0, turn)
        if abs(left(at: turn)) > Self.least || turn == 0 {
            low = turn
            high = max(turn, 1e-3) * 2
            for _ in 0..<200 where abs(left(at: high)) > Self.least { high *= 2 }
        }
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if abs(left(at: middle)) > Self.least { low = middle } else { high = middle }
        }
        return high
    }

    private static let least = 0.001
}
