/// A picture that cells can emit.
public struct Asset: Sendable, Equatable {
    /// The shapes that need no data.
    public enum Shape: String, Sendable, CaseIterable {
        case circle
        /// A soft round spot that fades towards its rim.
        case dot
        case square, rectangle, triangle
        /// A regular polygon with ``Asset/corners``.
        case polygon
        /// With ``Asset/corners`` tips, and dents at ``Asset/innerRadius``.
        case star
        /// A circle with a round hole of ``Asset/innerRadius``.
        case ring
        case heart
        /// A wavy band.
        case ribbon
        /// A straight one: a rectangle under the name that confetti has for it.
        case strip
    }

    /// What is drawn.
    public enum Content: Sendable, Equatable {
        case shape(Shape)
        /// Path data, and the box in its coordinates that becomes the asset's size.
        case path(SVGPath, origin: SIMD2<Double>, extent: SIMD2<Double>)
        /// Letters; the outline is in points at the font's size, its middle at (0, 0).
        case glyphs(Outline, TextStyle)
        /// Pixels, from wherever they came.
        case picture(Picture, Source)
    }

    /// What a picture was made from, as the document says it.
    public enum Source: Sendable, Equatable {
        /// A `data:` URI, or a file's name.
        case image(String)
        case text(TextStyle)
        case gradient(Gradient)
    }

    /// What is drawn.
    public internal(set) var content = Content.shape(.circle)
    /// Width and height in points at scale 1 (and `contentsScale` 1).
    public internal(set) var size = SIMD2<Double>(12, 12)
    /// Corners of a polygon, tips of a star; 3...64.
    public internal(set) var corners = 5
    /// Of a star's dents or a ring's hole, as a share of the outer radius; 0.05...0.95.
    public internal(set) var innerRadius = 0.5
    /// Multiplies the particle's colour.
    public internal(set) var tint = Color.white
    /// Which points of a path are inside.
    public internal(set) var fillRule = Outline.FillRule.nonzero

    /// In points, with the asset's middle at (0, 0). Made once: many cells may ask for it.
    public internal(set) var outline = Outline([])

    init(_ content: Content = .shape(.circle)) {
        self.content = content
        outline = makeOutline()
    }

    /// A circle of so many points across.
    package init(circle diameter: Double) {
        self.init(.shape(.circle))
        size = SIMD2(diameter, diameter)
        outline = makeOutline()
    }

    /// A plain surface of so many points.
    package init(box size: SIMD2<Double>) {
        self.init(.shape(.rectangle))
        self.size = size
        outline = makeOutline()
    }

    /// A path in points, in a box with (0, 0) top left.
    package init(path: SVGPath, box size: SIMD2<Double>) {
        content = .path(path, origin: SIMD2(0, 0), extent: size)
        self.size = size
        outline = makeOutline()
    }

    /// A box of so many points with round corners.
    package init(roundedBox size: SIMD2<Double>, radius: Double) {
        guard radius > 0, let path = try? SVGPath(Self.roundedBox(size, radius)) else {
            self.init(box: size)
            return
        }
        self.init(path: path, box: size)
    }

    /// The edge of a box of so many points: a line `width` points across that lies inside of it.
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

    /// Assets that every spec has, unless it defines the name itself: the shapes at 12 points.
    static let builtIn: [String: Asset] = Dictionary(
        uniqueKeysWithValues: Shape.allCases.map { ($0.rawValue, Asset(.shape($0))) }
    )
}

extension Asset {
    /// Whether all of it is a circle or an ellipse.
    package var isRound: Bool {
        switch content {
        case .shape(.circle), .shape(.dot), .shape(.ring): true
        default: false
        }
    }
}
