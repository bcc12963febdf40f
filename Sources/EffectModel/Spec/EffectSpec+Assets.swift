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
