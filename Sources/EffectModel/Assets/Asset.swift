/// An image or shape that cells emit and layers show.
public struct Asset: Sendable, Equatable {
    /// Built-in shapes.
    public enum Shape: String, Sendable, CaseIterable {
        case circle
        /// Soft round spot that fades toward its rim.
        case dot
        case square, rectangle, triangle
        /// Regular polygon with ``Asset/corners`` corners.
        case polygon
        /// Star with ``Asset/corners`` tips and inner corners at ``Asset/innerRadius``.
        case star
        /// Circle with a round hole of ``Asset/innerRadius``.
        case ring
        case heart
        /// Wavy band.
        case ribbon
        /// Straight band: a rectangle, under the name used for confetti.
        case strip
        /// Drop of water, with its tip at the top.
        case drop
        /// Snow crystal with six arms.
        case flake
        /// Tongue of a flame.
        case flame
        /// Leaf with a stem at the bottom.
        case leaf
        /// Petal with a notch at the top.
        case petal
        /// Glint with four needles.
        case sparkle
        /// Spark with a tail to the left.
        case needle
        /// Lump of smoke or cloud.
        case puff
        /// Band with three waves.
        case curl
        /// Curved plume of smoke, with its tip at the top.
        case wisp
    }

    /// Content of an asset.
    public enum Content: Sendable, Equatable {
        case shape(Shape)
        /// Path data, with the box in path coordinates that maps to the asset's size.
        case path(SVGPath, origin: SIMD2<Double>, extent: SIMD2<Double>)
        /// Text outline in points at the font's size, centered at (0, 0).
        case glyphs(Outline, TextStyle)
        /// Raster image with its source.
        case picture(Picture, Source)
    }

    /// Source of a raster image, as in the document.
    public enum Source: Sendable, Equatable {
        /// A `data:` URI or a file name.
        case image(String)
        case text(TextStyle)
        case gradient(Gradient)
        /// A shape, path or letters, blurred or with light around them.
        indirect case shape(Asset, Softness)
    }

    /// Content of the asset.
    public var content = Content.shape(.circle)
    /// Width and height in points at scale 1 and `contentsScale` 1.
    public var size = SIMD2<Double>(12, 12)
    /// Number of corners of a polygon or tips of a star, 3...64.
    public var corners = 5
    /// Inner radius of a star or ring as a fraction of the outer radius, 0.05...0.95.
    public var innerRadius = 0.5
    /// Color that multiplies the particle's color.
    public var tint = Color.white
    /// Colors across the asset's box, which ``tint`` and the particle's color multiply; `nil` is white. Only shapes
    /// other than dots, paths and letters have one.
    public var fill: Gradient?
    /// Fill rule of a path.
    public var fillRule = Outline.FillRule.nonzero

    /// Outline in points, centered at (0, 0). Computed once, because many cells may use it.
    public package(set) var outline = Outline([])

    package init(_ content: Content = .shape(.circle)) {
        self.content = content
        outline = makeOutline()
    }

    /// Creates a circle with a diameter in points.
    package init(circle diameter: Double) {
        self.init(.shape(.circle))
        size = SIMD2(diameter, diameter)
        outline = makeOutline()
    }

    /// Creates a rectangle with a size in points.
    package init(box size: SIMD2<Double>) {
        self.init(.shape(.rectangle))
        self.size = size
        outline = makeOutline()
    }

    /// Creates a path in points, in a box with its top left corner at (0, 0).
    package init(path: SVGPath, box size: SIMD2<Double>) {
        content = .path(path, origin: SIMD2(0, 0), extent: size)
        self.size = size
        outline = makeOutline()
    }

    /// Creates a rounded rectangle with a size in points.
    package init(roundedBox size: SIMD2<Double>, radius: Double) {
        guard radius > 0, let path = try? SVGPath(Self.roundedBox(size, radius)) else {
            self.init(box: size)
            return
        }
        self.init(path: path, box: size)
    }

    /// Creates the border of a rounded rectangle with a size in points: a line of `width` points, inside the rectangle.
    package init(frame size: SIMD2<Double>, radius: Double, width: Double) {
        let outer = Self.roundedBox(size, radius)
        let inner = Self.roundedBox(size - 2 * width, max(0, radius - width), at: width)
        let isFilled = (size - 2 * width).min() <= 0
        self.init(box: size)
        guard let path = try? SVGPath(isFilled ? outer : outer + inner) else { return }
        content = .path(path, origin: SIMD2(0, 0), extent: size)
        fillRule = .evenodd
        outline = makeOutline()
    }

    private static func roundedBox(_ size: SIMD2<Double>, _ radius: Double, at corner: Double = 0) -> String {
        func text(_ number: Double) -> String { NumberText.plain(number + corner) }
        let (width, height, start) = (text(size.x), text(size.y), text(radius))
        let (right, bottom) = (text(size.x - radius), text(size.y - radius))
        let zero = text(0)
        guard radius > 0 else { return "M\(zero) \(zero)H\(width)V\(height)H\(zero)Z" }
        let round = NumberText.plain(radius)
        let arc = "A\(round) \(round) 0 0 1 "
        return "M\(start) \(zero)H\(right)\(arc)\(width) \(start)V\(bottom)\(arc)\(right) \(height)H\(start)"
            + "\(arc)\(zero) \(bottom)V\(start)\(arc)\(start) \(zero)Z"
    }

    /// Assets available in every spec unless it defines the name itself: the shapes at 12 points.
    package static let builtIn: [String: Asset] = Dictionary(
        uniqueKeysWithValues: Shape.allCases.map { ($0.rawValue, Asset(.shape($0))) }
    )
}

extension Asset {
    /// Whether the asset is a circle, an ellipse or a ring.
    package var isRound: Bool {
        switch content {
        case .shape(.circle), .shape(.dot), .shape(.ring): true
        default: false
        }
    }
}
