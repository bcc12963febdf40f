#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Asset {
    /// The outline in points, computed from the asset's other properties.
    package func makeOutline() -> Outline {
        let half = size / 2
        switch content {
        case .shape(let shape): return outline(of: shape, half: half)
        case .path(let path, let origin, let extent):
            var outline = path.fineOutline.mapped(origin: origin + extent / 2, factor: size / extent)
            outline.fillRule = fillRule
            return outline
        case .glyphs(let outline, _):
            guard let box = outline.bounds, (box.high - box.low).min() > 0 else { return outline }
            return outline.mapped(origin: (box.low + box.high) / 2, factor: size / (box.high - box.low))
        case .picture: return .box(half: half)
        }
    }

    private func outline(of shape: Shape, half: SIMD2<Double>) -> Outline {
        if let outline = Self.natural(shape) { return outline.mapped(origin: SIMD2(0, 0), factor: half) }
        switch shape {
        case .circle, .dot: return .ellipse(half: half)
        case .triangle: return .polygon([SIMD2(0, -half.y), half, SIMD2(-half.x, half.y)])
        case .polygon: return .polygon(Self.ring(of: corners, half: half))
        case .star:
            let tips = Self.ring(of: corners, half: half)
            let dents = Self.ring(of: corners, half: half * innerRadius, turn: .pi / Double(corners))
            return .polygon(zip(tips, dents).flatMap { [$0, $1] })
        case .ring:
            // The hole is wound in the opposite direction, so that both fill rules leave it open.
            var outline = Outline.ellipse(half: half)
            outline.segments += Outline.ellipse(half: SIMD2(-half.x, half.y) * innerRadius).segments
            return outline
        case .heart:
            // Drawn in a box from −1 to 1: the notch, the right lobe, the tip, the left lobe.
            return Outline([
                .move(SIMD2(0, -0.55)),
                .cubic(SIMD2(0.2, -1.1), SIMD2(1, -1.1), SIMD2(1, -0.35)),
                .cubic(SIMD2(1, 0.2), SIMD2(0.45, 0.55), SIMD2(0, 1)),
                .cubic(SIMD2(-0.45, 0.55), SIMD2(-1, 0.2), SIMD2(-1, -0.35)),
                .cubic(SIMD2(-1, -1.1), SIMD2(-0.2, -1.1), SIMD2(0, -0.55)),
                .close,
            ]).mapped(origin: SIMD2(0, 0), factor: half)
        case .ribbon:
            // A single horizontal wave, a third of the height thick.
            func wave(_ y: Double, reversed: Bool) -> Outline.Segment {
                let (a, b) = (SIMD2(-1.0 / 3, y - 1.2), SIMD2(1.0 / 3, y + 1.2))
                return reversed ? .cubic(b, a, SIMD2(-1, y)) : .cubic(a, b, SIMD2(1, y))
            }
            return Outline([
                .move(SIMD2(-1, -1.0 / 3)), wave(-1.0 / 3, reversed: false), .line(SIMD2(1, 1.0 / 3)),
                wave(1.0 / 3, reversed: true), .close,
            ]).mapped(origin: SIMD2(0, 0), factor: half)
        default:
            // A square, a rectangle or a strip.
            return .box(half: half)
        }
    }

    /// Points evenly spaced by angle on an ellipse, starting at the top.
    private static func ring(of count: Int, half: SIMD2<Double>, turn: Double = 0) -> [SIMD2<Double>] {
        (0..<count).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(count) - .pi / 2 + turn
            return SIMD2(cos(angle), sin(angle)) * half
        }
    }
}
