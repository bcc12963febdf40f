internal import EffectModel
internal import EffectVectors

/// A loss that makes a vector smaller: the fit of motions first, then the number of pieces.
struct VectorReduction: Equatable {
    /// Factor of the tolerances of position, size, rotation, alpha and color.
    var looseness = 1.0
    /// Share of the pieces that are kept, of layers that have many.
    var share = 1.0

    /// All steps. The first gives up nothing, and each of the others more than the one before.
    static let steps =
        [1, 2, 4, 8].map { VectorReduction(looseness: $0) }
        + [0.75, 0.5, 0.25, 0.1].map { VectorReduction(looseness: 8, share: $0) }

    /// The loss, for `Hanabi-Reduced`: `tolerance=1.6, pieces=0.5`. Pixels, and a share.
    var text: String {
        var parts: [String] = []
        if looseness > 1 { parts.append("tolerance=\(NumberText.plain(VectorScene.tolerance * looseness))") }
        if share < 1 { parts.append("pieces=\(NumberText.plain(share))") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}
