internal import AssetFiles
internal import EffectModel

/// Images of one effect by name, before those of its renderer.
struct EffectPictures: AssetLibrary {
    private let own: LocalAssets
    private let names: Set<String>
    private let rest: LocalAssets

    /// - Throws: ``EffectError/unusablePictures(_:)`` for bytes that are neither PNG nor JPEG.
    init(_ pictures: [String: [UInt8]], before rest: LocalAssets) throws(EffectError) {
        do throws(PictureDirectory.Failure) {
            own = LocalAssets(pictures: try PictureDirectory(files: pictures), fontDirectories: [])
        } catch {
            throw .unusablePictures("\(error)")
        }
        (names, self.rest) = (Set(pictures.keys), rest)
    }

    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        try (names.contains(source) ? own : rest).picture(source, maximumPixels: maximumPixels)
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        try rest.glyphs(of: text, maximumPixels: maximumPixels)
    }

    func check(_ text: TextStyle) throws(AssetFault) { try rest.check(text) }
}
