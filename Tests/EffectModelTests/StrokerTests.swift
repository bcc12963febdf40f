import Foundation
import Testing

@testable import EffectCost
@testable import EffectModel

/// Stroke outlines, checked against known areas and distances to the path.
struct StrokerTests {
    private func style(_ width: Double, _ change: (inout StrokeStyle) -> Void = { _ in }) -> StrokeStyle {
        var style = StrokeStyle()
        style.lineWidth = width
        change(&style)
        return style
    }

    private func stroke(_ path: String, _ style: StrokeStyle, scale: Double = 1) throws -> Outline {
        Stroker(try SVGPath(path).fineOutline, scale: scale).outline(style)
    }

    /// Signed area, counted with the winding number.
    private func area(_ outline: Outline) -> Double {
        -contours(outline).reduce(0) { sum, contour in
            zip(contour, contour.dropFirst() + contour.prefix(1)).reduce(sum) {
                $0 + ($1.0.x * $1.1.y - $1.0.y * $1.1.x) / 2
            }
        }
    }

    private func contours(_ outline: Outline) -> [[SIMD2<Double>]] {
        var contours: [[SIMD2<Double>]] = []
        for segment in outline.segments {
            switch segment {
            case .move(let end): contours.append([end])
            case .line(let end): contours[contours.count - 1].append(end)
            case .close: break
            default: Issue.record("a curve in a stroke's outline")
            }
        }
        return contours
    }

    /// Winding number of the contours around a point.
    private func winding(_ contours: [[SIMD2<Double>]], around p: SIMD2<Double>) -> Int {
        var winding = 0
        for contour in contours {
            for (a, b) in zip(contour, contour.dropFirst() + contour.prefix(1)) where (a.y <= p.y) != (b.y <= p.y) {
                let side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
                if b.y > a.y, side > 0 { winding += 1 } else if b.y <= a.y, side < 0 { winding -= 1 }
            }
        }
        return winding
    }

    private func distance(from p: SIMD2<Double>, to points: [SIMD2<Double>]) -> Double {
        var nearest = Double.infinity
        for (a, b) in zip(points, points.dropFirst()) {
            let way = b - a
            let square = (way * way).sum()
            let share = square > 0 ? max(0, min(1, ((p - a) * way).sum() / square)) : 0
            let rest = p - a - way * share
            nearest = min(nearest, (rest * rest).sum())
        }
        return nearest.squareRoot()
    }

    // MARK: Areas

    @Test func `a line covers its rectangle plus its caps`() throws {
        // A diagonal of length 50: 30 across, 40 down.
        for (cap, more) in [(StrokeStyle.LineCap.butt, 0.0), (.square, 8 * 8), (.round, Double.pi * 16)] {
            let found = area(try stroke("M10 10L40 50", style(8) { $0.lineCap = cap }))
            #expect(abs(found - (50 * 8 + more)) < (cap == .round ? 0.6 : 1e-9), "\(cap): \(found)")
        }
    }

    @Test func `corners of a square are mitered, beveled or rounded`() throws {
        for (join, less) in [(StrokeStyle.LineJoin.miter, 0.0), (.bevel, 4 * 4.5), (.round, 36 - Double.pi * 9)] {
            let found = area(try stroke("M0 0H40V40H0Z", style(6) { $0.lineJoin = join }))
            #expect(abs(found - (46 * 46 - 34 * 34 - less)) < (join == .round ? 0.4 : 1e-9), "\(join): \(found)")
            // Drawn in the other direction, with an explicit last line before closing.
            let other = area(try stroke("M0 0V40H40V0H0Z", style(6) { $0.lineJoin = join }))
            #expect(abs(other - found) < 1e-9)
        }
    }

    @Test(arguments: [(50.0, 10.0), (50, 99), (8, 3), (300, 40), (20, 39)])
    func `a circle becomes a ring`(_ radius: Double, _ width: Double) throws {
        let path = "M\(radius) 0A\(radius) \(radius) 0 0 1 \(-radius) 0A\(radius) \(radius) 0 0 1 \(radius) 0Z"
        for scale in [1.0, 3] {
            let found = area(try stroke(path, style(width), scale: scale))
            let (outer, inner) = (radius + width / 2, radius - width / 2)
            let expected = Double.pi * (outer * outer - inner * inner)
            // Lines deviate from the curve by at most an eighth of a pixel.
            #expect(abs(found - expected) < 2 * .pi * (outer + inner) / 8 / scale, "\(found) for \(expected)")
            #expect(abs(found - expected) < 0.01 * expected)
        }
    }

    @Test func `dashes cover their share for any phase`() throws {
        let cases: [(pattern: [Double], phase: Double, covered: Double)] = [
            ([10, 5], 0, 70), ([10, 5], 12, 67), ([10, 5], -3, 67), ([10], 0, 50), ([10], 10, 50),
            ([4, 1, 2, 1], 0, 76), ([200, 1], 0, 100), ([1, 200], 0.5, 0.5), ([10, 5], 15e3 + 12, 67),
        ]
        for (pattern, phase, expected) in cases {
            let found = area(
                try stroke(
                    "M0 0H100",
                    style(4) {
                        $0.lineDashPattern = pattern
                        $0.lineDashPhase = phase
                    }
                )
            )
            #expect(abs(found - 4 * expected) < 1e-5, "\(pattern) at \(phase): \(found / 4)")
        }
    }

    @Test func `dashes restart at each contour, and a dash spans the seam of a closed contour`() throws {
        let dashed = style(2) { $0.lineDashPattern = [30, 20] }
        #expect(abs(area(try stroke("M0 0H40M0 10H40", dashed)) - 2 * 2 * 30) < 1e-9)
        // The dash from 150 to 160 continues from 0 to 30 around a corner.
        let square = try stroke("M0 0H40V40H0Z", dashed)
        #expect(contours(square).count == 3)
        #expect(winding(contours(square), around: [-0.9, -0.9]) != 0)
    }

    @Test func `a star's tips are cut at the miter limit`() throws {
        // The tips of a pentagram have 36°, so a miter is 1/sin 18° = 3.236 widths long.
        let tips = (0..<5).map { index in
            let angle = Double(index) * 4 * Double.pi / 5 - .pi / 2
            return SIMD2(cos(angle), sin(angle)) * 50
        }
        let path = "M" + tips.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "Z"
        let pointed = contours(try stroke(path, style(4) { $0.miterLimit = 3.3 }))
        let cut = contours(try stroke(path, style(4) { $0.miterLimit = 3.2 }))
        for tip in tips {
            let out = tip / 50
            #expect(winding(pointed, around: tip + out * 6.3) != 0 && winding(pointed, around: tip + out * 6.6) == 0)
            // A bevel is at half a width times sin 18°.
            #expect(winding(cut, around: tip + out * 0.55) != 0 && winding(cut, around: tip + out * 0.7) == 0)
        }
    }

    // MARK: Distances

    @Test(arguments: UInt64(0)..<200)
    func `points within half a width of the path are inside the stroke`(_ seed: UInt64) throws {
        let random = RandomStream(key: RandomStream.hash("strokes")).substream(named: "\(seed)")
        func number(_ index: Int, _ range: ClosedRange<Double>) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * random.unit(UInt64(index))
        }
        var points = (0..<(2 + Int(seed % 7))).map { SIMD2(number(2 * $0, 20...80), number(2 * $0 + 1, 20...80)) }
        // Lines that double back, and repeated points.
        if seed % 10 == 3 { points += [points[0], points[0]] }
        let isClosed = seed % 2 == 1
        let width = number(100, 1...30)
        let path = "M" + points.map { "\($0.x) \($0.y)" }.joined(separator: "L") + (isClosed ? "Z" : "")
        let round = style(width) { ($0.lineCap, $0.lineJoin) = (.round, .round) }
        let found = contours(try stroke(path, round))
        if isClosed { points.append(points[0]) }
        for index in 0..<150 {
            let place = SIMD2(number(1000 + 2 * index, 0...100), number(1001 + 2 * index, 0...100))
            let away = distance(from: place, to: points) - width / 2
            let turns = winding(found, around: place)
            #expect(turns <= 0)
            if away < -0.125 { #expect(turns < 0, "a hole at \(place)") }
            if away > 1e-6 { #expect(turns == 0, "\(place) is \(away) outside") }
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `curves are as wide as lines, even in tight bends`(_ seed: UInt64) throws {
        let random = RandomStream(key: RandomStream.hash("curves")).substream(named: "\(seed)")
        func number(_ index: Int, _ range: ClosedRange<Double>) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * random.unit(UInt64(index))
        }
        let c = (0..<7).map { SIMD2(number(2 * $0, 10...90), number(2 * $0 + 1, 10...90)) }
        func text(_ index: Int) -> String { "\(c[index].x) \(c[index].y) " }
        let path = "M\(text(0))C\(text(1))\(text(2))\(text(3))C\(text(4))\(text(5))\(text(6))"
        let width = number(100, 0.5...40)
        let scale = seed % 3 == 0 ? 3.0 : 1
        let round = style(width) { ($0.lineCap, $0.lineJoin) = (.round, .round) }
        let found = contours(try stroke(path, round, scale: scale))
        func curve(_ start: Int) -> [SIMD2<Double>] {
            (0...300).map { step in
                let (t, r) = (Double(step) / 300, 1 - Double(step) / 300)
                let ends: SIMD2<Double> = c[start] * (r * r * r) + c[start + 3] * (t * t * t)
                let middle: SIMD2<Double> = c[start + 1] * (3 * r * r * t) + c[start + 2] * (3 * r * t * t)
                return ends + middle
            }
        }
        let points = curve(0) + curve(3).dropFirst()
        for index in 0..<100 {
            let place = SIMD2(number(1000 + 2 * index, 0...100), number(1001 + 2 * index, 0...100))
            let away = (distance(from: place, to: points) - width / 2) * scale
            let turns = winding(found, around: place)
            #expect(turns <= 0)
            if away < -0.125 { #expect(turns < 0, "a hole at \(place), \(away)") }
            if away > 0.125 { #expect(turns == 0, "\(place) is \(away) pixels outside") }
        }
    }

    // MARK: Parts and degenerate paths

    @Test func `strokes start and end at fractions of the whole length`() throws {
        func part(_ path: String, _ start: Double, _ end: Double) throws -> Double {
            area(try stroke(path, style(2) { ($0.strokeStart, $0.strokeEnd) = (start, end) })) / 2
        }
        for (start, end) in [(0.0, 1.0), (0, 0.25), (0.3, 0.8), (0.5, 1), (0.999, 1)] {
            #expect(try abs(part("M0 0H60M0 20H40", start, end) - 100 * (end - start)) < 1e-6)
        }
        #expect(try part("M0 0H60", 0.5, 0.5) == 0 && part("M0 0H60", 0.8, 0.2) == 0)
        // The second contour alone.
        let box = try #require(
            try stroke("M0 0H50M0 20H50", style(2) { $0.strokeStart = 0.5 }).bounds
        )
        #expect(box.low == [0, 19] && box.high == [50, 21])
        // A closed contour has a corner at its start only when stroked in full.
        let whole = contours(try stroke("M0 0H40V40H0Z", style(6)))
        let most = contours(try stroke("M0 0H40V40H0Z", style(6) { $0.strokeEnd = 0.99 }))
        #expect(winding(whole, around: [-2, -2]) != 0 && winding(most, around: [-2, -2]) == 0)
    }

    @Test(arguments: ["M5 5L5 5", "M5 5Z", "M5 5C5 5 5 5 5 5", "M5 5H5V5Z"])
    func `a zero-length path is a dot with a round cap and a square with a square cap`(_ path: String) throws {
        for (cap, expected) in [(StrokeStyle.LineCap.butt, 0.0), (.round, Double.pi * 100), (.square, 400)] {
            let found = area(try stroke(path, style(20) { $0.lineCap = cap }))
            #expect(abs(found - expected) < 4, "\(cap): \(found)")
        }
        #expect(try stroke("M5 5", style(20) { $0.lineCap = .round }).segments.isEmpty)
        #expect(try stroke("M5 5H9", style(0)).segments.isEmpty)
    }

    @Test func `zero-length dashes are dots along the path`() throws {
        let dots = try stroke(
            "M0 0H30L30 30",
            style(4) { ($0.lineCap, $0.lineDashPattern) = (.square, [0, 20]) }
        )
        #expect(contours(dots).count == 3 && abs(area(dots) - 3 * 16) < 1e-9)
        #expect(winding(contours(dots), around: [31.9, 8.1]) != 0)
    }

    @Test(arguments: UInt64(0)..<100)
    func `a stroke has at most the predicted number of lines`(_ seed: UInt64) throws {
        let random = RandomStream(key: RandomStream.hash("bounds")).substream(named: "\(seed)")
        func number(_ index: Int, _ range: ClosedRange<Double>) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * random.unit(UInt64(index))
        }
        func place(_ index: Int) -> String { "\(number(2 * index, 0...200)) \(number(2 * index + 1, 0...200)) " }
        var path = "M" + place(0)
        for index in 0..<Int(number(90, 1...20)) {
            let at = 100 + 4 * index
            switch Int(number(at + 3, 0...3.9)) {
            case 0: path += "L" + place(at)
            case 1: path += "Q" + place(at) + place(at + 1)
            case 2: path += "C" + place(at) + place(at + 1) + place(at + 2)
            default: path += "Z M" + place(at) + "A30 20 10 1 0 " + place(at + 1)
            }
        }
        var shape = ShapeLayer()
        shape.strokeColor = .white
        shape.stroke.lineWidth = number(91, 0.1...60)
        shape.stroke.lineCap = StrokeStyle.LineCap.allCases[Int(seed % 3)]
        shape.stroke.lineJoin = StrokeStyle.LineJoin.allCases[Int(seed / 3 % 3)]
        if seed % 2 == 1 { shape.stroke.lineDashPattern = [number(92, 1...20), number(93, 0...20), number(94, 0...9)] }
        let scale = number(95, 0.3...4)
        let outline = try SVGPath(path).fineOutline
        let lines = Stroker(outline, scale: scale).outline(shape.stroke).segments.count
        let bound = StrokeBound(outline, shape, scale: scale)
        #expect(Double(lines) <= bound.lines && bound.lines < 60 * Double(lines) + 500, "\(lines), \(bound.lines)")
    }
}
