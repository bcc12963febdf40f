extension ColorHistogram {
    /// Histogram of one image, transparent pixels excluded.
    ///
    /// - Complexity: O(touched pixels).
    public init(_ picture: FrameEncoder.Picture) {
        guard picture.width > 0, picture.height > 0, picture.pixels.count == picture.width * picture.height else {
            self.init()
            return
        }
        self = picture.withSource(FrameEncoder.Part(whole: picture)) { ColorHistogram($0) }
    }
}
