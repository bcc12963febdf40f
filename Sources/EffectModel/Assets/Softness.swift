/// Blur of a shape, and light around it.
public struct Softness: Sendable, Equatable {
    /// Light around a shape: its blurred coverage in one color, behind it.
    public struct Glow: Sendable, Equatable {
        /// Standard deviation of the light in points, 0.5...``Bloom/largestRadius``.
        public var radius = 6.0
        /// Factor of the light, 0...4.
        public var strength = 1.0
        /// Color of the light, which the asset's tint and the particle's color multiply.
        public var color = Color.white

        /// Creates a value with the defaults.
        public init() {}
    }

    /// Standard deviation of the shape's blur in points, 0...``Bloom/largestRadius``; 0 is sharp.
    public var blur = 0.0
    /// Light around the shape; `nil` for none.
    public var glow: Glow?

    /// Creates a sharp shape without light.
    public init() {}

    /// Whether nothing is changed.
    package var isNone: Bool { blur == 0 && glow == nil }

    /// Points beyond the shape that its blur or its light reaches.
    var reach: Double { 3 * max(blur, glow?.radius ?? 0) + 1 }
}

extension Asset {
    /// The shape, path or letters as an image, blurred or with light around it. The image is larger than the shape by what the
    /// blur and the light reach on all sides, and drawn when its pixels are first needed.
    package func softened(by softness: Softness) -> Asset {
        let drawing = SoftDrawing(self, softness)
        var soft = self
        soft.fill = nil
        soft.content = .picture(Picture(drawing), .shape(self, softness))
        soft.size = drawing.size
        soft.outline = soft.makeOutline()
        return soft
    }

    /// Whether the asset is a shape that is blurred or has light around it.
    package var isSoftened: Bool { if case .picture(_, .shape) = content { true } else { false } }

    /// The shape without its blur and the light around it; the asset itself if it has none.
    package var solid: Asset {
        if case .picture(_, .shape(let shape, _)) = content { return shape }
        return self
    }
}
