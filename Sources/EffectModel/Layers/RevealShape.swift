#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Shape that grows in a reveal.
public enum RevealShape: Sendable, Equatable {
    case circle
    /// Scaled asset; its radius is half of the longer side of its box.
    case asset(Contents)
    /// Aperture with rounded blades; its radius is that of the largest inscribed disc.
    case iris(blades: Int)
    /// Parallel slats, each a strip that widens in the direction `angle`, in radians.
    case blinds(count: Int, angle: Double)
    /// Morph from one path to another, both in canvas points.
    case morph(from: SVGPath, to: SVGPath)

    // MARK: Reading

    // MARK: Geometry

    /// Outline of an iris with inradius 1: the intersection of one disc per blade, each touching the inscribed disc,
    /// evenly spaced.
    ///
    /// - Parameter blade: Radius of a blade's edge, at least 1; at 1 the iris is a circle.
    package static func iris(blades: Int, blade: Double) -> Outline {
        let away = min(1e6, max(1, blade)) - 1
        let half = Double.pi / Double(blades)
        // Intersection of two neighboring discs: d² + 2d·away·cos(half) + away² = (away + 1)².
        let lean = away * cos(half)
        let reach = (2 * away + 1) / (lean + (lean * lean + 2 * away + 1).squareRoot())
        let spread = atan2(reach * sin(half), reach * cos(half) + away)
        func corner(_ index: Int) -> SIMD2<Double> {
            let angle = (2 * Double(index) - 1) * half - .pi / 2
            return SIMD2(cos(angle), sin(angle)) * reach
        }
        var segments: [Outline.Segment] = [.move(corner(0))]
        let step = spread  // two cubics per blade
        let control = 4.0 / 3 * tan(step / 4) * (away + 1)
        for index in 0..<blades {
            let angle = 2 * Double(index) * half - .pi / 2
            let middle = SIMD2(cos(angle), sin(angle))
            let center = middle * -away
            func tangent(_ turn: Double) -> SIMD2<Double> {
                SIMD2(-sin(angle + turn), cos(angle + turn)) * control
            }
            let (from, to) = (corner(index), corner(index + 1))
            let top = center + middle * (away + 1)
            segments.append(.cubic(from + tangent(-spread), top - tangent(0), top))
            segments.append(.cubic(top + tangent(0), to - tangent(spread), to))
        }
        var outline = Outline(segments + [.close])
        outline.isRound = true
        return outline
    }

    /// Outline of slats that are open by the fraction `share` of their width, in points about the canvas center.
    ///
    /// - Parameter feather: Width of the soft edge in points; slats extend beyond the canvas so that its border shows
    ///   no soft edge.
    package static func blinds(
        count: Int,
        angle: Double,
        open share: Double,
        on canvas: SIMD2<Double>,
        feather: Double
    ) -> Outline {
        let (ahead, aside) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
        let length = abs(ahead.x) * canvas.x + abs(ahead.y) * canvas.y
        let breadth = (canvas * canvas).sum().squareRoot() / 2 + feather + 1
        let share = max(0, min(1, share))
        let width = length / Double(count)
        func slat(from start: Double, to end: Double) -> [Outline.Segment] {
            let corners = [
                ahead * start - aside * breadth, ahead * end - aside * breadth, ahead * end + aside * breadth,
                ahead * start + aside * breadth,
            ]
            return Outline.polygon(corners).segments
        }
        // A single slat is a soft edge that wipes across the canvas, starting and ending outside.
        if count == 1, feather > 0 {
            let front = -(length + feather) / 2 + (length + feather) * share
            return share > 0 ? Outline(slat(from: -length / 2 - 2 * feather, to: front)) : Outline([])
        }
        // The extension grows with the opening: a closed slat must be empty.
        let beyond = feather * share
        if share == 1 { return Outline(slat(from: -length / 2 - beyond, to: length / 2 + beyond)) }
        return Outline(
            (0..<count).flatMap { index in
                let start = -length / 2 + Double(index) * width
                return slat(
                    from: index == 0 ? start - beyond : start,
                    to: start + width * share + (index == count - 1 ? beyond : 0)
                )
            }
        )
    }
}
