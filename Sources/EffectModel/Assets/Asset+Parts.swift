extension Asset {
    /// A shape.
    ///
    /// - Parameter size: Width and height in points.
    public static func shape(_ shape: Shape, size: SIMD2<Double> = SIMD2(12, 12)) -> Asset {
        var asset = Asset(.shape(shape))
        asset.size = size
        return asset
    }

    /// A path in a box with its upper left corner at (0, 0).
    ///
    /// - Parameter size: Width and height of the box in points.
    public static func path(_ path: SVGPath, size: SIMD2<Double>) -> Asset { Asset(path: path, box: size) }

    /// An image by the name of a file, or as a `data:` URI.
    ///
    /// - Parameter size: Width and height in points; `nil` is the number of its pixels.
    public static func image(_ source: String, size: SIMD2<Double>? = nil) -> Asset {
        unread(.picture(placeholder, .image(source)), size: size)
    }

    /// A line of letters.
    ///
    /// - Parameters:
    ///   - font: Font families, separated by commas, of which the first that is installed is taken; `nil` selects the
    ///     default.
    ///   - fontWeight: Weight, 100...1000: 400 is regular, 700 bold.
    ///   - fontSize: Em size in points, 0.1...512.
    ///   - maximumWidth: Width in points above which letters are made smaller to fit.
    public static func text(
        _ text: String,
        font: String? = nil,
        fontWeight: Int = 400,
        fontSize: Double = 16,
        maximumWidth: Double? = nil
    ) -> Asset {
        let style = TextStyle(
            text: text,
            font: font,
            fontWeight: fontWeight,
            fontSize: fontSize,
            maximumWidth: maximumWidth
        )
        return unread(.glyphs(Outline([]), style), size: nil)
    }

    /// A line of emoji.
    ///
    /// - Parameter fontSize: Em size in points, 0.1...512.
    public static func emoji(_ text: String, fontSize: Double = 16) -> Asset {
        unread(.picture(placeholder, .text(TextStyle(text: text, fontSize: fontSize, isEmoji: true))), size: nil)
    }

    /// A gradient.
    ///
    /// - Parameter size: Width and height in points; `nil` is the size of the canvas.
    public static func gradient(_ gradient: Gradient, size: SIMD2<Double>? = nil) -> Asset {
        unread(.picture(placeholder, .gradient(gradient)), size: size)
    }

    /// An asset whose pixels or outline are made when its document is read. A size of 0 is left out of the document.
    private static func unread(_ content: Content, size: SIMD2<Double>?) -> Asset {
        var asset = Asset(.shape(.rectangle))
        asset.content = content
        asset.size = size ?? .zero
        return asset
    }

    private static let placeholder = Picture(width: 1, height: 1, pixels: [0])
}
