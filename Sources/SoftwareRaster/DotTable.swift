internal import EffectModel

/// Alpha of a dot by the square of the distance from its middle: 1 is the rim of its box.
struct DotTable {
    /// Entries up to the rim. The curve changes by at most 2.1 from the middle to the rim, so that neighbours differ by
    /// less than a seventh of an alpha step.
    static let count = 4096
    /// Squared distance from which on nothing is left.
    static let end = 0.95 * 0.95

    /// 0...255; one more entry for the rim itself.
    let alphas: [UInt8] = (0...Self.count).map { index in
        let radius = (Double(index) / Double(Self.count)).squareRoot()
        return UInt8((Sprite.dotAlpha(at: radius) * 255).rounded())
    }
}
