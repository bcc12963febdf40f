internal import EffectModel

/// A library with one more picture, decoded already. A document is read again for every duration and share of particles that
/// is tried; a picture within it need not be.
struct KnownPicture: AssetLibrary {
    let source: String
    let picture: Picture
    /// For all else.
    let library: any AssetLibrary

    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        let (pixels, overflow) = picture.width.multipliedReportingOverflow(by: picture.height)
        guard !overflow, pixels <= maximumPixels, source == self.source else {
            return try library.picture(source, maximumPixels: maximumPixels)
        }
        return picture
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        try library.glyphs(of: text, maximumPixels: maximumPixels)
    }
}
