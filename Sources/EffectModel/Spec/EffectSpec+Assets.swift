extension EffectSpec {
    /// The asset of contents; a color becomes a rectangle of that color. `nil` if the name is unknown.
    ///
    /// - Parameter owner: Name for an inline asset, which has none.
    public func asset(of contents: Contents, owner: String) -> (name: String, asset: Asset)? {
        switch contents {
        case .own(let asset): return (owner, asset)
        case .layer: return nil
        case .named(let name):
            if let asset = assets[name] ?? Asset.builtIn[name] { return (name, asset) }
            guard let color = Color(name) else { return nil }
            var asset = Asset(.shape(.rectangle))
            asset.tint = color
            return (name, asset)
        }
    }
}

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
