extension EffectSpec {
    /// Assets that a cell draws, each with its share of the particles; empty if it draws nothing.
    package func assets(of cell: EmitterCell) -> [(name: String, asset: Asset, share: Double)] {
        guard !cell.choices.isEmpty else { return asset(of: cell).map { [($0.name, $0.asset, 1)] } ?? [] }
        let sum = cell.choices.reduce(0) { $0 + $1.weight }
        return cell.choices.enumerated().compactMap { index, choice in
            let owner = "\(cell.name ?? "inline") \(index)"
            return asset(of: choice.contents, owner: owner).map { ($0.name, $0.asset, choice.weight / max(1e-9, sum)) }
        }
    }
}
