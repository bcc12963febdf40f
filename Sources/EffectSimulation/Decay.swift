/// What an exponential decay takes away: 1 − e^(−x), for x ≥ 0.
///
/// Of additions and multiplications alone. The C library's own function may differ in the last bit from one machine to
/// another; a motion that is stepped through a turbulent field would make that visible.
enum Decay {
    /// Within 4 units of the last place.
    static func lost(_ x: Double) -> Double {
        if x > 40 { return 1 }
        // Halved until a short series will do, then doubled again: 1 − e^(−2y) = l·(2 − l), where l is that of y.
        var y = x
        var halvings = 0
        while y > 0.0625 {
            y /= 2
            halvings += 1
        }
        // y − y²/2 + y³/6 − …, to below 2⁻⁵³ of the whole.
        var sum = 1 - y / 9
        for term in stride(from: 8.0, through: 2, by: -1) { sum = 1 - y / term * sum }
        var lost = y * sum
        for _ in 0..<halvings { lost *= 2 - lost }
        return lost
    }
}
