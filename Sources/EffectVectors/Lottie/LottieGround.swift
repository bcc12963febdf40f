#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
internal import EffectModel

extension Gradient {
    /// Shapes of a Lottie that fill a box with the gradient.
    func shapes(filling size: SIMD2<Double>) -> [String] {
        let place = startPoint * size
        let isRound = kind == .radial
        let reach = radii * size
        // A gradient of a Lottie is round: its radius is the ellipse's width, and a group says the rest.
        let squeeze = isRound ? reach.y / reach.x : 1
        let low = SIMD2(0, place.y - place.y / squeeze)
        let high = SIMD2(size.x, place.y + (size.y - place.y) / squeeze)
        let box = Outline([.move(low), .line(SIMD2(high.x, low.y)), .line(high), .line(SIMD2(low.x, high.y)), .close])
        let end = isRound ? place + SIMD2(reach.x, 0) : place + line(across: size)
        let ramp = zip(places, colors).flatMap { [$0, $1.components.x, $1.components.y, $1.components.z] }
        func point(_ point: SIMD2<Double>) -> String {
            LottieProperty.still(LottieProperty.list([point.x, point.y], digits: 2))
        }
        let stops = LottieProperty.still(LottieProperty.list(ramp, digits: 4))
        let fill =
            "{\"ty\":\"gf\",\"t\":\(isRound ? 2 : 1),\"s\":\(point(place)),\"e\":\(point(end)),\"g\":{\"p\":\(colors.count),\"k\":\(stops)},\"o\":\(LottieProperty.still("100")),\"r\":1}"
        let items = LottieShapes.items(of: box, digits: 2 + Self.digits(toStretch: squeeze)) + [fill]
        guard squeeze != 1 else { return items }
        let scale = LottieProperty.still(LottieProperty.list([100, 100 * squeeze], digits: 4))
        return [LottieShapes.group(items, ["\"a\":\(point(place))", "\"p\":\(point(place))", "\"s\":\(scale)"])]
    }

    /// Number of decimals that coordinates need beyond those of others if a group makes them larger.
    fileprivate static func digits(toStretch factor: Double) -> Int { Int(min(6, max(0, log10(factor))).rounded(.up)) }

    /// The way from the start of a linear gradient to its end that has the same colors in a box if they are measured at
    /// right angles in pixels, as a Lottie does, instead of in fractions of the box.
    func line(across size: SIMD2<Double>) -> SIMD2<Double> {
        let way = endPoint - startPoint
        let length = (way * way).sum()
        guard length > 0 else { return .zero }
        // Progress per pixel.
        let slope = way / length / size
        return slope / (slope * slope).sum()
    }
}

extension LottieShapes {
    /// Shapes of an outline about (0, 0), filled with a gradient over its box.
    ///
    /// - Parameters:
    ///   - size: Width and height of the box.
    ///   - digits: Decimals of coordinates.
    ///   - paint: Color that multiplies the gradient's.
    static func filled(
        _ outline: Outline,
        by gradient: Gradient,
        size: SIMD2<Double>,
        digits: Int,
        _ paint: LottieAssets.Paint,
        shapes known: inout [String]?
    ) -> [String] {
        let isRound = gradient.kind == .radial && !gradient.isFlat
        let place = (gradient.startPoint - 0.5) * size
        let reach = gradient.radii * size
        // A gradient of a Lottie is round: its radius is the ellipse's width, and a group says the rest.
        let squeeze = isRound ? reach.y / reach.x : 1
        let way = isRound ? SIMD2(reach.x, 0) : gradient.isFlat ? SIMD2(1, 0) : gradient.line(across: size)
        let stops = gradient.stops(times: SIMD3(1, 1, 1))
        let isClear = stops.contains { $0.color.w < 1 }
        let ramp = paint.property { tint in
            let colors = stops.flatMap { stop in
                [stop.place, stop.color.x * tint[0], stop.color.y * tint[1], stop.color.z * tint[2]]
            }
            return colors + (isClear ? stops.flatMap { [$0.place, $0.color.w] } : [])
        }
        func point(_ point: SIMD2<Double>) -> String {
            LottieProperty.still(LottieProperty.list([point.x, point.y], digits: 3))
        }
        let origin = squeeze == 1 ? SIMD2(0, 0) : place
        let (start, end) = (place - origin, place - origin + way)
        let rule = outline.fillRule == .evenodd ? 2 : 1
        let fill =
            "{\"ty\":\"gf\",\"t\":\(isRound ? 2 : 1),\"s\":\(point(start)),\"e\":\(point(end)),\"g\":{\"p\":\(stops.count),\"k\":\(ramp)},\"o\":\(LottieProperty.still("100")),\"r\":\(rule)}"
        let moved = squeeze == 1 ? outline : outline.mapped(origin: origin, factor: SIMD2(1, 1 / squeeze))
        let shapes = known ?? items(of: moved, digits: digits + Gradient.digits(toStretch: squeeze))
        known = shapes
        let items = shapes + [fill]
        guard squeeze != 1 else { return items }
        let scale = LottieProperty.still(LottieProperty.list([100, 100 * squeeze], digits: 4))
        return [group(items, ["\"p\":\(point(origin))", "\"s\":\(scale)"])]
    }
}
