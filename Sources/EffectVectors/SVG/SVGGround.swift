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
        let stops = Self.elements(zip(places, colors).map { ($0, $1.components) })
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

extension Gradient {
    /// Elements of the stops of a gradient.
    private static func elements(_ stops: [(place: Double, color: SIMD4<Double>)]) -> String {
        stops.map { place, color in
            let paint = SVGNumber.color(SIMD3(color.x, color.y, color.z))
            let opacity = color.w < 1 ? " stop-opacity=\"\(SVGNumber.text(color.w, digits: 3))\"" : ""
            return "<stop offset=\"\(SVGNumber.text(place, digits: 5))\" stop-color=\"\(paint)\"\(opacity)/>"
        }.joined()
    }

    /// Definition of a gradient that fills a shape in a box of a size about (0, 0): its start up to its name, and the rest.
    ///
    /// - Parameter tint: Red, green and blue that multiply its colors, 0...1.
    func fill(of size: SIMD2<Double>, tint: SIMD3<Double>) -> (start: String, rest: String) {
        func text(_ point: SIMD2<Double>) -> String {
            "\(SVGNumber.text(point.x, digits: 5)) \(SVGNumber.text(point.y, digits: 5))"
        }
        let isRound = kind == .radial && !isFlat
        // Where there is no way, all is of the last color.
        let (start, end) = isFlat ? (SIMD2(0, 0), SIMD2(1, 0)) : (startPoint, endPoint)
        let place = (isRound ? startPoint - 0.5 : SIMD2(-0.5, -0.5)) * size
        let scale = isRound ? radii * size : size
        let ends = [start.x, start.y, end.x, end.y].map { SVGNumber.text($0, digits: 5) }
        let line =
            isRound
            ? "cx=\"0\" cy=\"0\" r=\"1\"" : "x1=\"\(ends[0])\" y1=\"\(ends[1])\" x2=\"\(ends[2])\" y2=\"\(ends[3])\""
        let name = isRound ? "radialGradient" : "linearGradient"
        let transform = "gradientTransform=\"translate(\(text(place))) scale(\(text(scale)))\""
        let rest =
            " gradientUnits=\"userSpaceOnUse\" \(line) \(transform)>\(Self.elements(stops(times: tint)))</\(name)>"
        return ("<\(name)", rest)
    }
}
