internal import EffectModel

extension Canvas.Background {
    /// Elements of an SVG that draw the background; empty for a transparent one.
    ///
    /// - Parameters:
    ///   - width: Width of the canvas in pixels.
    ///   - height: Height of the canvas in pixels.
    ///   - image: URL of the background as an image, for what has no element of its own.
    func elements(width: Int, height: Int, image: String?) -> String {
        func plain(_ color: SIMD4<Double>) -> String {
            let opacity = color.w < 1 ? " fill-opacity=\"\(SVGNumber.text(color.w, digits: 3))\"" : ""
            let paint = SVGNumber.color(SIMD3(color.x, color.y, color.z))
            return "<path fill=\"\(paint)\"\(opacity) d=\"M0 0h\(width)v\(height)H0z\"/>"
        }
        switch self {
        case .transparent: return ""
        case .color(let color): return plain(color.components)
        case .gradient(let gradient):
            if gradient.isFlat { return plain(gradient.plainColor) }
            if gradient.isVector {
                return
                    "<defs>\(gradient.definition)</defs><path fill=\"url(#ground)\" d=\"M0 0h\(width)v\(height)H0z\"/>"
            }
            guard let image else { return plain(gradient.plainColor) }
            return "<image width=\"\(width)\" height=\"\(height)\" preserveAspectRatio=\"none\" href=\"\(image)\"/>"
        }
    }
}

extension Gradient {
    /// Definition of a gradient of an SVG, in shares of the box that it fills.
    fileprivate var definition: String {
        func text(_ number: Double) -> String { SVGNumber.text(number, digits: 5) }
        let stops = zip(places, colors).map { place, color in
            let paint = SVGNumber.color(SIMD3(color.components.x, color.components.y, color.components.z))
            return "<stop offset=\"\(text(place))\" stop-color=\"\(paint)\"/>"
        }.joined()
        if kind == .axial {
            let ends =
                "x1=\"\(text(startPoint.x))\" y1=\"\(text(startPoint.y))\" x2=\"\(text(endPoint.x))\" y2=\"\(text(endPoint.y))\""
            return "<linearGradient id=\"ground\" \(ends)>\(stops)</linearGradient>"
        }
        let (place, scale) = ("\(text(startPoint.x)) \(text(startPoint.y))", "\(text(radii.x)) \(text(radii.y))")
        return
            "<radialGradient id=\"ground\" cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"translate(\(place)) scale(\(scale))\">\(stops)</radialGradient>"
    }
}
