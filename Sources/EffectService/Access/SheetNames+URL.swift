internal import EffectRendering

extension SheetNames {
    /// Names for a sheet with a URL: the URLs of its parts differ in their extension only.
    ///
    /// - Parameters:
    ///   - target: Target of the request for one of the parts.
    ///   - stem: Name without an extension.
    ///   - packed: A spec in the path, in place of the preset's name.
    ///   - grant: Grant of a signature, which also signs the URLs of the other parts.
    init(_ target: RequestTarget, stem: String, packed: String? = nil, grant: Grant?) {
        // Preset names and specs in paths contain no characters that need escaping in a URL.
        let plain = "\(packed ?? stem).sheet.png\(target.rawQuery.isEmpty ? "" : "?\(target.rawQuery)")"
        self.init(stem: stem, image: grant?.signed(plain, beside: target) ?? plain)
    }
}
