/// Contents of a layer: an asset by name, an inline asset, or a color for a plain surface; on a side of a transition
/// also a layer.
public enum Contents: Sendable, Equatable {
    /// Name of an asset of the spec or of a built-in asset, or else a color.
    case named(String)
    case own(Asset)
    /// A layer, found by its ``Layer/parent`` and its ``Layer/side``.
    case layer

    static let codec = Codec<Contents>(
        allowed: "an asset, the name of an asset, or a color",
        schema: .definition("Contents") { Asset.namedOrOwn.described("an asset, the name of an asset, or a color") }
    ) { value, pointer, context in
        if case .object = value { return Asset.codec.read(value, pointer, context).map { .own($0) } }
        guard let name = Asset.nameCodec.read(value, pointer, context) else { return nil }
        context.checkAsset(name, at: pointer, orColor: true)
        return .named(name)
    } write: { contents in
        switch contents {
        case .named(let name): .string(name)
        case .own(let asset): Asset.codec.write(asset)
        case .layer: .null
        }
    }

    /// Codec without colors.
    static let assetCodec = Codec<Contents>(
        allowed: "an asset, or the name of an asset",
        schema: Asset.namedOrOwn.described("an asset, or the name of an asset")
    ) { value, pointer, context in
        if case .object = value { return Asset.codec.read(value, pointer, context).map { .own($0) } }
        guard let name = Asset.nameCodec.read(value, pointer, context) else { return nil }
        let faults = context.faults.count
        context.checkAsset(name, at: pointer)
        return context.faults.count == faults ? .named(name) : nil
    } write: { contents in
        Contents.codec.write(contents)
    }
}

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

extension Asset {
    /// The asset's size in points when `part` of it covers `area`: rectangles, squares, strips and gradients are
    /// stretched, other assets keep their aspect ratio.
    public func size(covering area: SIMD2<Double>, part: UnitRectangle = .whole) -> SIMD2<Double> {
        switch content {
        case .shape(.rectangle), .shape(.square), .shape(.strip), .picture(_, .gradient): return area
        default:
            let seen = size * part.size
            return seen * (area / seen).max()
        }
    }
}
