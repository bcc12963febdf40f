/// Size, resolution and background of the image.
public struct Canvas: Sendable, Equatable {
    /// Background of the image.
    public enum Background: Sendable, Equatable {
        case transparent
        case color(Color)
        /// A gradient over the whole image.
        case gradient(Gradient)

        /// Whether the background is opaque.
        public var isOpaque: Bool {
            switch self {
            case .transparent: false
            case .color(let color): color.components.w == 1
            case .gradient(let gradient): gradient.colors.allSatisfy { $0.components.w == 1 }
            }
        }
    }

    /// Ways to place a scene of one size on an image of another.
    public enum Fit: String, Sendable, CaseIterable {
        /// The scene is laid out anew for the image's size, and its pieces keep theirs.
        case native
        /// The scene is laid out anew for the image's shape, and its pieces grow with the image.
        case scale
        /// The whole scene is shown, as large as it fits, in the middle of the image.
        case contain
        /// The scene covers the image, and what protrudes is cut off.
        case cover
    }

    /// An image whose size or resolution is not the scene's.
    package struct Image: Sendable, Equatable {
        /// Width in points.
        package var width: Double
        /// Height in points.
        package var height: Double
        /// Pixels per point.
        package var scale: Double
    }

    /// Width of the scene in points, at least 1. The image's width in pixels is limited by ``RenderLimits/maximumSide``.
    public var width = 375.0
    /// Height of the scene in points, at least 1. The image's height in pixels is limited by
    /// ``RenderLimits/maximumSide``.
    public var height = 500.0
    /// Pixels per point of the scene, 1...3 unless the scene is fitted to the image.
    public var scale = 1.0
    /// Placement of a scene that was made for another size than the image's.
    public var fit = Fit.native
    /// Width and height in points that the scene was made for; `nil` for the image's.
    public var sceneSize: SIMD2<Double>?
    /// Image that shows a fitted scene; `nil` if it is as large as the scene.
    package private(set) var image: Image?
    /// Distance in points from the viewer to the canvas plane, for layers that preserve depth; `nil` is a parallel
    /// projection.
    ///
    /// - Source: a superlayer's `sublayerTransform` with m34 = −1/perspective.
    public var perspective: Double?
    /// Whether what crosses an edge is drawn again at the opposite one, so that the image repeats without a seam.
    public var tile = false
    /// Light around all that is drawn on the background; `nil` for none.
    public var bloom: Bloom?
    /// Background of the image.
    public var background = Background.transparent

    /// Creates a value with the defaults.
    public init() {}

    /// Width of the image in points. Setting it is meant for a canvas whose scene is not yet fitted.
    public var imageWidth: Double {
        get { image?.width ?? width }
        set { width = newValue }
    }
    /// Height of the image in points. Setting it is meant for a canvas whose scene is not yet fitted.
    public var imageHeight: Double {
        get { image?.height ?? height }
        set { height = newValue }
    }
    /// Pixels per point of the image. Setting it is meant for a canvas whose scene is not yet fitted.
    public var imageScale: Double {
        get { image?.scale ?? scale }
        set { scale = newValue }
    }

    /// Width of the image in pixels: ``imageWidth`` × ``imageScale``, rounded, at least 1.
    public var pixelWidth: Int { max(1, Int((imageWidth * imageScale).rounded())) }
    /// Height of the image in pixels: ``imageHeight`` × ``imageScale``, rounded, at least 1.
    public var pixelHeight: Int { max(1, Int((imageHeight * imageScale).rounded())) }

    /// Position of the scene's upper left corner on the image, in points of the scene; a whole number of pixels.
    public var sceneOffset: SIMD2<Double> {
        guard image != nil, fit == .contain || fit == .cover else { return .zero }
        let room = SIMD2(Double(pixelWidth), Double(pixelHeight)) - SIMD2(width, height) * scale
        return (room / 2).rounded(.toNearestOrAwayFromZero) / scale
    }
}

extension Canvas {
    /// Largest factor by which a scene is magnified; its inverse is the smallest.
    package static let largestFit = 64.0

    /// Fits the scene of ``sceneSize`` to an image of the present size, by ``fit``.
    ///
    /// - Returns: Whether the factor is within ``largestFit``; otherwise nothing changes.
    package mutating func fitScene() -> Bool {
        guard fit != .native, let scene = sceneSize else { return true }
        let factors = SIMD2(width, height) / scene
        let factor = fit == .cover ? factors.max() : factors.min()
        guard factor <= Self.largestFit, factor >= 1 / Self.largestFit else { return false }
        image = Image(width: width, height: height, scale: scale)
        scale *= factor
        (width, height) = fit == .scale ? (width / factor, height / factor) : (scene.x, scene.y)
        return true
    }

    /// Multiplies the resolution of image and scene.
    package mutating func multiplyScale(by factor: Double) {
        scale *= factor
        image?.scale *= factor
    }
}
