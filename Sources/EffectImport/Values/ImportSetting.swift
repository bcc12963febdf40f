import EffectCost
import EffectModel

/// Context of a converter besides the document.
struct ImportSetting {
    let notes: ImportNotes
    /// Canvas size in points: as requested, or the format's default.
    let canvas: SIMD2<Double>
    /// Requested canvas size in points, whatever the document says; `nil` for none.
    let width: Double?
    let height: Double?
    let library: any AssetLibrary
    let limits: RenderLimits

    /// Returns the first of these names for which the library has an image.
    func picture(named names: [String]) -> String? {
        // Each lookup may search a directory; no real document has so many names.
        names.prefix(16).first { name in
            guard (1...256).contains(name.utf8.count), !name.hasPrefix("data:") else { return false }
            return (try? library.picture(name, maximumPixels: limits.maximumPicturePixels)) != nil
        }
    }

    /// Names that a file may have in the library: the path itself, and its last component.
    static func candidates(_ path: String) -> [String] {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last == path ? [path] : [path, last]
    }
}
