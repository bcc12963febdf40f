internal import EffectModel

/// Shapes and paints of layers as texts.
enum LottieShapes {
    /// Shapes of an outline: an ellipse, a rectangle, or paths.
    ///
    /// - Parameter digits: Decimals of coordinates.
    static func items(of outline: Outline, digits: Int) -> [String] {
        if let box = rectangle(outline) {
            let (size, middle) = (box.high - box.low, (box.high + box.low) / 2)
            let (place, extent) = (point(middle, digits), point(size, digits))
            return ["{\"ty\":\"rc\",\"p\":\(place),\"s\":\(extent),\"r\":\(LottieProperty.still("0"))}"]
        }
        return contours(of: outline).map { path($0, digits: digits) }
    }

    /// An ellipse about the origin.
    static func ellipse(_ size: SIMD2<Double>) -> String {
        "{\"ty\":\"el\",\"p\":\(point(SIMD2(0, 0), 0)),\"s\":\(point(size, 2))}"
    }

    private static func point(_ point: SIMD2<Double>, _ digits: Int) -> String {
        LottieProperty.still(LottieProperty.list([point.x, point.y], digits: digits))
    }

    /// Box of an outline that is a rectangle with upright sides.
    private static func rectangle(_ outline: Outline) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
        var corners: [SIMD2<Double>] = []
        for segment in outline.segments {
            switch segment {
            case .move(let end) where corners.isEmpty: corners.append(end)
            case .line(let end) where !corners.isEmpty: corners.append(end)
            case .close: continue
            default: return nil
            }
        }
        if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
        guard corners.count == 4, let box = outline.bounds else { return nil }
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % 4]
            guard (corner.x == next.x) != (corner.y == next.y) else { return nil }
            guard corner.x == box.low.x || corner.x == box.high.x else { return nil }
        }
        return box
    }

    /// A contour as Lottie has it: vertices, with the handles of each relative to it.
    struct Contour {
        var vertices: [SIMD2<Double>] = []
        var arriving: [SIMD2<Double>] = []
        var leaving: [SIMD2<Double>] = []
        var isClosed = false

        mutating func append(_ vertex: SIMD2<Double>, from control: SIMD2<Double>? = nil) {
            vertices.append(vertex)
            arriving.append(control.map { $0 - vertex } ?? SIMD2(0, 0))
            leaving.append(SIMD2(0, 0))
        }
    }

    private static func contours(of outline: Outline) -> [Contour] {
        var contours: [Contour] = []
        var contour = Contour()
        func end(_ isClosed: Bool) {
            guard contour.vertices.count > 1 else { return }
            contour.isClosed = isClosed
            let last = contour.vertices.count - 1
            if isClosed, last > 1, (contour.vertices[last] - contour.vertices[0]).length < 1e-6 {
                contour.arriving[0] = contour.arriving.removeLast()
                contour.vertices.removeLast()
                contour.leaving.removeLast()
            }
            contours.append(contour)
        }
        for segment in outline.segments {
            let pen = contour.vertices.last ?? SIMD2(0, 0)
            switch segment {
            case .move(let place):
                // Filling closes what is left open.
                end(true)
                contour = Contour()
                contour.append(place)
            case .line(let place): contour.append(place)
            case .quadratic(let control, let place):
                contour.leaving[contour.leaving.count - 1] = (control - pen) * (2.0 / 3)
                contour.append(place, from: place + (control - place) * (2.0 / 3))
            case .cubic(let first, let second, let place):
                contour.leaving[contour.leaving.count - 1] = first - pen
                contour.append(place, from: second)
            case .close:
                let start = contour.vertices.first ?? SIMD2(0, 0)
                end(true)
                contour = Contour()
                contour.append(start)
            }
        }
        end(true)
        return contours
    }

    /// A path of one contour.
    static func path(_ contour: Contour, digits: Int) -> String {
        func points(_ values: [SIMD2<Double>]) -> String {
            "[\(values.map { LottieProperty.list([$0.x, $0.y], digits: digits) }.joined(separator: ","))]"
        }
        let handles = "\"i\":\(points(contour.arriving)),\"o\":\(points(contour.leaving))"
        let shape = "{\"c\":\(contour.isClosed),\"v\":\(points(contour.vertices)),\(handles)}"
        return "{\"ty\":\"sh\",\"ks\":\(LottieProperty.still(shape))}"
    }

    // MARK: Paint

    /// A fill with a property as its color.
    static func fill(_ color: String, isEvenOdd: Bool) -> String {
        let rule = isEvenOdd ? 2 : 1
        return "{\"ty\":\"fl\",\"c\":\(color),\"o\":\(LottieProperty.still("100")),\"r\":\(rule)}"
    }

    /// Points of the alpha of a dot, straight lines between which stay within 0.6 % of it.
    private static let dotStops: [Double] = [0, 0.10, 0.17, 0.24, 0.32, 0.42, 0.525, 0.63, 0.73, 0.81, 0.88, 0.95, 1]

    /// Values of a soft dot's gradient: one color, and its alpha.
    static func ramp(_ color: [Double]) -> [Double] {
        [0] + color + [1] + color + dotStops.flatMap { [$0, Sprite.dotAlpha(at: $0)] }
    }

    /// A radial fill to a radius, with a property of the values of its gradient.
    static func glow(_ ramp: String, radius: Double) -> String {
        let (start, end) = (point(SIMD2(0, 0), 0), point(SIMD2(radius, 0), 2))
        let gradient = "{\"p\":2,\"k\":\(ramp)}"
        return
            "{\"ty\":\"gf\",\"t\":2,\"s\":\(start),\"e\":\(end),\"g\":\(gradient),\"o\":\(LottieProperty.still("100")),\"r\":1}"
    }

    /// A group of shapes with a transform of its own.
    static func group(_ items: [String], _ transform: [String]) -> String {
        var members = transform
        for (name, value) in [("a", "[0,0]"), ("p", "[0,0]"), ("s", "[100,100]"), ("r", "0"), ("o", "100")]
        where !members.contains(where: { $0.hasPrefix("\"\(name)\":") }) {
            members.append("\"\(name)\":\(LottieProperty.still(value))")
        }
        let all = items + ["{\"ty\":\"tr\",\(members.joined(separator: ","))}"]
        return "{\"ty\":\"gr\",\"it\":[\(all.joined(separator: ","))]}"
    }
}
