internal import EffectModel

/// Pictures that the package brings along, for presets and for trying things out. Their names have a slash, which no file
/// in a directory's list has.
enum Drawings {
    static let files: [String: [UInt8]] = [
        "built-in/button": PackageResources.button_png,
        "built-in/card-dark": PackageResources.card_dark_png,
        "built-in/card-light": PackageResources.card_light_png,
        "built-in/cat": PackageResources.cat_png,
        "built-in/duck": PackageResources.duck_png,
    ]

    /// The file of one; `nil` if there is none of that name.
    static func file(named name: String) throws(AssetFault) -> PictureFile? {
        guard let bytes = files[name] else { return nil }
        return try PictureFile(bytes)
    }
}
