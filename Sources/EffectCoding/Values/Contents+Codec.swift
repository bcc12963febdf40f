import EffectModel
import StrictJSON

extension Contents {
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
