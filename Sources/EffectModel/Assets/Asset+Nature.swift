#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Asset.Shape {
    /// Whether the shape is one that players of frames need not know: a dump has its outline.
    package var isNatural: Bool { Asset.natural(self) != nil }
}

/// Outlines of things from nature, in a box from −1 to 1.
extension Asset {
    /// Returns the outline of a thing from nature or of a curled band; `nil` for another shape.
    static func natural(_ shape: Shape) -> Outline? {
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
        case .needle:
            Outline([
                .move(SIMD2(-1, 0)), .cubic(SIMD2(0, -0.4), SIMD2(0.6, -1.2), SIMD2(0.86, -0.78)),
                .cubic(SIMD2(1.05, -0.45), SIMD2(1.05, 0.45), SIMD2(0.86, 0.78)),
                .cubic(SIMD2(0.6, 1.2), SIMD2(0, 0.4), SIMD2(-1, 0)), .close,
            ])
        case .wisp:
            Outline([
                .move(SIMD2(-0.12, 1)), .cubic(SIMD2(-0.85, 0.6), SIMD2(0.25, 0.25), SIMD2(-0.3, -0.15)),
                .cubic(SIMD2(-0.72, -0.46), SIMD2(-0.3, -0.8), SIMD2(0.3, -1)),
                .cubic(SIMD2(0.02, -0.72), SIMD2(0, -0.5), SIMD2(0.24, -0.25)),
                .cubic(SIMD2(0.85, 0.2), SIMD2(-0.25, 0.55), SIMD2(0.26, 1)),
                .cubic(SIMD2(0.12, 1.02), SIMD2(0, 1.02), SIMD2(-0.12, 1)), .close,
            ])
        case .puff: puff
        case .curl: curl
        default: nil
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

    /// A disc with lumps around it. All have the same winding, so they may overlap.
    private static let puff: Outline = {
        let lumps: [(SIMD2<Double>, Double)] = [
            (SIMD2(0, 0.05), 0.66), (SIMD2(-0.56, 0.22), 0.42), (SIMD2(-0.36, -0.4), 0.44), (SIMD2(0.24, -0.54), 0.44),
            (SIMD2(0.6, -0.06), 0.4), (SIMD2(0.34, 0.5), 0.46), (SIMD2(-0.2, 0.58), 0.4),
        ]
        var outline = Outline([])
        for (middle, radius) in lumps {
            outline.segments +=
                Outline.ellipse(half: SIMD2(repeating: radius)).mapped(origin: -middle, factor: SIMD2(1, 1)).segments
        }
        return outline
    }()

    /// A band of three waves, about a quarter as thick as its box.
    private static let curl: Outline = {
        let ends = (0...3).map { -1 + 2 * Double($0) / 3 }
        func waves(_ y: Double) -> [(start: SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, end: SIMD2<Double>)] {
            zip(ends, ends.dropFirst()).map { low, high in
                let third = (high - low) / 3
                return (SIMD2(low, y), SIMD2(low + third, y - 2.5), SIMD2(high - third, y + 2.5), SIMD2(high, y))
            }
        }
        let (top, bottom) = (waves(-0.26), waves(0.26))
        return Outline(
            [.move(SIMD2(-1, -0.26))] + top.map { .cubic($0.1, $0.2, $0.end) } + [.line(SIMD2(1, 0.26))]
                + bottom.reversed().map { .cubic($0.2, $0.1, $0.start) } + [.close]
        )
    }()

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
