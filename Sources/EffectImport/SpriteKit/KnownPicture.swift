internal import EffectModel

/// A library with one additional image, already decoded. A document is read again for every duration and fraction of
/// particles that is tried; its embedded image is decoded only once.
struct KnownPicture: AssetLibrary {
    let source: String
    let picture: Picture
    /// Library for all other images.
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
