internal import EffectModel
internal import EffectVectors

/// A loss that makes a vector smaller: the fit of motions first, then the number of pieces.
struct VectorReduction: Equatable {
    /// Factor of the tolerances of position, size, rotation, alpha and color.
    var looseness = 1.0
    /// Share of the pieces that are kept, of layers that have many.
    var share = 1.0

    /// All steps. The first gives up nothing, and each of the others a bit more than the one before: exactness up to eight times
    /// the tolerances, by a fifth each, then pieces down to a tenth, by a twenty-fifth each.
    static let steps: [VectorReduction] = {
        var steps = [VectorReduction()]
        var looseness = 1.0
        for _ in 1...12 {
            // The fourth root of 2.
            looseness *= 1.189_207_115
            steps.append(VectorReduction(looseness: rounded(looseness)))
        }
        var share = 1.0
        while share > 0.1 {
            share = max(0.1, share * 0.96)
            steps.append(VectorReduction(looseness: 8, share: rounded(share)))
        }
        return steps
    }()

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// The loss, for `Hanabi-Reduced`: `tolerance=1.6, pieces=0.5`. Pixels, and a share.
    var text: String {
        var parts: [String] = []
        if looseness > 1 { parts.append("tolerance=\(NumberText.plain(VectorScene.tolerance * looseness))") }
        if share < 1 { parts.append("pieces=\(NumberText.plain(share))") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}
