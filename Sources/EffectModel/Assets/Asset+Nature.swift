#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Outlines of things from nature, in a box from −1 to 1.
extension Asset {
    /// The outline of a drop, a snow crystal, a flame, a leaf, a petal or a glint; of another shape, none.
    static func natural(_ shape: Shape) -> Outline {
        switch shape {
        case .drop:
            mirrored(
                from: SIMD2(0, -1),
                [
                    (SIMD2(0.16, -0.5), SIMD2(0.7, -0.1), SIMD2(0.7, 0.34)),
                    (SIMD2(0.7, 0.72), SIMD2(0.38, 1), SIMD2(0, 1)),
                ]
            )
        case .flake: flake
        case .flame:
            Outline([
                .move(SIMD2(0.1, -1)), .cubic(SIMD2(0.12, -0.5), SIMD2(0.75, -0.2), SIMD2(0.75, 0.38)),
                .cubic(SIMD2(0.75, 0.78), SIMD2(0.42, 1), SIMD2(0, 1)),
                .cubic(SIMD2(-0.42, 1), SIMD2(-0.75, 0.76), SIMD2(-0.75, 0.36)),
                .cubic(SIMD2(-0.75, 0.05), SIMD2(-0.6, -0.15), SIMD2(-0.42, -0.36)),
                .cubic(SIMD2(-0.36, -0.16), SIMD2(-0.28, -0.06), SIMD2(-0.16, -0.04)),
                .cubic(SIMD2(-0.28, -0.42), SIMD2(-0.14, -0.76), SIMD2(0.1, -1)), .close,
            ])
        case .leaf:
            Outline([
                .move(SIMD2(0, -1)), .cubic(SIMD2(0.8, -0.55), SIMD2(0.8, 0.4), SIMD2(0.07, 0.72)),
                .line(SIMD2(0.07, 1)), .line(SIMD2(-0.07, 1)), .line(SIMD2(-0.07, 0.72)),
                .cubic(SIMD2(-0.8, 0.4), SIMD2(-0.8, -0.55), SIMD2(0, -1)), .close,
            ])
        case .petal:
            Outline([
                .move(SIMD2(0, 1)), .cubic(SIMD2(-0.9, 0.5), SIMD2(-1.15, -0.35), SIMD2(-0.45, -1)),
                .line(SIMD2(0, -0.62)), .line(SIMD2(0.45, -1)),
                .cubic(SIMD2(1.15, -0.35), SIMD2(0.9, 0.5), SIMD2(0, 1)), .close,
            ])
        case .sparkle:
            mirrored(
                from: SIMD2(0, -1),
                [
                    (SIMD2(0.08, -0.28), SIMD2(0.28, -0.08), SIMD2(1, 0)),
                    (SIMD2(0.28, 0.08), SIMD2(0.08, 0.28), SIMD2(0, 1)),
                ]
            )
        default: Outline([])
        }
    }

    private typealias Curve = (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

    /// Curves down the right side, and their mirror images up the left side.
    private static func mirrored(from start: SIMD2<Double>, _ curves: [Curve]) -> Outline {
        let mirror = SIMD2(-1.0, 1)
        let starts = [start] + curves.map(\.2)
        let left = zip(curves, starts).reversed().map { curve, start in
            Outline.Segment.cubic(curve.1 * mirror, curve.0 * mirror, start * mirror)
        }
        return Outline([.move(start)] + curves.map { .cubic($0.0, $0.1, $0.2) } + left + [.close])
    }

    /// Six arms with two pairs of twigs each. All bars have the same winding, so they may overlap.
    private static let flake: Outline = {
        var outline = Outline([])
        func bar(_ start: SIMD2<Double>, _ end: SIMD2<Double>, _ width: Double) {
            let way = end - start
            let side = SIMD2(-way.y, way.x) * width / (way.x * way.x + way.y * way.y).squareRoot()
            outline.segments += Outline.polygon([start + side, start - side, end - side, end + side]).segments
        }
        func direction(_ sixths: Double) -> SIMD2<Double> {
            let angle = sixths * .pi / 3 - .pi / 2
            return SIMD2(cos(angle), sin(angle))
        }
        for arm in 0..<6 {
            let way = direction(Double(arm))
            bar(SIMD2(0, 0), way, 0.07)
            for (place, length) in [(0.42, 0.33), (0.68, 0.26)] {
                for turn in [-1.0, 1] {
                    bar(way * place, way * place + direction(Double(arm) + turn) * length, 0.055)
                }
            }
        }
        return outline
    }()
}
