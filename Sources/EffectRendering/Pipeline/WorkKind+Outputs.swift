public import WorkScheduling

extension WorkKind {
    /// An animated PNG.
    public static let apng = WorkKind(rawValue: "apng")
    /// A GIF.
    public static let gif = WorkKind(rawValue: "gif")
    /// A WebP.
    public static let webp = WorkKind(rawValue: "webp")
    /// An AVIF.
    public static let avif = WorkKind(rawValue: "avif")
    /// A video.
    public static let video = WorkKind(rawValue: "video")
    /// A single-frame image, a strip of several, or the best of all frames.
    public static let still = WorkKind(rawValue: "still")
    /// A sprite sheet.
    public static let sheet = WorkKind(rawValue: "sheet")
    /// An effect as formulas.
    public static let vector = WorkKind(rawValue: "vector")
    /// Frames as data.
    public static let dump = WorkKind(rawValue: "dump")
    /// Any output with a byte budget. The prediction assumes the longest search.
    public static let fitted = WorkKind(rawValue: "fitted")
    /// Parsing of a request.
    public static let reading = WorkKind(rawValue: "reading")
}
